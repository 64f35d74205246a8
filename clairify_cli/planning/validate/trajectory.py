"""Constraints on the states of a whole plan without times (Gerevini et al., Artificial Intelligence 173, 2009)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from clairify_cli.languages.pddl.meaning import Binding, WorldState, holds
from clairify_cli.languages.pddl.meaning.conditions import instances
from clairify_cli.languages.pddl.meaning.derived import view_of
from clairify_cli.languages.pddl.syntax import And, Broken, Expression, Formula, Preference, Quantified, Timed
from clairify_cli.languages.pddl.task import Task
from clairify_cli.languages.pddl.walk import everything_in, parts

Truth = Sequence[bool]
"""Whether a condition holds in each state of a plan."""

Violation = tuple[Formula, int, str]
"""A constraint, the state (from 0) that violates it, and what is wrong there."""


def _always(one: Truth) -> int | None:
    return next((at for at, true in enumerate(one) if not true), None)


def _sometime(one: Truth) -> int | None:
    return None if any(one) else len(one) - 1


def _at_most_once(one: Truth) -> int | None:
    begins = [at for at, true in enumerate(one) if true and not (at and one[at - 1])]
    return begins[1] if len(begins) > 1 else None


def _sometime_after(one: Truth, other: Truth) -> int | None:
    last = max((at for at, true in enumerate(one) if true), default=None)
    return None if last is None or any(other[last:]) else last


def _sometime_before(one: Truth, other: Truth) -> int | None:
    first = next((at for at, true in enumerate(one) if true), None)
    return None if first is None or any(other[:first]) else first


_OPERATORS: dict[str, tuple[Callable[..., int | None], str]] = {
    "always": (_always, "the condition is false {}"),
    "sometime": (_sometime, "the condition is true in no state"),
    "at-most-once": (_at_most_once, "the condition comes true again {}"),
    "sometime-after": (_sometime_after, "the first condition is true {}, and the second in no state from then on"),
    "sometime-before": (_sometime_before, "the first condition is true {}, and the second in no state before"),
    "at end": (lambda one: None if one[-1] else len(one) - 1, "the condition is false at the end"),
}


def is_known(constraint: Formula | Expression | None, *, timed: bool) -> bool:
    """Whether a constraint can be validated: those on the order of states, and in plans without times."""
    if constraint is None or isinstance(constraint, Preference):
        return True  # a preference may be violated
    if made := _modal(constraint):
        inner = [each for one in made for each in everything_in(one.operand)]
        known = made[0].time in _OPERATORS and not any(isinstance(one, Timed | Broken) for one in inner)
        return known and not timed
    joins = isinstance(constraint, And) or (isinstance(constraint, Quantified) and constraint.quantifier == "forall")
    return joins and all(is_known(one, timed=timed) for one in parts(constraint))


def violations(constraint: Formula | None, states: Sequence[WorldState], task: Task) -> Iterator[Violation]:
    """Yield what a plan violates, each part of a constraint once."""
    if constraint is None:
        return
    told: set[Formula] = set()
    for one, binding in _each(constraint, {}, states[0], task):
        made = _modal(one)
        find, words = _OPERATORS[made[0].time]
        at = find(*[[holds(each.operand, binding, state, task) for state in states] for each in made])
        if at is not None and one not in told:
            told.add(one)
            yield one, at, words.format(f"after step {at}" if at else "in the initial state")


def _each(one: Formula, binding: Binding, state: WorldState, task: Task) -> Iterator[tuple[Formula, Binding]]:
    """Yield every operator in a constraint, with the objects that its variables stand for."""
    if _modal(one):
        yield one, binding
    elif isinstance(one, Quantified):
        for each in instances(one, binding, view_of(task, state)):
            yield from _each(one.body, each, state, task)
    elif isinstance(one, And):
        for part in one.operands:
            yield from _each(part, binding, state, task)


def _modal(one: Formula | Expression) -> tuple[Timed, ...]:
    """Return the parts of an operator of constraints; empty for other formulas."""
    if isinstance(one, Timed):
        return (one,)
    made = tuple([each for each in one.operands if isinstance(each, Timed)]) if isinstance(one, And) else ()
    return made if made and made[0].time != "at end" else ()
