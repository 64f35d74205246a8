(define (domain rooms)
  (:requirement :strips :typing)
  (:types room robot)
  (:predicate
    (in ?r - robot ?x - room)
    (door ?x ?y - room)
  )
  (:action move
    :parameter (?r - robot ?x ?y - room)
    :preconditions (and (in ?r ?x) (door ?x ?y))
    :effects (and (in ?r ?y) (not (in ?r ?x)))
  )
)
