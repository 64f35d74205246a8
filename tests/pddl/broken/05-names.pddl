(define (domain rooms)
  (:requirements strips :typing)
  (:types room -object robot)
  (:predicates
    (in ?r - robot ?x - room)
    (door x ?y - room)
  )
  (:action move
    :parameters (r - robot ?x ?y - room)
    :precondition (and (in r ?x) (door ?x ?y))
    :effect (and (in r ?y) (not (in r ?x)))
  )
  (:action stay
    :parameters ?r - robot
    :precondition (exists (?x - room) (in ?r ?x))
    :effect (when (exists (?x - room) (in ?r ?x)) (forall (?x - room) (not (in ?r ?x))))
  )
)
