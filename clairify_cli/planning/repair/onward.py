"""Repairs that are soon found: a few steps first, and then every step of the rest that can be done when its turn comes.

Steps that cannot be done are dropped. Such a look-ahead costs far less than a heuristic (Vidal, ICAPS 2004, goes on
with relaxed plans in this way; here it is the old plan), and what it reaches is a bound for every further search.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass

from clairify_cli.planning.repair.edits import Change, Edit, Edits
from clairify_cli.planning.repair.model import GroundStep

MOST_STEPS = 300_000
"""Steps gone through for the starts: less than a second."""

DEEPEST = 4
"""Most steps of a start."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a search found: steps with the number of changes, or none, and then whether there is none."""

    steps: tuple[GroundStep, ...] | None
    cost: int = 0
    complete: bool = False


Onward = Callable[[Edits, int, int], tuple[Edit, ...] | None]
"""The edits from a state to the end with fewer changes than a number; None where there are none."""


def end_kept(edits: Edits, state: int, below: int) -> tuple[Edit, ...] | None:
    """Drop some steps and keep all of the rest, at least one: the edits, where they end well and drop fewer steps than
    `below`, the fewest that do."""
    dropped: list[Edit] = []
    for at in range(edits.place(state), min(len(edits.at), below)):
        kept = onward(edits, state, 1)
        if kept:
            return (*dropped, *kept)
        dropped.append(edits.at[at][-1])
        state = dropped[-1].after(state)
    return None


def onward(edits: Edits, state: int, below: int) -> tuple[Edit, ...] | None:
    """Keep what can be kept, drop the rest: the edits, where they end well and drop fewer steps than `below`."""
    done = []
    for at in edits.at[edits.place(state) :]:
        for one in at:
            if state & one.needs == one.needs and edits.allows(one, state):
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


def short_starts(edits: Edits, go_on: Onward = onward, stop: threading.Event | None = None) -> Answer:
    """The best of all plans with a short start, as far as work allows: shorter starts first.

    `go_on` says how to go on behind the start. Without a plan, the answer is complete where nothing else can be done.
    """
    best = Answer(None)
    below = 1 << 30
    layer: dict[int, tuple[Edit, ...]] = {edits.start: ()}
    seen = set(layer)
    left = MOST_STEPS
    for depth in range(DEEPEST + 1):
        for state, start in layer.items():
            left -= len(edits.at) + 1
            if left < 0 or (stop is not None and stop.is_set()):
                return best
            found = go_on(edits, state, below - depth)
            if found is not None:
                below = depth + sum(one.cost for one in found)
                best = Answer(steps_of((*start, *found)), below)
        if depth + 1 >= below or depth == DEEPEST:
            break
        after: dict[int, tuple[Edit, ...]] = {}
        for state, start in layer.items():
            left -= len(edits.inserts) // 10
            if left < 0:
                return best
            for one in reversed(edits.insertable(state)):  # of two as good, the last, as elsewhere
                then = one.after(state)
                if then not in seen:
                    seen.add(then)
                    after[then] = (*start, one)
        if not after and best.steps is None:
            return Answer(None, complete=True)
        layer = after
    return best
