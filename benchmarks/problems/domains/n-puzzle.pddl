; Numbered tiles in a square frame with one gap, into which a neighbouring tile can slide.
(define (domain n-puzzle)
  (:requirements :strips :typing)

  (:types cell tile)

  (:predicates
    (beside ?cell ?other - cell)     ; ?cell and ?other share an edge
    (lies ?tile - tile ?cell - cell) ; ?tile lies on ?cell
    (gap ?cell - cell)               ; no tile lies on ?cell
  )

  ; Slide a tile into the gap.
  (:action slide
    :parameters (?tile - tile ?from ?to - cell)
    :precondition (and (lies ?tile ?from) (gap ?to) (beside ?from ?to))
    :effect (and (lies ?tile ?to) (gap ?from) (not (lies ?tile ?from)) (not (gap ?to)))
  )
)
