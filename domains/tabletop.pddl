; A robot arm, such as the Panda, picks and places blocks on a table.
;
; The table is divided into zones. A block is in a zone, in a bowl, or on another block; a zone and a bowl have room
; for any number of blocks. A block with another one on it cannot be picked. Colours and the zones of bowls do not
; change.
(define (domain tabletop)
  ; Beyond `:strips` and `:typing`, all is for goals: "a red block", "every block in the bowl of its colour".
  (:requirements :strips :typing :equality :disjunctive-preconditions :existential-preconditions
    :universal-preconditions)

  (:types
    colour - object ; a colour, such as red or blue
    thing - object  ; something on the table, or a part of it, that has a colour
    block - thing   ; a block, cube or brick
    bowl - thing    ; a bowl
    zone - thing    ; a part of the table: a corner, a side, the middle, a tray
  )

  (:predicates
    ; clairify: ignore PDL214 -- no action minds colours, but goals do
    (has-colour ?thing - thing ?colour - colour) ; ?thing is ?colour
    (at ?thing - thing ?zone - zone)             ; ?thing lies or stands in ?zone
    (in ?block - block ?bowl - bowl)             ; ?block is in ?bowl
    (on ?upper ?lower - block)                   ; ?upper is on ?lower
    (clear ?block - block)                       ; no block is on ?block
    (holding ?block - block)                     ; the gripper holds ?block
    (hand-empty)                                 ; the gripper holds nothing
  )

  ; Pick up a block from a zone of the table.
  (:action pick
    :parameters (?block - block ?zone - zone)
    :precondition (and (at ?block ?zone) (clear ?block) (hand-empty))
    :effect (and (holding ?block) (not (at ?block ?zone)) (not (clear ?block)) (not (hand-empty)))
  )

  ; Place, put or move the held block in a zone of the table.
  (:action place
    :parameters (?block - block ?zone - zone)
    :precondition (holding ?block)
    :effect (and (at ?block ?zone) (clear ?block) (hand-empty) (not (holding ?block)))
  )

  ; Pick up a block from a bowl.
  (:action pick-from-bowl
    :parameters (?block - block ?bowl - bowl)
    :precondition (and (in ?block ?bowl) (clear ?block) (hand-empty))
    :effect (and (holding ?block) (not (in ?block ?bowl)) (not (clear ?block)) (not (hand-empty)))
  )

  ; Place, put or drop the held block in a bowl.
  (:action place-in-bowl
    :parameters (?block - block ?bowl - bowl)
    :precondition (holding ?block)
    :effect (and (in ?block ?bowl) (clear ?block) (hand-empty) (not (holding ?block)))
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
