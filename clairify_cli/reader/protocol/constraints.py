"""Fit a reading to a dialect, whose missing steps are replaced or left out, and to the names of a laboratory."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from clairify_cli.chemistry import misspelt, stand_in
from clairify_cli.diagnostics.model import Diagnostic, in_source_order
from clairify_cli.files.patterns import late
from clairify_cli.languages.base import Constraints
from clairify_cli.languages.xdl.quantities import show_short
from clairify_cli.reader.protocol.hardware import parts_of, type_of, vessel_names
from clairify_cli.reader.protocol.model import Reading, Step, Vessel, walk
from clairify_cli.reader.protocol.rules import rules

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


if TYPE_CHECKING:
    from clairify_cli.languages.xdl.schema import DialectTable


def in_dialect(reading: Reading, dialect: str | None) -> Reading:
    """The reading in a dialect of XDL (`None`: the usual one); raises `ValueError` for an unknown dialect.

    Values that a step of the dialect has no property for go into its comment.

    Sonication becomes stirring with a comment. Other missing steps are left out with a warning, and later steps use
    the vessel in which the contents stay.
    """
    if dialect is None:
        return reading
    from clairify_cli.languages.xdl.schema import load

    table = load().for_dialect(dialect)
    made = _Dialect(dialect, table)
    steps = made.steps(reading.steps)
    sized = "capacity" in table.properties["Component"]
    used = {value for step in walk(steps) for key, value in step.properties if key != "comment"}
    return replace(
        reading,
        steps=steps,
        vessels=tuple(one if sized else replace(one, capacity="") for one in reading.vessels if one.id in used),
        reagents=tuple(name for name in reading.reagents if name in used or name not in made.lost),
        diagnostics=tuple(in_source_order([*reading.diagnostics, *made.reports])),
    )


class _Dialect:
    """Converts the steps of one reading; `instead` maps the target of a step left out to its source."""

    def __init__(self, dialect: str, table: DialectTable) -> None:
        self.dialect = dialect
        self.table = table
        self.lost: set[str] = set()
        self.instead: dict[str, str] = {}
        self.reports: list[Diagnostic] = []

    def steps(self, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        return tuple(made for step in steps if (made := self._step(step)) is not None)

    def _step(self, step: Step) -> Step | None:
        """The step in the dialect, or None if it has no equivalent."""
        properties = tuple(
            (key, self.instead.get(value, value) if "vessel" in key else value) for key, value in step.properties
        )
        step = replace(step, properties=properties, children=self.steps(step.children))
        if step.name in self.table.elements:
            return self._in_comment(step)
        if step.name == "Sonicate":
            return _stirred(step)
        source, target = step.get("from_vessel"), step.get("to_vessel")
        if source is not None and target is not None:
            self.instead[target] = source
        for span in step.spans[:1]:
            reason = f"XDL of the dialect {self.dialect} has no step `{step.name}`"
            self.reports.append(rules.unread_text(span, step.name, reason))
        return None

    def _in_comment(self, step: Step) -> Step:
        """The step, with values that the dialect has no property for moved to its comment."""
        own = self.table.properties[step.name]
        lost = [value for key, value in step.properties if key not in own]
        if not lost:
            return step
        self.lost.update(lost)
        said = step.get("comment") or ""
        words = "; ".join([*([said] if said else []), *(value for value in lost if value not in said)])
        kept = tuple((key, value) for key, value in step.properties if key in own and key != "comment")
        return replace(step, properties=(*kept, ("comment", words)))


def _stirred(step: Step) -> Step:
    """Sonication as stirring, the nearest equivalent."""
    name = "Stir" if step.get("time") is not None else "StartStir"
    kept = [(key, value) for key, value in step.properties if key in ("vessel", "time")]
    words = "; ".join(value for key, value in step.properties if key in ("temp", "comment"))
    return replace(step, name=name, properties=(*kept, ("comment", f"sonicate; {words}" if words else "sonicate")))
