"""The files that a model would write for the small world, stage by stage, and replies that hold them."""

from __future__ import annotations

from case_tables import stored

DOMAIN = stored(__file__, "DOMAIN")


def problem(objects: str, init: str, goal: str) -> str:
    return f"""\
(define (problem now)
  (:domain rooms)
  (:objects {objects})
  (:init {init})
  (:goal {goal}))
"""


FIRST = problem(
    "kitchen living-room - room east - direction",
    "(at kitchen) (connected kitchen living-room east)",
    "(at living-room)",
)
SECOND = problem(
    "kitchen living-room north-of-living-room - room east west north - direction",
    "(at living-room) (connected kitchen living-room east) (connected living-room kitchen west) "
    "(connected living-room north-of-living-room north) (closed-door living-room north-of-living-room)",
    "(at north-of-living-room)",
)
THIRD_LINES = 'RENAME north-of-living-room pantry BECAUSE "You are in the pantry"'
THIRD = problem(
    "kitchen living-room pantry - room east west north south - direction coin - coin",
    "(at pantry) (connected pantry living-room south) (in coin pantry)",
    "(have coin)",
)


def reply(problem: str, domain: str = DOMAIN, lines: str = "") -> str:
    return f"{lines}\n```pddl\n{domain}\n{problem}```\n"


GOOD = [reply(FIRST), reply(SECOND), reply(THIRD, lines=THIRD_LINES)]
"""What wins the game in three stages."""
