"""A reagent has another of its names, all through the program."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

from benchmarks.faults.case import Case
from benchmarks.faults.edit import Edit, apply
from benchmarks.faults.reagents import key
from benchmarks.faults.rename import renamed

from ..draft import Draft

_TABLE = Path(__file__).parent.parent / "data" / "same.txt"


def _groups() -> list[list[str]]:
    """The names of each compound."""
    text = _TABLE.read_text(encoding="utf-8")
    return [line.split("|") for line in text.splitlines() if line.strip() and not line.startswith("#")]


def _others(name: str, rng: Random) -> Iterator[str]:
    """A reagent's name with another name of the compound in it; strength and state stay."""
    for group in _groups():
        for one in sorted(group, key=len, reverse=True):
            if one[0].isalnum() is False:
                continue
            case = 0 if sum(char.isupper() for char in one) > 1 else re.IGNORECASE
            found = re.search(rf"(?<![\w\-(]){re.escape(one)}(?![\w\-)]|\s+(?:acid|chloride|hydrate))", name, case)
            if found is None or re.search(r"\s:\s|\d:\d|\bether\b", name[: found.start()] + name[found.end() :]):
                continue
            new = rng.choice([other for other in group if key(other) != key(one)])
            yield name[: found.start()] + new + name[found.end() :]
            break


def find(case: Case, rng: Random) -> Iterator[Draft]:
    """One reagent, each in turn, and all at once."""
    edits: list[Edit] = []
    told: list[str] = []
    taken = set(case.reagents)
    for name in case.reagents:
        for new in _others(name, rng):
            if new in taken:
                continue
            taken.add(new)
            one = renamed(case, name, new, False)
            yield Draft(apply(case.document, one), f"The reagent {name} is called {new}.")
            edits += one
            told.append(f"{name} is called {new}")
            break
    if len(told) > 1:
        yield Draft(apply(case.document, edits), "; ".join(told) + ".")
