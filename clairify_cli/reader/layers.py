"""Which of two layers is the lower one, and which liquid is the one of water."""

from __future__ import annotations

from collections.abc import Iterable

from clairify_cli.reader.lexicon import lexicon


def is_aqueous(name: str) -> bool:
    """Whether a liquid is water or a solution in it, by its name: `10% HCl`, `saturated NaHCO3 solution`, `brine`."""
    if is_organic(name):
        return False
    words = name.lower().replace("/", " ").replace("(", " ").split()
    return any(word in lexicon().words["workup.waters"] or word == "chloride" for word in words)


def is_organic(name: str) -> bool:
    """Whether a liquid forms a layer of its own with water: `dry dichloromethane`, `1:1 ether/pentane`."""
    return is_heavy(name) or _ends_in(name, "workup.lighter")


def is_heavy(name: str) -> bool:
    """Whether its layer is the lower one."""
    return _ends_in(name, "workup.heavier")


def product_phase(organic: Iterable[str], *, aqueous: bool = False) -> str:
    """`top` or `bottom` for the layer of the last organic solvent named, or of the water if `aqueous`."""
    solvents = [name for name in organic if is_organic(name)]
    heavy = bool(solvents) and is_heavy(solvents[-1])
    return "bottom" if heavy != aqueous else "top"


def _ends_in(name: str, words: str) -> bool:
    low = name.lower()
    table = lexicon().words[words]
    parts = low.replace("/", " ").replace(":", " ").split() or [""]
    return low in table or any(part in table for part in (parts[-1], " ".join(parts[-2:]), " ".join(parts[-3:])))
