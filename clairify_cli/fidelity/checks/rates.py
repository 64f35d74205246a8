"""Volumes that the text gives relative to an amount of something else: `15 mL/mmol`, `5 mL per gram`, `10 vol`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from clairify_cli.diagnostics.model import Diagnostic
from clairify_cli.fidelity.comparison.evidence import Evidence
from clairify_cli.fidelity.comparison.matching import Item, is_named
from clairify_cli.fidelity.lists import pattern
from clairify_cli.fidelity.model import Amount, Standing
from clairify_cli.fidelity.rules import rules
from clairify_cli.fidelity.text.units import AMOUNTS
from clairify_cli.files.patterns import late
from clairify_cli.languages.base import ClaimKind

_RATE = pattern("rates rate")
_VOLUME = late(r"[0-9]\s?(?:m[lL]|cm3|L)\b(?!\s?(?:/|per))")
_BEHIND_NAME = late(r"[\s,;]*[(\[](?:[^()\[\]]{0,30}[,;]\s*)?(?:ca?\.?|about|approx\.?|~)?\s*", re.IGNORECASE)
_REST_OF_BRACKET = late(r"[^()\[\]]*")
_BEFORE_NAME = late(r"\s*(?:of\s+)?(?:(?:dry|anhydrous|distilled|degassed|absolute)\s+)*", re.IGNORECASE)
_SOLD_BY_VOLUME = late(r"peroxide|h2o2|ammonia", re.IGNORECASE)
"""Solutions with a strength given as the volumes of gas that they release, so `10 vol` is not a rate."""
_FAR = 60


def _scale(match: re.Match[str]) -> tuple[float, str]:
    """Return the factor from the unit of a rate to mL per default unit, and the dimension of the reference amount."""
    if match["vol"]:
        return 1.0, "mass"
    litres = 1000.0 if match["unit"].lower() == "l" else 1.0
    if match["mmol"] or match["mmol_1"]:
        return 1000.0 * litres, "moles"
    return (litres, "moles") if match["mol"] or match["mol_1"] else (litres, "mass")


def is_a_rate(evidence: Evidence, item: Item) -> bool:
    """Whether a volume is computed from a rate: `15 mL/mmol` for 3 mmol, `5 mL per 1 g` for 20 g."""
    if item.claim.dimension != "volume":
        return False
    values = [value for amount in evidence.facts.amounts for value in amount.values]
    for match in _RATE.finditer(evidence.text.text):
        scale, dimension = _scale(match)
        wanted = item.claim.value / float(match["rate"]) / scale
        if any(one.dimension == dimension and abs(one.low - wanted) <= 0.03 * wanted for one in values):
            return True
    return False


def is_worked_out(evidence: Evidence, amount: Amount) -> bool:
    """Whether an amount is part of a rate, such as `15 mL/mmol`, and a step has the computed volume."""
    match = _RATE.search(evidence.text.text, amount.start)
    if match is None or match.start() >= amount.end:
        return False
    return any(
        item.reagent is not None and is_named(amount, item.reagent, evidence.facts.names) and is_a_rate(evidence, item)
        for item in evidence.matching.items
    )


def check_rates(evidence: Evidence) -> Iterator[Diagnostic]:
    """Report reagents without an amount for which the text gives a rate, if it also gives the reference amount."""
    text = evidence.text.text
    sure = [amount for amount in evidence.facts.amounts if amount.standing is Standing.INSTRUCTION]
    told = {value.dimension for amount in sure for value in amount.values}
    for item in evidence.matching.items:
        claim, place = item.claim, item.place
        if claim.kind is not ClaimKind.REAGENT or place is None:
            continue
        if any(one.of == claim.property and one.dimension in AMOUNTS for one in item.step.claims):
            continue
        match = _rate_of(text, *place)
        if match is None or _scale(match)[1] not in told or (match["vol"] and _SOLD_BY_VOLUME.search(claim.written)):
            continue
        yield rules.missing_quantity(item.step.span, match.group(), *evidence.quoted(*match.span()), rate=True)


def _rate_of(text: str, start: int, end: int) -> re.Match[str] | None:
    """Return the rate next to a name: `THF (15 mL/mmol)`, `15 mL/mmol of THF`; None if there is a plain volume too."""
    opened = _BEHIND_NAME.match(text, end)
    match = _RATE.match(text, opened.end()) if opened else None
    if match is not None:
        rest = _REST_OF_BRACKET.match(text, match.end())
        return None if rest is not None and _VOLUME.search(rest.group()) else match
    for match in _RATE.finditer(text, max(0, start - _FAR), start):
        behind = _BEFORE_NAME.match(text, match.end())
        if behind is not None and behind.end() == start:
            return match
    return None
