"""The laboratory's names in place of the text's, if it is clear which is meant."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from clairify_cli.diagnostics.nearest import only_near_match
from clairify_cli.english.lexicon import lexicon
from clairify_cli.languages.base import Constraints
from clairify_cli.reader.protocol.model import Reading, Step, Vessel

_PARTS = re.compile(r"[^\W_\d]+|\d+")
_VESSELS = ("vessel", "separation_vessel", "filtrate_vessel", "from_vessel", "to_vessel", "waste_phase_to_vessel")
_REAGENTS = ("reagent", "solvent", "through", "eluting_solvent", "rinsing_solvent")


def constrained(reading: Reading, constraints: Constraints) -> Reading:
    """The reading with vessels and reagents renamed; a name without a clear match is kept for the checker."""
    vessels = _vessel_names(reading.vessels, constraints.hardware) if constraints.hardware is not None else {}
    reagents = _reagent_names(reading.reagents, constraints.reagents) if constraints.reagents is not None else {}
    vessels = {old: new for old, new in vessels.items() if old != new}
    reagents = {old: new for old, new in reagents.items() if old != new}
    if not vessels and not reagents:
        return reading
    return replace(
        reading,
        steps=tuple(_renamed(step, vessels, reagents) for step in reading.steps),
        vessels=tuple(_vessel(one, vessels[one.id]) if one.id in vessels else one for one in reading.vessels),
        reagents=tuple(dict.fromkeys(reagents.get(name, name) for name in reading.reagents)),
    )


def _vessel(vessel: Vessel, name: str) -> Vessel:
    """A vessel under the laboratory's name, which may also say its type."""
    nouns = lexicon().vessels
    kinds = [nouns[part].type for part in _parts(name) if part in nouns]
    return replace(vessel, id=name, type=kinds[0] if kinds else vessel.type)


def _renamed(step: Step, vessels: dict[str, str], reagents: dict[str, str]) -> Step:
    """The step under the laboratory's names."""
    properties = []
    comment = step.get("comment") or ""
    for key, value in step.properties:
        if key in _VESSELS:
            properties.append((key, vessels.get(value, value)))
        elif key in _REAGENTS and value in reagents:
            properties.append((key, reagents[value]))
            if _qualified(value, reagents[value]):
                comment = f"{comment}; {value}" if comment else value
        elif key != "comment":
            properties.append((key, value))
    if comment:
        properties.append(("comment", comment))
    return replace(
        step,
        properties=tuple(properties),
        children=tuple(_renamed(child, vessels, reagents) for child in step.children),
    )


def _parts(name: str) -> list[str]:
    return [part.lower() for part in _PARTS.findall(name)]


def _vessel_names(vessels: tuple[Vessel, ...], allowed: tuple[str, ...]) -> dict[str, str]:
    """For each vessel the allowed name that it clearly is: the same but for spelling, otherwise the only one of its
    type."""
    names: dict[str, str] = {}
    for vessel in vessels:
        same = only_near_match(vessel.id, allowed) or (only_near_match(vessel.words, allowed) if vessel.words else None)
        if same is not None and same not in names.values():
            names[vessel.id] = same
    for vessel in vessels:
        if vessel.id in names:
            continue
        free = [name for name in allowed if name not in names.values()]
        noun = vessel.id.split("_")[0].lower()
        typed = [name for name in free if noun in _parts(name)] or [
            name for name in free if vessel.type in _parts(name)
        ]
        if not typed and (vessel.type == "vessel" or not vessel.words):
            typed = free
        if len(typed) == 1:
            names[vessel.id] = typed[0]
    return names


def _reagent_names(reagents: Iterable[str], allowed: tuple[str, ...]) -> dict[str, str]:
    """For each reagent the allowed name that it clearly is: the same but for spelling, or for words like `hot`."""
    names: dict[str, str] = {}
    for name in reagents:
        match = only_near_match(name, allowed)
        if match is None:
            match = next((one for one in allowed if _qualified(name, one)), None)
        if match is not None:
            names[name] = match
    return names


def _qualified(name: str, plain: str) -> bool:
    """Whether a name is the plain one plus words that describe its condition, not its identity: `hot water` is
    `water`."""
    qualities = lexicon().words["qualities"]
    parts = _parts(name)
    rest = [part for part in parts if part not in qualities]
    return len(rest) < len(parts) and rest == _parts(plain)
