"""Two reagents of the program have changed places."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random

from ..anchor import amounts, reagent_of
from ..case import Case
from ..draft import Draft
from ..edit import apply, put
from ..quantity import Quantity
from ..reagents import same
from ..steps import Step


def _places(case: Case) -> Iterator[tuple[Step, str, str, Quantity]]:
    """Every step with the property of its reagent, the reagent and its amount by the text."""
    for step in case.steps:
        for name, (quantity, _) in amounts(case, step).items():
            reagent = reagent_of(step, name)
            prop = "solvent" if step.get("solvent") == reagent else "reagent"
            if reagent and step.tag in ("Add", "AddSolid", "Separate", "Dissolve", "WashSolid"):
                yield step, prop, reagent, quantity


def _differ(one: Step, other: Step) -> bool:
    """Whether the two steps do something different with their reagents."""
    if one.tag in ("Add", "AddSolid", "Dissolve") or other.tag in ("Add", "AddSolid", "Dissolve"):
        return True
    return one.tag != other.tag or one.get("purpose") != other.get("purpose")


def find(case: Case, rng: Random) -> Iterator[Draft]:
    """Pairs of reagents whose amounts differ at least by half, so that a change of places is no matter of order."""
    del rng
    for (one, prop, first, low), (other, prop2, second, high) in combinations(_places(case), 2):
        if one is other or same(first, second) or low.dimension != high.dimension or not _differ(one, other):
            continue
        ratio = max(low.base, high.base) / max(min(low.base, high.base), 1e-12)
        if not ratio >= 1.5 or one.comment or other.comment:
            continue
        edits = [put(case.document, one.node, prop, second), put(case.document, other.node, prop2, first)]
        what = (
            f"{first} and {second} have changed places: step {one.number} ({one.tag}) now takes {low} of {second}, "
            f"step {other.number} ({other.tag}) {high} of {first}."
        )
        yield Draft(f"{one.number} {other.number}", what, apply(case.document, edits))
