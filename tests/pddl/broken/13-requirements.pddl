(define (domain rooms)
  (:requirements :strips :typed)
  (:types room robot)
  (:predicates
    (in ?r - robot ?x - room)
    (door ?x ?y - room)
    (in ?x - room ?x - room)
  )
  (:action move
    :parameters (?r - robot ?x ?y - room)
    :precondition (and (in ?r ?x) (door ?x ?y))
    :effect (and (in ?r ?y) (not (in ?r ?x)))
  )
)
