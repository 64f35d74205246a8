"""The shared state of the checks: the document, the dialect's tables, the names in scope, and the findings.

Two ideas make it fast. First, a value is accepted by a look-up in a container (declared names, enumeration, values
read before), and only a value not found there reaches the code that explains errors; slots map each kind of property
to its container. Second, an element whose property names were correct once is recognised by its shape, the tuple of
its tag and those names.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from functools import cache
from pathlib import Path
from typing import Any, Protocol

from clairify_cli.diagnostics.model import Diagnostic, Edit, Fix, Span
from clairify_cli.files.data import toml
from clairify_cli.languages.base import CheckOptions
from clairify_cli.languages.xdl.quantities import Quantity, clean
from clairify_cli.languages.xdl.schema import DialectTable, ElementSpec, Kind, Property, Type, is_portable, load
from clairify_cli.languages.xdl.tree import Document, Element
from clairify_cli.records import dataclass, field

EXPLAIN, VESSEL, REAGENT, MATERIAL, TEXT = range(5)
"""Slots that each scope fills itself; those of the types follow. `EXPLAIN` accepts nothing, `TEXT` everything."""

_REFERENCE_SLOTS = {Kind.VESSEL: VESSEL, Kind.REAGENT: REAGENT, Kind.MATERIAL: MATERIAL, Kind.TEXT: TEXT}

_MOST_REMEMBERED = 20_000

OLDEST = "0.4"
"""The dialect in which the older names are the current ones."""
NOTHING = ("", "None", "default")
"""What programs write for a missing value."""
STRICTEST = "clairify"
"""The dialect of a verifier that rejects everything unknown."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An element as the fast loop sees it: a slot per property, the mandatory ones, whether to check amounts."""

    spec: ElementSpec
    slots: dict[str, int]
    mandatory: frozenset[str]
    amounts: bool
    known: tuple[str, ...] = ()
    """Its current properties; `offered` are those that every dialect has."""
    offered: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Shape:
    """An element of which only the values need checking: the slot in which to look up each of them."""

    entry: Entry
    values: tuple[tuple[str, int], ...]
    references: tuple[str, ...]
    plain: bool
    """Whether it is a step of the current dialect without content."""


class Accepted(dict[str, Quantity | None]):
    """The values of a type accepted so far. Looking up another one reads it, so that what is known of a value, such as
    that of a parameter, does not depend on the files checked before."""

    def __init__(self, kind: Type) -> None:
        values = kind.values if kind.kind in (Kind.ENUMERATION, Kind.SUGGESTION) else ()
        super().__init__(dict.fromkeys((*values, *kind.words)))
        self.kind = kind

    def __missing__(self, value: str) -> Quantity | None:
        return clean(value, self.kind)


class Tables:
    """A dialect's tables with slots, and the shapes and values of each type accepted so far."""

    def __init__(self, table: DialectTable) -> None:
        self.table = table
        self.remembered: list[Accepted] = []
        self.types: list[Type] = []
        self.faults: dict[tuple[str, str, str], list[Diagnostic]] = {}
        """The findings on a faulty quantity where it first occurred, by element, property and value."""
        self.step_names = tuple(table.step_names())
        self.offered_steps = tuple(name for name in self.step_names if is_portable(load().elements[name]))
        self.shapes: dict[tuple[str, ...], Shape] = {}
        self._slot_of: dict[str, int] = {}
        self.entries = {name: self._entry(spec) for name, spec in table.elements.items()}
        self.volumes, self.masses, self.temps = (
            self.remembered[self._slot_of[name] - TEXT - 1] for name in ("volume", "mass", "temp")
        )

    def _entry(self, spec: ElementSpec) -> Entry:
        properties = self.table.properties[spec.name]
        slots = {name: self._slot(prop) for name, prop in properties.items()}
        amounts = bool(spec.one_of) or any(prop.amount for prop in properties.values())
        known = tuple(name for name, slot in slots.items() if slot != EXPLAIN)
        offered = tuple(name for name in known if is_portable(spec.properties[name]))
        return Entry(spec, slots, self.table.mandatory[spec.name], amounts, known, offered)

    def _slot(self, prop: Property) -> int:
        if prop.now or prop.platform:
            return EXPLAIN
        fixed = _REFERENCE_SLOTS.get(prop.type.kind)
        if fixed is not None:
            return fixed
        slot = self._slot_of.get(prop.type.name)
        if slot is None:
            slot = self._slot_of[prop.type.name] = TEXT + 1 + len(self.remembered)
            self.remembered.append(Accepted(prop.type))
            self.types.append(prop.type)
        return slot

    def learn_shape(self, key: tuple[str, ...], entry: Entry) -> None:
        """Remember a tag's shape if its properties are known and complete, and state each amount once."""
        names = key[1:]
        spec = entry.spec
        slots = [entry.slots.get(name, EXPLAIN) for name in names]
        if EXPLAIN in slots or not entry.mandatory <= set(names) or len(self.shapes) > _MOST_REMEMBERED:
            return
        if spec.one_of and sum(name in names for name in spec.one_of) != 1:
            return
        for name in names:
            amount = spec.properties[name].amount
            if amount and not any(other in names for other in amount):
                return
        self.shapes[key] = Shape(
            entry,
            values=tuple((name, slot) for name, slot in zip(names, slots, strict=True) if slot != TEXT),
            references=tuple(name for name, slot in zip(names, slots, strict=True) if EXPLAIN < slot < TEXT),
            plain=spec.is_step and not spec.holds_steps and not spec.now,
        )

    def remember(self, slot: int, value: str, quantity: Quantity | None) -> None:
        """Remember a value, to accept its next occurrence by look-up."""
        known = self.remembered[slot - TEXT - 1]
        if len(known) < _MOST_REMEMBERED:
            known[value] = quantity

    def note_faults(self, element: str, name: str, value: str, found: list[Diagnostic]) -> None:
        """Remember the findings on a value."""
        if len(self.faults) < _MOST_REMEMBERED:
            self.faults[element, name, value] = found


@dataclass(slots=True)
class Scope:
    """The names declared in a synthesis or a blueprint, and which of them are used."""

    vessels: dict[str, Element] = field(default_factory=dict)
    reagents: dict[str, Element] = field(default_factory=dict)
    parameters: dict[str, Element] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)
    hardware: Element | None = None
    reagent_section: Element | None = None
    procedure: Element | None = None
    good: list[Container[str]] = field(default_factory=list)
    loop_names: set[str] = field(default_factory=set)
    holders: dict[str, str] = field(default_factory=dict)
    """The component that is or holds each material, once that has been asked for."""
    """Variables of the loops being checked; they stand for reagents or vessels."""
    passed: set[str] = field(default_factory=set)
    """Arguments that calls give a blueprint and its steps use, though it does not declare them."""
    outer: Scope | None = None
    """The scope of the synthesis, for a blueprint."""

    def fill(self, tables: Tables) -> None:
        """Make the containers of the slots, once all declarations are known."""
        # Materials are rare, and need the slow look-up, as the component that holds one may have another name.
        self.good = [(), self.vessels, self.reagents, (), (), *tables.remembered]


class Runs(Protocol):
    """An interpreter of procedures."""

    def run(self, steps: Element, depth: int) -> None:
        """Run steps in order."""

    def finish(self, procedure: Element) -> None:
        """Report the findings that depend on the final state."""


@dataclass(slots=True)
class Context:
    """One run of the checks over one document."""

    document: Document
    tables: Tables
    options: CheckOptions
    found: list[Diagnostic] = field(default_factory=list)
    blueprints: dict[str, Element] = field(default_factory=dict)
    blueprint_scopes: dict[str, Scope] = field(default_factory=dict)
    used_blueprints: set[str] = field(default_factory=set)

    declarations: dict[tuple[int, Kind, str], Fix | None] = field(default_factory=dict)
    """The fix that declares an undeclared name in a section, so that every use of the name gets the same one."""
    filled: set[str] | None = None
    """The vessels that something is put into; None until that is asked."""
    last_declared: dict[tuple[Element, str], Element | None] = field(default_factory=dict)
    """The last child of a section with a tag, below which another is declared."""
    old_names: dict[tuple[str, str, str], list[tuple[Span, tuple[Edit, ...]]]] = field(default_factory=dict)
    """Occurrences of names from older dialects, with the edits that rename them; reported once per name at the end."""
    platform_names: set[str] = field(default_factory=set)
    """Platform-specific names already reported; each is reported once."""

    interpreter: Callable[[Context, Scope], Runs] | None = None
    """Makes the interpreter to use in place of the usual one, such as one that keeps the states."""

    @property
    def dialect(self) -> str:
        return self.tables.table.dialect

    def note_old(self, name: str, now: str, what: str, span: Span, edits: tuple[Edit, ...]) -> None:
        """Record a use of an older name, except in dialect 0.4, where the older names are the current ones."""
        if self.dialect != OLDEST:
            self.old_names.setdefault((name, now, what), []).append((span, edits))

    def first_of_platform(self, name: str) -> bool:
        """Whether a platform-specific name occurs for the first time."""
        is_new = name not in self.platform_names
        self.platform_names.add(name)
        return is_new


@cache
def words() -> dict[str, dict[str, Any]]:
    """Return the tables of `words.toml`, which only findings need."""
    return toml(Path(__file__).with_name("words.toml"))


def says_nothing(value: str, context: Context) -> bool:
    """Whether a value means that there is none."""
    return not value or value.isspace() or (value in NOTHING and context.dialect != STRICTEST)
