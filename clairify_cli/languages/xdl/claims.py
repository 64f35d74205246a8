"""Extract the claims of a program: its steps in order, with quantities, reagents, gases and repeats.

Parameters are substituted, loops are counted, and blueprints are expanded at each use. Comments make no claims; their
words are kept separately. Nothing is reported here: an unreadable quantity becomes a claim with the value NaN.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from clairify_cli.diagnostics.model import Source
from clairify_cli.files.patterns import late
from clairify_cli.languages.base import CheckOptions, Claim, ClaimKind, StepClaims
from clairify_cli.languages.xdl.quantities import collapse, read_quantity
from clairify_cli.languages.xdl.reader import read
from clairify_cli.languages.xdl.remarks import remarks_in_front
from clairify_cli.languages.xdl.schema import DIALECTS, ElementSpec, Kind, Property, load
from clairify_cli.languages.xdl.tree import Document, Element
from clairify_cli.records import dataclass, field

MOST_STEPS = 5_000
"""Limit on steps, because blueprints that use blueprints could expand without end."""
_DEEPEST = 20
_MOST_ROUNDS = 1_000

_SPECIFIC = {"amount_of_substance": "moles"}
_COUNT = late(r"[0-9]{1,6}")
_AMOUNTS = frozenset(("mass", "volume", "moles", "equivalents"))
_GASES = ("gas",)
_NAMES = ("molecular_formula", "cas", "inchi", "id", "name")


def claims(source: Source, options: CheckOptions) -> tuple[StepClaims, ...]:
    """Return the steps of every procedure in the text, in order, with their claims."""
    document, _ = read(source)
    if document is None:
        return ()
    dialect = options.dialect or DIALECTS[0]
    reading = _Reading(document, dialect)
    for scope in (document.root, *document.root):
        if scope.tag == "Synthesis":
            reading.procedure(scope, _Scope.of(scope), 1, 0)
    return tuple(reading.made)


@dataclass(frozen=True, slots=True)
class _Scope:
    """The names of a synthesis or of one use of a blueprint: parameters with their values, reagents, and arguments."""

    parameters: dict[str, str]
    reagents: dict[str, Element]
    arguments: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, owner: Element, arguments: dict[str, str] | None = None) -> _Scope:
        parameters: dict[str, str] = {}
        reagents: dict[str, Element] = {}
        for section in owner:
            for child in section:
                if child.tag == "Parameter" and "value" in child.attrib:
                    parameters[child.attrib.get("id", "")] = child.attrib["value"]
                elif child.tag == "Reagent":
                    reagents[child.attrib.get("name") or child.attrib.get("id", "")] = child
        given = arguments or {}
        parameters.update({name: value for name, value in given.items() if value})
        return cls(parameters, reagents, given)

    def value(self, written: str) -> str:
        """Resolve a value: to a parameter's value, an argument, or itself."""
        name = collapse(written)
        return self.parameters.get(name) or self.arguments.get(name) or written


class _Reading:
    """Collect the steps of one document."""

    def __init__(self, document: Document, dialect: str) -> None:
        self.document = document
        self.dialect = dialect
        self.elements = load().elements
        self.remarks = remarks_in_front(document)
        self.blueprints = {e.attrib["id"]: e for e in document.root.iter() if e.tag == "Blueprint" and "id" in e.attrib}
        self.made: list[StepClaims] = []

    def procedure(self, owner: Element, scope: _Scope, rounds: int, depth: int) -> None:
        for section in owner:
            if section.tag == "Procedure":
                self._steps(section, scope, rounds, depth)

    def _steps(self, parent: Iterable[Element], scope: _Scope, rounds: int, depth: int) -> None:
        for element in parent:
            if len(self.made) >= MOST_STEPS or depth > _DEEPEST:
                return
            spec = self.elements.get(element.tag)
            blueprint = self.blueprints.get(element.tag)
            if blueprint is not None:
                arguments = {name: scope.value(value) for name, value in element.attrib.items()}
                self.procedure(blueprint, _Scope.of(blueprint, arguments), rounds, depth + 1)
            elif spec is not None and (spec.is_block or spec.holds_steps):
                times = self._count(element, spec, scope) if element.tag == "Repeat" else 1
                self._steps(element, scope, min(rounds * times, _MOST_ROUNDS), depth + 1)
            else:
                self.made.append(self._step(element, spec, scope, rounds))

    def _step(self, element: Element, spec: ElementSpec | None, scope: _Scope, rounds: int) -> StepClaims:
        found: list[Claim] = []
        into: list[str] = []
        out_of: list[str] = []
        at: list[str] = []
        given: dict[str, str] = {}
        repeats, repeats_span = 1, None
        for name, written in element.attrib.items():
            prop = spec.properties.get(name) if spec is not None else None
            if prop is None:
                continue
            kind = prop.type.kind
            meant = given[prop.now or name] = scope.value(written)
            is_column = (prop.now or prop.name) == "column" and meant not in scope.reagents
            if kind is Kind.VESSEL or is_column:
                (into if prop.flow == "in" else out_of if prop.flow == "out" else at).append(meant)
            elif kind is Kind.COUNT and (prop.now or prop.name).endswith(("repeats", "n_separations")):
                repeats, repeats_span = self._times(meant), self.document.value_span(element, name)
            else:
                claim = self._claim(element, prop, scope, written)
                if claim is not None:
                    found.append(claim)
        remarks = (element.attrib.get("comment", ""), self.remarks.get(id(element), ""))
        action = spec.action if spec is not None else "other"
        return StepClaims(
            number=len(self.made) + 1,
            name=element.tag,
            action=action,
            span=self.document.tag_span(element),
            claims=tuple(found),
            repeats=repeats,
            repeats_span=repeats_span,
            rounds=rounds,
            notes=tuple(remark for remark in remarks if remark),
            stirs=_stirs(element, spec),
            into=tuple(into),
            out_of=tuple(out_of),
            at=tuple(at),
            given=given,
        )

    def _claim(self, element: Element, prop: Property, scope: _Scope, written: str) -> Claim | None:
        kind = prop.type.kind
        name = prop.now or prop.name
        meant = scope.value(written)
        if kind is Kind.QUANTITY:
            quantity = read_quantity(meant, prop.type)
            if quantity is None and meant.strip() in ("", *prop.type.words):
                return None
            if quantity is None:
                dimension, value = prop.type.dimensions[0].name, math.nan
            else:
                dimension = _SPECIFIC.get(quantity.unit.dimension, quantity.unit.dimension)
                value = quantity.in_default
            span = self.document.value_span(element, prop.name)
            of = _of(element, name) if dimension in _AMOUNTS else ""
            return Claim(ClaimKind.QUANTITY, name, meant, span, dimension, value, of=of)
        if kind in (Kind.REAGENT, Kind.MATERIAL):
            if not meant.strip() or not meant.isprintable():
                return None
            span = self.document.value_span(element, prop.name)
            declared = scope.reagents.get(meant)
            strength = declared.attrib.get("concentration", "") if declared is not None else ""
            return Claim(ClaimKind.REAGENT, name, meant, span, names=_other_names(declared, meant), strength=strength)
        if prop.name in _GASES and meant.strip():
            return Claim(ClaimKind.GAS, name, meant, self.document.value_span(element, prop.name))
        return None

    def _count(self, element: Element, spec: ElementSpec, scope: _Scope) -> int:
        """Return how often a loop runs; 1 if it does not say."""
        for name, written in element.attrib.items():
            prop = spec.properties.get(name)
            if prop is not None and prop.type.kind is Kind.COUNT:
                return self._times(scope.value(written))
        return 1

    def _times(self, written: str) -> int:
        collapsed = collapse(written)
        return max(1, int(collapsed)) if _COUNT.fullmatch(collapsed) else 1


def _of(element: Element, name: str) -> str:
    """Return the property that names an amount's substance: `solvent` for `solvent_volume`, `reagent` for `mass`."""
    prefix, _, _ = name.rpartition("_")
    names = (prefix, f"{prefix}_solvent") if prefix else ("reagent", "solvent", "solute")
    return next((one for one in names if one in element.attrib), "")


def _stirs(element: Element, spec: ElementSpec | None) -> bool | None:
    """Whether a step says that it stirs; None if it stirs by default."""
    written = element.attrib.get("stir")
    if written is not None:
        return written.strip() in ("true", "True", "1", "solvent")
    prop = spec.properties.get("stir") if spec is not None else None
    return None if prop is not None and prop.default == "true" else False


def _other_names(declared: Element | None, name: str) -> tuple[str, ...]:
    """Return the other names in a reagent's declaration."""
    if declared is None:
        return ()
    given = [declared.attrib.get(key, "").strip() for key in _NAMES]
    return tuple(dict.fromkeys(value for value in given if value and value != name))
