"""Replace the text's names with the laboratory's if the match is clear."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from clairify_cli.chemistry import misspelt, stand_in
from clairify_cli.diagnostics.model import Diagnostic, in_source_order
from clairify_cli.diagnostics.nearest import only_near_match
from clairify_cli.english.lexicon import lexicon
from clairify_cli.files.patterns import late
from clairify_cli.languages.base import Constraints
from clairify_cli.languages.xdl.quantities import read_quantity
from clairify_cli.languages.xdl.schema import load
from clairify_cli.reader.protocol.model import Reading, Step, Vessel
from clairify_cli.reader.protocol.rules import guessed

_TAKEN = late(r"so `([^`]+)` is taken\Z")
_PARTS = late(r"[^\W_\d]+|\d+")
_SPECIAL = frozenset(
    ("separator", "filter", "funnel", "cartridge", "column", "condenser", "waste", "rotavap", "syringe", "cylinder",
     "plate", "frit", "hotplate", "stirrer", "thermometer", "pump", "trap", "bath", "oven", "balance", "centrifuge")
)  # fmt: skip
"""Types and words of equipment that is used as a container only if the text says so."""
_VESSELS = ("vessel", "separation_vessel", "filtrate_vessel", "from_vessel", "to_vessel", "waste_phase_to_vessel")
_REAGENTS = ("reagent", "solvent", "through", "eluting_solvent", "rinsing_solvent")


def constrained(reading: Reading, constraints: Constraints) -> Reading:
    """The reading with vessels and reagents renamed; a name without a clear match is kept for the checker."""
    vessels, reports = _vessel_names(reading, constraints)
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
        diagnostics=tuple(in_source_order([*(_told(one, vessels) for one in reading.diagnostics), *reports])),
    )


def _told(report: Diagnostic, vessels: dict[str, str]) -> Diagnostic:
    """A report about a guessed vessel, with the laboratory's name."""
    taken = _TAKEN.search(report.message)
    if taken is None or taken[1] not in vessels:
        return report
    return replace(report, message=f"{report.message[: taken.start()]}so `{vessels[taken[1]]}` is taken")


def _vessel(vessel: Vessel, name: str) -> Vessel:
    """A vessel under the laboratory's name, which may also say its type."""
    return replace(vessel, id=name, type=_type(name, vessel.type), capacity="")


def _renamed(step: Step, vessels: dict[str, str], reagents: dict[str, str]) -> Step:
    """The step under the laboratory's names."""
    properties = []
    comment = step.get("comment") or ""
    for key, value in step.properties:
        if key in _VESSELS:
            properties.append((key, vessels.get(value, value)))
        elif key in _REAGENTS and value in reagents:
            properties.append((key, reagents[value]))
            if _parts(value) != _parts(reagents[value]):
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


def _vessel_names(reading: Reading, constraints: Constraints) -> tuple[dict[str, str], list[Diagnostic]]:
    """The laboratory's name for each vessel, and reports of inexact matches.

    A vessel with the same spelling wins; otherwise a free one with its noun or of its type, the smallest that holds the
    volume in the text or in the steps; for a vessel that the text does not name, any free container.
    """
    names: dict[str, str] = {}
    reports: list[Diagnostic] = []
    allowed, sizes = constraints.hardware or (), dict(constraints.capacities)
    for vessel in reading.vessels:
        same = only_near_match(vessel.id, allowed) or (only_near_match(vessel.words, allowed) if vessel.words else None)
        if same is not None and same not in names.values():
            names[vessel.id] = same
    # Vessels that the text names choose first.
    for vessel in sorted(reading.vessels, key=lambda vessel: not vessel.words):
        if vessel.id in names:
            continue
        free = [name for name in allowed if name not in names.values()]
        noun = vessel.id.split("_")[0].lower()
        typed = [name for name in free if noun in _parts(name)] or [name for name in free if _type(name) == vessel.type]
        plain = vessel.type == "vessel" or (not vessel.words and vessel.type not in _SPECIAL)
        if not typed and plain:
            typed = [name for name in free if _type(name) not in _SPECIAL]
        if typed:
            need = _milliliters(vessel.capacity) or _filled(reading.steps, vessel.id)
            chosen = min(typed, key=lambda name: _fit(sizes.get(name), need))
            names[vessel.id] = chosen
            if vessel.span is not None:  # an unnamed vessel already has a report
                what = f"`{vessel.words}` is not in the laboratory's list"
                reports.append(guessed("XDL650", vessel.span, what, f"`{chosen}` is taken"))
    return names, reports


def _type(name: str, otherwise: str = "vessel") -> str:
    """The type of a piece of laboratory equipment, by its words (`separating funnel`); `otherwise` if they say none."""
    nouns, parts = lexicon().vessels, _parts(name)
    pieces = (" ".join(parts[at : at + size]) for size in (3, 2, 1) for at in range(len(parts) - size, -1, -1))
    known = [nouns[piece].type if piece in nouns else piece for piece in pieces if piece in nouns or piece in _SPECIAL]
    return known[0] if known else otherwise


def _fit(size: float | None, need: float) -> tuple[int, float]:
    """How well a vessel of a size holds so many millilitres, the least first: large enough, and no larger than that."""
    if size is None:
        return 1, 0.0
    return (0, size) if size >= need else (2, -size)


def _filled(steps: Iterable[Step], vessel: str) -> float:
    """The millilitres that steps put into a vessel."""
    return sum(
        _milliliters(step.get("volume") or "") + _filled(step.children, vessel)
        for step in steps
        if vessel in (step.get("vessel"), step.get("to_vessel")) or step.children
    )


def _milliliters(written: str) -> float:
    quantity = read_quantity(written, load().types["volume"]) if written else None
    return quantity.in_default if quantity is not None else 0.0


def _reagent_names(reagents: Iterable[str], allowed: tuple[str, ...]) -> dict[str, str]:
    """For each reagent the allowed name that means the same; one whose state differs is left to the checker."""
    found = {name: stand_in(name, allowed) or misspelt(name, allowed) for name in reagents}
    return {name: match for name, match in found.items() if match is not None}
