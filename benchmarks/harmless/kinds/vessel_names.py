"""Vessels have other names, all through the program."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from benchmarks.faults.case import Case
from benchmarks.faults.edit import Edit, apply, put
from benchmarks.faults.properties import VESSELS

from ..draft import Draft

_PLACES = (*VESSELS, "product_vessel", "to_flask", "rotavap_name", "flask_name")


def _renamed(case: Case, new: dict[str, str]) -> list[Edit]:
    """The changes that give vessels other names."""
    edits: list[Edit] = []
    for node in case.document.root.walk():
        names = ("id",) if node.tag == "Component" else _PLACES
        for name in names:
            old = node.get(name)
            if old in new:
                edits.append(put(case.document, node, name, new[old]))
    return edits


def find(case: Case, rng: Random) -> Iterator[Draft]:
    """All vessels get numbers or names after their type; and one vessel alone."""
    vessels = list(case.vessels)
    numbered = {name: f"vessel_{number}" for number, name in enumerate(vessels, 1)}
    typed = {name: f"{case.vessels[name] or 'vessel'}_{chr(ord('A') + place)}" for place, name in enumerate(vessels)}
    for new in (numbered, typed):
        if not set(new.values()) & set(vessels) and len(set(new.values())) == len(vessels):
            yield Draft(apply(case.document, _renamed(case, new)), "All vessels have other names.")
    one = rng.choice(vessels)
    fresh = f"{one}_x"
    yield Draft(apply(case.document, _renamed(case, {one: fresh})), f"The vessel {one} is called {fresh}.")
