"""A small task with its objects filled in: operators, parts of the goal, and which two facts can be true at once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from clairify_cli.planning.conditions import Condition
from clairify_cli.planning.goal_parts import MOST_WAYS, Part, parts_of
from clairify_cli.planning.operators import Grounding, Key, Operator, TooLargeError
from clairify_cli.planning.pairs import Pairs, pairs
from clairify_cli.planning.reachability import Reachability

MOST_OPERATORS = 6000


@dataclass(frozen=True)
class GroundTask:
    """What is worked out of a task of which everything that can be reached is known."""

    reached: Reachability
    parts: tuple[Part, ...]
    found: Pairs
    fluents: frozenset[str]

    @cached_property
    def usable(self) -> tuple[Operator, ...]:
        """The operators of which no two needs exclude each other."""
        return tuple(one for one in self.found.operators if excluded(self.found, one.needs) is None)


def ground_task(reached: Reachability, goal: Condition) -> GroundTask | None:
    """The task with its objects filled in; None where it is too large, or has parts that are not handled."""
    asked = Grounding(reached, MOST_WAYS)
    parts = tuple(parts_of(goal, asked))
    keys = (key for part in parts for way in part.ways for key in way)
    try:
        found = pairs(Grounding(reached, MOST_OPERATORS).operators(), keys, reached.task.init)
    except TooLargeError:
        return None
    return None if found is None or not parts else GroundTask(reached, parts, found, asked.fluents)


def with_operators(ground: GroundTask, more: Iterable[Operator]) -> GroundTask | None:
    """The task with further operators; None where it takes too long to find out what is true at once then."""
    keys = (key for part in ground.parts for way in part.ways for key in way)
    found = pairs((*ground.found.operators, *more), keys, ground.reached.task.init)
    return None if found is None else replace(ground, found=found)


def excluded(found: Pairs, keys: tuple[Key, ...]) -> tuple[Key, Key] | None:
    """The first two of some literals that exclude each other; twice the same where one is never true."""
    for at, one in enumerate(keys):
        for other in keys[at:]:
            if not found.possible(one, other):
                return one, other
    return None


def relaxed(operators: Iterable[Operator], true: Iterable[Key]) -> set[Key]:
    """Every literal that can become true where none is ever lost, from those that are true."""
    reached = set(true)
    left = list(operators)
    while True:
        waiting = []
        for one in left:
            if reached.issuperset(one.needs):
                reached.update(one.makes)
            else:
                waiting.append(one)
        if len(waiting) == len(left):
            return reached
        left = waiting


def fulfilled(parts: Iterable[Part], reached: set[Key]) -> bool:
    """Whether each part of a goal has a way of which every literal is among those reached."""
    return all(any(reached.issuperset(way) for way in part.ways) for part in parts)
