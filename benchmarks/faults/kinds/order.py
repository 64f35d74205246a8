"""Two neighbouring steps that do not commute have changed places."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from ..anchor import overnight, weighty
from ..anchor import temperature as said_temperature
from ..anchor import time as said_time
from ..case import Case
from ..draft import Draft
from ..edit import apply, swap
from ..history import following, inflow, later
from ..history import temperature as before
from ..mentions import Mention
from ..properties import TIMED
from ..quantity import read
from ..reagents import drying, places
from ..steps import Step

_INTO = ("Add", "AddSolid", "Transfer", "Dissolve", "Precipitate")
_FILLS = ("Transfer", "Filter", "FilterThrough", "RunColumn", "Separate")


def _target(step: Step) -> str:
    """The vessel in which a step leaves what it brings."""
    return step.get("to_vessel") or step.get("filtrate_vessel") or step.get("vessel") or ""


def _named_after(case: Case, step: Step, mention: Mention) -> bool:
    """Whether the text names the reagent of an addition close after a quantity."""
    reagent = step.get("reagent") or step.get("solvent")
    if reagent is None:
        return True
    return any(mention.end <= place <= mention.end + 400 for place, _ in places(reagent, case.text))


def _named_before(case: Case, step: Step, mention: Mention) -> bool:
    """Whether the text names the reagent of an addition close before a quantity."""
    reagent = step.get("reagent") or step.get("solvent")
    if reagent is None:
        return True
    return any(mention.start - 500 <= place <= mention.start for place, _ in places(reagent, case.text))


def _cooled_first(case: Case, one: Step, other: Step) -> str:
    """An addition at a temperature that the text sets before it."""
    vessel = one.get("vessel") or ""
    if one.tag not in ("HeatChillToTemp", "StartHeatChill") or not inflow(other, vessel) or other.tag not in _INTO:
        return ""
    found = said_temperature(case, one, "temp")
    if found is None or abs(found[0].base - before(case, one, vessel)) < 20:
        return ""
    held, mention = found
    said = re.search(
        r"cool|chill|cold|heat|warm|raise", case.text[max(0, mention.start - 40) : mention.start], re.IGNORECASE
    )
    if said is None and not (_named_after(case, other, mention) and not mention.vague):
        return ""
    if not _named_after(case, other, mention) and other.tag != "Transfer":
        return ""
    return f"before the vessel is brought to {held}"


def _waited_first(case: Case, one: Step, other: Step) -> str:
    """An addition after a time of stirring, heating or standing."""
    vessel = one.get("vessel") or _target(other)
    if (
        one.tag not in TIMED
        or other.tag not in _INTO
        or not inflow(other, vessel)
        or drying(other.get("reagent") or "")
    ):
        return ""
    found = said_time(case, one, "time")
    mention = found[1] if found else overnight(case, one)
    if mention is None or not weighty(case, one) or not _named_after(case, other, mention):
        return ""
    return f"before the {one.get('time')} of {one.tag}"


def _there_first(case: Case, one: Step, other: Step) -> str:
    """Stirring or heating of what has just been brought in."""
    vessel = _target(one)
    if other.tag not in TIMED or one.tag not in _INTO or other.get("vessel") not in (vessel, None):
        return ""
    found = said_time(case, other, "time")
    mention = found[1] if found else overnight(case, other)
    if mention is None or not weighty(case, other) or not inflow(one, vessel) or not _named_before(case, one, mention):
        return ""
    return f"after the {other.get('time')} of {other.tag}"


def _solid_first(case: Case, one: Step, other: Step) -> str:
    """Filtering of what has just been made a solid or brought in."""
    vessel = other.get("vessel") or ""
    if other.tag != "Filter" or _target(one) != vessel:
        return ""
    if one.tag in ("Crystallize", "Precipitate", "Add", "Transfer") and one.get("from_vessel") != vessel:
        washed = next(later(case, other, vessel), None)
        if one.tag == "Add" and washed is not None and washed.tag == "WashSolid":
            return ""
        return "after the filtration"
    if one.tag == "HeatChillToTemp":
        held = read(one.get("temp"))
        if held is not None and before(case, one, vessel) - held.base >= 20:
            return "after the filtration"
    return ""


def _dry_first(case: Case, one: Step, other: Step) -> str:
    """Adding to a residue; washing and then drying; evaporating what has just been filtered or separated."""
    vessel = one.get("vessel") or ""
    if one.tag == "Evaporate" and other.tag in ("Add", "Dissolve", "Precipitate") and inflow(other, vessel):
        return "before the evaporation"
    if one.tag == "WashSolid" and other.tag == "Dry" and other.get("vessel") == vessel:
        return "before the washing"
    filled = one.get("filtrate_vessel") if one.tag == "Filter" else one.get("to_vessel") if one.tag in _FILLS else None
    if (
        filled
        and other.tag in ("Evaporate", "HeatChill", "Stir")
        and other.get("vessel") == filled
        and not case.held(one, filled)
    ):
        return "when nothing is there yet"
    return ""


def find(case: Case, rng: Random) -> Iterator[Draft]:
    """Pairs of steps, one directly after the other, of which the order decides."""
    del rng
    for one in case.steps:
        other = following(case, one)
        if other is None:
            continue
        for rule in (_cooled_first, _waited_first, _there_first, _solid_first, _dry_first):
            told = rule(case, one, other)
            if not told:
                continue
            late = "after" in told
            mover = one if late else other
            pair = f"{one.number} ({one.tag}) and {other.number} ({other.tag})"
            what = f"Steps {pair} have changed places: the {mover.tag} is now done {told}."
            yield Draft(f"{one.number}", what, apply(case.document, swap(case.document, one.node, other.node)))
            break
