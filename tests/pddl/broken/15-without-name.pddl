(define (domain)
  (:requirements :strips :typing)
  (:types room robot)
  (:predicates
    (in ?r - robot ?x - room)
    ()
  )
  (:action
    :parameters (?r - robot ?x - room)
    :precondition (in ?r ?x)
    :effect (not (in ?r ?x)))
  (:action stay
    :parameters (?r - robot ?x - room)
    :precondition (in ?r ?x)
    :effect in ?r ?x)
  words
)
