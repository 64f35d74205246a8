"""How much: which amount of a thing is the property of its step, and how much liquid the steps put into a vessel."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from clairify_cli.chemistry import find
from clairify_cli.english.quantities import Quantity, decimal
from clairify_cli.reader.protocol.scene.state import Draft
from clairify_cli.records import dataclass

_ML = {"L": Fraction(1000), "dL": Fraction(100), "cL": Fraction(10), "mL": Fraction(1), "µL": Fraction(1, 1000)}
_GRAMS = {"kg": Fraction(1000), "g": Fraction(1), "mg": Fraction(1, 1000)}
_LIGHT, _HEAVY = Fraction(3, 10), Fraction(5)
"""In g/mL: no liquid of a laboratory is lighter or, but for mercury, heavier."""
_SHARES = {"half": Fraction(1, 2), "third": Fraction(1, 3), "quarter": Fraction(1, 4)}
_STILL = frozenset(("Stir", "StartStir", "StopStir", "Wait", "HeatChill", "HeatChillToTemp", "Sonicate"))
"""Steps that leave a volume as it is; what boils off is not counted."""


def share(portion: str) -> Fraction | None:
    """The number that a share means: 1/2 for `half`."""
    return _SHARES.get(portion.lower().rpartition(" ")[2])


def millilitres(volume: Fraction) -> str:
    """A volume as a property of XDL."""
    return f"{decimal(volume)} mL"


def held(drafts: Sequence[Draft], vessel: str) -> Fraction | None:
    """The volume of liquid in mL in a vessel, without what dissolves in it; None if the steps do not tell."""
    known: dict[str, Fraction | None] = {}
    for draft in drafts:
        given = draft.properties
        source, target = given.get("from_vessel", ""), given.get("to_vessel", given.get("vessel", ""))
        if draft.name == "Transfer":
            there, moved = known.get(source), _volume(given)
            moved = there if given.get("volume") == "all" else moved
            known[source] = _sum(there, -moved) if moved is not None else None
        elif draft.name in ("Add", "Dissolve"):
            moved = _volume(given)
        elif draft.name in _STILL:
            continue
        else:
            known.update(dict.fromkeys(one for step in (draft, *draft.children) for one in step.properties.values()))
            continue
        known[target] = _sum(known.get(target, Fraction(0)), moved)
    return known.get(vessel)


def is_liquid(volume: Quantity, mass: Quantity) -> bool:
    """Whether a volume and a mass can be of one liquid: its density is between .3 and 5 g/mL."""
    if volume.unit not in _ML or mass.unit not in _GRAMS or volume.upper or mass.upper:
        return True
    millilitre = Fraction(volume.number) * _ML[volume.unit]
    return millilitre * _LIGHT <= Fraction(mass.number) * _GRAMS[mass.unit] <= millilitre * _HEAVY


def to_make_up(drafts: Sequence[Draft], vessel: str, total: str) -> str | None:
    """What is lacking in a vessel up to a volume in all; solids are taken to need no room."""
    there, whole = held(drafts, vessel), _volume({"volume": total})
    return millilitres(whole - there) if there and whole is not None and whole > there else None


def _volume(given: dict[str, str]) -> Fraction | None:
    """The volume that a step puts in: none for a solid."""
    number, _, unit = given.get("volume", "").partition(" ")
    if unit in _ML:
        return Fraction(number) * _ML[unit]
    substance = find(given.get("reagent", ""))
    return Fraction(0) if "mass" in given and (substance is None or substance.state != "liquid") else None


def _sum(one: Fraction | None, other: Fraction | None) -> Fraction | None:
    total = one + other if one is not None and other is not None else None
    return total if total is None or total >= 0 else None


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
