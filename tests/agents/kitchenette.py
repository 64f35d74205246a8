"""A small domain with a scene, for goals in English."""

from __future__ import annotations

from case_tables import stored

DOMAIN = stored(__file__, "DOMAIN")

SCENE = stored(__file__, "SCENE")

BARE_SCENE = SCENE.replace("  (:goal (and (in apple1 fridge1)))   ; as it was\n", "")
"""The scene without a goal."""

GOOD = "(:goal (exists (?a - apple) (and (clean ?a) (in ?a fridge1))))"
TEXT = "Put a clean apple in the fridge."

UNREACHABLE = "(:goal (clean egg1))"
"""The egg is on a locked shelf, which nothing unlocks."""
