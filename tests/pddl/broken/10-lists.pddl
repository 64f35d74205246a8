(define (domain rooms)
  (:requirements :strips :typing)
  (:types room robot - object -)
  (:constants hall - (room))
  (:predicates
    (in ?r - robot ?x - room)
    (door ?x ?y - room) lit
  )
  (:action move
    :parameters (?r - robot ?x ?y - (either room robot))
    :precondition (in ?r hall)
    :effect (not (in ?r hall))
  )
  (:action back
    :parameters (?r - robot (?x - room))
    :precondition (door hall hall)
    :effect (in ?r hall)
  )
)
