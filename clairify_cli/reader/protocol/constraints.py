"""Fit a reading to a dialect, whose missing steps are replaced or left out, and to the names of a laboratory.

For each vessel of the text, one of the laboratory is chosen by name, kind and size. A volumetric flask, a funnel or a
cylinder is taken only where the text says so, and nothing that is too small.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from clairify_cli.chemistry import find, misspelt, stand_in
from clairify_cli.diagnostics.model import Diagnostic, in_source_order
from clairify_cli.english.lexicon import LEXICON
from clairify_cli.files.data import rows
from clairify_cli.files.patterns import late
from clairify_cli.languages.base import Constraints
from clairify_cli.languages.xdl.checks.references import slip_of
from clairify_cli.languages.xdl.quantities import read_quantity, show_short
from clairify_cli.languages.xdl.schema import load
from clairify_cli.reader.protocol.model import Reading, Step, Vessel, walk
from clairify_cli.reader.protocol.rules import guessed, rules

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


_PARTS = late(r"[^\W_\d]+|\d+")
_LONGEST = 3
"""The most words in a name for a kind of vessel."""
_CLOSED = ("Evaporate", "EvacuateAndRefill", "Purge")
"""Steps that are best done in a round-bottom flask, which stands a vacuum."""


def vessel_names(reading: Reading, constraints: Constraints) -> tuple[dict[str, str], list[Diagnostic]]:
    """The laboratory's name for each vessel, and reports of inexact matches.

    First the vessels that the list has under the text's name, then those of the same kind and size, then the others
    that the text names, and last those that it does not. Of several, the smallest that holds the contents is taken.
    """
    names: dict[str, str] = {}
    reports: list[Diagnostic] = []
    free = list(constraints.hardware or ())
    closed = {step.get("vessel") or "" for step in walk(reading.steps) if step.name in _CLOSED}
    choice = _Choice(dict(constraints.capacities), _peaks(reading), closed)
    for certain in (choice.named, choice.same):
        for vessel in reading.vessels:
            found = None if vessel.id in names else certain(vessel, free)
            if found is not None:
                names[vessel.id] = found
                free.remove(found)
    for vessel in sorted(reading.vessels, key=lambda vessel: not vessel.words):
        found = None if vessel.id in names else choice.best(vessel, free)
        if found is None:
            continue
        names[vessel.id] = found
        free.remove(found)
        if vessel.span is not None:  # an unnamed vessel already has a report
            what = f"the laboratory's list has no free `{vessel.words}`"
            reports.append(guessed("XDL650", vessel.span, what, f"`{found}` is taken"))
    return names, reports


class _Choice:
    """The choice of a vessel: by the sizes in the laboratory's list and by what the steps put into each vessel."""

    def __init__(self, sizes: dict[str, float], peaks: dict[str, float], closed: set[str]) -> None:
        self._sizes, self._peaks, self._closed = sizes, peaks, closed

    def named(self, vessel: Vessel, free: list[str]) -> str | None:
        """The free vessel with the text's name, in any spelling or order of words: `beaker 1L` for `1 L beaker`."""
        found = slip_of(vessel.id, free) or (slip_of(vessel.words, free) if vessel.words else None)
        words = sorted(parts_of(vessel.words))
        return found or next((name for name in free if words and sorted(parts_of(name)) == words), None)

    def same(self, vessel: Vessel, free: list[str]) -> str | None:
        """The free vessel of the kind and size that the text names; without a size, the smallest that is enough."""
        kind, said = _sort_of(vessel.words), _volume(vessel.capacity)
        if any(len(part) == 1 and part.isalpha() and part != "l" for part in parts_of(vessel.words)):
            return None  # `beaker A` is not just any beaker
        like = [name for name in free if kind and _sort_of(name) == kind]
        fitting = [name for name in like if not said or self._sizes.get(name) == said]
        return min(self._holds(vessel, fitting), key=lambda name: self._sizes.get(name, 0.0), default=None)

    def _holds(self, vessel: Vessel, names: list[str]) -> list[str]:
        return [name for name in names if self._sizes.get(name, self._need(vessel)) >= self._need(vessel)]

    def _need(self, vessel: Vessel) -> float:
        return max(_volume(vessel.capacity), self._peaks.get(vessel.id, 0.0))

    def best(self, vessel: Vessel, free: list[str]) -> str | None:
        """The free vessel that suits best, of those that are large enough; None if there is none."""
        kind, use = kind_of(vessel.words or vessel.type)
        plain = vessel.type == "vessel" or (not vessel.words and use != "special")
        fitting = [
            name
            for name in self._holds(vessel, free)
            if (kind_of(name)[0] == kind if use == "special" else kind_of(name)[1] != "special")
            and (plain or kind_of(name)[0] == kind or type_of(name) == vessel.type)
        ]

        def worse(name: str) -> tuple[bool, bool, bool, bool, float]:
            other, purpose = kind_of(name)
            strange = other != kind and type_of(name) != vessel.type and vessel.type != "vessel"
            unfit = vessel.id in self._closed and other != "round-bottom flask"
            return purpose == "storage", unfit, strange, name not in self._sizes, self._sizes.get(name, 0.0)

        return min(fitting, key=worse, default=None)


def parts_of(name: str) -> list[str]:
    """The words and the numbers of a name, in lower case."""
    return [part.lower() for part in _PARTS.findall(name)]


@cache
def _kinds() -> dict[str, tuple[str, str]]:
    return {words: (kind, use) for words, kind, use in rows(Path(__file__).with_name("kinds.tsv"))[1:]}


@lru_cache(maxsize=4096)
def kind_of(name: str) -> tuple[str, str]:
    """The kind of a vessel and its use, by its words: `reaction`, `open`, `storage` or `special`; empty if unknown."""
    return next((_kinds()[piece] for piece in _pieces(name) if piece in _kinds()), ("", ""))


def _sort_of(name: str) -> str:
    """The kind of a vessel, or the type of one whose words say no kind, such as `flask B`."""
    return kind_of(name)[0] or type_of(name, "")


def type_of(name: str, otherwise: str = "vessel") -> str:
    """The type of a piece of laboratory equipment, by its words (`separating funnel`); `otherwise` if they say none."""
    nouns = LEXICON.vessels
    known = (nouns[piece].type for piece in _pieces(name) if piece in nouns)
    kind = kind_of(name)[0].rpartition(" ")[2]
    return next(known, kind if kind in load().types["componentType"].values else otherwise)


def _pieces(name: str) -> Iterable[str]:
    """The words of a name, longest sequences first, and of these the last."""
    parts = parts_of(name)
    return [
        " ".join(parts[at : at + size]) for size in range(_LONGEST, 0, -1) for at in range(len(parts) - size, -1, -1)
    ]


def _peaks(reading: Reading) -> dict[str, float]:
    """The most millilitres that each vessel holds at any time; never more than the size that the text gives."""
    peak: dict[str, float] = defaultdict(float)
    sizes = {vessel.id: size for vessel in reading.vessels if (size := _volume(vessel.capacity))}
    _fill(reading.steps, sizes, defaultdict(float), peak)
    return peak


def _fill(steps: Iterable[Step], sizes: dict[str, float], level: dict[str, float], peak: dict[str, float]) -> None:
    for step in steps:
        for _ in range(min(int(step.get("repeats") or 1), 20) if step.children else 0):
            _fill(step.children, sizes, level, peak)
        vessel = step.get("vessel") or step.get("from_vessel") or ""
        target = step.get("to_vessel") or step.get("filtrate_vessel") or ""
        held, added = level[vessel], _volume(step.get("volume")) + _mass(step)
        solvent = _volume(step.get("solvent_volume"))
        if step.name == "Separate":
            funnel = step.get("separation_vessel") or ""
            peak[funnel] = max(peak[funnel], held + solvent)
            level[vessel] = 0.0
            extracts = step.get("purpose") == "extract"
            level[step.get("waste_phase_to_vessel") or "" if extracts else target] += held
            level[target] += solvent * int(step.get("repeats") or 1) if extracts else 0.0
        elif target:
            moved = added if step.name == "Transfer" and added else held
            level[vessel] = max(0.0, held - moved)
            level[target] += moved
        else:
            level[vessel] = 0.0 if step.name == "Evaporate" else held + added
        for name in (vessel, target):
            level[name] = min(level[name], sizes.get(name, level[name]))
            peak[name] = max(peak[name], level[name])


def _volume(written: str | None) -> float:
    quantity = read_quantity(written, load().types["volume"]) if written else None
    return quantity.in_default if quantity is not None else 0.0


def _mass(step: Step) -> float:
    """The millilitres of a mass that a step adds."""
    quantity = read_quantity(step.get("mass") or "", load().types["mass"]) if step.get("mass") else None
    known = find(step.get("reagent") or "")
    return 0.0 if quantity is None else quantity.in_default / ((known.density if known else None) or 1.0)
