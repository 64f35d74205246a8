"""Which action is done by which skill, and what it takes: the one table of what the arm can do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

MOTION = ("speed", "obstacle_clearance", "orientation")


@dataclass(frozen=True, slots=True)
class Entry:
    """One action of a domain.

    `arguments` says what each of them names: `vessel`, `item` (an item or a vessel), `place` (a slot, a device or a
    container in which vessels stand), `container`, `zone`, `reagent` (a substance), `balance`, `support` (an item).
    `skill` is the function of this package that does it. `parameters` are those of `worlds.base.Parameters` that mean
    something for it, `settings` those of `worlds.base.Action.settings`; `needed` are the settings without which it
    cannot be done. `words` describes it for people and for a model.
    """

    name: str
    domain: str
    skill: str
    arguments: tuple[str, ...]
    parameters: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()
    needed: tuple[str, ...] = ()
    words: str = ""


_ENTRIES = (
    Entry("take", "lab", "take", ("vessel", "place"), (*MOTION, "grasp"), words="grip a vessel and lift it"),
    Entry("put", "lab", "put", ("vessel", "place"), MOTION, words="set the vessel in the hand down at a place"),
    Entry("uncap", "lab", "uncap", ("vessel",), MOTION, words="take the lid off a bottle and lay it on the bench"),
    Entry("cap", "lab", "cap", ("vessel",), MOTION, words="put the lid of a bottle back on"),
    Entry(
        "pour",
        "lab",
        "pour",
        ("reagent", "vessel", "vessel"),
        MOTION,
        ("mass",),
        words="pour a dose from the vessel in the hand",
    ),
    Entry(
        "weigh",
        "lab",
        "pour",
        ("reagent", "vessel", "vessel", "balance"),
        MOTION,
        ("mass",),
        words="pour from the vessel in the hand until the balance shows the dose",
    ),
    Entry("transfer", "lab", "transfer", ("vessel", "vessel"), MOTION, words="pour all from the vessel in the hand"),
    Entry("wash", "lab", "wash", ("vessel", "place"), settings=("time",), words="empty and rinse a vessel in the sink"),
    Entry("swirl", "lab", "swirl", ("vessel",), MOTION, ("time",), words="move the vessel in the hand in circles"),
    Entry("stir", "lab", "stir", ("vessel", "place"), settings=("time", "rpm"), words="stir with a stirrer bar"),
    Entry(
        "heat", "lab", "heat", ("vessel", "place"), settings=("temperature", "time", "rpm"), words="heat on a hotplate"
    ),
    Entry(
        "let-cool",
        "lab",
        "let_cool",
        ("vessel",),
        settings=("temperature", "time"),
        words="wait until it can be gripped",
    ),
    Entry("cool", "lab", "cool", ("vessel", "place"), settings=("temperature", "time"), words="cool in an ice bath"),
    Entry("pick", "tabletop", "pick", ("item", "zone"), (*MOTION, "grasp"), words="pick a thing up from the table"),
    Entry("place", "tabletop", "place", ("item", "zone"), MOTION, words="set the thing in the hand down in a zone"),
    Entry(
        "pick-from-bowl",
        "tabletop",
        "pick",
        ("item", "container"),
        (*MOTION, "grasp"),
        words="pick a thing out of a container",
    ),
    Entry(
        "place-in-bowl",
        "tabletop",
        "place_in",
        ("item", "container"),
        MOTION,
        words="put the thing in the hand into a container",
    ),
    Entry(
        "unstack", "tabletop", "pick", ("item", "support"), (*MOTION, "grasp"), words="pick a thing up from another one"
    ),
    Entry(
        "stack", "tabletop", "stack", ("item", "support"), MOTION, words="set the thing in the hand down on another one"
    ),
)

CATALOGUE: Mapping[str, Entry] = {entry.name: entry for entry in _ENTRIES}
"""The table, by the name of the action."""
