"""A HeatChill is written as two steps."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from benchmarks.faults.case import Case
from benchmarks.faults.edit import apply, put
from benchmarks.faults.history import earlier
from benchmarks.faults.quantity import tidy
from benchmarks.faults.steps import Step

from ..draft import Draft
from ..source import made, replace, timeless


def _stirred(case: Case, step: Step) -> bool:
    """Whether the vessel is being stirred already before a step."""
    for before in earlier(case, step, step.get("vessel") or ""):
        if before.tag in ("StartStir", "StopStir", "Stir"):
            return before.tag == "StartStir" or before.get("continue_stirring") == "true"
    return False


def find(case: Case, rng: Random) -> Iterator[Draft]:
    """Reach the temperature first, then hold it; or hold it twice for half of the time."""
    del rng
    for step in case.steps:
        held = case.quantity(step, "time")
        if step.tag != "HeatChill" or held is None or re.search(r"\bover\b|\bslow|\bramp", step.comment):
            continue
        document, node = case.document, step.node
        shared = {name: step.get(name) for name in ("vessel", "temp", "stir", "stir_speed", "purpose")}
        reach = made("HeatChillToTemp", shared)
        again = document.raw(node).decode()
        yield Draft(
            apply(document, [replace(document, node, [reach, again])]),
            f"Before {step}, its temperature is reached by a HeatChillToTemp.",
        )
        on = {"continue_stirring": "true" if _stirred(case, step) else None}
        stir = made(
            "Stir", {"vessel": step.get("vessel"), "time": str(held), "stir_speed": step.get("stir_speed"), **on}
        )
        wait = made("Wait", {"time": str(held)})
        stop = made("StopHeatChill", {"vessel": step.get("vessel")})
        hold = wait if step.get("stir") == "false" else stir
        first = made("HeatChillToTemp", {**shared, "comment": step.get("comment")})
        yield Draft(
            apply(document, [replace(document, node, [first, hold, stop])]),
            f"S{str(step)[1:]} is written as HeatChillToTemp, {'Wait' if hold == wait else 'Stir'} and StopHeatChill.",
        )
        half = held.with_value(held.value / 2)
        if float(tidy(held.value / 2)) * 2 == held.value:
            part = made("HeatChill", {**shared, "time": str(half)})
            edits = [put(document, node, "time", str(half))]
            comment = timeless(step.get("comment"))
            if comment != step.get("comment"):
                edits.append(put(document, node, "comment", None))
            tail = replace(document, node, ["", part])
            edits.append(type(tail)(node.end, node.end, tail.new))
            yield Draft(apply(document, edits), f"S{str(step)[1:]} is written as two steps of {half}.")
