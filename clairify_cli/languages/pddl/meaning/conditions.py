"""Evaluate conditions in a state.

If a condition is unreadable or compares an undefined number, neither it nor its negation holds. So `is_true` evaluates
both separately, and nothing holds merely because something else is unknown.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from clairify_cli.languages.pddl.meaning.joins import solutions
from clairify_cli.languages.pddl.meaning.shape import EQUALS
from clairify_cli.languages.pddl.meaning.terms import Binding, compare, ground_atom, value_of
from clairify_cli.languages.pddl.meaning.view import View
from clairify_cli.languages.pddl.syntax import (
    And,
    Atom,
    Comparison,
    Formula,
    Imply,
    Not,
    Or,
    Preference,
    Quantified,
)
from clairify_cli.languages.pddl.walk import everything_in


def is_true(formula: Formula, positive: bool, binding: Binding, view: View) -> bool:
    """Whether a condition, or its negation if not `positive`, holds."""
    kind = type(formula)
    if kind is Atom:
        return _atom(formula, binding, view) is positive  # type: ignore[arg-type]
    match formula:
        case Not():
            return is_true(formula.operand, not positive, binding, view)
        case And() | Or():
            results = (is_true(one, positive, binding, view) for one in formula.operands)
            return all(results) if (kind is And) is positive else any(results)
        case Imply():
            results = (
                is_true(one, sign is positive, binding, view)
                for one, sign in ((formula.left, False), (formula.right, True))
            )
            return any(results) if positive else all(results)
        case Quantified():
            return _quantified(formula, positive, binding, view)
        case Comparison():
            return _comparison(formula, binding, view) is positive
        case Preference():
            return positive  # a preference may be violated, so it never fails
    return False


def _atom(atom: Atom, binding: Binding, view: View) -> bool:
    ground = ground_atom(atom, binding)
    if ground[0] == EQUALS and len(ground) == 3:
        return ground[1] == ground[2]
    return view.true(ground)


def _comparison(comparison: Comparison, binding: Binding, view: View) -> bool | None:
    """Whether a comparison holds; None if one side has no value."""
    left = value_of(comparison.left, binding, view.numbers)
    right = value_of(comparison.right, binding, view.numbers)
    if left is None or right is None:
        return None
    return compare(comparison.operator.text, left, right)


def _quantified(formula: Quantified, positive: bool, binding: Binding, view: View) -> bool:
    existential = is_existential(formula, positive)
    variables = view.index.used(formula)
    if variables is None:
        return not existential
    if existential or _is_two_valued(formula.body):
        found = solutions(variables, formula.body, existential is positive, binding, view, is_true)
        return (next(found, None) is not None) is existential
    return all(is_true(formula.body, positive, one, view) for one in instances(formula, binding, view))


def is_existential(formula: Quantified, positive: bool) -> bool:
    """Whether one object is enough: for `exists`, and for the negation of `forall`."""
    return (formula.quantifier == "exists") is positive


def instances(formula: Quantified, binding: Binding, view: View) -> Iterator[dict[str, str]]:
    """Yield the binding with each combination of objects for the variables of a quantified condition or effect."""
    names = [variable.name.text for variable in formula.variables]
    for objects in product(*[view.index.members_of(variable) for variable in formula.variables]):
        view.spend(1)
        yield {**binding, **dict(zip(names, objects, strict=True))}


def _is_two_valued(formula: Formula) -> bool:
    """Whether the condition or its negation holds in every state: it is readable and has no numeric comparisons."""
    return all(isinstance(one, Atom | Not | And | Or | Imply | Quantified) for one in everything_in(formula))
