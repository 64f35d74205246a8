"""Search for short plans in process, for tasks where starting a solver would take longer than finding the plan.

A* (Hart, Nilsson and Raphael, 1968) with the length of a relaxed plan as heuristic, built from the steps of least
additive cost (Keyder and Geffner, ECAI 2008). The heuristic can overestimate, so a plan is short but not proven to be
the shortest. The search is bounded in states, so its result is reproducible, and it reports when it gives up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from heapq import heappop, heappush
from itertools import islice, product
from typing import NamedTuple

from clairify_cli.languages.pddl.meaning import GroundAction, initial_state
from clairify_cli.languages.pddl.task import GroundAtom, Task
from clairify_cli.planning.ground.bits import Ground, Operator, Relaxed, ground_small, numbers_of
from clairify_cli.planning.ground.grounder import TooLargeError
from clairify_cli.planning.repair.model import GroundStep, Situation, reaches
from clairify_cli.records import dataclass, replace

MOST_STEPS = 30_000
"""Tasks with more steps are too large."""

MOST_STATES = 4_000
"""Maximum number of states before the search gives up."""

_HASTE = 3
_STATES_TO_IMPROVE = 150
_NO_BOUND = 1 << 30


@dataclass(frozen=True, slots=True)
class Nearby:
    """The result of a search. If `plan` is None, `complete` says whether it is proven that there is no plan."""

    plan: tuple[GroundAction, ...] | None
    complete: bool


def plan_nearby(task: Task, *, most: int = MOST_STATES, without: Callable[[GroundStep], bool] | None = None) -> Nearby:
    """Find a short plan for the task. It is validated on the task.

    `without` says which steps it must not use.
    """
    try:
        ground = ground_small(task, most=MOST_STEPS, without=without)
    except TooLargeError:
        return Nearby(None, False)
    if any(one.whens for one in ground.operators):
        return Nearby(None, False)  # the search does not support conditional effects
    found = search(ground, most=most)
    if found.plan is None:
        # Unsupported conditions are assumed to hold, so "there is no plan" remains true.
        return found
    steps = [one.words for one in found.plan]
    return found if reaches(task, steps, initial_state(task)) else Nearby(None, False)


def search(ground: Ground, *, most: int = MOST_STATES) -> Nearby:
    """Find a short plan from `ground.start`.

    The first search is greedy and uses only helpful actions (Hoffmann and Nebel, JAIR 14, 2001). If it finds a plan, a
    bounded search tries to find a shorter one; if not, a last search uses all actions.
    """
    hasty = _searched(ground, most // 4, weight=_HASTE, helpful=True)
    if hasty.plan is not None:
        better = _searched(ground, _STATES_TO_IMPROVE, weight=1, helpful=True, below=len(hasty.plan))
        return hasty if better.plan is None else better
    return hasty if hasty.complete else _searched(ground, most, weight=1, helpful=False)


_MOST_WAYS = 16
"""Maximum number of ways to satisfy a goal that are tried: `an apple` is any of the apples."""


def way_back(situation: Situation, *, most: int) -> tuple[GroundStep, ...] | None:
    """Find a short plan for what the rest needs, and put it before the whole rest.

    `most` bounds the number of states.
    """
    now = replace(situation.task, init=situation.now.atoms, notes={})
    try:
        ground = ground_small(now)
    except TooLargeError:
        return None
    # If the condition of a step can be met in several ways, the first in the text counts.
    known = {one.words: one for one in reversed(ground.operators)}
    if not known.keys() >= set(situation.rest):
        return None
    wanted = []
    for ways in islice(product(*ground.goal), _MOST_WAYS):
        needs = 0
        for way in ways:
            needs |= way.needs
        for one in reversed([known[each] for each in situation.rest]):
            needs = needs & ~one.makes | one.needs
        wanted.append(Operator(None, needs, 0, 0, tuple(numbers_of(needs)), ()))
    found = search(replace(ground, goal=(tuple(wanted),)), most=most).plan
    if found is None:
        return None
    made = [one.words for one in found]
    steps = (*made, *situation.rest)
    return steps if reaches(situation.task, steps, situation.now, situation.forbidden) else None


def _searched(ground: Ground, most: int, *, weight: int, helpful: bool, below: int = _NO_BOUND) -> Nearby:
    """Search until a plan is found that is shorter than `below`, or `most` states are evaluated.

    States are evaluated when they are expanded; until then they have the value of their parents.
    """
    start = ground.start
    steps: dict[int, int] = {start: 0}
    came: dict[int, tuple[int, Operator]] = {}
    guesses: dict[int, _Guess | None] = {}
    expanded: dict[int, int] = {}
    queue: list[tuple[int, int, int, int]] = [(0, 0, 0, start)]
    count = 0
    cut = False
    while queue:
        *_, state = heappop(queue)
        so_far = steps[state]
        # The heuristic is computed when a state is expanded: most generated states never are.
        if state not in guesses:
            if len(guesses) >= most:
                return Nearby(None, False)
            guess = guesses[state] = _relaxed_plan(ground.relaxed, state)
            if guess is not None:
                count += 1
                heappush(queue, (so_far + weight * guess.length, guess.length, count, state))
            continue
        guess = guesses[state]
        # A dead end, or an older entry of a state that was already expanded at this cost.
        if guess is None or expanded.get(state) == so_far:
            continue
        if guess.length == 0:
            return Nearby(_traced(came, state), True)
        expanded[state] = so_far
        if so_far + guess.length >= below:
            continue
        for one in ground.operators:
            if state & one.needs != one.needs:
                continue
            # A skipped action may be needed, so finding no plan no longer proves that there is none.
            if helpful and not one.makes & guess.wanted:
                cut = True
                continue
            after = state & ~one.breaks | one.makes
            if so_far + 1 < steps.get(after, below):
                steps[after] = so_far + 1
                came[after] = (state, one)
                its = guesses.get(after, guess)
                if its is not None:
                    count += 1
                    heappush(queue, (so_far + 1 + weight * its.length, its.length, count, after))
    return Nearby(None, not cut and below == _NO_BOUND)


def about(ground: Ground) -> int | None:
    """Estimate the number of steps of a plan, rarely too high; None if there is no plan."""
    guess = _relaxed_plan(ground.relaxed, ground.start)
    return None if guess is None else guess.length


def distances(ground: Ground, state: int) -> list[int | None]:
    """Return for each fact the minimum number of rounds until it can be true if nothing is deleted.

    This never exceeds the number of steps that it takes.
    """
    relaxed = ground.relaxed
    everything = relaxed.operators
    found: list[int | None] = [None] * (relaxed.goal + 1)
    missing = [len(one.needed) for one in everything]
    layer = numbers_of(state)
    for number in layer:
        found[number] = 0
    ready = list(relaxed.free)
    level = 0
    while layer or ready:
        for number in layer:
            for at in relaxed.users[number]:
                missing[at] -= 1
                if not missing[at]:
                    ready.append(at)
        layer = []
        for at in ready:
            rounds = level + (everything[at].step is not None)
            for number in everything[at].made:
                if found[number] is None:
                    found[number] = rounds
                    layer.append(number)
        ready = []
        level += 1
    return found


def distance_to(ground: Ground, found: list[int | None], wanted: Iterable[tuple[bool, GroundAtom]]) -> int | None:
    """Return the greatest distance of some facts, where `found` has distances by number; None if one is unreachable."""
    most = 0
    for fact in wanted:
        its = found[ground.numbers[fact]]
        if its is None:
            return None
        most = max(most, its)
    return most


class _Guess(NamedTuple):
    """A relaxed plan: its number of steps, and the facts that its first steps contribute."""

    length: int
    wanted: int


def _relaxed_plan(relaxed: Relaxed, state: int) -> _Guess | None:
    """Return a plan for the delete relaxation; None if the goal is unreachable even there."""
    everything, users, goal = relaxed.operators, relaxed.users, relaxed.goal
    size = goal + 1
    cost = [-1] * size
    by = [-1] * size
    missing = [len(one.needed) for one in everything]
    total = [0] * len(everything)
    buckets = {0: numbers_of(state)}
    levels = [0]  # additive costs can double with each step, so that most levels are empty
    best: list[int | None] = [None] * size
    for number in buckets[0]:
        best[number] = 0

    def reach(at: int) -> None:
        one = everything[at]
        value = total[at] + (one.step is not None)
        for number in one.made:
            known = best[number]
            if known is None or value < known:
                best[number] = value
                by[number] = at
                if value not in buckets:
                    buckets[value] = []
                    heappush(levels, value)
                buckets[value].append(number)

    for at in relaxed.free:
        reach(at)
    while levels:
        level = heappop(levels)
        for number in buckets[level]:
            if cost[number] >= 0 or best[number] != level:
                continue
            cost[number] = level
            if number == goal:
                return _extracted(everything, by, cost, goal)
            for at in users[number]:
                missing[at] -= 1
                total[at] += level
                if not missing[at]:
                    reach(at)
    return None


def _extracted(everything: tuple[Operator, ...], by: list[int], cost: list[int], goal: int) -> _Guess:
    chosen: set[int] = set()
    waiting = [goal]
    seen: set[int] = set()
    wanted = 0
    while waiting:
        fact = waiting.pop()
        at = by[fact]
        if at < 0 or fact in seen:
            continue
        seen.add(fact)
        later = [number for number in everything[at].needed if cost[number] > 0]
        if not later:
            wanted |= 1 << fact
        if at not in chosen:
            chosen.add(at)
            waiting += later
    return _Guess(sum(everything[at].step is not None for at in chosen), wanted)


def _traced(came: dict[int, tuple[int, Operator]], state: int) -> tuple[GroundAction, ...]:
    steps: list[GroundAction] = []
    while state in came:
        state, one = came[state]
        assert one.step is not None
        steps.append(one.step)
    return tuple(reversed(steps))
