"""A small task with its objects filled in: operators, parts of the goal, and which two facts can be true at once."""

from __future__ import annotations

from functools import cached_property
from itertools import chain, combinations

from clairify_cli.planning.ground.conditions import Condition
from clairify_cli.planning.ground.goal_parts import MOST_WAYS, Part, parts_of
from clairify_cli.planning.ground.grounder import Fact, Grounder, TooLargeError, contrary
from clairify_cli.planning.ground.pairs import Operator, Pairs, pairs
from clairify_cli.planning.ground.reachability import Reachability
from clairify_cli.records import dataclass

MOST_OPERATORS = 6000

_REPEATS = 4
"""How often one operator may come about in several ways, on average."""


@dataclass(frozen=True)
class GroundTask:
    """A ground task with its mutually exclusive facts, computed from complete reachability."""

    reached: Reachability
    parts: tuple[Part, ...]
    found: Pairs
    fluents: frozenset[str]

    @cached_property
    def usable(self) -> tuple[Operator, ...]:
        """The operators of which no two needs exclude each other."""
        return tuple(one for one in self.found.operators if excluded(self.found, one.needs) is None)


def ground_task(reached: Reachability, goal: Condition) -> GroundTask | None:
    """The task with its objects filled in; None if it is too large, or has parts that are not handled."""
    grounder = Grounder(reached.task, MOST_WAYS, reached)
    parts = tuple(parts_of(goal, grounder))
    facts = (fact for part in parts for way in part.ways for fact in way)
    try:
        found = pairs(operators_of(reached), facts, reached.task.init)
    except TooLargeError:
        return None
    return None if found is None or not parts else GroundTask(reached, parts, found, grounder.changing)


def operators_of(reached: Reachability, most: int = MOST_OPERATORS) -> tuple[Operator, ...]:
    """Return the operators that can be used at all; raises `TooLargeError`.

    A conditional effect makes further ones: one with the condition, and one for every two of them, so that whatever two
    facts an action can bring about at once, some operator does. What a conditional effect deletes is kept, which loses
    nothing that is true.
    """
    made: dict[Operator, None] = {}
    tried = 0
    for step in Grounder(reached.task, _REPEATS * most, reached).steps():
        name = step.action.action.name.text
        singles = (((*step.needs, *needs), (*step.makes, fact)) for needs, fact in step.whens)
        doubles = (
            ((*step.needs, *one, *other), (*step.makes, its, others))
            for (one, its), (other, others) in combinations(step.whens, 2)
        )
        for needs, makes in chain(((step.needs, step.makes),), singles, doubles):
            # An atom that an action both adds and deletes is true afterwards.
            true = tuple(dict.fromkeys(fact for fact in makes if fact[0] or contrary(fact) not in makes))
            made[Operator(name, tuple(dict.fromkeys(needs)), true, tuple(map(contrary, true)))] = None
            tried += 1
            if len(made) > most or tried > _REPEATS * most:
                raise TooLargeError
    return tuple(made)


def excluded(found: Pairs, facts: tuple[Fact, ...]) -> tuple[Fact, Fact] | None:
    """The first two of some literals that exclude each other; twice the same where one is never true."""
    for at, one in enumerate(facts):
        for other in facts[at:]:
            if not found.possible(one, other):
                return one, other
    return None
