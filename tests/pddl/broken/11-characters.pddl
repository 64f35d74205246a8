(define (domain rooms)
  (:requirements :strips :typing)
  (:types room robot – object)
  (:predicates
    (in ?r - robot,  ?x - room)
    (door ?x ?y - room)
  )
  (:action move /* from room to room */
    :parameters (?r - robot ?x ?y - room)
    :precondition (“and” (in ?r ?x) (door ?x ?y))
    :effect (and (in ?r ?y) (not (in ?r ?x)))
  )
)
