"""The properties of the steps stand in another order."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from benchmarks.faults.case import Case
from benchmarks.faults.edit import Edit, apply, element

from ..draft import Draft


def find(case: Case, rng: Random) -> Iterator[Draft]:
    """All steps at once, in two chance orders."""
    for _ in range(2):
        edits: list[Edit] = []
        for step in case.steps:
            names = list(step.node.attributes)
            rng.shuffle(names)
            if names == list(step.node.attributes) or step.node.end != step.node.head:
                continue
            xml = element(step.tag, {name: step.node.attributes[name] for name in names})
            edits.append(Edit(step.node.start, step.node.end, xml.encode()))
        yield Draft(apply(case.document, edits), "The properties stand in another order.")
