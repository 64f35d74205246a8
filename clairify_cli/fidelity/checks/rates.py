"""Numbers that others of the text give: relative volumes (`15 mL/mmol`, `10 vol`), and misprints put right."""

from __future__ import annotations

import re

from clairify_cli.chemistry import find
from clairify_cli.fidelity.comparison.evidence import Evidence
from clairify_cli.fidelity.comparison.matching import Item, is_named
from clairify_cli.fidelity.lists import pattern
from clairify_cli.fidelity.model import Amount
from clairify_cli.files.patterns import late

_RATE = pattern("rates rate")
_MOLAR, _NEXT = late(r"(?<![\d.])(?P<molar>\d+(?:\.\d+)?)\s?(?:M\b|mol/L)"), 10
"""The strength that a solvent brings its solute to, which is named right beside it: `in THF (0.3 M)`."""
_LONGEST = 40
"""Characters of a rate behind the amount in it."""


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
    for match in _MOLAR.finditer(evidence.text.text) if item.reagent is not None else ():
        wanted = item.claim.value * float(match["molar"]) / 1000
        places = evidence.facts.names.find(item.reagent.written, item.reagent.names)  # type: ignore[union-attr]
        beside = any(0 <= match.start() - end <= _NEXT or 0 <= start - match.end() <= _NEXT for start, end in places)
        if beside and any(one.dimension == "moles" and abs(one.low - wanted) <= 0.05 * wanted for one in values):
            return True
    for match in _RATE.finditer(evidence.text.text):
        scale, dimension = _scale(match)
        wanted = item.claim.value / float(match["rate"]) / scale
        if any(one.dimension == dimension and abs(one.low - wanted) <= 0.03 * wanted for one in values):
            return True
    return False


def is_worked_out(evidence: Evidence, amount: Amount) -> bool:
    """Whether an amount is part of a rate, such as `15 mL/mmol`, and a step has the computed volume."""
    match = _RATE.search(evidence.text.text, amount.start, amount.end + _LONGEST)
    if match is None or match.start() >= amount.end:
        return False
    return any(
        item.reagent is not None and is_named(amount, item.reagent, evidence.facts.names) and is_a_rate(evidence, item)
        for item in evidence.matching.items
    )


_SENSE = {
    ("mass", "volume"): (0.3, 4.0),  # g/mL, of a liquid
    ("mass", "moles"): (26.0, 3_000.0),  # g/mol
    ("moles", "volume"): (0.0, 0.06),  # mol/mL; pure water has the most
}
"""The quotients of two quantities of one substance that make sense."""


def misprinted(evidence: Evidence, item: Item) -> Amount | None:
    """Return the amount of the text whose number cannot be right, if a program has one with its digits that can.

    Example: `triethylamine (828 mL, 580 mg, 5.31 mmol)`, for which 828 µL makes sense.
    """
    claim, reagent = item.claim, item.reagent
    if reagent is None:
        return None
    own = {one.dimension: one.value for one in item.step.claims if one.of == claim.of and one is not claim}
    for amount in evidence.facts.amounts:
        said = {value.dimension: value.exact for value in amount.values if value.exact}
        if len(said) < 2 or claim.dimension not in said or not is_named(amount, reagent, evidence.facts.names):
            continue
        printed = said.pop(claim.dimension)
        known = find(reagent.written)
        if known is not None and known.molar_mass is not None and known.molar_mass < _SENSE["mass", "moles"][0]:
            continue  # lithium, magnesium, water
        alike = _digits(printed).endswith(_digits(claim.value))
        if alike and _is_odd(claim.dimension, printed, said) and not _is_odd(claim.dimension, claim.value, said | own):
            return amount
    return None


def _is_odd(dimension: str, value: float, others: dict[str, float]) -> bool:
    """Whether a value contradicts one that the same substance has in another dimension."""
    known = others | {dimension: value}
    pairs = [
        (known[above] / known[below], span) for (above, below), span in _SENSE.items() if {above, below} <= set(known)
    ]
    return any(not low <= quotient <= high for quotient, (low, high) in pairs)


def _digits(value: float) -> str:
    """Return the digits of a number without its point and its outer zeros: `125` for 0.125 and for 12.5."""
    return f"{value:.6g}".partition("e")[0].replace(".", "").strip("0")
