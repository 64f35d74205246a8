"""What the steps so far have put into vessels: the parts that a separation or a filtration leaves and the words for
them, which of two layers is the lower one, and how much liquid there is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache

from clairify_cli.chemistry import Substance, components, find
from clairify_cli.chemistry import is_aqueous as is_water
from clairify_cli.english.lexicon import WORDS
from clairify_cli.english.quantities import Quantity, decimal
from clairify_cli.files.patterns import late
from clairify_cli.reader.protocol.scene.state import Draft, Known
from clairify_cli.records import dataclass

_LEAVE_SOLID = frozenset(("Filter", "WashSolid", "Evaporate", "Dry"))


@dataclass(slots=True)
class Parts:
    """The results of the last separation and filtration, and a drying agent that has not been filtered off."""

    separated: Draft | None = None
    organic: Known | None = None
    aqueous: Known | None = None
    filtered: Draft | None = None
    settled: bool = True
    """Whether it is known with which side of the last filter the text continues."""
    solid: Known | None = None
    agent: Draft | None = None
    washed: Known | None = None
    """The flask that a layer was moved to by washing it."""
    by_water: Draft | None = None
    """The extraction of an organic layer with water, which is a wash until the text continues with the water."""


def part_words(name: str, *kinds: str) -> bool:
    """Whether a name ends in a word for a part of a mixture, from the lists `layers`, `filtrates`, `surely_solid`."""
    head = name.lower().replace("-", " ").rpartition(" ")[2]
    return any(head in WORDS[f"workup.{kind}"] for kind in kinds)


def is_solid(drafts: list[Draft], vessel: Known) -> bool:
    """Whether a vessel holds a solid or an oil, judging by the last step that used it."""
    # Only the latest steps, so that the cost of a long text stays linear.
    for draft in reversed(drafts[-30:]):
        last = draft
        while last.children:
            last = last.children[-1]
        if last.vessel == vessel.id or last.properties.get("to_vessel") == vessel.id:
            if last.name == "Add":
                return all(is_solid_substance(name) for name in vessel.contents)
            return last.name in _LEAVE_SOLID or (last.name == "Transfer" and last.vessel == vessel.id)
        if last.properties.get("filtrate_vessel") == vessel.id:
            return False
    return False


def is_solid_substance(name: str) -> bool:
    """Whether a name is a substance known to be a solid."""
    substance = find(name)
    return substance is not None and substance.state == "solid"


_WATER = 1.0
"""Density of water in g/mL; salts raise it, and no common solvent has a similar one."""
_HALOGENATED = late(r"(di|tri|tetra|per)chloro(meth|eth|form|prop)")
_IN_WATER = ("salt", "acid", "base", "carbonate", "oxidiser", "reducing-agent")


@lru_cache(maxsize=4096)
def is_aqueous(name: str) -> bool:
    """Whether a liquid for washing or extracting is water or an aqueous solution: `brine`, `10% HCl`, `NaHCO3`."""
    if is_water(name):
        return True
    if is_organic(name):
        return False
    found = find(name)
    if found is not None:
        return found.is_a(*_IN_WATER) and not found.is_a("solvent")
    return any(word in WORDS["workup.waters"] for word in name.lower().replace("/", " ").split())


@lru_cache(maxsize=4096)
def is_organic(name: str) -> bool:
    """Whether a liquid is a solvent that forms a separate layer on or under water: `dry ether`, `ether/pentane`."""
    return _solvent(name) is not None


def _solvent(name: str) -> Substance | None:
    """The solvent that forms the layer; the first one of a mixture."""
    if is_water(name):
        return None
    if _HALOGENATED.search(name.lower()) and find(name) is None:
        return find("dichloromethane")
    for part in (name, *components(name)):
        found = find(part)
        if found is None or found.state != "liquid" or found.water not in ("immiscible", "partly"):
            continue
        if found.is_a("solvent") and not found.is_a("amine"):
            return found
    return None


def product_phase(organic: Iterable[str], *, aqueous: bool = False) -> str:
    """`top` or `bottom` for the layer of the last organic solvent named, or for the aqueous layer if `aqueous`."""
    solvents = [found for name in organic if (found := _solvent(name)) is not None]
    heavy = bool(solvents) and (solvents[-1].density or 0.0) > _WATER
    return "bottom" if heavy != aqueous else "top"


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
