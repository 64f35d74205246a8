"""The checks that a program expects of an action, held to what was measured and what is seen afterwards."""

from __future__ import annotations

from collections.abc import Callable

from clairify_cli.agents.programs.base import Expected, GroundFact
from clairify_cli.worlds.base import Outcome

MANDATORY = ("collision_free", "timeout", "motion_health")
"""The checks of every action that moves the arm (Action Contextualization)."""

PLACES = ("at", "in_", "on", "inside")
"""Predicates that say where a thing is, as programs spell them."""


def met_of(one: Expected, outcome: Outcome | None, holds: Callable[[GroundFact], bool | None]) -> bool | None:
    """Whether a check passes; None where it is not made. What is in the hand, and where a thing is, is looked at."""
    match one.check, one.arguments:
        case "holding", (thing, *_):
            return holds(GroundFact("holding", (thing,)))
        case "at_location", (thing, place, *_):
            said = [holds(GroundFact(name, (thing, place))) for name in PLACES]
            known = [value for value in said if value is not None]
            if known:
                return any(known)
    made = next((each for each in outcome.checks if each.name == one.check), None) if outcome is not None else None
    return made.passed if made is not None else None
