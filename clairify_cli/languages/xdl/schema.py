"""Tables of XDL, read from `schemas/xdl.xsd`: elements, properties, types, units, dialects.

The checks, the description for a model and the documentation all use these tables, so a new step or unit is added
only to the schema file. `load()` reads it once per process, in a few milliseconds.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from clairify_cli.english.units import table
from clairify_cli.files import data_path
from clairify_cli.records import dataclass, field

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element as _Node

DIALECTS = ("2.0", "clairify", "0.5", "0.4")

_XS = "{http://www.w3.org/2001/XMLSchema}"
_C = "{urn:clairify:xdl}"

SECTIONS = ("Metadata", "Hardware", "Reagents", "Parameters", "Procedure")
"""The sections of a synthesis or a blueprint, in order."""

SECTION_CHILD = {"Hardware": "Component", "Reagents": "Reagent", "Parameters": "Parameter"}
"""The element that each declaring section contains."""


class Kind(enum.Enum):
    """The kind of value of a property."""

    VESSEL = "vessel"
    REAGENT = "reagent"
    MATERIAL = "material"
    NAME = "name"
    TEXT = "text"
    COUNT = "count"
    ENUMERATION = "enumeration"
    SUGGESTION = "suggestion"
    QUANTITY = "quantity"
    PARAMETER = "parameter"


REFERENCES = frozenset({Kind.VESSEL, Kind.REAGENT, Kind.MATERIAL})


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit by its standard spelling; `factor` converts a value to the default unit of its dimension.

    Temperatures other than °C also need an offset, which `quantities.to_default` adds.
    """

    name: str
    factor: float
    dimension: str


@dataclass(frozen=True, slots=True)
class Dimension:
    """A physical dimension: its default unit, its units by standard spelling, and other spellings in use."""

    name: str
    default: str
    units: dict[str, Unit]
    spellings: dict[str, Unit]


@dataclass(frozen=True, slots=True)
class Type:
    """The type of a property: its kind, and what values of that kind are allowed."""

    name: str
    kind: Kind
    doc: str
    values: tuple[str, ...] = ()
    dimensions: tuple[Dimension, ...] = ()
    default_unit: str = ""
    signed: bool = False
    words: tuple[str, ...] = ()
    usual: tuple[float, float] | None = None
    spellings: dict[str, Unit] = field(default_factory=dict, compare=False, repr=False)
    """Every accepted spelling of every unit of the type's dimensions."""
    unit_names: tuple[str, ...] = ()
    """The standard spellings of the units, in the schema's order."""


@dataclass(frozen=True, slots=True)
class Property:
    """A property of an element (an XML attribute)."""

    name: str
    type: Type
    required: bool
    doc: str
    default: str | None = None
    flow: str = ""
    dialects: tuple[str, ...] = DIALECTS
    required_in: tuple[str, ...] = ()
    now: str = ""
    written_in: str = ""
    """The dialect in which this older name is written; the others only read it."""
    platform: bool = False
    amount: tuple[str, ...] = ()

    def mandatory(self, dialect: str) -> bool:
        return self.required or dialect in self.required_in


@dataclass(frozen=True, slots=True)
class ElementSpec:
    """An element: a step, a block, a section or a declaration."""

    name: str
    doc: str
    properties: dict[str, Property]
    is_step: bool = False
    holds_steps: bool = False
    is_block: bool = False
    effect: str = ""
    """The state interpreter's method that applies the step to the vessels; empty if it has no effect on them."""
    action: str = "other"
    """The verb that a step's claims have (`languages.base.StepClaims`)."""
    dialects: tuple[str, ...] = DIALECTS
    now: str = ""
    one_of: tuple[str, ...] = ()
    open: bool = False


@dataclass(frozen=True)
class Schema:
    """All of XDL: elements by name, types by name, dimensions by name."""

    elements: dict[str, ElementSpec]
    types: dict[str, Type]
    dimensions: dict[str, Dimension]
    step_names: tuple[str, ...]
    _tables: dict[str, DialectTable] = field(default_factory=dict, compare=False)

    @property
    def steps(self) -> Iterator[ElementSpec]:
        return (self.elements[name] for name in self.step_names)

    def for_dialect(self, dialect: str) -> DialectTable:
        """Return the schema restricted to one dialect; cached."""
        table = self._tables.get(dialect)
        if table is None:
            table = self._tables[dialect] = DialectTable.of(self, dialect)
        return table


@dataclass(frozen=True)
class DialectTable:
    """What one dialect accepts: steps by name, and for each element its properties and mandatory ones."""

    dialect: str
    schema: Schema
    elements: dict[str, ElementSpec]
    properties: dict[str, dict[str, Property]]
    mandatory: dict[str, frozenset[str]]

    @classmethod
    def of(cls, schema: Schema, dialect: str) -> DialectTable:
        if dialect not in DIALECTS:
            raise ValueError(f"unknown dialect {dialect!r}; there are {', '.join(DIALECTS)}")
        elements = {name: spec for name, spec in schema.elements.items() if dialect in spec.dialects}
        properties = {
            name: {key: prop for key, prop in spec.properties.items() if dialect in prop.dialects}
            for name, spec in elements.items()
        }
        mandatory = {
            name: frozenset(key for key, prop in props.items() if prop.mandatory(dialect))
            for name, props in properties.items()
        }
        return cls(dialect, schema, elements, properties, mandatory)

    def step_names(self) -> list[str]:
        """Return the current names of the dialect's steps."""
        return [name for name in self.schema.step_names if name in self.elements and not self.elements[name].now]


def is_portable(item: ElementSpec | Property) -> bool:
    """Whether every dialect has the step or property; any other is accepted but not suggested."""
    return len(item.dialects) == len(DIALECTS)


@cache
def load() -> Schema:
    """Return the schema of XDL, read from its file on the first call."""
    return _Loader().load()


class _Loader:
    """Convert the XSD's tree to tables. The XSD is our own file; no user input is parsed here."""

    def load(self) -> Schema:
        import xml.etree.ElementTree as ET

        root = ET.parse(data_path("schemas", "xdl.xsd")).getroot()
        self.dimensions = _dimensions()
        self.types = {t.name: t for t in map(self._type, root.findall(f"{_XS}simpleType"))}
        self.groups = {g.get("name", ""): g for g in root.findall(f"{_XS}attributeGroup")}
        step_names = tuple(
            ref.get("ref", "")
            for group in root.findall(f"{_XS}group")
            if group.get("name") == "steps"
            for ref in group.iter(f"{_XS}element")
        )
        steps = frozenset(step_names)
        elements = {}
        for node in root.findall(f"{_XS}element"):
            spec = self._element(node, node.get("name", "") in steps)
            elements[spec.name] = spec
        return Schema(elements, self.types, self.dimensions, step_names)

    def _type(self, node: _Node) -> Type:
        kind = Kind(node.get(f"{_C}kind"))
        dimensions = tuple(self.dimensions[name] for name in (node.get(f"{_C}dimension") or "").split())
        return Type(
            name=node.get("name", ""),
            kind=kind,
            doc=_doc(node),
            values=tuple(e.get("value", "") for e in node.iter(f"{_XS}enumeration")),
            dimensions=dimensions,
            default_unit=node.get(f"{_C}default-unit") or "",
            signed=node.get(f"{_C}signed") == "true",
            words=tuple((node.get(f"{_C}words") or "").split()),
            usual=_usual(node.get(f"{_C}usual")),
            spellings={text: unit for one in dimensions for text, unit in one.spellings.items()},
            unit_names=tuple(name for one in dimensions for name in one.units),
        )

    def _element(self, node: _Node, is_step: bool) -> ElementSpec:
        body = node.find(f"{_XS}complexType")
        return ElementSpec(
            name=node.get("name", ""),
            doc=_doc(node),
            properties={p.name: p for p in self._properties(body)} if body is not None else {},
            is_step=is_step,
            holds_steps=node.get(f"{_C}holds") == "steps" or node.get("name") == "Procedure",
            is_block=node.get(f"{_C}block") == "true",
            effect=node.get(f"{_C}effect") or "",
            action=node.get(f"{_C}action") or "other",
            dialects=_dialects(node),
            now=node.get(f"{_C}now") or "",
            one_of=tuple((node.get(f"{_C}one-of") or "").split()),
            open=node.get(f"{_C}open") == "true",
        )

    def _properties(self, body: _Node) -> Iterator[Property]:
        for child in body:
            if child.tag == f"{_XS}attribute":
                yield self._property(child)
            elif child.tag == f"{_XS}attributeGroup":
                yield from self._properties(self.groups[child.get("ref", "")])

    def _property(self, node: _Node) -> Property:
        return Property(
            name=node.get("name", ""),
            type=self.types[node.get("type", "")],
            required=node.get("use") == "required",
            doc=_doc(node),
            default=node.get("default"),
            flow=node.get(f"{_C}flow") or "",
            dialects=_dialects(node),
            required_in=tuple((node.get(f"{_C}required-in") or "").split()),
            now=node.get(f"{_C}now") or "",
            written_in=node.get(f"{_C}written-in") or "",
            platform=node.get(f"{_C}platform") == "true",
            amount=tuple((node.get(f"{_C}amount") or "").split()),
        )


def _dimensions() -> dict[str, Dimension]:
    found: dict[str, Dimension] = {}
    for row in table():
        if row.spellings is not None:
            made = found.setdefault(row.dimension, Dimension(row.dimension, row.unit, {}, {}))
            unit = made.units[row.unit] = Unit(row.unit, float(row.factor), row.dimension)
            made.spellings.update(dict.fromkeys((row.unit, *row.spellings), unit))
    return found


def _usual(written: str | None) -> tuple[float, float] | None:
    if not written:
        return None
    low, high = written.split()
    return float(low), float(high)


def _dialects(node: _Node) -> tuple[str, ...]:
    named = node.get(f"{_C}dialects")
    return tuple(named.split()) if named else DIALECTS


def _doc(node: _Node) -> str:
    doc = node.find(f"{_XS}annotation/{_XS}documentation")
    return " ".join((doc.text or "").split()) if doc is not None else ""
