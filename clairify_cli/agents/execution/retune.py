"""Other parameters for an action that failed a check, by a documented rule for each check.

| failed check | what is changed |
|---|---|
| collision_free | 0.02 m more clearance; then the other grasp; then both |
| can_reach | the other grasp |
| motion_health, timeout | half the speed |
| can_grasp, holding | the other grasp; then half the speed as well |
| upright, spilled | orientation 1 and half the speed |
| at_location | half the speed |
| amount | the rest of the dose, where too little arrived |
| stirred, temperature | again |

The first failed check of the outcome counts. Values are clipped to what they may be. An action is tuned at most
`MOST` times.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from clairify_cli.agents.execution.history import History
from clairify_cli.worlds.base import RANGES, Action, Outcome, Parameters

MOST = 3
"""How often an action is tuned."""

_SPEED = 0.5
"""The speed that is taken for one that the context chose, before it is halved."""

_CLEARANCE = 0.02
_LEAST_REST_G = 0.05


BY_CONTEXT = "by context"
"""The value of a parameter that is left to the context again."""


@dataclass(frozen=True, slots=True)
class Change:
    """What is changed: the value of a parameter, or `mass` of the dose, and why, in words."""

    name: str
    value: float | str
    why: str

    @property
    def parameter(self) -> float | str | None:
        """The value as parameters have it."""
        return None if self.value == BY_CONTEXT else self.value


@dataclass(frozen=True, slots=True)
class Retuned:
    """The action with other parameters, and what was changed."""

    action: Action
    changes: tuple[Change, ...]


def by_rule(action: Action, outcome: Outcome, times: int, history: History | None = None) -> Retuned | None:
    """The action as the rules have it after it was tuned so many times; None where no rule helps.

    The rules go by what failed just now, not by a history.
    """
    if times >= MOST:
        return None
    failed = next((one.name for one in outcome.checks if not one.passed), "can_reach" if outcome.refusal else "")
    changes = _changes(failed, action, outcome, times)
    return applied(action, changes) if changes is not None else None


def applied(action: Action, changes: tuple[Change, ...]) -> Retuned:
    """The action with changes made to it."""
    parameters = {one.name: one.parameter for one in changes if one.name != "mass"}
    mass = {one.name: float(one.value) for one in changes if one.name == "mass"}
    made = replace(
        action,
        parameters=replace(action.parameters, **parameters),  # type: ignore[arg-type]
        settings={**action.settings, **mass},
    )
    return Retuned(made, changes)


def clipped(name: str, value: float) -> float:
    """A value within the range of its parameter."""
    low, high = RANGES[name]
    return round(min(max(value, low), high), 4)


def rest_of_dose(action: Action, measured: Mapping[str, float]) -> float | None:
    """What is left of a dose that was begun, in g, 0 where it is all there; None where none was begun."""
    asked, poured = action.settings.get("mass"), measured.get("poured_g", 0.0)
    if asked is None or poured < _LEAST_REST_G:
        return None
    return round(asked - poured, 3) if asked - poured >= _LEAST_REST_G else 0.0


def _changes(failed: str, action: Action, outcome: Outcome, times: int) -> tuple[Change, ...] | None:
    now = action.parameters
    match failed:
        case "can_reach":
            return (_other_grasp(now),)
        case "collision_free":
            more = _more_clearance(now)
            return ((more,), (_other_grasp(now),), (more, _other_grasp(now)))[times]
        case "motion_health" | "timeout":
            return (_slower(now, failed),)
        case "can_grasp" | "holding":
            return (_other_grasp(now),) if times == 0 else (_other_grasp(now), _slower(now, failed))
        case "upright" | "spilled":
            return Change("orientation", 1.0, f"{failed}: kept upright"), _slower(now, failed)
        case "at_location":
            return (_slower(now, failed),)
        case "amount":
            rest = _rest(action, outcome.measured)
            return None if rest is None else (Change("mass", rest, "amount: the rest of the dose"),)
        case "stirred" | "temperature":
            return ()
    return None


def _more_clearance(now: Parameters) -> Change:
    value = clipped("obstacle_clearance", (now.obstacle_clearance or 0.0) + _CLEARANCE)
    return Change("obstacle_clearance", value, "more clearance")


def _other_grasp(now: Parameters) -> Change:
    return Change("grasp", "side" if now.grasp == "top" else "top", "the other grasp")


def _slower(now: Parameters, failed: str) -> Change:
    return Change("speed", clipped("speed", (now.speed or _SPEED) / 2), f"{failed}: slower")


def _rest(action: Action, measured: Mapping[str, float]) -> float | None:
    """What is missing of a dose in g; None where nothing is, or it is not known."""
    asked, poured = action.settings.get("mass"), measured.get("poured_g")
    if asked is None or poured is None or asked - poured < _LEAST_REST_G:
        return None
    return round(asked - poured, 3)
