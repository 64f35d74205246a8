"""Short repairs of tasks of which bits do not tell all: bridges to the rest of a plan, and plans with few changes.

All of PDDL is understood, since states are those of `meaning`; the searches have no heuristic, so they do not go deep.
"""

from __future__ import annotations

import heapq
import threading
import time
from collections.abc import Iterator
from itertools import count

from clairify_cli.languages.pddl.meaning import NoOutcomeError, WorldState, applicable, apply, holds
from clairify_cli.planning.repair_model import Found, GroundStep, Situation, after_step, reaches

SECONDS = 2.0
"""Most time of a search: without bits, what a state costs depends on the task too much for a bound on states alone."""

MOST_STATES = 4000


def bridge_to_rest(situation: Situation, *, stop: threading.Event | None = None) -> Found:
    """A plan that begins with some steps and goes on with an end of the rest, with the least total change.

    At least one step of the rest is kept. `proven` is whether all that could be better was looked at.
    """
    rest, task, forbidden = situation.rest, situation.task, situation.forbidden
    deadline = time.monotonic() + SECONDS
    best: tuple[int, int, tuple[GroundStep, ...]] | None = None
    seen = {situation.now}
    layer: list[tuple[WorldState, tuple[GroundStep, ...]]] = [(situation.now, ())]
    depth = 0
    while layer and len(seen) < MOST_STATES and (best is None or depth < best[0]):
        for state, steps in layer:
            for dropped in range(len(rest)):
                if best is not None and depth + dropped >= best[0]:
                    break
                if reaches(task, rest[dropped:], state, forbidden):
                    best = (depth + dropped, depth, (*steps, *rest[dropped:]))
                    break
        depth += 1
        after: list[tuple[WorldState, tuple[GroundStep, ...]]] = []
        for state, steps in layer:
            if time.monotonic() > deadline or (stop is not None and stop.is_set()):
                return Found(None if best is None else best[2], False)
            for step, then in _successors(situation, state):
                if then not in seen:
                    seen.add(then)
                    after.append((then, (*steps, step)))
        layer = after
    return Found(None if best is None else best[2], not layer or (best is not None and depth >= best[0]))


def fewest_changes(situation: Situation, *, stop: threading.Event | None = None) -> Found:
    """The plan with the fewest steps added and dropped: Dijkstra's search over states and places in the rest."""
    task, rest, forbidden = situation.task, situation.rest, situation.forbidden
    deadline = time.monotonic() + SECONDS
    order = count()
    queue: list[tuple[int, int, int, WorldState, int, tuple[GroundStep, ...]]] = [
        (0, -len(rest), next(order), situation.now, 0, ())
    ]
    seen: set[tuple[WorldState, int]] = set()
    while queue:
        cost, _, _, state, at, steps = heapq.heappop(queue)
        if (state, at) in seen:
            continue
        seen.add((state, at))
        if at == len(rest) and holds(task.goal, {}, state, task):
            return Found(steps, True)
        if time.monotonic() > deadline or len(seen) > MOST_STATES or (stop is not None and stop.is_set()):
            return Found(None, False)
        if at < len(rest):
            kept = after_step(task, rest[at], state) if forbidden.allows(rest[at], state) else None
            if kept is not None:
                heapq.heappush(queue, (cost, at - len(rest), next(order), kept, at + 1, (*steps, rest[at])))
            heapq.heappush(queue, (cost + 1, at - len(rest), next(order), state, at + 1, steps))
        for step, then in _successors(situation, state):
            if (then, at) not in seen:
                heapq.heappush(queue, (cost + 1, at - len(rest), next(order), then, at, (*steps, step)))
    return Found(None, True)


def _successors(situation: Situation, state: WorldState) -> Iterator[tuple[GroundStep, WorldState]]:
    """Every step that can be done and is allowed, with the state after it."""
    for one in applicable(situation.task, state):
        step = (one.action.name.text, *one.arguments)
        if situation.forbidden.allows(step, state):
            try:
                yield step, apply(one.action, one.arguments, state, situation.task)
            except NoOutcomeError:
                continue
