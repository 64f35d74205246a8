"""The contents of a vessel as far as the program states them: reagents, amount of liquid, temperature.

The vessel-state layer tracks volumes; this adds the substances. Nothing is guessed: for an unknown liquid, or
contents that were partly moved elsewhere, the checks report nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import nan

from clairify_cli.chemistry import Substance, components, find, is_aqueous, is_solution
from clairify_cli.chemistry.incompatible import PAIRS, QUENCHED_BY, groups
from clairify_cli.languages.xdl.tree import Element
from clairify_cli.records import dataclass, field

_SALT_WATER = -21.0
_BOILING_SOLUTION = 110.0
"""Freezing point of the most concentrated brine, and approximate boiling point of strong aqueous solutions, in °C."""

_GROUPS = sorted({group for pair in PAIRS for group in (pair.one, pair.other)})
BIT = {group: 1 << at for at, group in enumerate(_GROUPS)}
"""The groups of incompatible pairs as bits."""

_CONFLICTS = {
    group: sum({BIT[p.other] for p in PAIRS if p.one == group} | {BIT[p.one] for p in PAIRS if p.other == group})
    for group in _GROUPS
}

LOW_MELTING = 45.0
"""Solids that melt below this temperature in °C are often handled as liquids."""

_DRYING = frozenset({"sodium sulfate", "magnesium sulfate", "calcium chloride", "calcium sulfate", "molecular sieves"})


@dataclass(frozen=True, slots=True)
class Facts:
    """Facts about a reagent, derived from its name.

    `boiling` and `melting` in °C are the highest and the lowest of a mixture's parts, None if any is unknown.
    `organic_density` in g/mL is set for a liquid that forms a separate layer with water. `mask` has the bits of the
    groups of incompatible pairs to which it belongs, `conflicts` those of the groups that conflict with them.
    """

    name: str
    substance: Substance | None
    parts: tuple[Substance | None, ...]
    aqueous: bool
    solution: bool
    liquid: bool
    """Whether it is a liquid even if no volume is given."""
    solid: bool
    """Whether it cannot be measured by volume."""
    boiling: float | None
    melting: float | None
    organic_density: float | None
    drying: bool
    mask: int
    conflicts: int
    ends: int
    """The groups that it quenches, as bits."""

    @property
    def is_solvent(self) -> bool:
        return self.aqueous or any(part is not None and part.is_a("solvent") for part in self.parts)

    @property
    def pure_water(self) -> bool:
        return self.substance is not None and self.substance.name in ("water", "ice")


@lru_cache(maxsize=8192)
def facts(name: str) -> Facts:
    """Return the facts that follow from a reagent's name."""
    found = find(name)
    aqueous = is_aqueous(name)
    solution = is_solution(name)
    parts = (found,) if found is not None else tuple(find(part) for part in components(name))
    belongs = groups(name)
    return Facts(
        name,
        found,
        parts,
        aqueous,
        solution,
        aqueous or len(parts) > 1 or (found is not None and found.state == "liquid"),
        found is not None and found.state == "solid" and not aqueous and not solution,
        _limit(parts, aqueous, solution, highest=True),
        _limit(parts, aqueous, solution, highest=False),
        _density(parts, aqueous, solution),
        found is not None and found.name in _DRYING and not aqueous and not solution,
        union(BIT.get(group, 0) for group in belongs),
        union(_CONFLICTS.get(group, 0) for group in belongs),
        union(BIT.get(ended, 0) for group in belongs for ended in QUENCHED_BY.get(group, ())),
    )


def union(masks: Iterable[int]) -> int:
    """Return the union of several bit masks."""
    whole = 0
    for mask in masks:
        whole |= mask
    return whole


def _limit(parts: tuple[Substance | None, ...], aqueous: bool, solution: bool, *, highest: bool) -> float | None:
    """Return the temperature above which all of a liquid boils, or below which it all freezes; None if unknown."""
    if aqueous and not (parts and parts[0] is not None and parts[0].name == "water"):
        return _BOILING_SOLUTION if highest else _SALT_WATER
    if solution:
        return None
    if any(part is None or part.state == "gas" or (part.melting or 0.0) > LOW_MELTING for part in parts):
        return None
    values = [part.boiling if highest else part.melting for part in parts if part is not None]
    known = [value for value in values if value is not None]
    return None if len(known) < len(values) or not known else max(known) if highest else min(known)


def _density(parts: tuple[Substance | None, ...], aqueous: bool, solution: bool) -> float | None:
    """Return the density of a solvent that forms a separate layer with water; None if unknown or miscible."""
    if aqueous or solution or len(parts) != 1:
        return None
    part = parts[0]
    if part is None or part.state != "liquid" or part.water == "miscible" or not part.is_a("solvent"):
        return None
    return part.density


_MOST_HELD = 64
"""Number of reagents tracked per vessel, so that the cost of a step is bounded."""


@dataclass(slots=True)
class Held:
    """A reagent in a vessel. Mutable: more of it may be added."""

    facts: Facts
    element: Element
    volume: float
    """In millilitres; NaN if unknown."""
    grams: float
    liquid: bool
    quenched: int = 0
    """Its groups of incompatible pairs that something else has quenched, as bits."""

    def copy(self) -> Held:
        return Held(self.facts, self.element, self.volume, self.grams, self.liquid, self.quenched)


@dataclass(slots=True)
class Contents:
    """The contents of a vessel. Mutable: the interpreter changes it step by step."""

    held: dict[str, Held] = field(default_factory=dict)
    mask: int = 0
    doubtful: bool = False
    """Whether it may contain more or less than `held`."""
    drying: Element | None = None
    """The step that added a drying agent that is still present."""
    asked: bool = False
    """Whether a temperature was already queried, to avoid repeating the finding for every step."""
    temp: float = nan
    """The temperature in °C to which it was last brought; NaN if unknown."""

    def add(self, facts: Facts, element: Element, volume: float, grams: float, liquid: bool) -> None:
        known = self.held.get(facts.name)
        if known is None and len(self.held) >= _MOST_HELD:
            self.doubtful = True
        elif known is None:
            self.held[facts.name] = Held(facts, element, volume, grams, liquid)
            self.mask |= facts.mask
        else:
            known.volume += volume
            known.grams += grams
            known.quenched = 0
            known.element = element

    def take_over(self, other: Contents) -> None:
        """Add copies of everything in another vessel."""
        for name, held in other.held.items():
            known = self.held.get(name)
            if known is None and len(self.held) >= _MOST_HELD:
                self.doubtful = True
            elif known is None:
                self.held[name] = held.copy()
            else:
                known.volume += held.volume
        self.mask |= other.mask
        self.doubtful = self.doubtful or other.doubtful

    def keep(self, names: list[str]) -> None:
        """Keep only these reagents."""
        self.held = {name: self.held[name] for name in names}
        self.weigh()

    def weigh(self) -> None:
        """Recompute the mask of groups."""
        self.mask = union(held.facts.mask & ~held.quenched for held in self.held.values())

    def liquids(self) -> list[Held]:
        return [held for held in self.held.values() if held.liquid]
