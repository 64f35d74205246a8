"""PDDL conditions in descriptions, such as `(and (at ?place) (in ?item:food ?place))`, with typed variables."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.pddl.hierarchy import Hierarchy
from clairify_cli.languages.pddl.meaning.shape import EQUALS, free_variables
from clairify_cli.languages.pddl.reader import read
from clairify_cli.languages.pddl.syntax import Atom, Broken, Domain, Formula, Not, TypedName
from clairify_cli.languages.pddl.walk import everything_in
from clairify_cli.languages.pddl.writing.nodes import name_of
from clairify_cli.records import dataclass

_TYPED = re.compile(r"(\?[a-zA-Z][\w-]*):([\w-]+(?:\|[\w-]+)*)")
_SHOWN = 200


@dataclass(frozen=True, slots=True, eq=False)
class Condition:
    """A PDDL condition with its free variables and their types."""

    formula: Formula
    variables: tuple[TypedName, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Unmet:
    """An atom of `predicate` that was `wanted` or not, about what its `arguments` name (without question marks)."""

    predicate: str
    arguments: tuple[str, ...]
    wanted: bool


class ConditionError(ValueError):
    """A condition is invalid in its domain; the message is the part of a sentence after its place."""


def condition_of(text: str, domain: Domain, hierarchy: Hierarchy, objects: Collection[str] | None = None) -> Condition:
    """Parse a condition.

    A variable gets the narrowest declared type of the predicates that use it, unless the text gives one:
    `?place:openable`, `?x:cup|mug`. Raises `ConditionError`.
    """
    formula, types = _formula(text)
    declared = {one.name.text: one.parameters for one in domain.predicates}
    found: dict[str, tuple[str, ...]] = {}
    for part in everything_in(formula):
        if isinstance(part, Broken):
            raise ConditionError(f"`{text}` is not a PDDL condition")
        if isinstance(part, Atom):
            _note_types(part, declared, hierarchy, found, objects)
    for name, given in types.items():
        for one in given:
            if one not in hierarchy:
                raise ConditionError(f"`{one}` is not a type of the domain{_meant(one, hierarchy.supertypes)}")
        found[name] = given
    free = sorted(free_variables(formula))
    return Condition(formula, tuple(_typed(name, found.get(name, ("object",))) for name in free), text)


def literal_of(text: str, domain: Domain) -> Unmet:
    """Parse a literal with variables only. Raises `ConditionError`."""
    formula, _ = _formula(text)
    wanted = not isinstance(formula, Not)
    atom = formula.operand if isinstance(formula, Not) else formula
    if not isinstance(atom, Atom) or not all(one.is_variable for one in atom.arguments):
        raise ConditionError(f"a literal such as `(at ?place)` or `(not (closed ?place))` is expected, not `{text}`")
    _check(atom, {one.name.text: one.parameters for one in domain.predicates})
    return Unmet(atom.predicate.text, tuple(one.text[1:] for one in atom.arguments), wanted)


def _formula(text: str) -> tuple[Formula, dict[str, tuple[str, ...]]]:
    types = {match[1].lower(): tuple(match[2].lower().split("|")) for match in _TYPED.finditer(text)}
    plain = _TYPED.sub(r"\1", text)
    source = Source(f"(:goal {plain})", "a condition")
    file, findings = read(source)
    wrong = next((one.message for one in findings if one.is_error), None)
    goal = file.goal
    if goal is None or goal.condition is None or goal.end < len(source.text) or wrong is not None:
        why = f": {wrong[0].lower()}{wrong[1:]}" if wrong else ""
        shown = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
        raise ConditionError(f"`{shown}` is not a PDDL condition{why}")
    return goal.condition, types


def _note_types(
    atom: Atom,
    declared: Mapping[str, tuple[TypedName, ...]],
    hierarchy: Hierarchy,
    found: dict[str, tuple[str, ...]],
    objects: Collection[str] | None,
) -> None:
    if atom.predicate.text == EQUALS:
        return
    for term, parameter in zip(atom.arguments, _check(atom, declared), strict=True):
        if not term.is_variable:
            if objects is not None and term.text not in objects:
                raise ConditionError(f"`{term.text}` is not an object{_meant(term.text, objects)}")
            continue
        types = tuple(one.text for one in parameter.types) or ("object",)
        known = found.get(term.text)
        if known is None or (hierarchy.fits(types, known) and not hierarchy.fits(known, types)):
            found[term.text] = types


def _check(atom: Atom, declared: Mapping[str, tuple[TypedName, ...]]) -> tuple[TypedName, ...]:
    name = atom.predicate.text
    if name not in declared:
        raise ConditionError(f"`{name}` is not a predicate of the domain{_meant(name, declared)}")
    if len(declared[name]) != len(atom.arguments):
        raise ConditionError(f"`{name}` takes {len(declared[name])} arguments, and here are {len(atom.arguments)}")
    return declared[name]


def _typed(name: str, types: tuple[str, ...]) -> TypedName:
    return TypedName(name_of(name), tuple(map(name_of, types)))


def _meant(name: str, allowed: Collection[str]) -> str:
    from clairify_cli.diagnostics.nearest import nearest

    near = nearest(name, allowed)
    return f"; did you mean `{near}`?" if near else ""
