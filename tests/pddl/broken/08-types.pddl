(define (domain rooms)
  (:requirements :strips :typing)
  (:types room robot)
  (:predicates
    (in ?r - robot ?x - room)
    (door ?x ?y - room)
  )
  (:action move
    :parameters (?r - robot ?x ?y - room)
    :precondition (and (in ?x ?r) (door ?x ?y))
    :effect (and (in ?r ?y) (not (in ?r ?x)))
  )
  (:action back
    :parameters (?r - robot ?x ?y - room)
    :precondition (and (in ?r ?x) (door ?r ?y))
    :effect (in ?r ?r)
  )
)
