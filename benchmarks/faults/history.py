"""What happens to a vessel before and after a step."""

from __future__ import annotations

from collections.abc import Iterator

from .case import Case
from .properties import THERMAL
from .quantity import read
from .steps import Step

#: what a vessel has before anything is heated or cooled
ROOM = 22.0


def later(case: Case, step: Step, vessel: str) -> Iterator[Step]:
    """The steps after one that have to do with a vessel."""
    return (one for one in case.steps[step.number :] if vessel in one.vessels)


def earlier(case: Case, step: Step, vessel: str) -> Iterator[Step]:
    """The steps before one that have to do with a vessel, the nearest first."""
    return (one for one in reversed(case.steps[: step.number - 1]) if vessel in one.vessels)


def following(case: Case, step: Step) -> Step | None:
    """The step directly after one, within the same block."""
    after = case.steps[step.number] if step.number < len(case.steps) else None
    return after if after is not None and after.parent is step.parent else None


def temperature(case: Case, step: Step, vessel: str) -> float:
    """The temperature that a vessel has before a step."""
    for one in earlier(case, step, vessel):
        if one.tag in THERMAL:
            held = read(one.get("temp"))
            return ROOM if held is None else held.base
        if one.tag == "StopHeatChill":
            continue
        if one.tag in ("Evaporate", "Separate") and one.get("temp") is None:
            return ROOM
    return ROOM


def inflow(step: Step, vessel: str) -> bool:
    """Whether a step brings something into a vessel."""
    if step.tag in ("Add", "AddSolid", "Dissolve", "Precipitate"):
        return step.get("vessel") == vessel
    return step.tag in ("Transfer", "FilterThrough", "RunColumn", "Separate") and step.get("to_vessel") == vessel
