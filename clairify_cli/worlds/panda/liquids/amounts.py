"""The contents of a vessel as a value: amounts of substances to add, divide and measure, in g and mL."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from clairify_cli.worlds.geometry import Cup
from clairify_cli.worlds.scene.model import Content

Contents = tuple[Content, ...]

MIXTURE = "mixture"
"""The name in actions for all contents of a vessel with several substances."""


def grams(contents: Sequence[Content]) -> float:
    """Return the total mass, in g."""
    return sum(one.grams for one in contents)


def millilitres(contents: Sequence[Content]) -> float:
    """Return the total volume, in mL; volumes are added as if mixing did not change them."""
    return sum(one.grams / one.density for one in contents)


def area(cup: Cup) -> float:
    """Return the inner cross-section of a cup, in m²."""
    return math.pi * (cup.radius - cup.wall) ** 2


def level(contents: Sequence[Content], cup: Cup) -> float:
    """Return the height (m) of contents above the inner bottom of an upright cup, as if it had no rim."""
    return millilitres(contents) * 1e-6 / area(cup)


def share(contents: Sequence[Content], part: float) -> Contents:
    """Return the same mixture in another amount: `part` (not negative) times as much of each substance."""
    return tuple(replace(one, grams=one.grams * part) for one in contents)


def together(*several: Sequence[Content]) -> Contents:
    """Combine contents: amounts of the same substance (and state and density) are added, in order of appearance."""
    sums: dict[tuple[str, float, bool], float] = {}
    for contents in several:
        for one in contents:
            key = (one.substance, one.density, one.solid)
            sums[key] = sums.get(key, 0.0) + one.grams
    return tuple(Content(name, mass, density, solid) for (name, density, solid), mass in sums.items() if mass > 0.0)
