; On the way to the gate, from which there is no way back, pick up as many spanners as there are loose nuts at it.
(define (domain spanner)
  (:requirements :strips :typing)

  (:types place spanner nut)

  (:predicates
    (path ?from ?to - place)                 ; a one-way path leads from ?from to ?to
    (man-at ?place - place)                  ; the man is at ?place
    (left ?spanner - spanner ?place - place) ; ?spanner lies at ?place
    (carried ?spanner - spanner)             ; the man carries ?spanner
    (usable ?spanner - spanner)              ; ?spanner has not been used; each breaks in use
    (sits ?nut - nut ?place - place)         ; ?nut is at ?place
    (loose ?nut - nut)                       ; ?nut is loose
    (tight ?nut - nut)                       ; ?nut is tight
  )

  ; Walk on.
  (:action walk
    :parameters (?from ?to - place)
    :precondition (and (man-at ?from) (path ?from ?to))
    :effect (and (man-at ?to) (not (man-at ?from)))
  )

  ; Pick up a spanner.
  (:action pick-up
    :parameters (?spanner - spanner ?place - place)
    :precondition (and (man-at ?place) (left ?spanner ?place))
    :effect (and (carried ?spanner) (not (left ?spanner ?place)))
  )

  ; Tighten a nut.
  (:action tighten
    :parameters (?nut - nut ?spanner - spanner ?place - place)
    :precondition (and
      (man-at ?place)
      (sits ?nut ?place)
      (loose ?nut)
      (carried ?spanner)
      (usable ?spanner))
    :effect (and (tight ?nut) (not (loose ?nut)) (not (usable ?spanner)))
  )
)
