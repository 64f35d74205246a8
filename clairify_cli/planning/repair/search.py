"""Repairs searched for in this process: plans with few changes.

The flaws of the old plan guide the search (`flaws`), which often proves that nothing has fewer. Bounds are on work, not
on time: the result is the same on every run. Tasks that do not go into bits are left to `blind`, and so are those for
which what was found turns out to be no plan, as where it hangs on numbers.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from itertools import islice, product

from clairify_cli.planning.ground.bits import Operator, ground_small, numbers_of
from clairify_cli.planning.ground.grounder import TooLargeError
from clairify_cli.planning.repair import blind, nearby
from clairify_cli.planning.repair.diff import changes
from clairify_cli.planning.repair.edits import Change, Edit, Edits, edits_of
from clairify_cli.planning.repair.model import Found, GroundStep, Situation, reaches

WEIGHTS = (5, 2, 1)

MOST_STEPS = 600_000
"""Steps of the rest that are gone through with each weight: a few seconds at most."""

_ENOUGH = 2
"""The maximum cost of replacing a step: it is dropped, and another one is inserted."""

_PER_INSERT = 20
"""For so many inserts there is a step of work in looking for those that can be done."""

_FAR = 1 << 30


@dataclass(frozen=True, slots=True)
class Answer:
    """What a search found: steps with the number of changes, or none, and then whether there is none."""

    steps: tuple[GroundStep, ...] | None
    cost: int = 0
    complete: bool = False


def onward(edits: Edits, state: int, below: int) -> tuple[Edit, ...] | None:
    """Keep what can be kept, drop the rest: the edits, if they end well and drop fewer steps than `below`."""
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
    """The steps that are left when a plan was edited."""
    return tuple(one.step for one in edits if one.change is not Change.DROP)


def flaws(edits: Edits, state: int, at: int = 0) -> int:
    """What going along the rest from a place costs in a state, with the errors in it, in changes.

    It is 0 exactly if nothing has to be changed.
    """
    count = 0
    for needs, makes, breaks, whens, purpose, allowed in edits.line[at:]:
        missing = needs & ~state
        if missing or not allowed:
            if purpose & ~state:
                count += min(_ENOUGH, missing.bit_count() or _ENOUGH)
            else:
                count += 1  # what it is for is there already
        then = state & ~breaks | makes
        for one in whens:
            if state & one.needs == one.needs:
                then = then & ~one.breaks | one.makes
        state = then
    count += (edits.last & ~state).bit_count()
    return count + sum(min(((way & ~state).bit_count() for way in part), default=_FAR) for part in edits.goal)


def fixed(edits: Edits, best: Answer, stop: threading.Event | None = None, *, most: int = MOST_STEPS) -> Answer:
    """A plan with fewer changes than the best so far; `complete` is whether it is shown that none has fewer.

    `most` bounds the work with each weight, as `MOST_STEPS` does.
    """
    for weight in WEIGHTS:
        if best.complete or (best.steps is not None and best.cost == 0):
            break
        best = _searched(edits, best, weight, most, stop)
    return best


def _searched(edits: Edits, best: Answer, weight: int, left: int, stop: threading.Event | None) -> Answer:
    """Best-first search: the best plan that is found, at worst the one given."""
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
        # Mostly the rest goes on once a few steps were put right, and then nothing has to be searched for.
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
                left -= len(edits.line)
                its = flaws(edits, after, place)
            if now + (its > 0) < below:
                costs[after] = now
                came[after] = (state, edit)
                count += 1
                heappush(queue, (now + weight * its, its, -place, -count, after))
    return Answer(best.steps, best.cost, complete=True)


def _edits_to(came: dict[int, tuple[int, Edit]], state: int) -> tuple[Edit, ...]:
    """The edits that led to a state, where `came` has for each the one before and the last edit."""
    found: list[Edit] = []
    while state in came:
        state, edit = came[state]
        found.append(edit)
    return tuple(reversed(found))


def editing(situation: Situation) -> Edits | None:
    """The task of editing the rest of a plan in bits, for what follows here; None if it does not go into bits."""
    try:
        return edits_of(situation)
    except TooLargeError:
        return None


_MOST_WAYS = 16
"""Ways to reach a goal that are looked at where it can be reached in several: `an apple` is any of them."""


def way_back(situation: Situation, *, most: int) -> tuple[GroundStep, ...] | None:
    """Steps after which all of the rest goes on, before it: a short plan for what the rest needs, by `nearby`.

    `most` bounds the states that are looked at.
    """
    now = replace(situation.task, init=situation.now.atoms, notes={})
    try:
        ground = ground_small(now)
    except TooLargeError:
        return None
    # Of several ways to meet the condition of a step, the first of the text counts.
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
"""Work for what is soon found: a second."""


def few_changes(
    situation: Situation,
    edits: Edits | None,
    best: tuple[GroundStep, ...] | None = None,
    stop: threading.Event | None = None,
    *,
    most: int = MOST_STEPS,
) -> Found:
    """A plan with few steps added and dropped; `proven` is whether none has fewer, or whether there is none.

    The search begins with the `best` plan that is known, which is what comes of it if there is no better one.
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
    """An answer as far as it is a plan."""
    if answer.steps is None:
        return Found(None, answer.complete)
    steps = _checked(situation, answer.steps)
    return Found(steps, steps is not None and (answer.cost <= 1 or answer.complete))


def _checked(situation: Situation, steps: tuple[GroundStep, ...]) -> tuple[GroundStep, ...] | None:
    """Steps that were gone through one by one: conditions may be larger than bits can tell, or on numbers."""
    return steps if reaches(situation.task, steps, situation.now, situation.forbidden) else None
