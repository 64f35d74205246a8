; A museum at night. A guard walks through its halls and looks for things.
(define (domain museum)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    hall - object      ; a hall of the museum
    direction - object ; north, south, east, west
    case - object      ; a glass case or chest
    exhibit - object   ; something that is shown
    painting - exhibit ; a painting
    statue - exhibit   ; a statue
    crown - exhibit    ; a crown
    key - exhibit      ; a key
  )
  (:predicates
    (in-hall ?h - hall)                        ; the guard is in ?h
    (leads ?a - hall ?d - direction ?b - hall) ; going ?d from ?a leads to ?b
    (stands ?c - case ?h - hall)               ; ?c stands in ?h
    (locked ?c - case)                         ; ?c is locked
    (shut ?c - case)                           ; ?c is shut
    (lies ?x - exhibit ?h - hall)              ; ?x lies in ?h
    (inside ?x - exhibit ?c - case)            ; ?x is inside ?c
    (carried ?x - exhibit)                     ; the guard carries ?x
  )
  (:action walk
    :parameters (?a - hall ?d - direction ?b - hall)
    :precondition (and (in-hall ?a) (leads ?a ?d ?b))
    :effect (and (in-hall ?b) (not (in-hall ?a))))
  (:action open
    :parameters (?c - case ?h - hall)
    :precondition (and (in-hall ?h) (stands ?c ?h) (shut ?c) (not (locked ?c)))
    :effect (not (shut ?c)))
  (:action unlock
    :parameters (?c - case ?k - key ?h - hall)
    :precondition (and (in-hall ?h) (stands ?c ?h) (locked ?c) (carried ?k))
    :effect (not (locked ?c)))
  (:action pick-up
    :parameters (?x - exhibit ?h - hall)
    :precondition (and (in-hall ?h) (lies ?x ?h))
    :effect (and (carried ?x) (not (lies ?x ?h))))
  (:action take-out
    :parameters (?x - exhibit ?c - case ?h - hall)
    :precondition (and (in-hall ?h) (stands ?c ?h) (inside ?x ?c) (not (shut ?c)))
    :effect (and (carried ?x) (not (inside ?x ?c))))
  (:action put-down
    :parameters (?x - exhibit ?h - hall)
    :precondition (and (in-hall ?h) (carried ?x))
    :effect (and (lies ?x ?h) (not (carried ?x))))
)
