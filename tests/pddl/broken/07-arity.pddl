(define (domain rooms)
  (:requirements :strips :typing)
  (:types room robot)
  (:predicates
    (in ?r - robot ?x - room)
    (door ?x ?y - room)
    (tired ?r - robot)
  )
  (:action move
    :parameters (?r - robot ?x ?y - room)
    :precondition (and (in ?r) (door ?x ?y))
    :effect (and (in ?r ?y) (not (in ?r ?x ?y)) (tired))
  )
  (:action rest
    :parameters (?r - robot ?x - room)
    :precondition (and (in ?r ?x) (tired ?r) (door ?x ?x ?x))
    :effect (not (tired ?r))
  )
)
