"""Short plans, looked for in process: where starting a solver would take longer than finding the plan.

A* (Hart, Nilsson and Raphael, 1968) with the length of a relaxed plan as its heuristic, whose steps are those of the
least additive cost (Keyder and Geffner, ECAI 2008). That heuristic can say too much, so a plan is short, not proven to
be the shortest. The search is bounded in states, so that its result is the same on every run, and gives up openly.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import NamedTuple

from clairify_cli.languages.pddl.meaning import GroundAction, initial_state
from clairify_cli.languages.pddl.task import GroundAtom, Task
from clairify_cli.planning.ground.bits import Ground, Operator, Relaxed, ground_small, numbers_of
from clairify_cli.planning.ground.grounder import TooLargeError
from clairify_cli.planning.repair.model import reaches

MOST_STEPS = 30_000
"""Tasks with more steps are too large."""

MOST_STATES = 4_000
"""So many states are looked at before the search gives up."""

_HASTE = 3
_STATES_TO_IMPROVE = 150


@dataclass(frozen=True, slots=True)
class Nearby:
    """What a search found. `plan` is None if there is none: `complete` says that this is proven."""

    plan: tuple[GroundAction, ...] | None
    complete: bool
    states: int = 0


def plan_nearby(task: Task, *, most: int = MOST_STATES, without: Collection[tuple[str, ...]] = ()) -> Nearby:
    """A short plan for the task. It has been carried out on the task, so it is valid.

    `without` are steps that it does not use, as the name of an action and its arguments.
    """
    try:
        ground = ground_small(task, most=MOST_STEPS, without=without.__contains__ if without else None)
    except TooLargeError:
        return Nearby(None, False)
    if any(one.whens for one in ground.operators):
        return Nearby(None, False)  # the search knows of no conditions of effects
    found = search(ground, most=most)
    if found.plan is None:
        # A condition that is not handled is taken to hold, so "there is no plan" stays true.
        return found
    steps = [(one.action.name.text, *one.arguments) for one in found.plan]
    return found if reaches(task, steps, initial_state(task)) else Nearby(None, False, found.states)


def search(ground: Ground, *, most: int = MOST_STATES) -> Nearby:
    """A short plan from `ground.start`.

    First a plan is looked for in haste, and among the actions only that seem to help (Hoffmann and Nebel, JAIR 14,
    2001); then a shorter one, for a while; if there is none, everywhere.
    """
    hasty = _Search(ground, weight=_HASTE, helpful=True).run(most // 4)
    if hasty.plan is not None:
        better = _Search(ground, weight=1, helpful=True, below=len(hasty.plan)).run(_STATES_TO_IMPROVE)
        return hasty if better.plan is None else better
    return hasty if hasty.complete else _Search(ground, weight=1, helpful=False).run(most)


class _Search:
    """One search. States are evaluated when they are taken up, until when they count as their parents do."""

    def __init__(self, ground: Ground, *, weight: int, helpful: bool, below: int = 1 << 30) -> None:
        self.ground = ground
        self.weight = weight
        self.helpful = helpful
        self.below = below

    def run(self, most: int) -> Nearby:
        """The plan found, having taken up no more than so many states."""
        start = self.ground.start
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
            # The heuristic is worked out when a state is taken up: most states that are found never are.
            if state not in guesses:
                if len(guesses) >= most:
                    return Nearby(None, False, len(guesses))
                guess = guesses[state] = _relaxed_plan(self.ground.relaxed, state)
                if guess is not None:
                    count += 1
                    heappush(queue, (so_far + self.weight * guess.length, guess.length, count, state))
                continue
            guess = guesses[state]
            # A dead end, or an older entry of a state that has been taken up at this cost.
            if guess is None or expanded.get(state) == so_far:
                continue
            if guess.length == 0:
                return Nearby(_traced(came, state), True, len(guesses))
            expanded[state] = so_far
            if so_far + guess.length >= self.below:
                continue
            for one in self.ground.operators:
                if state & one.needs != one.needs:
                    continue
                # What is skipped here may be needed, so that from now on finding nothing proves nothing.
                if self.helpful and not one.makes & guess.wanted:
                    cut = True
                    continue
                after = state & ~one.breaks | one.makes
                if so_far + 1 < steps.get(after, self.below):
                    steps[after] = so_far + 1
                    came[after] = (state, one)
                    its = guesses.get(after, guess)
                    if its is not None:
                        count += 1
                        heappush(queue, (so_far + 1 + self.weight * its.length, its.length, count, after))
        return Nearby(None, not cut and self.below == 1 << 30, len(guesses))


def about(ground: Ground) -> int | None:
    """About how many steps a plan takes, hardly ever too many; None if there is none."""
    guess = _relaxed_plan(ground.relaxed, ground.start)
    return None if guess is None else guess.length


def distances(ground: Ground, state: int) -> list[int | None]:
    """For each fact, the minimum number of rounds until it can be true if nothing is deleted: never more than the steps
    it takes."""
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
    """The greatest distance of some facts, given by number; None if one cannot become true."""
    most = 0
    for fact in wanted:
        its = found[ground.numbers[fact]]
        if its is None:
            return None
        most = max(most, its)
    return most


class _Guess(NamedTuple):
    """A relaxed plan: how many steps it has, and the facts that its first steps make for it."""

    length: int
    wanted: int


def _relaxed_plan(relaxed: Relaxed, state: int) -> _Guess | None:
    """A plan in which nothing is lost; None if the goal is out of reach even so."""
    everything, users, goal = relaxed.operators, relaxed.users, relaxed.goal
    size = goal + 1
    cost = [-1] * size
    by = [-1] * size
    missing = [len(one.needed) for one in everything]
    total = [0] * len(everything)
    buckets = [numbers_of(state)]
    best = [1 << 30] * size
    for number in buckets[0]:
        best[number] = 0

    def reach(at: int) -> None:
        one = everything[at]
        value = total[at] + (one.step is not None)
        for number in one.made:
            if value < best[number]:
                best[number] = value
                by[number] = at
                while len(buckets) <= value:
                    buckets.append([])
                buckets[value].append(number)

    for at in relaxed.free:
        reach(at)
    level = 0
    while level < len(buckets):
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
        level += 1
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
