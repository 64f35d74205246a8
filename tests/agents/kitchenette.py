"""A small domain with a scene, for goals in English."""

from __future__ import annotations

DOMAIN = """\
(define (domain kitchenette)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    place item - object
    fridge - place           ; a fridge
    shelf - place            ; a shelf
    apple egg - item)
  (:predicates
    (in ?x - item ?p - place)   ; ?x is in or on ?p
    (holding ?x - item)         ; the robot holds ?x
    (free)                      ; the robot holds nothing
    (clean ?x - item)           ; ?x has been washed
    (locked ?p - place))        ; ?p cannot be reached into
  ; Take something.
  (:action take
    :parameters (?x - item ?p - place)
    :precondition (and (in ?x ?p) (free) (not (locked ?p)))
    :effect (and (holding ?x) (not (in ?x ?p)) (not (free))))
  ; Put something somewhere.
  (:action put
    :parameters (?x - item ?p - place)
    :precondition (and (holding ?x) (not (locked ?p)))
    :effect (and (in ?x ?p) (free) (not (holding ?x))))
  ; Wash something.
  (:action wash
    :parameters (?x - item)
    :precondition (holding ?x)
    :effect (clean ?x)))
"""

SCENE = """\
; Two shelves and a fridge.   Odd  spacing is   kept.
(define (problem morning)
  (:domain kitchenette)
  (:objects fridge1 - fridge  shelf1 shelf2 - shelf
            apple1 apple2 - apple egg1 - egg)
  (:init (in apple1 shelf1) (in apple2 shelf1)
         (in egg1 shelf2) (locked shelf2) (free))
  (:goal (and (in apple1 fridge1)))   ; as it was
)
"""

BARE_SCENE = SCENE.replace("  (:goal (and (in apple1 fridge1)))   ; as it was\n", "")
"""The scene without a goal."""

GOOD = "(:goal (exists (?a - apple) (and (clean ?a) (in ?a fridge1))))"
TEXT = "Put a clean apple in the fridge."

UNREACHABLE = "(:goal (clean egg1))"
"""The egg is on a locked shelf, which nothing unlocks."""
