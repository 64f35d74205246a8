(define (domain rooms)
  (:requirements :strips :typing)
  (:types room robot)
  (:predicates
    (in ?r - robot ?x - room)
    (door ?x ?y - room)
  )
  (:action look
    :parameters (?r - robot ?x - room)
    :precondition (in ?r ?x)
  )
  (:action move
    :parameters (?r - robot ?x ?y - room)
    :effect (and (in ?r ?y) (not (in ?r ?x)))
    :precondition (and (in ?r ?x) (door ?x ?y))
  )
  (:action back
    :parameters (?r - robot ?x ?y - room)
    :precondition (in ?r ?y)
    :precondition (door ?x ?y)
    :effect (in ?r ?x) (not (in ?r ?y))
  )
  (:action jump
    (:parameters (?r - robot ?x ?y - room))
    :precondition (in ?r ?x)
    :effect (and (in ?r ?y) (not (in ?r ?x)))
  )
)
