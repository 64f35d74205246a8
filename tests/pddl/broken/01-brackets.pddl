(define (domain rooms)
  (:requirements :strips :typing)
  (:types room robot)
  (:predicates
    (in ?r - robot ?x - room)
    (door ?x ?y - room)

  (:action move
    :parameters (?r - robot ?x ?y - room)
    :precondition (and (in ?r ?x) (door ?x ?y)
    :effect (and (in ?r ?y) (not (in ?r ?x)))
  )

  (:action back
    :parameters (?r - robot ?x ?y - room)
    :precondition (and (in ?r ?y) (door ?x ?y))
    :effect (and (in ?r ?x) (not (in ?r ?y))))
  )

  (:action stay
    :parameters (?r - robot ?x - room)
    :precondition (in ?r ?x)
    :effect (and (not (in ?r ?x)) (in ?r ?y)
  )
)
