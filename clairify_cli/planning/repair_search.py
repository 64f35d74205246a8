"""Repairs searched for in this process: bridges to the rest of a plan, and plans with few changes.

What is soon found comes first (`repair_onward`); for few changes, the flaws of the old plan guide the next search
(`repair_flaws`), which often proves that nothing has fewer. Then comes A* (Hart, Nilsson and Raphael, 1968) over edits
with the cost of a relaxed plan as its heuristic (Hoffmann and Nebel, JAIR 14, 2001), supporters chosen by additive
cost: it finds what takes many steps in a row, though not always what has the fewest changes. Bounds are on work, not on
time: the result is the same on every run. Tasks that do not go into bits are left to `repair_blind`, and so are those
for which what was found turns out to be no plan, as where it hangs on numbers.
"""

from __future__ import annotations

import threading
from heapq import heappop, heappush

from clairify_cli.planning import repair_blind
from clairify_cli.planning.nearby_ground import NotSmallError
from clairify_cli.planning.repair_diff import changes
from clairify_cli.planning.repair_edits import Edit, Edits, edits_of
from clairify_cli.planning.repair_flaws import fixed, polished
from clairify_cli.planning.repair_model import Found, GroundStep, Situation, reaches
from clairify_cli.planning.repair_onward import Answer, edits_to, onward, short_starts, steps_of
from clairify_cli.planning.repair_relaxed import FAR, estimate

MOST_STATES = 3_000
"""States of which the relaxed plan is worked out."""

MOST_WORK = 4_000_000
"""The same times the edits that there are: a few seconds."""


def editing(situation: Situation) -> Edits | None:
    """The task of editing the rest of a plan in bits, for what follows here; None where it does not go into bits."""
    try:
        return edits_of(situation, bridge=False)
    except NotSmallError:
        return None


def bridge_to_rest(situation: Situation, *, most_work: int = MOST_WORK, stop: threading.Event | None = None) -> Found:
    """A plan that begins with some steps and goes on with an end of the rest, with few changes in all.

    At least one step of the rest is kept. Without one, `proven` is whether there is none. `most_work` bounds the
    search, as `MOST_WORK` does.
    """
    if not situation.rest:
        return Found(None, True)
    try:
        edits = edits_of(situation, bridge=True)
    except NotSmallError:
        return repair_blind.bridge_to_rest(situation, stop=stop)
    answer = _search(edits, short_starts(edits, stop), most_work, stop)
    if answer.steps is None:
        return Found(None, answer.complete and edits.exact)
    found = _checked(situation, Found(answer.steps, False))
    return repair_blind.bridge_to_rest(situation, stop=stop) if found.steps is None else found


def fewest_changes(situation: Situation, edits: Edits | None, *, stop: threading.Event | None = None) -> Found:
    """The plan with few steps added and dropped; `proven` is whether none has fewer, or whether there is none."""
    if edits is None:
        return repair_blind.fewest_changes(situation, stop=stop)
    answer = fixed(edits, short_starts(edits, stop), stop)
    proven = answer.complete and edits.watched
    if answer.steps is None and not proven:
        answer = _search(edits, answer, MOST_WORK // 8, stop)
        if answer.steps is None:
            return Found(None, answer.complete and edits.exact)
        answer = polished(edits, situation.rest, answer, stop)
    if answer.steps is None:
        return Found(None, proven)
    found = _checked(situation, Found(answer.steps, proven or answer.cost <= 1))
    return repair_blind.fewest_changes(situation, stop=stop) if found.steps is None else found


def nearer(
    situation: Situation, edits: Edits | None, steps: tuple[GroundStep, ...], *, stop: threading.Event | None = None
) -> tuple[GroundStep, ...]:
    """A plan with fewer changes, made from one that is good; or that one."""
    if edits is None:
        return steps
    answer = polished(edits, situation.rest, Answer(steps, changes(situation.rest, steps)), stop)
    better = _checked(situation, Found(answer.steps, False)).steps
    return steps if better is None else better


def _checked(situation: Situation, found: Found) -> Found:
    """What was found, its steps gone through one by one: conditions may be larger than bits can tell, or on numbers.

    Without steps it is of no use, which shows nothing.
    """
    if found.steps is None or reaches(situation.task, found.steps, situation.now, situation.forbidden):
        return found
    return Found(None, False)


def _search(edits: Edits, best: Answer, work: int, stop: threading.Event | None) -> Answer:
    """A plan with fewer changes than the best; where work runs out, the best that going on from a state has led to."""
    most = max(50, min(MOST_STATES, work // (len(edits.relaxed) + 1)))
    below = FAR if best.steps is None else best.cost
    if below <= 1:
        return best
    estimates: dict[int, int] = {}
    seen: dict[int, int] = {edits.start: 0}
    came: dict[int, tuple[int, Edit]] = {}
    expanded: dict[int, int] = {}
    queue: list[tuple[int, int, int, int]] = [(0, 0, 0, edits.start)]
    count = looked = 0
    while queue:
        least, _, _, state = heappop(queue)
        if least >= below:
            return best
        cost = seen[state]
        if state not in estimates:
            looked += 1
            if looked > most or (stop is not None and stop.is_set()):
                return best
            further = onward(edits, state, below - cost)
            if further is not None:
                below = cost + sum(one.cost for one in further)
                best = Answer(steps_of((*edits_to(came, state), *further)), below)
            estimates[state] = guess = estimate(edits, state)
            if guess < FAR:
                count += 1
                heappush(queue, (cost + guess, guess, -count, state))
            continue
        guess = estimates[state]
        if guess == FAR or expanded.get(state) == cost:
            continue
        expanded[state] = cost
        if edits.is_end(state):
            return Answer(steps_of(edits_to(came, state)), cost)
        for edit in _possible(edits, state):
            after = edit.after(state)
            if cost + edit.cost < min(below, seen.get(after, FAR)):
                seen[after] = cost + edit.cost
                came[after] = (state, edit)
                its = estimates.get(after, max(0, guess - edit.cost))
                if its < FAR:
                    count += 1
                    heappush(queue, (cost + edit.cost + its, its, -count, after))
    return best if best.steps is not None else Answer(None, 0, True)


def _possible(edits: Edits, state: int) -> list[Edit]:
    """The edits that can be done, those of the next step last: of two as good, what came last is looked at first."""
    return [*edits.insertable(state), *reversed(edits.here(state))]
