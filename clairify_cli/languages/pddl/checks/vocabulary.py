"""The declarations of a domain, for look-up by the checks."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from itertools import groupby
from typing import NamedTuple

from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.pddl.checks.literals import Literals, literals
from clairify_cli.languages.pddl.hierarchy import Hierarchy, hierarchy_of, type_names, types_text
from clairify_cli.languages.pddl.syntax import (
    OBJECT,
    Action,
    Domain,
    DurativeAction,
    FunctionDeclaration,
    PredicateDeclaration,
    TypedName,
)
from clairify_cli.languages.pddl.walk import changed_by
from clairify_cli.records import dataclass, field

Types = tuple[str, ...]
"""Names of alternative types (`either`); `("object",)` if none is written."""

AnyAction = Action | DurativeAction

_MOST_TYPES = 1500
"""With more types, no lattice is built, as it can grow quadratically with their number. Domains have a few dozen."""


class Signature(NamedTuple):
    """The parameters of a predicate or function."""

    declaration: PredicateDeclaration | FunctionDeclaration
    types: tuple[Types, ...]

    @property
    def text(self) -> str:
        """The parameters as declared, `(?o - item ?r - room)`, for a message."""
        return parameters_text(self.declaration.parameters)

    @property
    def whole(self) -> str:
        """The name with the parameters, `(at ?o - item ?r - room)`."""
        inner = self.text[1:-1]
        return f"({self.declaration.name.written}{' ' if inner else ''}{inner})"


def parameters_text(parameters: Iterable[TypedName]) -> str:
    """Format parameters in brackets: `(?x ?y - item ?r - room)`."""
    made: list[str] = []
    for types, group in groupby(parameters, key=lambda one: tuple(name.written for name in one.types)):
        made += [one.name.written for one in group]
        made += ["-", types_text(types)] if types else ()
    return f"({' '.join(made)})"


class Changes(NamedTuple):
    """The predicates that some action makes true, and those that some action makes false."""

    added: frozenset[str]
    deleted: frozenset[str]


@dataclass
class Vocabulary:
    """The names declared in a domain. Without one (`domain` is None), nothing is known and nothing is reported.

    `excused` are words that an unreadable part of the domain may declare.
    """

    domain: Domain | None
    source: Source | None
    hierarchy: Hierarchy
    types: dict[str, TypedName]
    predicates: dict[str, Signature]
    functions: dict[str, Signature]
    constants: dict[str, Types]
    derived: frozenset[str]
    requirements: frozenset[str]
    excused: frozenset[str]
    _fits: dict[tuple[Types, Types], bool] = field(default_factory=dict)

    @property
    def has_lattice(self) -> bool:
        """Whether the subtype relation is known."""
        return len(self.types) <= _MOST_TYPES

    def knows_type(self, name: str) -> bool:
        """Whether there is a type of that name, even if only as a supertype."""
        return name in self.hierarchy.supertypes

    def fits(self, given: Types, wanted: Types) -> bool:
        """Whether something of types `given` is of types `wanted`; True for unknown types, which are reported."""
        supertypes = self.hierarchy.supertypes
        if len(given) == len(wanted) == 1:
            above = supertypes.get(given[0])
            return above is None or wanted[0] in above or wanted[0] not in supertypes or not self.has_lattice
        key = (given, wanted)
        known = self._fits.get(key)
        if known is None:
            unknown = not self.has_lattice or any(name not in supertypes for name in (*given, *wanted))
            known = self._fits[key] = unknown or self.hierarchy.fits(given, wanted)
        return known

    @cached_property
    def action_names(self) -> frozenset[str]:
        return frozenset(one.name.text for one in all_actions(self.domain)) if self.domain is not None else frozenset()

    @cached_property
    def predicates_whole(self) -> tuple[str, ...]:
        """The predicates as declared, with their parameters."""
        return tuple(one.whole for one in self.predicates.values())

    @cached_property
    def changes(self) -> Changes:
        """The predicates that actions make true and false."""
        return Changes(*changed_by(all_actions(self.domain) if self.domain is not None else ()))

    @cached_property
    def preconditions(self) -> dict[int, Literals]:
        """The literals of the precondition of every non-durative action, by the action's offset."""
        return {one.start: literals(one.precondition) for one in self.domain.actions} if self.domain is not None else {}

    def lattice(self, name: str) -> str:
        """Return a type with its chain of first supertypes, `cup - dish - item - object`, for a message."""
        chain = [name]
        while chain[-1] != OBJECT:
            declared = self.types.get(chain[-1])
            parent = declared.types[0].text if declared is not None and declared.types else OBJECT
            if parent in chain:
                break
            chain.append(parent)
        return " - ".join(self.written(one) for one in chain)

    def written(self, name: str) -> str:
        """Return a type as written in its declaration."""
        declared = self.types.get(name)
        return declared.name.written if declared is not None else name

    def types_text(self, types: Types) -> str:
        """Format one or several types as declared: `Room`, `(either Room Hall)`."""
        return types_text([self.written(name) for name in types])


def all_actions(domain: Domain) -> tuple[AnyAction, ...]:
    """Return the actions of a domain, with and without a duration, and its processes and events."""
    return (*domain.actions, *domain.durative_actions, *domain.processes)


def vocabulary_of(domain: Domain | None, source: Source | None, excused: frozenset[str] = frozenset()) -> Vocabulary:
    """Return the names that a domain declares. If a predicate is declared twice, the last declaration is used."""
    if domain is None:
        nothing = frozenset[str]()
        return Vocabulary(None, None, hierarchy_of(None), {}, {}, {}, {}, nothing, nothing, nothing)
    types: dict[str, TypedName] = {}
    for declared in domain.types:
        types.setdefault(declared.name.text, declared)
    return Vocabulary(
        domain,
        source,
        hierarchy_of(domain) if len(types) <= _MOST_TYPES else _flat(domain),
        types,
        {one.name.text: _signature(one) for one in domain.predicates},
        {one.name.text: _signature(one) for one in domain.functions},
        {one.name.text: type_names(one.types) for one in domain.constants},
        frozenset(one.name.text for one in domain.derived),
        frozenset(name.text for name in domain.requirements),
        excused,
    )


def _flat(domain: Domain) -> Hierarchy:
    """Return the types of a domain as if each had only the supertype `object`."""
    names = {OBJECT, *(name.text for one in domain.types for name in (one.name, *one.types))}
    return Hierarchy({name: frozenset((name, OBJECT)) for name in names})


def _signature(declaration: PredicateDeclaration | FunctionDeclaration) -> Signature:
    return Signature(declaration, tuple(type_names(one.types) for one in declaration.parameters))
