"""Conditions in negation normal form, the form that reachability and its explanation work on.

`not` occurs only before atoms, `imply` is a disjunction, and parts that the relaxation ignores (numbers, preferences,
unreadable parts) are `IGNORED`, so every conclusion from a condition stays sound. Every part has its place in the text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from clairify_cli.languages.pddl.hierarchy import type_names
from clairify_cli.languages.pddl.syntax import Atom, Formula, Not, Quantified, Timed, TypedName
from clairify_cli.languages.pddl.task import GroundAtom, ground
from clairify_cli.languages.pddl.walk import signed_parts
from clairify_cli.records import dataclass, replace

Place = tuple[int, int]
"""Start and end in the text, as offsets in characters."""

Types = dict[str, tuple[str, ...]]
"""Variables with their types; several types mean `either`."""

Binding = dict[str, str]
"""Variables with the objects, or the other variables, that they stand for."""

EQUAL = "="
DEEPEST = 200
"""Formulas nested more deeply are assumed to be true."""


@dataclass(frozen=True, slots=True)
class Literal:
    """An atom, or the negation of one. Arguments that begin with `?` are variables; `=` is equality of two terms."""

    positive: bool
    predicate: str
    arguments: tuple[str, ...]
    place: Place = (0, 0)

    @property
    def variables(self) -> tuple[str, ...]:
        """The variables among the arguments, each once, in order."""
        return tuple(dict.fromkeys(one for one in self.arguments if one.startswith("?")))

    @property
    def text(self) -> str:
        """The literal as PDDL."""
        atom = f"({' '.join((self.predicate, *self.arguments))})"
        return atom if self.positive else f"(not {atom})"


@dataclass(frozen=True, slots=True)
class All:
    """Every part holds; true if there are no parts."""

    parts: tuple[Condition, ...]
    place: Place = (0, 0)


@dataclass(frozen=True, slots=True)
class Any:
    """At least one part holds; false if there are no parts."""

    parts: tuple[Condition, ...]
    place: Place = (0, 0)


@dataclass(frozen=True, slots=True)
class Some:
    """There are objects of the types for which the body holds."""

    variables: tuple[tuple[str, tuple[str, ...]], ...]
    body: Condition
    place: Place = (0, 0)


@dataclass(frozen=True, slots=True)
class Every:
    """The body holds for all objects of the types."""

    variables: tuple[tuple[str, tuple[str, ...]], ...]
    body: Condition
    place: Place = (0, 0)


Condition = Literal | All | Any | Some | Every

TRUE = All(())
IGNORED = All((), (-1, -1))
"""A part that is taken to be true, although it may be false."""
FALSE = Any(())


def typed(variables: Iterable[TypedName]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return a typed list of variables as pairs, without names that lack a `?`, which were reported before."""
    return tuple((one.name.text, type_names(one.types)) for one in variables if one.name.is_variable)


def condition_of(formula: Formula | None, *, positive: bool = True, depth: int = 0) -> Condition:
    """Return a formula, or its negation, in negation normal form. A missing formula is always true."""
    if formula is None:
        return TRUE
    if depth > DEEPEST:
        return IGNORED
    place = (formula.start, formula.end)
    below = depth + 1
    match formula:
        case Atom():
            predicate, *arguments = ground(formula)
            return Literal(positive, predicate, tuple(arguments), place)
        case Not():
            made = condition_of(formula.operand, positive=not positive, depth=below)
            # A negated atom has the place of its `not`.
            return replace(made, place=place) if isinstance(formula.operand, Atom) else made
        case Quantified():
            body = condition_of(formula.body, positive=positive, depth=below)
            kind = Some if (formula.quantifier == "exists") is positive else Every
            return kind(typed(formula.variables), body, place)
        case Timed():
            return condition_of(formula.operand, positive=positive, depth=below)
    step = signed_parts(formula, positive)
    if step is None:
        return IGNORED
    every, parts = step
    return (All if every else Any)(tuple([condition_of(one, positive=sign, depth=below) for one, sign in parts]), place)


def substituted(condition: Condition, binding: Mapping[str, str]) -> Condition:
    """Return the condition with variables replaced, except those that a quantifier binds."""
    if not binding:
        return condition
    match condition:
        case Literal():
            if not any(one in binding for one in condition.arguments):
                return condition
            arguments = tuple(binding.get(one, one) for one in condition.arguments)
            return Literal(condition.positive, condition.predicate, arguments, condition.place)
        case All() | Any():
            return type(condition)(tuple(substituted(one, binding) for one in condition.parts), condition.place)
        case _:
            bound = {name for name, _ in condition.variables}
            left = {name: value for name, value in binding.items() if name not in bound}
            return type(condition)(condition.variables, substituted(condition.body, left), condition.place)


def literals_of(condition: Condition) -> Iterator[Literal]:
    """Yield every literal of a condition, in the order of the text."""
    match condition:
        case Literal():
            yield condition
        case All() | Any():
            for part in condition.parts:
                yield from literals_of(part)
        case _:
            yield from literals_of(condition.body)


def conjuncts(condition: Condition) -> Iterator[Literal]:
    """Yield the literals that a condition requires in any case."""
    waiting = [condition]
    while waiting:
        one = waiting.pop()
        if isinstance(one, Literal):
            yield one
        elif isinstance(one, All):
            waiting += reversed(one.parts)
        elif isinstance(one, Some):
            waiting.append(one.body)


def matched(literal: Literal, atom: GroundAtom) -> Binding | None:
    """Return the binding of a literal's variables for which its atom is `atom`; None if they do not match."""
    if literal.predicate != atom[0] or len(literal.arguments) != len(atom) - 1:
        return None
    found: Binding = {}
    for term, name in zip(literal.arguments, atom[1:], strict=True):
        if (found.setdefault(term, name) if term.startswith("?") else term) != name:
            return None
    return found


def free_variables(condition: Condition) -> tuple[str, ...]:
    """Return the variables that no quantifier inside the condition binds, each once, in the order of the text."""
    match condition:
        case Literal():
            return condition.variables
        case All() | Any():
            return tuple(dict.fromkeys(name for part in condition.parts for name in free_variables(part)))
        case _:
            bound = {name for name, _ in condition.variables}
            return tuple(name for name in free_variables(condition.body) if name not in bound)
