; Find the coin: a walk through rooms, some of whose doors are closed.
;
; Each room lies in a direction from its neighbours. A closed door between two rooms must be opened before the
; walker can go through.
(define (domain coin-collector)
  ; Quantifiers are for goals: "a coin", "all coins".
  (:requirements :strips :typing :negative-preconditions :existential-preconditions
    :universal-preconditions)

  (:types
    room - object      ; a room
    direction - object ; where one can go: north, south, east, west
    coin - object      ; a coin
  )

  (:predicates
    (at ?room - room)                                      ; the walker is in ?room
    (connected ?here ?there - room ?direction - direction) ; ?there lies in ?direction of ?here
    (closed-door ?here ?there - room)                      ; a closed door is between ?here and ?there
    (in ?coin - coin ?room - room)                         ; ?coin lies in ?room
    (have ?coin - coin)                                    ; the walker has taken ?coin
  )

  ; Open the door to the room in a direction.
  (:action open-door
    :parameters (?here ?there - room ?direction - direction)
    :precondition (and (at ?here) (connected ?here ?there ?direction) (closed-door ?here ?there))
    :effect (and (not (closed-door ?here ?there)) (not (closed-door ?there ?here)))
  )

  ; Go, walk or move to the room in a direction.
  (:action go
    :parameters (?here ?there - room ?direction - direction)
    :precondition (and
      (at ?here)
      (connected ?here ?there ?direction)
      (not (closed-door ?here ?there)))
    :effect (and (at ?there) (not (at ?here)))
  )

  ; Take, collect or pick up a coin.
  (:action take
    :parameters (?coin - coin ?room - room)
    :precondition (and (at ?room) (in ?coin ?room))
    :effect (and (have ?coin) (not (in ?coin ?room)))
  )
)
