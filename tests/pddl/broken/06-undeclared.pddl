(define (domain rooms)
  (:requirements :strips :typing)
  (:types room robot)
  (:predicates
    (in ?r - robot ?x - room)
    (door ?x ?y - romo)
  )
  (:action move
    :parameters (?r - robot ?x ?y - room)
    :precondition (and (inn ?r ?x) (door ?x ?z))
    :effect (and (in ?r ?y) (not (in ?r ?x)) (visited ?y))
  )
  (:action back
    :parameters (?r - robot ?x - room)
    :precondition (and (in ?r ?x) (door ?x hall))
    :effect (not (in ?r ?x))
  )
)
