"""Formulas taken apart: every way to go through one that several rooms need."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import attrgetter
from typing import Any

from clairify_cli.languages.pddl.syntax import (
    And,
    Arithmetic,
    Assignment,
    Atom,
    Comparison,
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
"""An atom, and whether it stands there without `not` before it."""

Around = tuple[When | Quantified, ...]
"""What stands around a part of an effect, outermost first."""


def parts(one: Formula | Expression) -> tuple[Formula | Expression, ...]:
    """What a formula or expression is directly made of; the body alone of a quantified one."""
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
"""By a table, because this is asked for every part of every formula."""


def operator_of(one: Formula | Expression) -> str | None:
    """The word before the parts of a formula or expression, if nothing but these follows it; None for others."""
    if isinstance(one, Arithmetic | Comparison | Assignment):
        return one.operator.text
    return _OPERATORS.get(type(one))


_OPERATORS: dict[type, str] = {And: "and", Or: "or", Not: "not", Imply: "imply", When: "when"}


def signed_parts(formula: Formula, positive: bool) -> tuple[bool, tuple[tuple[Formula, bool], ...]] | None:
    """One step to negation normal form: whether all parts have to hold, or one, and the parts (or their contraries).

    It is that of the contrary where not `positive`; None for what is no connective of propositional logic.
    """
    match formula:
        case Not():
            return True, ((formula.operand, not positive),)
        case And() | Or():
            return isinstance(formula, And) is positive, tuple([(one, positive) for one in formula.operands])
        case Imply():
            return not positive, ((formula.left, not positive), (formula.right, positive))
    return None


def everything_in(formula: Formula | Expression | None) -> Iterator[Formula | Expression]:
    """A formula or expression itself and all that it is made of, from left to right."""
    waiting = [] if formula is None else [formula]
    while waiting:
        one = waiting.pop()
        yield one
        if inner := parts(one):
            waiting.extend(reversed(inner))


def atoms_in(formula: Formula | None) -> Iterator[Atom]:
    """Every atom of a condition or effect, from left to right."""
    return (one for one in everything_in(formula) if isinstance(one, Atom))


def signed_atoms(formula: Formula) -> Iterator[Literal]:
    """Every atom of a condition, also of its alternatives, and whether it is asked to be true."""
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
    """The parts of a conjunction, also of conjunctions within it, from left to right; of no formula, none."""
    waiting = [] if formula is None else [formula]
    while waiting:
        one = waiting.pop()
        if isinstance(one, And):
            waiting += reversed(one.operands)
        else:
            yield one


def literal_of(one: Formula | Expression) -> Literal | None:
    """An atom or the `not` of one as a literal; None for any other formula."""
    positive = not isinstance(one, Not)
    atom = one.operand if isinstance(one, Not) else one
    return (atom, positive) if isinstance(atom, Atom) else None


def literals_in(formula: Formula | None) -> Iterator[Literal]:
    """The literals among the parts of a conjunction."""
    return (literal for one in conjuncts(formula) if (literal := literal_of(one)) is not None)


def scoped_effects(effect: Formula | None) -> Iterator[tuple[Formula, Around]]:
    """What an effect makes so, as `effects_in`, each with what stands around it."""
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
    """What an effect makes so: atoms, `not` of atoms, assignments; nothing of its conditions."""
    return (one for one, _ in scoped_effects(effect))


def changes_in(effect: Formula | None) -> Iterator[Literal]:
    """The atoms that an effect makes true, and those that it makes false."""
    return (literal for one in effects_in(effect) if (literal := literal_of(one)) is not None)
