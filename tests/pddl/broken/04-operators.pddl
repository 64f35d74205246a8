(define (domain rooms)
  (:requirements :adl)
  (:types room robot)
  (:predicates
    (in ?r - robot ?x - room)
    (door ?x ?y - room)
  )
  (:action move
    :parameters (?r - robot ?x ?y - room)
    :precondition (an (in ?r ?x) (door ?x ?y))
    :effect (and (in ?r ?y) (not (in ?r ?x) (in ?r ?y)))
  )
  (:action back
    :parameters (?r - robot ?x ?y - room)
    :precondition (and (in ?r ?y) (imply (door ?x ?y)))
    :effect (or (in ?r ?x) (in ?r ?y))
  )
  (:action stay
    :parameters (?r - robot ?x - room)
    :precondition (and (in ?r ?x) (not ()))
    :effect (not (in ?r ?x))
  )
)
