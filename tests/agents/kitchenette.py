"""A small domain with a scene, for goals in English."""

from __future__ import annotations

from case_tables import stored

DOMAIN = stored(__file__, "DOMAIN")

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
