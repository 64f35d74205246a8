; A robot that waters plants in a house. It carries one watering can. A full can waters one plant.
; Plants are dry, and the can is empty, unless the problem says otherwise.
(define (domain watering)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    place - object ; a room or spot
    plant - object ; a flower or pot plant
    tap - object ; a faucet
  )
  (:predicates
    (at ?place - place) ; the robot is at ?place
    (stands ?plant - plant ?place - place) ; ?plant stands at ?place
    (has-tap ?tap - tap ?place - place) ; ?tap is at ?place
    (connected ?here - place ?there - place) ; a door leads from ?here to ?there
    (full) ; the can is full
    (watered ?plant - plant) ; ?plant has been watered
  )
  ; Go, move or walk to a place next door.
  (:action go
    :parameters (?here - place ?there - place)
    :precondition (and (at ?here) (connected ?here ?there))
    :effect (and (at ?there) (not (at ?here))))
  ; Fill the can at a tap.
  (:action fill
    :parameters (?tap - tap ?place - place)
    :precondition (and (at ?place) (has-tap ?tap ?place) (not (full)))
    :effect (full))
  ; Water or sprinkle a plant with the full can.
  (:action water
    :parameters (?plant - plant ?place - place)
    :precondition (and (at ?place) (stands ?plant ?place) (full))
    :effect (and (watered ?plant) (not (full))))
)
