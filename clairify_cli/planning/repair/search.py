"""Search for repairs in this process: plans with few changes.

The flaws of the old plan guide the search (`flaws`), which often proves that no plan has fewer changes. Work is
bounded, not time, so the result is reproducible. Tasks that cannot be represented as bits are left to `blind`, and so
are those for which the result turns out not to be a plan, for example because it depends on numbers.
"""

from __future__ import annotations

import threading
from heapq import heappop, heappush
from itertools import islice, product

from clairify_cli.planning.ground.bits import Operator, ground_small, numbers_of
from clairify_cli.planning.ground.grounder import TooLargeError
from clairify_cli.planning.repair import blind, nearby
from clairify_cli.planning.repair.diff import changes
from clairify_cli.planning.repair.edits import Change, Edit, Edits, edits_of
from clairify_cli.planning.repair.model import Found, GroundStep, Situation, reaches
from clairify_cli.records import dataclass, replace

WEIGHTS = (5, 2, 1)

MOST_STEPS = 600_000
"""Maximum work with each weight, in steps of the rest: a few seconds at most."""

_ENOUGH = 2
"""The maximum cost of replacing a step: it is dropped, and another one is inserted."""

_PER_INSERT = 20
"""Number of inserts that count as one step of work when searching for applicable ones."""

_FAR = 1 << 30


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of a search: steps with the number of changes, or None; `complete` if the search was exhaustive."""

    steps: tuple[GroundStep, ...] | None
    cost: int = 0
    complete: bool = False


def onward(edits: Edits, state: int, below: int) -> tuple[Edit, ...] | None:
    """Keep every step that can be kept and drop the others; return the edits if they reach the goal below that cost."""
    done = []
    for at in edits.at[edits.place(state) :]:
        for one in at:
            if state & one.needs == one.needs:
                break
        else:
            return None
        below -= one.cost
        if below <= 0:
            return None
        state = one.after(state)
        done.append(one)
    return tuple(done) if below > 0 and edits.is_end(state) else None


def steps_of(edits: tuple[Edit, ...]) -> tuple[GroundStep, ...]:
    """Return the steps of a plan after some edits."""
    return tuple(one.step for one in edits if one.change is not Change.DROP)


def flaws(edits: Edits, state: int, at: int = 0) -> int:
    """Estimate how many changes the rest needs from a place and a state on, by executing it despite its errors.

    It is 0 exactly if no change is needed.
    """
    count = 0
    for needs, makes, breaks, whens, purpose, allowed in edits.line[at:]:
        missing = needs & ~state
        if missing or not allowed:
            if purpose & ~state:
                count += min(_ENOUGH, missing.bit_count() or _ENOUGH)
            else:
                count += 1  # its purpose is already achieved, so it is only dropped
        then = state & ~breaks | makes
        for one in whens:
            if state & one.needs == one.needs:
                then = then & ~one.breaks | one.makes
        state = then
    count += (edits.last & ~state).bit_count()
    return count + sum(min(((way & ~state).bit_count() for way in part), default=_FAR) for part in edits.goal)


def fixed(edits: Edits, best: Answer, stop: threading.Event | None = None, *, most: int = MOST_STEPS) -> Answer:
    """Find a plan with fewer changes than the best so far; `complete` says whether it is proven that none has fewer.

    `most` bounds the work with each weight, like `MOST_STEPS`.
    """
    for weight in WEIGHTS:
        if best.complete or (best.steps is not None and best.cost == 0):
            break
        best = _searched(edits, best, weight, most, stop)
    return best


def _searched(edits: Edits, best: Answer, weight: int, left: int, stop: threading.Event | None) -> Answer:
    """Run a best-first search; return the best plan found, at worst the given one."""
    below = _FAR if best.steps is None else best.cost
    start = edits.start
    guess = flaws(edits, start)
    costs = {start: 0}
    came: dict[int, tuple[int, Edit]] = {}
    queue: list[tuple[int, int, int, int, int]] = [(weight * guess, guess, 0, 0, start)]
    done: set[tuple[int, int]] = set()
    count = 0
    while queue:
        _, guess, _, _, state = heappop(queue)
        cost = costs[state]
        if cost + (guess > 0) >= below or (state, cost) in done:
            continue
        done.add((state, cost))
        # Work is counted, not time, so that every machine finds the same plan.
        left -= len(edits.line) + 10 + len(edits.inserts) // _PER_INSERT
        if left < 0 or (stop is not None and stop.is_set()):
            return best
        # Usually the rest can continue once a few steps are fixed, and then no further search is needed.
        further = onward(edits, state, below - cost)
        if further is not None:
            below = cost + sum(one.cost for one in further)
            best = Answer(steps_of((*_edits_to(came, state), *further)), below)
        inserts = edits.insertable(state) if cost + 1 < below else []
        for edit in (*edits.here(state), *inserts):
            after = edit.after(state)
            now = cost + edit.cost
            if now >= min(below, costs.get(after, _FAR)):
                continue
            its, place = guess, edits.place(after)
            if edit.change is not Change.KEEP:
                # `flaws` goes through the rest once; a kept step does not change the estimate.
                left -= len(edits.line)
                its = flaws(edits, after, place)
            if now + (its > 0) < below:
                costs[after] = now
                came[after] = (state, edit)
                count += 1
                heappush(queue, (now + weight * its, its, -place, -count, after))
    return Answer(best.steps, best.cost, complete=True)


def _edits_to(came: dict[int, tuple[int, Edit]], state: int) -> tuple[Edit, ...]:
    """Return the edits that led to a state; `came` has the previous state and the last edit of each state."""
    found: list[Edit] = []
    while state in came:
        state, edit = came[state]
        found.append(edit)
    return tuple(reversed(found))


def editing(situation: Situation) -> Edits | None:
    """Return the task of editing the rest of a plan, in bits; None if it is too large."""
    try:
        return edits_of(situation)
    except TooLargeError:
        return None


_MOST_WAYS = 16
"""Maximum number of ways to satisfy a goal that are tried: `an apple` is any of the apples."""


def way_back(situation: Situation, *, most: int) -> tuple[GroundStep, ...] | None:
    """Find a short plan (by `nearby`) for what the rest needs, and put it before the whole rest.

    `most` bounds the number of states.
    """
    now = replace(situation.task, init=situation.now.atoms, notes={})
    try:
        ground = ground_small(now)
    except TooLargeError:
        return None
    # If the condition of a step can be met in several ways, the first in the text counts.
    steps = {one.words: one for one in reversed(ground.operators)}
    if not steps.keys() >= set(situation.rest):
        return None
    wanted = []
    for ways in islice(product(*ground.goal), _MOST_WAYS):
        needs = 0
        for way in ways:
            needs |= way.needs
        for one in reversed([steps[each] for each in situation.rest]):
            needs = needs & ~one.makes | one.needs
        wanted.append(Operator(None, needs, 0, 0, tuple(numbers_of(needs)), ()))
    found = nearby.search(replace(ground, goal=(tuple(wanted),)), most=most).plan
    if found is None:
        return None
    made = [(one.action.name.text, *one.arguments) for one in found]
    return _checked(situation, (*made, *situation.rest))


SOON = MOST_STEPS // 4
"""Work for a quick search: about a second."""


def few_changes(
    situation: Situation,
    edits: Edits | None,
    best: tuple[GroundStep, ...] | None = None,
    stop: threading.Event | None = None,
    *,
    most: int = MOST_STEPS,
) -> Found:
    """Find a plan with few steps added and dropped; `proven`: none has fewer, or there is no plan.

    The search starts with the `best` known plan, and returns it if there is no better one.
    `most` bounds the work.
    """
    if edits is not None:
        answer = fixed(edits, Answer(best, 0 if best is None else changes(situation.rest, best)), stop, most=most)
        found = _found(situation, answer)
        if answer.steps is None or found.steps is not None:
            return found
    if best is not None:
        return Found(best, False)
    found = blind.bridge_to_rest(situation, stop=stop)
    return Found(found.steps, found.proven and found.steps is None)


def _found(situation: Situation, answer: Answer) -> Found:
    """Validate an answer, which may turn out not to be a plan."""
    if answer.steps is None:
        return Found(None, answer.complete)
    steps = _checked(situation, answer.steps)
    return Found(steps, steps is not None and (answer.cost <= 1 or answer.complete))


def _checked(situation: Situation, steps: tuple[GroundStep, ...]) -> tuple[GroundStep, ...] | None:
    """Validate steps one by one, since bits may not capture large or numeric conditions; None if they fail."""
    return steps if reaches(situation.task, steps, situation.now, situation.forbidden) else None
