"""Which action is done by which skill, and what it takes: the one table of what the arm can do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Entry:
    """One action of a domain.

    `arguments` says what each of them names: `vessel`, `item` (an item or a vessel), `place` (a slot, a device or a
    container in which vessels stand), `container`, `zone`, `reagent` (a substance), `balance`, `support` (an item).
    `skill` is the function of this package that does it. `settings` are those of `worlds.base.Action.settings` that
    mean something for it.
    """

    name: str
    domain: str
    skill: str
    arguments: tuple[str, ...]
    settings: tuple[str, ...] = ()


_ENTRIES = (
    Entry("take", "lab", "take", ("vessel", "place")),
    Entry("put", "lab", "put", ("vessel", "place")),
    Entry("uncap", "lab", "uncap", ("vessel",)),
    Entry("cap", "lab", "cap", ("vessel",)),
    Entry("pour", "lab", "pour", ("reagent", "vessel", "vessel"), ("mass",)),
    Entry("weigh", "lab", "pour", ("reagent", "vessel", "vessel", "balance"), ("mass",)),
    Entry("transfer", "lab", "transfer", ("vessel", "vessel")),
    Entry("wash", "lab", "wash", ("vessel", "place"), ("time",)),
    Entry("swirl", "lab", "swirl", ("vessel",), ("time",)),
    Entry("stir", "lab", "stir", ("vessel", "place"), ("time", "rpm")),
    Entry("heat", "lab", "heat", ("vessel", "place"), ("temperature", "time", "rpm")),
    Entry("let-cool", "lab", "let_cool", ("vessel",), ("temperature", "time")),
    Entry("cool", "lab", "cool", ("vessel", "place"), ("temperature", "time")),
    Entry("pick", "tabletop", "pick", ("item", "zone")),
    Entry("place", "tabletop", "place", ("item", "zone")),
    Entry("pick-from-bowl", "tabletop", "pick", ("item", "container")),
    Entry("place-in-bowl", "tabletop", "place_in", ("item", "container")),
    Entry("unstack", "tabletop", "pick", ("item", "support")),
    Entry("stack", "tabletop", "stack", ("item", "support")),
)

CATALOGUE: Mapping[str, Entry] = {entry.name: entry for entry in _ENTRIES}
"""The table, by the name of the action."""
