"""Replace the text's names with the laboratory's if the match is clear."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from clairify_cli.chemistry import misspelt, stand_in
from clairify_cli.diagnostics.model import Diagnostic, in_source_order
from clairify_cli.files.patterns import late
from clairify_cli.languages.base import Constraints
from clairify_cli.languages.xdl.quantities import show_short
from clairify_cli.reader.protocol.hardware import parts_of, type_of, vessel_names
from clairify_cli.reader.protocol.model import Reading, Step, Vessel

_TAKEN = late(r"so `([^`]+)` is taken\Z")
_VESSELS = ("vessel", "separation_vessel", "filtrate_vessel", "from_vessel", "to_vessel", "waste_phase_to_vessel")
_REAGENTS = ("reagent", "solvent", "through", "eluting_solvent", "rinsing_solvent")


def constrained(reading: Reading, constraints: Constraints) -> Reading:
    """The reading with vessels and reagents renamed; a name without a clear match is kept for the checker."""
    vessels, reports = vessel_names(reading, constraints)
    reagents = _reagent_names(reading.reagents, constraints.reagents) if constraints.reagents is not None else {}
    reagents = {old: new for old, new in reagents.items() if old != new}
    sizes = dict(constraints.capacities)
    return replace(
        reading,
        steps=tuple(_renamed(step, vessels, reagents) for step in reading.steps),
        vessels=tuple(_vessel(one, vessels[one.id], sizes) if one.id in vessels else one for one in reading.vessels),
        reagents=tuple(dict.fromkeys(reagents.get(name, name) for name in reading.reagents)),
        diagnostics=tuple(in_source_order([*(_told(one, vessels) for one in reading.diagnostics), *reports])),
    )


def _told(report: Diagnostic, vessels: dict[str, str]) -> Diagnostic:
    """A report about a guessed vessel, with the laboratory's name."""
    taken = _TAKEN.search(report.message)
    if taken is None or taken[1] not in vessels:
        return report
    return replace(report, message=f"{report.message[: taken.start()]}so `{vessels[taken[1]]}` is taken")


def _vessel(vessel: Vessel, name: str, sizes: dict[str, float]) -> Vessel:
    """A vessel under the laboratory's name, which may also say its type, and with its capacity."""
    size = show_short(sizes[name], "volume") if name in sizes else ""
    return replace(vessel, id=name, type=type_of(name, vessel.type), capacity=size)


def _renamed(step: Step, vessels: dict[str, str], reagents: dict[str, str]) -> Step:
    """The step under the laboratory's names."""
    properties = []
    comment = step.get("comment") or ""
    for key, value in step.properties:
        if key in _VESSELS:
            properties.append((key, vessels.get(value, value)))
        elif key in _REAGENTS and value in reagents:
            properties.append((key, reagents[value]))
            if parts_of(value) != parts_of(reagents[value]):
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


def _reagent_names(reagents: Iterable[str], allowed: tuple[str, ...]) -> dict[str, str]:
    """For each reagent the allowed name that means the same; one whose state differs is left to the checker."""
    found = {name: stand_in(name, allowed) or misspelt(name, allowed) for name in reagents}
    return {name: match for name, match in found.items() if match is not None}
