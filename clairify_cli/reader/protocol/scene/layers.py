"""Which of two layers is the lower one, and which liquid is aqueous."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from clairify_cli.chemistry import Substance, components, find
from clairify_cli.chemistry import is_aqueous as is_water
from clairify_cli.english.lexicon import WORDS
from clairify_cli.files.patterns import late

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
