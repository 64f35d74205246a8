"""Choose which of the amounts of one thing becomes the property of its step."""

from __future__ import annotations

from fractions import Fraction

from clairify_cli.english.quantities import Quantity, decimal
from clairify_cli.records import dataclass

_DROP = Fraction(1, 20)
"""A drop in mL, by convention."""


@dataclass(frozen=True, slots=True)
class Stated:
    """The amount of a step: its property and value, and the quantity in the text behind it."""

    property: str
    value: str
    quantity: Quantity


def stated(amounts: list[Quantity]) -> Stated | None:
    """A volume, or else a mass; else moles, equivalents, a share in mol% of an equivalent, or drops.

    A substance with a volume is a liquid, and a liquid is measured by volume, even if its mass is stated first.
    """
    for dimension in ("volume", "mass"):
        for one in amounts:
            if one.dimension == dimension:
                return Stated(one.dimension, one.xdl, one)
    moles = [one for one in amounts if one.dimension == "amount"]
    ranked = sorted(moles, key=lambda one: (one.unit == "mol%", one.unit == "eq"))
    if ranked:
        first = ranked[0]
        value = first.xdl if first.unit != "mol%" else f"{decimal(Fraction(first.number) / 100)} eq"
        return Stated("amount", value, first)
    drops = next((one for one in amounts if one.dimension == "measure" and one.unit in ("drop", "drops")), None)
    if drops is not None:
        return Stated("volume", f"{decimal(Fraction(drops.number) * _DROP)} mL", drops)
    return None
