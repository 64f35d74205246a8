"""Terms under a binding: ground atoms and values of expressions."""

from __future__ import annotations

import math
from collections.abc import Mapping

from clairify_cli.languages.pddl.syntax import Arithmetic, Atom, Broken, Expression, FunctionTerm, Number
from clairify_cli.languages.pddl.task import GroundAtom
from clairify_cli.languages.pddl.walk import everything_in

Binding = Mapping[str, str]
"""The object that each variable stands for, by the variable's name with its `?`."""

Numbers = Mapping[GroundAtom, float]


def ground_atom(atom: Atom, binding: Binding) -> GroundAtom:
    """Return the atom with objects for its variables; unbound variables are kept."""
    get = binding.get
    return (atom.predicate.text, *[get(name.text, name.text) for name in atom.arguments])


def ground_term(term: FunctionTerm, binding: Binding) -> GroundAtom:
    """Return the function with objects for its variables."""
    get = binding.get
    return (term.function.text, *[get(name.text, name.text) for name in term.arguments])


def value_of(expression: Expression, binding: Binding, numbers: Numbers) -> float | None:
    """Return the value of an expression; None if it has none.

    An expression has no value if a function in it has none, if it divides by zero, or if the result is not finite.
    """
    match expression:
        case Number():
            return expression.value
        case FunctionTerm():
            return numbers.get(ground_term(expression, binding))
        case Arithmetic():
            return _arithmetic(expression, binding, numbers)
        case Broken():
            return None


def _arithmetic(expression: Arithmetic, binding: Binding, numbers: Numbers) -> float | None:
    values: list[float] = []
    for operand in expression.operands:
        value = value_of(operand, binding, numbers)
        if value is None:
            return None
        values.append(value)
    if not values:
        return None
    result = _calculate(expression.operator.text, values)
    return result if result is not None and math.isfinite(result) else None


def _calculate(operator: str, values: list[float]) -> float | None:
    first, *others = values
    match operator:
        case "+":
            return sum(values)
        case "*":
            return math.prod(values)
        case "-":
            return first - sum(others) if others else -first
        case "/" if others and 0 not in others:
            for other in others:
                first /= other
            return first
    return None


def compare(operator: str, left: float, right: float) -> bool:
    """Whether a comparison holds.

    Numbers that differ by less than one part in 10^9 are equal: decimal fractions such as 0.1 are not exact in binary,
    and a tank filled three times by 0.1 must be as full as one filled by 0.3.
    """
    equal = left == right or math.isclose(left, right, rel_tol=1e-9, abs_tol=1e-9)
    match operator:
        case "=":
            return equal
        case "<":
            return left < right and not equal
        case ">":
            return left > right and not equal
        case "<=":
            return left < right or equal
        case ">=":
            return left > right or equal
    return False


def undefined_terms(expression: Expression, binding: Binding, numbers: Numbers) -> tuple[GroundAtom, ...]:
    """Return the functions in an expression without a value, in the order in which they are written."""
    terms = [ground_term(one, binding) for one in everything_in(expression) if isinstance(one, FunctionTerm)]
    return tuple(dict.fromkeys(one for one in terms if one not in numbers))
