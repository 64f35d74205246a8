(define (domain rooms)
  (:requirements :strips :typing :action-costs)
  (:types room robot)
  (:predicates
    (in ?r - robot ?x - room)
    (door ?x ?y - room)
  )
  (:functions (total-cost) - number (distance ?x ?y - room) - number)
  (:action move
    :parameters (?r - robot ?x ?y - room)
    :precondition (and (in ?r ?x) (door ?x ?y))
    :effect (and (in ?r ?y) (not (in ?r ?x)) (increase total-cost 5))
  )
  (:action back
    :parameters (?r - robot ?x ?y - room)
    :precondition (and (in ?r ?y) (door ?x ?y))
    :effect (and (in ?r ?x) (not (in ?r ?y)) (increase (total-cost) (distance ?x)))
  )
  (:action jump
    :parameters (?r - robot ?x ?y - room)
    :precondition (in ?r ?x)
    :effect (and (in ?r ?y) (increase (total-cost)) (not (in ?r ?x)))
  )
)
