"""A Stir is written as StartStir, Wait and StopStir, or as two of half the time."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from benchmarks.faults.case import Case
from benchmarks.faults.edit import apply
from benchmarks.faults.quantity import tidy

from ..draft import Draft
from ..source import made, replace, timeless


def find(case: Case, rng: Random) -> Iterator[Draft]:
    """Every Stir with a plain time."""
    del rng
    for step in case.steps:
        held = case.quantity(step, "time")
        if step.tag != "Stir" or held is None:
            continue
        vessel, speed = step.get("vessel"), step.get("stir_speed")
        goes_on = step.get("continue_stirring") == "true"
        start = made("StartStir", {"vessel": vessel, "stir_speed": speed, "purpose": step.get("purpose")})
        wait = made("Wait", {"time": str(held), "comment": step.get("comment")})
        stop = [] if goes_on else [made("StopStir", {"vessel": vessel})]
        names = "StartStir and Wait" if goes_on else "StartStir, Wait and StopStir"
        yield Draft(
            apply(case.document, [replace(case.document, step.node, [start, wait, *stop])]),
            f"S{str(step)[1:]} is written as {names}.",
        )
        half = str(held.with_value(held.value / 2))
        if float(tidy(held.value / 2)) * 2 == held.value:
            one = {"vessel": vessel, "time": half, "stir_speed": speed}
            first = made("Stir", {**one, "continue_stirring": "true", "comment": timeless(step.get("comment"))})
            second = made("Stir", {**one, "continue_stirring": step.get("continue_stirring")})
            yield Draft(
                apply(case.document, [replace(case.document, step.node, [first, second])]),
                f"S{str(step)[1:]} is written as two steps of {half}.",
            )
