"""The table of substances: its columns, and how it is read."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal, cast

from clairify_cli.files.data import rows
from clairify_cli.records import dataclass

State = Literal["solid", "liquid", "gas"]
Water = Literal["miscible", "immiscible", "partly"]

FOLDER = Path(__file__).with_name("table")
"""The folder of the table's files; its README describes the columns and the sources of the values."""


@dataclass(frozen=True, slots=True)
class Substance:
    """A substance with its laboratory data.

    `molar_mass` in g/mol, `density` in g/mL at 20 to 25 °C, `melting` and `boiling` in °C at 1 atm, `state` at 25 °C;
    None (or an empty formula) if there is no such value. `water` is the miscibility of a liquid with water. `source` is
    a key in the table's README.
    """

    name: str
    synonyms: tuple[str, ...]
    formula: str
    molar_mass: float | None
    density: float | None
    melting: float | None
    boiling: float | None
    state: State
    water: Water | None
    roles: frozenset[str]
    source: str

    def is_a(self, *roles: str) -> bool:
        """Whether it has any of the roles."""
        return not self.roles.isdisjoint(roles)


@cache
def substances() -> tuple[Substance, ...]:
    """Return all substances, file by file; the files are read on the first call."""
    roles: dict[str, frozenset[str]] = {}
    return tuple(_substance(cells, roles) for path in sorted(FOLDER.glob("*.tsv")) for cells in rows(path)[1:])


def _substance(cells: list[str], known: dict[str, frozenset[str]]) -> Substance:
    name, formula, mass, density, melting, boiling, state, water, roles, source, synonyms = cells
    if roles not in known:
        known[roles] = frozenset(roles.split())
    return Substance(
        name,
        tuple(synonyms.split("; ")) if synonyms else (),
        formula,
        float(mass) if mass else None,
        float(density) if density else None,
        float(melting) if melting else None,
        float(boiling) if boiling else None,
        cast(State, state),
        cast("Water | None", water or None),
        known[roles],
        source,
    )
