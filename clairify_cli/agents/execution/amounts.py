"""How much is meant, in grams: by mass, by volume and density, by amount of substance and molar mass."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from clairify_cli.chemistry import find, is_diluted, is_solution
from clairify_cli.languages.xdl.quantities import Quantity, read_quantity
from clairify_cli.languages.xdl.schema import load

DEFAULT_G = 10.0
"""What is added where a program adds something and does not say how much."""

PACKED = 0.55
"""The share of a volume that the grains of a loosely poured powder fill; random loose packing of spheres has 0.55 to
0.60 (Onoda and Liniger, Phys. Rev. Lett. 64, 2727, 1990)."""

UNKNOWN_SOLID = 0.8
UNKNOWN_LIQUID = 1.0
"""Densities in g/mL that are assumed for what the table does not know: of the bulk of a solid, and of a liquid."""

_SOLID = re.compile(
    r"\b(?:powder(?:ed)?|crystals?|granules|grains?|flakes|pellets|chips|wedges?|slices?|leaves|seeds|beans?|anise|"
    r"spices?|cinnamon|salts?|sugar|starch|flour|soda|ice|cubes?|solid|dust|filings|turnings|beads|tablets?)\b",
    re.IGNORECASE,
)
_LIQUID = re.compile(r"\b(?:solution|soup|juice|syrup|water|liquid|bitters|mixture|tea|soda water|beer|ale)\b", re.I)


@dataclass(frozen=True, slots=True)
class Matter:
    """What is assumed of a reagent by its name: density in g/mL (of a solid: of its bulk), and whether it is known."""

    density: float
    solid: bool
    known: bool
    molar_mass: float | None


@dataclass(frozen=True, slots=True)
class Amount:
    """An amount in grams, None where it cannot be told; then `why`. `written` is what the program has for it."""

    grams: float | None
    written: str
    why: str = ""
    remarks: tuple[str, ...] = ()


@lru_cache(maxsize=1024)
def matter(name: str) -> Matter:
    """The density, state and molar mass of a reagent."""
    found = find(name)
    dissolved = is_diluted(name) or is_solution(name)
    if found is None or dissolved:
        solid = not dissolved and bool(_SOLID.search(name)) and not _LIQUID.search(name)
        return Matter(UNKNOWN_SOLID if solid else UNKNOWN_LIQUID, solid, dissolved, None)
    if found.state == "solid":
        bulk = PACKED * found.density if found.density else UNKNOWN_SOLID
        return Matter(bulk, True, found.density is not None, found.molar_mass)
    return Matter(found.density or UNKNOWN_LIQUID, False, found.density is not None, found.molar_mass)


def quantity(element: str, name: str, value: str | None) -> Quantity | None:
    """The quantity that a property of an element has; None where there is none or it cannot be read."""
    spec = load().elements.get(element)
    known = spec.properties.get(name) if spec is not None else None
    return None if value is None or known is None else read_quantity(value, known.type)


def amount_of(
    element: str, attributes: Mapping[str, str], reagent: str, names: tuple[str, ...], density: float | None = None
) -> Amount:
    """The amount that the first of the named properties tells that tells one.

    `density` (g/mL) is that of what a vessel holds, where it is known; None is the reagent's own.
    Without any of them it is the default, with a remark; with ones that tell nothing, it is unknown.
    """
    unknown: Amount | None = None
    for name in names:
        value = attributes.get(name)
        if value is None:
            continue
        told = _in_grams(quantity(element, name, value), value, reagent, density)
        if told.grams is not None:
            return told
        unknown = unknown or told
    if unknown is not None:
        return unknown
    return Amount(DEFAULT_G, "", remarks=(f"how much {reagent} is added is not said: {DEFAULT_G:g} g are taken",))


def _in_grams(found: Quantity | None, written: str, reagent: str, density: float | None) -> Amount:
    if found is None:
        return Amount(None, written, "it is no quantity")
    of = matter(reagent)
    match found.unit.dimension:
        case "mass" | "volume" | "amount_of_substance" if found.in_default <= 0.0:
            return Amount(None, written, "it is nothing")
        case "mass":
            return Amount(found.in_default, written)
        case "volume" if density is not None:
            return Amount(found.in_default * density, written)
        case "volume":
            remark = f"the density of {reagent} is not known: {of.density:g} g/mL is taken"
            return Amount(found.in_default * of.density, written, remarks=() if of.known else (remark,))
        case "amount_of_substance" if of.molar_mass is not None:
            return Amount(found.in_default * of.molar_mass, written)
        case "amount_of_substance":
            return Amount(None, written, "its molar mass is not known")
    return Amount(None, written, "what it is relative to is not said")
