; A keeper pushes crates through a store until every one stands on a target.
(define (domain sokoban)
  (:requirements :strips :typing :negative-preconditions)

  (:types cell direction crate)

  (:predicates
    (neighbour ?cell ?next - cell ?direction - direction) ; ?next lies in ?direction of ?cell
    (target ?cell - cell)                                 ; a crate is to stand on ?cell
    (keeper ?cell - cell)                                 ; the keeper stands on ?cell
    (stands ?crate - crate ?cell - cell)                  ; ?crate stands on ?cell
    (blocked ?cell - cell)                                ; a crate stands on ?cell
    (delivered ?crate - crate)                            ; ?crate stands on a target
  )

  ; Walk to a free cell.
  (:action walk
    :parameters (?from ?to - cell ?direction - direction)
    :precondition (and (keeper ?from) (neighbour ?from ?to ?direction) (not (blocked ?to)))
    :effect (and (keeper ?to) (not (keeper ?from)))
  )

  ; Push a crate onto a target.
  (:action push-home
    :parameters (?crate - crate ?keeper ?from ?to - cell ?direction - direction)
    :precondition (and
      (keeper ?keeper)
      (stands ?crate ?from)
      (target ?to)
      (not (blocked ?to))
      (neighbour ?keeper ?from ?direction)
      (neighbour ?from ?to ?direction))
    :effect (and
      (keeper ?from)
      (not (keeper ?keeper))
      (stands ?crate ?to)
      (not (stands ?crate ?from))
      (blocked ?to)
      (not (blocked ?from))
      (delivered ?crate))
  )

  ; Push a crate onto a cell that is no target.
  (:action push
    :parameters (?crate - crate ?keeper ?from ?to - cell ?direction - direction)
    :precondition (and
      (keeper ?keeper)
      (stands ?crate ?from)
      (not (target ?to))
      (not (blocked ?to))
      (neighbour ?keeper ?from ?direction)
      (neighbour ?from ?to ?direction))
    :effect (and
      (keeper ?from)
      (not (keeper ?keeper))
      (stands ?crate ?to)
      (not (stands ?crate ?from))
      (blocked ?to)
      (not (blocked ?from))
      (not (delivered ?crate)))
  )
)
