"""Find bridges to the rest of a plan where the search for the closest plan finds none: numbers matter, or parts of the
task are not supported there, or Fast Downward is not installed.

All of PDDL is understood, since states are those of `meaning`; the search has no heuristic, so it does not go deep.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

from clairify_cli.languages.pddl.meaning import NoOutcomeError, WorldState, applicable, apply
from clairify_cli.planning.repair.model import Found, GroundStep, Situation, reaches

SECONDS = 2.0
"""Most time of a search: without bits, what a state costs depends on the task too much for a bound on states alone.
The processor's time, so that the answer does not depend on what else is running."""

MOST_STATES = 4000


def bridge_to_rest(situation: Situation, *, stop: threading.Event | None = None) -> Found:
    """A plan that begins with some steps and continues with an end of the rest, with the least total change.

    `proven` is whether all that could be better was looked at.
    """
    rest, task, forbidden = situation.rest, situation.task, situation.forbidden
    deadline = time.thread_time() + SECONDS
    best: tuple[int, int, tuple[GroundStep, ...]] | None = None
    seen = {situation.now}
    layer: list[tuple[WorldState, tuple[GroundStep, ...]]] = [(situation.now, ())]
    depth = 0
    while layer and len(seen) < MOST_STATES and (best is None or depth < best[0]):
        for state, steps in layer:
            for dropped in range(len(rest) + 1):
                if best is not None and depth + dropped >= best[0]:
                    break
                if reaches(task, rest[dropped:], state, forbidden):
                    best = (depth + dropped, depth, (*steps, *rest[dropped:]))
                    break
        depth += 1
        after: list[tuple[WorldState, tuple[GroundStep, ...]]] = []
        for state, steps in layer:
            if time.thread_time() > deadline or (stop is not None and stop.is_set()):
                return Found(None if best is None else best[2], False)
            for step, then in _successors(situation, state):
                if then not in seen:
                    seen.add(then)
                    after.append((then, (*steps, step)))
        layer = after
    return Found(None if best is None else best[2], not layer or (best is not None and depth >= best[0]))


def _successors(situation: Situation, state: WorldState) -> Iterator[tuple[GroundStep, WorldState]]:
    """Every step that can be done and is allowed, with the state after it."""
    for one in applicable(situation.task, state):
        if not situation.forbidden.never(one.words):
            try:
                yield one.words, apply(one.action, one.arguments, state, situation.task)
            except NoOutcomeError:
                continue
