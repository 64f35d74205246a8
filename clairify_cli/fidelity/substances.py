"""What the table of substances adds to a comparison: other names, boiling points, and mass from moles."""

from __future__ import annotations

from functools import cache, lru_cache

from clairify_cli.chemistry.spelling import key
from clairify_cli.chemistry.substances import Substance, substances


@cache
def _index() -> dict[str, Substance]:
    made: dict[str, Substance] = {}
    for substance in substances():
        for name in (substance.name, substance.formula, *substance.synonyms):
            if name:
                made.setdefault(key(name.lstrip("=")), substance)
    return made


def find(name: str) -> Substance | None:
    return _index().get(key(name))


@lru_cache(maxsize=2048)
def synonyms(name: str) -> tuple[str, ...]:
    """The other names and the formula of a substance; none where the table does not have it."""
    substance = find(name)
    if substance is None:
        return ()
    formula = (f"={substance.formula}",) if substance.formula else ()
    return tuple(dict.fromkeys((substance.name, *substance.synonyms, *formula)))


@lru_cache(maxsize=2048)
def boiling_point(name: str) -> float | None:
    """The boiling point at normal pressure in °C, where it is known."""
    substance = find(name)
    return None if substance is None else substance.boiling
