"""All mutation operators, by layer."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import mutate_references
from case_tables import stored
from mutant import Mutant, Operator, operator, registered, revalued
from mutate_quantities import with_number
from mutate_structure import line_after
from mutate_xml import behind_elements, into_values

__all__ = ["CORPUS", "OPERATORS", "Mutant", "Operator", "corpus"]

CORPUS = Path(__file__).resolve().parent / "corpus"

assert mutate_references  # importing the files registers the operators that need code of their own

PLACES = {
    "value": revalued, "number": with_number, "inside": into_values, "behind": behind_elements, "line": line_after,
}  # fmt: skip

for _name, _row in stored(__file__, "OPERATORS").items():
    operator(*_row["codes"], name=_name)(partial(PLACES[_row["place"]], names=_row["names"], new=_row["new"]))

OPERATORS: tuple[Operator, ...] = registered()


def corpus() -> dict[str, str]:
    """The texts of the corpus by file name, with their line ends as they are."""
    return {p.name: p.read_bytes().decode("utf-8") for p in sorted(CORPUS.glob("*.xdl"))}
