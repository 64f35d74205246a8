"""Explore all states of a small task, to find what is true together in some state, and what never is.

States and operators are bits of integers. It is for tasks of which a solver has already proved that they have no plan,
or that are changed to ask what would have to be different; so it is given little time, and says where that was not
enough.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from functools import reduce
from itertools import combinations
from operator import or_

from clairify_cli.languages.pddl.syntax import When
from clairify_cli.languages.pddl.task import GroundAtom, Task
from clairify_cli.languages.pddl.walk import everything_in
from clairify_cli.planning.ground.goal_parts import Part
from clairify_cli.planning.ground.grounder import Fact
from clairify_cli.planning.ground.pairs import Operator
from clairify_cli.records import dataclass

MOST_STATES = 30_000
SECONDS = 1.0

_MOST_TOGETHER = 6
_CHECKS = 20_000
"""Number of operators tried between two checks of the clock."""

_Step = tuple[int, int, int, int]
"""The masks of what a step needs true and false, and of what it makes true and false."""

_Mask = tuple[int, int]
"""The facts that must be true, and those that must be false, in bits."""


@dataclass(frozen=True, slots=True)
class Explored:
    """What was seen: all states, where `complete`. `together` are sets of parts that hold in a state, by number."""

    complete: bool
    reached: bool
    together: tuple[frozenset[int], ...]


def is_plain(task: Task) -> bool:
    """Whether nothing is conditional or derived, so that operators say exactly what an action needs and does."""
    if task.domain.derived:
        return False
    effects = (one for action in task.domain.actions for one in everything_in(action.effect))
    return not any(isinstance(one, When) for one in effects)


def explore(
    task: Task, operators: Iterable[Operator], parts: tuple[Part, ...], *, seconds: float = SECONDS
) -> Explored:
    """Explore all states, breadth first, until the goal or a limit is reached."""
    numbers: dict[GroundAtom, int] = {}

    def mask(facts: Iterable[Fact]) -> _Mask:
        sides = [0, 0]
        for positive, atom in facts:
            sides[not positive] |= 1 << numbers.setdefault(atom, len(numbers))
        return sides[0], sides[1]

    goals = [[mask(way) for way in part.ways] for part in parts]
    matters = _bits(way for ways in goals for way in ways)
    steps = _that_matter([(*mask(one.needs), *mask(one.makes)) for one in operators], matters)
    start = sum(1 << number for atom, number in numbers.items() if atom in task.init)
    start &= _bits(steps) | matters
    seen, waiting = {start}, [start]
    together: set[int] = set()
    everything = (1 << len(goals)) - 1
    deadline = time.thread_time() + seconds
    tried = 0
    for state in waiting:
        held = _held(state, goals)
        together.add(held)
        if held == everything:
            return Explored(False, True, ())
        tried += len(steps)
        if tried > _CHECKS:
            tried = 0
            if time.thread_time() > deadline:
                break
        for true, false, made, unmade in steps:
            if state & true == true and not state & false:
                after = state & ~unmade | made
                if after not in seen:
                    seen.add(after)
                    waiting.append(after)
        if len(seen) > MOST_STATES:
            break
    else:
        return Explored(True, False, tuple(_sets(together)))
    return Explored(False, False, tuple(_sets(together)))


def _bits(masks: Iterable[tuple[int, ...]]) -> int:
    """Return all bits of some masks."""
    return reduce(or_, (side for one in masks for side in one), 0)


def _that_matter(steps: list[_Step], matters: int) -> list[_Step]:
    """Return the steps that change what matters to a goal, or to another such step, without their other effects."""
    kept, before = list[_Step](), -1
    while before != matters:
        before = matters
        kept = [one for one in steps if (one[2] | one[3]) & matters]
        matters |= _bits(one[:2] for one in kept)
    return list(dict.fromkeys((one[0], one[1], one[2] & matters, one[3] & matters) for one in kept))


def _held(state: int, goals: list[list[_Mask]]) -> int:
    held = 0
    for number, ways in enumerate(goals):
        if any(state & true == true and not state & false for true, false in ways):
            held |= 1 << number
    return held


def _sets(masks: set[int]) -> list[frozenset[int]]:
    """Return the maximal ones of some sets, given as bits."""
    kept: list[int] = []
    for one in sorted(masks, key=lambda mask: -mask.bit_count()):
        if not any(one & other == one for other in kept):
            kept.append(one)
    return [frozenset(n for n in range(one.bit_length()) if one >> n & 1) for one in kept]


def never_together(explored: Explored, among: Sequence[int]) -> tuple[int, ...]:
    """Return the fewest of some parts of a goal that hold in no state at once; empty if that is unknown."""
    if not explored.complete or explored.reached:
        return ()
    count = len(among)
    for size in range(1, min(count, _MOST_TOGETHER) + 1):
        for chosen in combinations(among, size):
            if not any(held.issuperset(chosen) for held in explored.together):
                return chosen
        if size > 1 and count > 4 * _MOST_TOGETHER:
            return ()
    return ()
