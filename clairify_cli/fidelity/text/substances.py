"""Substance data for the comparison: synonyms, boiling points, and mass or volume from moles."""

from __future__ import annotations

import re
from functools import lru_cache

from clairify_cli.chemistry import components, find, is_aqueous, is_solution
from clairify_cli.chemistry.standing import hydrates
from clairify_cli.files.patterns import late

_ADJECTIVE = r"\b((?:m?ethan|prop|alcoh)ol|ether)(?:ic|eal)\b"
_SOLVENT = late(rf"\bin\s([\w-]+)|{_ADJECTIVE}", re.IGNORECASE)
"""The solvent in the name of a solution: `NaOMe (0.5 M in MeOH)`, `ethanolic KOH`."""


@lru_cache(maxsize=2048)
def synonyms(name: str) -> tuple[str, ...]:
    """Return the names and the formula of a substance or a hydrate; empty if the table does not have it.

    A name that begins with `=`, such as the formula, matches only in exactly this spelling.
    """
    substance = find(name)
    if substance is None:
        return hydrates(name)
    formula = (f"={substance.formula}",) if substance.formula else ()
    return tuple(dict.fromkeys((substance.name, *substance.synonyms, *formula)))


@lru_cache(maxsize=2048)
def boiling_points(name: str) -> tuple[float, ...]:
    """Return the known boiling points at normal pressure, in °C, of a liquid or of the components of a mixture."""
    substance = find(name)
    made_of = (substance,) if substance is not None else tuple(map(find, components(name)))
    made_of += tuple(find(one[1] or one[2]) for one in _SOLVENT.finditer(name))
    water = (100.0,) if is_aqueous(name) else ()
    return (*water, *(one.boiling for one in made_of if one is not None and one.boiling is not None))


def same(one: str, other: str) -> bool:
    """Whether the table has both names for one substance."""
    first = find(one)
    return first is not None and first is find(other)


_NAMED_SO = late(
    rf"{_ADJECTIVE}|\b(?:aqueous|aq|water\s(?=solution|mixture))\b|\d\s?%\s(?:[\w-]+\s){{1,3}}solution\b", re.IGNORECASE
)


def is_solvent_of(name: str, words: str) -> bool:
    """Whether words name a solvent as an adjective (`an ethanolic solution`), or mean water (`a 40% KOH solution`)."""
    solvent = find(name)
    return solvent is not None and any(find(one[1] or "water") is solvent for one in _NAMED_SO.finditer(words))


def is_solid_aid(name: str) -> bool:
    """Whether a reagent is an insoluble aid that is filtered off again."""
    substance = find(name)
    return substance is not None and substance.is_a("drying-agent", "adsorbent", "filter-aid")


_DRYING_AGENTS = frozenset(("sodium sulfate", "magnesium sulfate", "calcium sulfate", "molecular sieves"))


def is_drying_agent(name: str) -> bool:
    """Whether a reagent is a drying agent for solutions, named or not."""
    if "drying agent" in name.casefold() or "desiccant" in name.casefold():
        return True
    substance = find(name)
    return substance is not None and substance.name in _DRYING_AGENTS and not (is_aqueous(name) or is_solution(name))


def is_gas(name: str) -> bool:
    """Whether the table lists a name as a gas."""
    substance = find(name)
    return substance is not None and substance.state == "gas"


def converted(name: str, moles: float, dimension: str) -> float | None:
    """Convert moles of a substance to a mass in g or a volume in mL; None if the table lacks the data."""
    substance = find(name)
    if substance is None or substance.molar_mass is None:
        return None
    mass = moles * substance.molar_mass
    if dimension == "mass":
        return mass
    return mass / substance.density if dimension == "volume" and substance.density else None
