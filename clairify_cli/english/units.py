"""The units of XDL, of English texts and of the YAML documents: the one table `units.tsv`.

A row has a unit with its dimension, and its factor to the first unit of the dimension. `spellings` are accepted in XDL;
`-` means that XDL lacks the unit. The other columns are for English texts: the dimension that is `said`, the unit
`written` for it if that is another one, symbols (which follow digits, and in which case counts), words (in any case;
they may follow a number word), words that may follow "a" or "an", words that may follow a degree sign, and whether
`of` must follow after an article. What is said as a `measure` has no unit in XDL, and is kept in a comment.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import NamedTuple

from clairify_cli.files.data import rows


class Unit(NamedTuple):
    """A unit in a text: XDL's spelling, the dimension, the factor, and whether `of` must follow after an article."""

    unit: str
    dimension: str
    factor: Fraction
    of: bool


class Row(NamedTuple):
    """A unit; `spellings` is None if XDL lacks it, and `said` is its meaning in a text."""

    dimension: str
    unit: str
    factor: str
    spellings: tuple[str, ...] | None
    said: Unit
    symbols: tuple[str, ...]
    words: tuple[str, ...]
    articles: tuple[str, ...]
    degrees: tuple[str, ...]


@cache
def table() -> tuple[Row, ...]:
    """Return all units, read on the first call."""
    _, *found = rows(Path(__file__).with_suffix(".tsv"))
    known = {(dimension, unit): Fraction(factor) for dimension, unit, factor, *_ in found}
    made = []
    for row in found:
        dimension, unit, factor, xdl, said, written, *words, of = row + [""] * (11 - len(row))
        written = written or unit
        meant = Unit(written, said, known[dimension, unit] / known[dimension, written], bool(of))
        spellings = None if xdl == "-" else tuple(xdl.split())
        lists = (tuple(filter(None, one.split("; "))) for one in words)
        made.append(Row(dimension, unit, factor, spellings, meant, *lists))
    return tuple(made)


def factors(dimension: str) -> dict[str, str]:
    """Return the factor of every spelling of every unit of a dimension to its first unit, in decimals."""
    mine = (one for one in table() if one.dimension == dimension)
    return {spelling: one.factor for one in mine for spelling in (one.unit, *(one.spellings or ()))}
