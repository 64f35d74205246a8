(define (domain rooms)
  (:requirements :strips :typing)
  (:action move
    :parameters (?r - robot ?x ?y - room)
    :precondition (and (in ?r ?x) (door ?x ?y))
    :effect (and (in ?r ?y) (not (in ?r ?x)))
  )
  (:types room robot)
  (:predicates
    (in ?r - robot ?x - room)
    (door ?x ?y - room)
  )
  (:requirements :adl)
)
