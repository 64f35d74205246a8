"""What a formula is made of, for whoever goes through all of one."""

from __future__ import annotations

from collections.abc import Iterator

from clairify_cli.languages.pddl.syntax import (
    And,
    Arithmetic,
    Assignment,
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


def parts(one: Formula | Expression) -> tuple[Formula | Expression, ...]:
    """What a formula or expression is directly made of; the body alone of a quantified one."""
    match one:
        case And() | Or() | Arithmetic():
            return one.operands
        case Not() | Preference() | Timed():
            return (one.operand,)
        case Imply() | Comparison():
            return (one.left, one.right)
        case Quantified():
            return (one.body,)
        case When():
            return (one.condition, one.effect)
        case Assignment():
            return (one.target, one.value)
    return ()


def everything_in(formula: Formula | Expression | None) -> Iterator[Formula | Expression]:
    """A formula or expression itself and all that it is made of, from left to right."""
    waiting = [] if formula is None else [formula]
    while waiting:
        one = waiting.pop()
        yield one
        waiting.extend(reversed(parts(one)))


def everything_in_effect(effect: Formula | None) -> Iterator[tuple[Formula | Expression, bool]]:
    """An effect itself and all that it is made of, each with whether it stands in a condition of a `when`."""
    waiting: list[tuple[Formula | Expression, bool]] = [] if effect is None else [(effect, False)]
    while waiting:
        one, tested = waiting.pop()
        yield one, tested
        if isinstance(one, When):
            waiting += ((one.effect, tested), (one.condition, True))
        else:
            waiting += [(part, tested) for part in reversed(parts(one))]


def conjuncts(formula: Formula | None) -> Iterator[Formula]:
    """The parts of a conjunction, also of conjunctions within it, from left to right; of no formula, none."""
    waiting = [] if formula is None else [formula]
    while waiting:
        one = waiting.pop()
        if isinstance(one, And):
            waiting += reversed(one.operands)
        else:
            yield one


def effects_in(effect: Formula) -> Iterator[Formula]:
    """What an effect makes so: atoms, `not` of atoms, assignments; nothing of its conditions."""
    waiting = [effect]
    while waiting:
        one = waiting.pop()
        match one:
            case And():
                waiting.extend(reversed(one.operands))
            case When():
                waiting.append(one.effect)
            case Quantified():
                waiting.append(one.body)
            case Timed():
                waiting.append(one.operand)
            case _:
                yield one
