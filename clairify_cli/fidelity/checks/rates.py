"""Volumes that the text gives relative to an amount of something else: `15 mL/mmol`, `5 mL per gram`, `10 vol`."""

from __future__ import annotations

import re

from clairify_cli.fidelity.comparison.evidence import Evidence
from clairify_cli.fidelity.comparison.matching import Item, is_named
from clairify_cli.fidelity.lists import pattern
from clairify_cli.fidelity.model import Amount

_RATE = pattern("rates rate")


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
