"""A step acts on another vessel than the one where the material is, or carries it the wrong way."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from ..anchor import amounts, weighty
from ..case import Case
from ..draft import Draft
from ..edit import apply, put
from ..history import inflow, later
from ..properties import TIMED, VESSELS
from ..reagents import drying
from ..steps import Step

_NO_ROOM = ("waste", "cartridge", "column")


def _room(case: Case, step: Step) -> list[str]:
    """The other vessels in which a step could be carried out."""
    return [name for name, kind in case.vessels.items() if kind not in _NO_ROOM and name not in step.vessels]


def _timed_later(case: Case, step: Step, vessel: str, target: str) -> bool:
    """Whether the vessel is stirred or heated for a while later, before anything comes into it from the other one."""
    for after in case.steps[step.number :]:
        if target in after.vessels and vessel in after.vessels:
            return False
        if after.tag in TIMED and vessel in after.vessels:
            return True
    return False


def _elsewhere(case: Case, step: Step, rng: Random) -> Iterator[Draft]:
    """Stirring, heating, evaporating, filtering or adding in another vessel."""
    vessel = step.get("vessel")
    if vessel is None or (step.tag not in ("Add", "AddSolid") and not case.held(step, vessel)):
        return
    room = _room(case, step)
    target = rng.choice(room) if room else ""
    follow = next(later(case, step, vessel), None)
    moved = "acts on"
    match step.tag:
        case "Stir" | "HeatChill" | "Irradiate":
            fit = weighty(case, step)
        case "Evaporate":
            fit = follow is not None and follow.tag in (
                "RunColumn",
                "Add",
                "Dissolve",
                "Transfer",
                "Precipitate",
                "Dry",
            )
            fit = fit and not case.held(step, target)
        case "Filter":
            fit = step.get("filtrate_vessel") is not None and not case.held(step, target)
        case "Crystallize":
            fit = not case.held(step, target)
        case "Add" | "AddSolid":
            room = [one for one in room if _timed_later(case, step, vessel, one)]
            target = rng.choice(room) if room else ""
            fit = bool(amounts(case, step)) and not drying(step.get("reagent") or "")
            moved = "adds to"
        case _:
            fit = False
    if fit and target:
        what = f"{step} {moved} {target} instead of {vessel}."
        yield Draft(
            f"{step.number}",
            what[0].upper() + what[1:],
            apply(case.document, [put(case.document, step.node, "vessel", target)]),
        )


def _backwards(case: Case, step: Step) -> Iterator[Draft]:
    """From and to exchanged."""
    source, target = step.get("from_vessel"), step.get("to_vessel")
    if step.tag not in ("Transfer", "Separate", "RunColumn", "FilterThrough") or not source or not target:
        return
    if source == target or not case.held(step, source):
        return
    after = next(later(case, step, target), None)
    if after is None and (step.tag != "RunColumn" or case.held(step, target)):
        return
    if after is not None and after.tag in ("Add", "AddSolid") and not inflow(after, target):
        return
    if step.tag == "Transfer" and case.held(step, target) and source in {
        value for one in case.steps[step.number :] for name in VESSELS if (value := one.get(name))
    }:  # fmt: skip
        return
    edits = [
        put(case.document, step.node, "from_vessel", target),
        put(case.document, step.node, "to_vessel", source),
    ]
    what = f"{step} goes from {target} to {source} instead of from {source} to {target}."
    yield Draft(f"{step.number}", what[0].upper() + what[1:], apply(case.document, edits))


def find(case: Case, rng: Random) -> Iterator[Draft]:
    """Steps in the wrong vessel and steps in the wrong direction."""
    for step in case.steps:
        yield from _elsewhere(case, step, rng)
        yield from _backwards(case, step)
