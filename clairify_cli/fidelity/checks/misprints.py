"""Numbers of a text that its other numbers for the same thing contradict, and that a program puts right."""

from __future__ import annotations

from clairify_cli.chemistry import find
from clairify_cli.fidelity.comparison.evidence import Evidence
from clairify_cli.fidelity.comparison.matching import Item, is_named
from clairify_cli.fidelity.model import Amount

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
