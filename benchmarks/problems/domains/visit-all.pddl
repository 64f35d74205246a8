; A walker visits every field of a grid.
(define (domain visit-all)
  (:requirements :strips :typing)

  (:types field)

  (:predicates
    (joined ?field ?other - field) ; one can step from ?field to ?other
    (here ?field - field)          ; the walker is on ?field
    (visited ?field - field)       ; the walker has been on ?field
  )

  ; Step to a joined field.
  (:action step
    :parameters (?from ?to - field)
    :precondition (and (here ?from) (joined ?from ?to))
    :effect (and (here ?to) (visited ?to) (not (here ?from)))
  )
)
