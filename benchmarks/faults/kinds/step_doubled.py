"""A step is done twice."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from ..anchor import amounts, time, weighty
from ..case import Case
from ..contents import volatile
from ..draft import Draft
from ..edit import after, apply
from ..properties import TIMED
from ..reagents import watery


def _doubles(case: Case, dimension: str, value: float) -> bool:
    """Whether twice a value stands in the text too."""
    return not case.free(dimension, 2 * value, 0.1)


def find(case: Case, rng: Random) -> Iterator[Draft]:
    """Additions and timed steps with the numbers of the text: twice the amount, twice the time."""
    del rng
    for step in case.steps:
        raw = case.document.raw(step.node).decode()
        what = ""
        if step.tag in ("Add", "AddSolid"):
            found = amounts(case, step)
            if "volume" in found and any(volatile(one) or watery(one) for one in step.reagents):
                continue
            twins = [
                one
                for one in case.steps
                if one.tag == step.tag and dict(one.node.attributes) == dict(step.node.attributes)
            ]
            if found and (len(twins) == 1 or "more" in case.text or "repeat" in case.text.lower()):
                if any(_doubles(case, held.dimension, held.base) for held, _ in found.values()):
                    continue
                what = f"{step} is done twice, so that twice the {step.get('reagent')} is added."
        elif step.tag in TIMED and weighty(case, step):
            held_time = time(case, step, "time")
            if held_time is not None and not _doubles(case, "time", held_time[0].base):
                what = f"{step} is done twice, so that it takes twice the time that the text says."
        if what:
            yield Draft(
                f"{step.number}",
                what[0].upper() + what[1:],
                apply(case.document, [after(case.document, step.node, raw)]),
            )
