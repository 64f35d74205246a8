"""Adapt a reading to a dialect: steps that the dialect lacks are replaced, or reported and left out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from clairify_cli.diagnostics.model import Diagnostic, in_source_order
from clairify_cli.reader.protocol.model import Reading, Step, walk
from clairify_cli.reader.protocol.rules import rules

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
