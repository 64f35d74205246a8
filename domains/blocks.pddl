; The blocks world with four operators: a hand stacks blocks on a table that has room for all of them.
(define (domain blocks)
  (:requirements :strips :typing)

  (:types
    block - object ; a block
  )

  (:predicates
    (on ?upper ?lower - block) ; ?upper is on ?lower
    (on-table ?block - block)  ; ?block is on the table
    (clear ?block - block)     ; nothing is on ?block
    (holding ?block - block)   ; the hand holds ?block
    (hand-empty)               ; the hand holds nothing
  )

  ; Pick up a block from the table.
  (:action pick-up
    :parameters (?block - block)
    :precondition (and (on-table ?block) (clear ?block) (hand-empty))
    :effect (and (holding ?block) (not (on-table ?block)) (not (clear ?block)) (not (hand-empty)))
  )

  ; Put the held block down on the table.
  (:action put-down
    :parameters (?block - block)
    :precondition (holding ?block)
    :effect (and (on-table ?block) (clear ?block) (hand-empty) (not (holding ?block)))
  )

  ; Unstack a block: pick it up from another one.
  (:action unstack
    :parameters (?upper ?lower - block)
    :precondition (and (on ?upper ?lower) (clear ?upper) (hand-empty))
    :effect (and
      (holding ?upper)
      (clear ?lower)
      (not (on ?upper ?lower))
      (not (clear ?upper))
      (not (hand-empty)))
  )

  ; Stack the held block on another one.
  (:action stack
    :parameters (?upper ?lower - block)
    :precondition (and (holding ?upper) (clear ?lower))
    :effect (and
      (on ?upper ?lower)
      (clear ?upper)
      (hand-empty)
      (not (holding ?upper))
      (not (clear ?lower)))
  )
)
