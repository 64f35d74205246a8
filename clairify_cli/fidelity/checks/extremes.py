"""Impossibly high or low temperatures; most of them lost their degree sign or dash."""

from __future__ import annotations

from collections.abc import Iterator

from clairify_cli.chemistry import find
from clairify_cli.diagnostics.model import Diagnostic
from clairify_cli.fidelity.comparison.evidence import Evidence
from clairify_cli.fidelity.comparison.matching import Item
from clairify_cli.fidelity.lists import pattern
from clairify_cli.fidelity.rules import rules
from clairify_cli.fidelity.text.scans import HOTTEST, is_fired, meant
from clairify_cli.languages.base import ClaimKind

_COLDEST = -200.0
"""Liquid nitrogen, the coldest bath in a laboratory, is at -196 °C."""
_ABOVE_BOILING = 60.0
"""How far (K) above the boiling point of the heated liquid a bath may be."""
_CLOSED, _DRIVEN_OFF = pattern("closed vessel"), pattern("driven off")
_EMPTIES = frozenset(("evaporate", "filter", "distil", "dry", "purify", "extract", "crystallise"))


def check_extremes(evidence: Evidence) -> Iterator[Diagnostic]:
    """Report temperatures of the program that the text gives too, but cannot mean."""
    liquids: dict[str, float] | None = {}
    emptied = [step.number for step in evidence.steps if step.action in _EMPTIES]
    for item in evidence.matching.items:
        claim = item.claim
        while emptied and emptied[0] <= item.step.number:
            emptied.pop(0)
            liquids = {}
        if claim.kind is ClaimKind.REAGENT and liquids is not None:
            liquids = _with(liquids, item)
        if claim.dimension != "temp" or item.chosen is None or item.amount is None:
            continue
        why = _why_not(evidence, item, liquids or {})
        if why is not None:
            amount = item.amount
            words = next(value.words for value in amount.values if value.dimension == "temp")
            both = meant(words, amount.values[0].low) or ()
            probably = " to ".join(f"{one:g}" for one in sorted({*both}))  # a range, or a single value
            related = evidence.here(amount.start, amount.end)
            yield rules.beyond_all(claim.span, claim.written, why, words, probably, min(both, default=None), related)


def _with(liquids: dict[str, float], item: Item) -> dict[str, float] | None:
    """Add the boiling point of a reagent to those in use; None if it may be any liquid."""
    written = item.claim.written
    substance = find(written)
    if substance is not None and substance.state == "liquid" and substance.boiling is not None:
        return {**liquids, substance.name: substance.boiling}
    is_liquid = substance is None and any(claim.dimension == "volume" for claim in item.step.claims)
    return None if is_liquid else liquids


def _why_not(evidence: Evidence, item: Item, liquids: dict[str, float]) -> str | None:
    """Return why a temperature cannot be meant; None if it can."""
    value, text = item.claim.value, evidence.text.text
    if value < _COLDEST:
        return "is colder than liquid nitrogen"
    # A dry solid may be heated as far as a number with its degree sign says.
    dry = not liquids and item.amount is not None and "°" in item.amount.values[0].words
    if value > HOTTEST and not is_fired(text) and not dry:
        return "is more than glassware stands, and the text names no furnace, flame or closed vessel"
    solvents = {name for name in liquids if (found := find(name)) is not None and found.is_a("solvent")}
    highest = max(liquids, key=lambda name: liquids[name], default="")
    if item.step.action != "heat" or not solvents or value <= liquids[highest] + _ABOVE_BOILING or is_fired(text):
        return None
    start, end = evidence.facts.bounds_around(*(item.place or (0, 0)))
    if _CLOSED.search(text) or _DRIVEN_OFF.search(text, start, end):
        return None
    return (
        f"is {value - liquids[highest]:.0f} K above the boiling point of {highest}, and the text names no closed vessel"
    )
