"""A step is there that the text does not have."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from ..anchor import time
from ..case import Case
from ..contents import liquid
from ..draft import Draft
from ..edit import after, apply, before, element
from ..history import following, later
from ..properties import THERMAL, TIMED
from ..quantity import read
from ..reagents import canonical, lines, named
from ..steps import Step

_LIGHT = frozenset(("diethyl ether", "dichloromethane", "pentane", "chloroform", "acetone"))
_WARM = re.compile(r"\bheat|\bwarm|\breflux|\bboil|\bhot\b|\boven|\bbath", re.IGNORECASE)


def _stages(case: Case) -> Iterator[Step]:
    """Additions and timed steps on a vessel that holds something and is used further or has just been filled."""
    for step in case.steps:
        vessel = step.get("vessel")
        if vessel and step.tag in ("Add", *TIMED) and (case.held(step, vessel) or step.tag == "Add"):
            yield step


def _intruder(case: Case, step: Step, rng: Random) -> Iterator[Draft]:
    """A reagent that the text does not know is added."""
    section = case.document.first("Reagents")
    usable = [line.split("|") for line in lines("intruders.txt")]
    usable = [one for one in usable if not named(one[0], case.text) and one[0] not in case.reagents]
    if section is None or not section.children or not usable:
        return
    name, kind, values = rng.choice(usable)
    value = rng.choice(values.split(";"))
    xml = element("Add", {"vessel": step.get("vessel") or "", "reagent": name, kind: value})
    edits = [
        after(case.document, step.node, xml),
        after(case.document, section.children[-1], element("Reagent", {"name": name})),
    ]
    what = f"After {step}, {value} of {name} is added, which the text does not say."
    yield Draft(f"{step.number} intruder", what, apply(case.document, edits))


def _heating(case: Case, step: Step, rng: Random) -> Iterator[Draft]:
    """What stays cold in the text is heated for hours."""
    vessel = step.get("vessel") or ""
    held = case.contents[step.number].get(vessel, frozenset())
    warm = [read(one.get("temp")) for one in case.steps if one.tag in THERMAL and vessel in one.vessels]
    if _WARM.search(case.text) or any(one is None or one.base > 40 for one in warm):
        return
    if len(held) < 2 or any(canonical(one) in _LIGHT for one in held):
        return
    temps = [one for one in (60, 70, 80) if case.free("temperature", one, 1)]
    hours = [one for one in (2, 3, 5) if case.free("time", one * 3600, 0.1)]
    if not temps or not hours:
        return
    temp, hour = rng.choice(temps), rng.choice(hours)
    xml = element("HeatChill", {"vessel": vessel, "temp": f"{temp} °C", "time": f"{hour} h"})
    what = f"After {step}, the vessel is heated at {temp} °C for {hour} h, which the text does not say."
    yield Draft(f"{step.number} heating", what, apply(case.document, [after(case.document, step.node, xml)]))


def _evaporation(case: Case, step: Step) -> Iterator[Draft]:
    """The solvent is taken away before a reaction that the text carries out in it."""
    vessel = step.get("vessel") or ""
    if step.tag not in TIMED or time(case, step, "time") is None or not liquid(case.held(step, vessel)):
        return
    xml = element("Evaporate", {"vessel": vessel})
    what = f"Before {step}, the solvent is evaporated, which the text does not say."
    yield Draft(f"{step.number} evaporation", what, apply(case.document, [before(case.document, step.node, xml)]))


def _filtration(case: Case, step: Step) -> Iterator[Draft]:
    """A solution that is extracted next is filtered off to waste."""
    vessel = step.get("vessel") or ""
    after_it = next(later(case, step, vessel), None)
    if step.tag not in TIMED or after_it is None or following(case, step) != after_it:
        return
    if after_it.tag == "Separate" and after_it.get("from_vessel") == vessel and liquid(case.held(step, vessel)):
        xml = element("Filter", {"vessel": vessel})
        what = f"After {step}, the solution is filtered and the filtrate goes to waste, which the text does not say."
        yield Draft(f"{step.number} filtration", what, apply(case.document, [after(case.document, step.node, xml)]))


def find(case: Case, rng: Random) -> Iterator[Draft]:
    """Additions, heatings, evaporations and filtrations that are the injector's own."""
    for step in _stages(case):
        yield from _intruder(case, step, rng)
        yield from _heating(case, step, rng)
        yield from _evaporation(case, step)
        yield from _filtration(case, step)
