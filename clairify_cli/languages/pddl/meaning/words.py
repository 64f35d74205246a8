"""Format conditions as PDDL on one line, with objects for their variables, for messages."""

from __future__ import annotations

from clairify_cli.languages.pddl.hierarchy import types_text
from clairify_cli.languages.pddl.meaning.terms import Binding
from clairify_cli.languages.pddl.syntax import (
    Atom,
    Broken,
    Expression,
    Formula,
    FunctionTerm,
    Name,
    Not,
    Number,
    Preference,
    Quantified,
    TypedName,
)
from clairify_cli.languages.pddl.walk import operator_of, parts


def words_of(formula: Formula | Expression, binding: Binding, positive: bool = True) -> str:
    """Format a condition (its negation if not `positive`) or expression with objects for its variables."""
    if not positive:
        return words_of(formula.operand, binding) if isinstance(formula, Not) else f"(not {words_of(formula, binding)})"
    match formula:
        case Atom():
            return _list(formula.predicate.text, *_names(formula.arguments, binding))
        case FunctionTerm() if formula.function.text.startswith("?"):
            return formula.function.text
        case FunctionTerm():
            return _list(formula.function.text, *_names(formula.arguments, binding))
        case Number():
            return number_words(formula.value)
        case Quantified():
            own = {one.name.text for one in formula.variables}
            outer = {name: value for name, value in binding.items() if name not in own}
            return _list(formula.quantifier, _variables(formula.variables), words_of(formula.body, outer))
        case Preference():
            return _list("preference", words_of(formula.operand, binding))
        case Broken():
            return "(?)"
    operator = operator_of(formula)
    return _list(operator, *(words_of(one, binding) for one in parts(formula))) if operator else "(...)"


def number_words(value: float) -> str:
    """Format a number as a person would: `3`, not `3.0`."""
    return str(int(value)) if value == int(value) and abs(value) < 1e15 else f"{value:.10g}"


def _names(names: tuple[Name, ...], binding: Binding) -> list[str]:
    return [binding.get(name.text, name.text) for name in names]


def _variables(variables: tuple[TypedName, ...]) -> str:
    return "(" + " ".join(_variable(one) for one in variables) + ")"


def _variable(one: TypedName) -> str:
    if not one.types:
        return one.name.text
    return f"{one.name.text} - {types_text(name.text for name in one.types)}"


def _list(*words: str) -> str:
    return f"({' '.join(words)})"
