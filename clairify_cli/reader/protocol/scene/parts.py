"""The two parts that a separation or a filtration leaves, the words for them, and which layer is the lower one."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from clairify_cli.chemistry import Substance, components, find
from clairify_cli.chemistry import is_aqueous as is_water
from clairify_cli.english.lexicon import WORDS
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
