"""Few changes, found by going along a plan in thought and counting its flaws.

What a state is still to cost is guessed by going along the rest: each step is done, even if it cannot be, and what
it lacks then is counted. So one flaw does not spoil all that comes behind
it, and the guess is about the steps that have to be changed; it takes far less time than a relaxed plan. Best-first
search in which the guess weighs less and less (Richter, Thayer and Ruml, ICAPS 2010) goes straight to a plan first, and
then looks for better ones.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from heapq import heappop, heappush

from clairify_cli.planning.repair.edits import Change, Edit, Edits
from clairify_cli.planning.repair.model import GroundStep

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
