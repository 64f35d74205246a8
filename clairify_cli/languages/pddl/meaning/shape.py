"""The shape of a condition: which of its parts can be looked up and which must be tested."""

from __future__ import annotations

from typing import NamedTuple

from clairify_cli.languages.pddl.syntax import Atom, Expression, Formula, FunctionTerm, Name, Quantified
from clairify_cli.languages.pddl.walk import atoms_in, parts, required

EQUALS = "="


class Filter(NamedTuple):
    """A condition that is evaluated once its free variables have objects; negated if not `positive`."""

    formula: Formula
    positive: bool
    variables: frozenset[str]


class Shape(NamedTuple):
    """A conjunction: atoms that must be true, which can be looked up in a state, and everything else."""

    atoms: tuple[Atom, ...]
    filters: tuple[Filter, ...]


def shape_of(formula: Formula, positive: bool) -> Shape:
    """Return the conjuncts of a formula, or of its negation if not `positive`."""
    atoms: list[Atom] = []
    filters: list[Filter] = []
    for one, sign in required(formula, positive):
        if isinstance(one, Atom) and sign and one.predicate.text != EQUALS:
            atoms.append(one)
        else:
            filters.append(Filter(one, sign, free_variables(one)))
    return Shape(tuple(atoms), tuple(filters))


def free_variables(formula: Formula) -> frozenset[str]:
    """Return the free variables of a condition."""
    found: set[str] = set()
    waiting: list[tuple[Formula | Expression, frozenset[str]]] = [(formula, frozenset())]
    while waiting:
        one, bound = waiting.pop()
        if isinstance(one, Quantified):
            waiting.append((one.body, bound | {variable.name.text for variable in one.variables}))
        elif isinstance(one, Atom | FunctionTerm):
            found |= _variables(one.arguments) - bound
        else:
            waiting.extend((part, bound) for part in parts(one))
    return frozenset(found)


def predicates_of(formula: Formula) -> set[str]:
    """Return the predicates in a condition or effect."""
    return {one.predicate.text for one in atoms_in(formula)}


def _variables(names: tuple[Name, ...]) -> set[str]:
    return {name.text for name in names if name.is_variable}
