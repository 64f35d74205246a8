"""Properties that have their default value are written out or left out."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from benchmarks.faults.case import Case
from benchmarks.faults.edit import Edit, apply, put

from ..draft import Draft

_DEFAULTS: dict[str, dict[str, str]] = {
    "HeatChill": {"stir": "true"},
    "HeatChillToTemp": {"stir": "true", "active": "true", "continue_heatchill": "true"},
    "Separate": {"repeats": "1"},
    "WashSolid": {"repeats": "1"},
    "Stir": {"continue_stirring": "false"},
    "Filter": {"stir": "true"},
}


def find(case: Case, rng: Random) -> Iterator[Draft]:
    """All written out, all left out, and a chance half written out."""
    missing: list[Edit] = []
    present: list[Edit] = []
    for step in case.steps:
        for name, value in _DEFAULTS.get(step.tag, {}).items():
            if step.get(name) is None:
                missing.append(put(case.document, step.node, name, value))
            elif step.get(name) == value:
                present.append(put(case.document, step.node, name, None))
    if missing:
        yield Draft(apply(case.document, missing), "Default values are written out.")
        some = [edit for edit in missing if rng.random() < 0.5]
        yield Draft(apply(case.document, some), "Some default values are written out.")
    if present:
        yield Draft(apply(case.document, present), "Default values are left out.")
