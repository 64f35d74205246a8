"""Traversals of formulas that several rooms need."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from operator import attrgetter
from typing import Any

from clairify_cli.languages.pddl.syntax import (
    Action,
    And,
    Arithmetic,
    Assignment,
    Atom,
    Comparison,
    DurativeAction,
    Expression,
    Formula,
    Imply,
    Not,
    Or,
    Preference,
    Quantified,
    Timed,
    When,
)

Literal = tuple[Atom, bool]
"""An atom, and whether it is positive (without `not`)."""

Around = tuple[When | Quantified, ...]
"""The operators around a part of an effect, outermost first."""


def parts(one: Formula | Expression) -> tuple[Formula | Expression, ...]:
    """Return the direct parts of a formula or expression; for a quantified one, only its body."""
    found = _PARTS.get(type(one))
    return found(one) if found is not None else ()


_PARTS: dict[type, Callable[[Any], tuple[Formula | Expression, ...]]] = {
    **dict.fromkeys((And, Or, Arithmetic), attrgetter("operands")),
    **dict.fromkeys((Not, Preference, Timed), lambda one: (one.operand,)),
    **dict.fromkeys((Imply, Comparison), attrgetter("left", "right")),
    Quantified: lambda one: (one.body,),
    When: attrgetter("condition", "effect"),
    Assignment: attrgetter("target", "value"),
}
"""A table for speed, because it is used for every part of every formula."""


def operator_of(one: Formula | Expression) -> str | None:
    """Return the operator of a formula or expression that consists of the operator and its parts; None for others."""
    if isinstance(one, Arithmetic | Comparison | Assignment):
        return one.operator.text
    return _OPERATORS.get(type(one))


_OPERATORS: dict[type, str] = {And: "and", Or: "or", Not: "not", Imply: "imply", When: "when"}


def signed_parts(formula: Formula, positive: bool) -> tuple[bool, tuple[tuple[Formula, bool], ...]] | None:
    """Take one step to negation normal form: return whether all parts must hold (or one), and the parts with signs.

    If not `positive`, this is done for the negation. None for anything but a propositional connective.
    """
    match formula:
        case Not():
            return True, ((formula.operand, not positive),)
        case And() | Or():
            return isinstance(formula, And) is positive, tuple([(one, positive) for one in formula.operands])
        case Imply():
            return not positive, ((formula.left, not positive), (formula.right, positive))
    return None


def required(formula: Formula | None, positive: bool) -> Iterator[tuple[Formula, bool]]:
    """Yield what must hold for a formula, or its negation if not `positive`, each with its sign, from left to right.

    Alternatives and quantified formulas stay whole. Nothing for None.
    """
    waiting = [] if formula is None else [(formula, positive)]
    while waiting:
        one, sign = waiting.pop()
        made = signed_parts(one, sign)
        if made is not None and made[0]:
            waiting.extend(reversed(made[1]))
        else:
            yield one, sign


def everything_in(formula: Formula | Expression | None) -> Iterator[Formula | Expression]:
    """Yield a formula or expression and all its parts, from left to right."""
    waiting = [] if formula is None else [formula]
    while waiting:
        one = waiting.pop()
        yield one
        if inner := parts(one):
            waiting.extend(reversed(inner))


def atoms_in(formula: Formula | None) -> Iterator[Atom]:
    """Yield every atom in a condition or effect, from left to right."""
    return (one for one in everything_in(formula) if isinstance(one, Atom))


def signed_atoms(formula: Formula) -> Iterator[Literal]:
    """Yield every atom in a condition, including its alternatives, and whether it is required to be true."""
    waiting: list[tuple[Formula | Expression, bool]] = [(formula, True)]
    while waiting:
        one, positive = waiting.pop()
        match one:
            case Atom():
                yield one, positive
            case Not():
                waiting.append((one.operand, not positive))
            case Imply():
                waiting += ((one.right, positive), (one.left, not positive))
            case _:
                waiting += [(part, positive) for part in reversed(parts(one))]


def conjuncts(formula: Formula | None) -> Iterator[Formula]:
    """Yield the parts of a conjunction and of those nested in it, from left to right; nothing for None."""
    waiting = [] if formula is None else [formula]
    while waiting:
        one = waiting.pop()
        if isinstance(one, And):
            waiting += reversed(one.operands)
        else:
            yield one


def literal_of(one: Formula | Expression) -> Literal | None:
    """Return an atom or its `not` as a literal; None for any other formula."""
    positive = not isinstance(one, Not)
    atom = one.operand if isinstance(one, Not) else one
    return (atom, positive) if isinstance(atom, Atom) else None


def literals_in(formula: Formula | None) -> Iterator[Literal]:
    """Yield the literals among the parts of a conjunction."""
    return (literal for one in conjuncts(formula) if (literal := literal_of(one)) is not None)


def scoped_effects(effect: Formula | None) -> Iterator[tuple[Formula, Around]]:
    """Yield the simple effects, as `effects_in` does, each with the operators around it."""
    waiting: list[tuple[Formula, Around]] = [] if effect is None else [(effect, ())]
    while waiting:
        one, around = waiting.pop()
        match one:
            case And():
                waiting += [(part, around) for part in reversed(one.operands)]
            case When():
                waiting.append((one.effect, (*around, one)))
            case Quantified():
                waiting.append((one.body, (*around, one)))
            case Timed():
                waiting.append((one.operand, around))
            case _:
                yield one, around


def effects_in(effect: Formula | None) -> Iterator[Formula]:
    """Yield the simple effects in an effect: atoms, negated atoms, assignments; nothing from its conditions."""
    return (one for one, _ in scoped_effects(effect))


def changes_in(effect: Formula | None) -> Iterator[Literal]:
    """Yield the atoms that an effect makes true or false, as literals."""
    return (literal for one in effects_in(effect) if (literal := literal_of(one)) is not None)


def changed_by(actions: Iterable[Action | DurativeAction]) -> tuple[frozenset[str], frozenset[str]]:
    """Return the predicates that some action may make true, and those that some action may make false."""
    signs = {(atom.predicate.text, positive) for one in actions for atom, positive in changes_in(one.effect)}
    made, undone = (frozenset([name for name, sign in signs if sign is wanted]) for wanted in (True, False))
    return made, undone
