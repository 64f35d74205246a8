"""Repairs searched for in this process: bridges to the rest of a plan, and plans with few changes.

A* (Hart, Nilsson and Raphael, 1968) over edits with the cost of a relaxed plan as its heuristic (Hoffmann and Nebel,
JAIR 14, 2001), supporters chosen by additive cost. The heuristic can say too much, so that a result has few changes;
that there are none with fewer is proven by a search of its own where that is little work. Bounds are on work, not on
time: the result is the same on every run. Tasks that do not go into bits are left to `repair_blind`.
"""

from __future__ import annotations

import threading
from heapq import heappop, heappush

from clairify_cli.planning import repair_blind
from clairify_cli.planning.nearby_ground import NotSmallError, numbers_of
from clairify_cli.planning.repair_edits import Edit, Edits, edits_of
from clairify_cli.planning.repair_model import Found, Situation, reaches
from clairify_cli.planning.repair_onward import Answer, onward, short_starts, steps_of

MOST_STATES = 3_000
"""States of which the relaxed plan is worked out."""

MOST_WORK = 4_000_000
"""The same times the edits that there are: a few seconds."""

MOST_PROVING = 2_000_000
"""States times edits that are looked at to prove that nothing has fewer changes."""

_FAR = 1 << 30

_MOST_COST = 1000
"""Sums of costs are cut here: along a plan they double and double."""


def bridge_to_rest(situation: Situation, *, stop: threading.Event | None = None) -> Found:
    """A plan that begins with some steps and goes on with an end of the rest, with few changes in all.

    At least one step of the rest is kept. Without one, `proven` is whether there is none.
    """
    if not situation.rest:
        return Found(None, True)
    try:
        edits = edits_of(situation, bridge=True)
    except NotSmallError:
        return repair_blind.bridge_to_rest(situation, stop=stop)
    found = _checked(situation, _search(edits, stop))
    return Found(found.steps, found.proven and edits.exact)


def fewest_changes(situation: Situation, *, stop: threading.Event | None = None) -> Found:
    """The plan with few steps added and dropped; `proven` is whether none has fewer, or whether there is none."""
    try:
        edits = edits_of(situation, bridge=False)
    except NotSmallError:
        return repair_blind.fewest_changes(situation, stop=stop)
    answer = _search(edits, stop)
    found = _checked(situation, answer)
    if found.steps is None:
        return Found(None, found.proven and edits.exact)
    return Found(found.steps, answer.cost <= 1 or (edits.watched and _none_below(edits, answer.cost)))


def _checked(situation: Situation, answer: Answer) -> Found:
    """The steps, gone through one by one: conditions may be larger than bits can tell."""
    if answer.steps is None:
        return Found(None, answer.complete)
    good = reaches(situation.task, answer.steps, situation.now, situation.forbidden)
    return Found(answer.steps if good else None, False)


def _search(edits: Edits, stop: threading.Event | None) -> Answer:
    """The plan with few changes; where work runs out, the best that going on from the states looked at has led to."""
    most = max(50, min(MOST_STATES, MOST_WORK // (len(edits.edits) + 1)))
    best = short_starts(edits, stop)
    below = _FAR if best.steps is None else best.cost
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
                best = Answer(steps_of((*_edits_to(came, state), *further)), below)
            estimates[state] = guess = _estimate(edits, state)
            if guess < _FAR:
                count += 1
                heappush(queue, (cost + guess, guess, -count, state))
            continue
        guess = estimates[state]
        if guess == _FAR or expanded.get(state) == cost:
            continue
        expanded[state] = cost
        if edits.is_end(state):
            return Answer(steps_of(_edits_to(came, state)), cost)
        for edit in _possible(edits, state):
            after = state & ~edit.breaks | edit.makes
            if cost + edit.cost < min(below, seen.get(after, _FAR)):
                seen[after] = cost + edit.cost
                came[after] = (state, edit)
                its = estimates.get(after, max(0, guess - edit.cost))
                if its < _FAR:
                    count += 1
                    heappush(queue, (cost + edit.cost + its, its, -count, after))
    return best if best.steps is not None else Answer(None, 0, True)


def _possible(edits: Edits, state: int) -> list[Edit]:
    """The edits that can be done, those of the next step last: of two as good, what came last is looked at first."""
    found = [one for one in edits.inserts if state & one.needs == one.needs and edits.allows(one, state)]
    place = edits.place(state)
    if place < len(edits.at):
        mine = [one for one in edits.at[place] if state & one.needs == one.needs and edits.allows(one, state)]
        found += reversed(mine)
    return found


def _edits_to(came: dict[int, tuple[int, Edit]], state: int) -> tuple[Edit, ...]:
    found: list[Edit] = []
    while state in came:
        state, edit = came[state]
        found.append(edit)
    return tuple(reversed(found))


def _none_below(edits: Edits, cost: int) -> bool:
    """Whether it is shown that nothing has fewer changes: Dijkstra's search through all that has.

    The failed step waits for any change about it here, also for one that the search does not look for.
    """
    left = MOST_PROVING
    layer = {edits.start | 1 << edits.moved}
    seen = set(layer)
    for spent in range(cost):
        waiting = list(layer)
        layer = set()
        while waiting:
            state = waiting.pop()
            if edits.is_end(state):
                return False
            last = spent == cost - 1
            left -= 1 if last else len(edits.inserts)
            if left < 0:
                return False
            place = edits.place(state)
            own = edits.at[place] if place < len(edits.at) else ()
            for edit in own if last else (*own, *edits.inserts):
                if (last and edit.cost) or state & edit.needs != edit.needs or not edits.allows(edit, state):
                    continue
                after = state & ~edit.breaks | edit.makes
                if after not in seen:
                    if edit.cost:
                        layer.add(after)
                    else:
                        seen.add(after)
                        waiting.append(after)
        layer -= seen
        seen |= layer
    return True


def _estimate(edits: Edits, state: int) -> int:
    """What a relaxed plan costs; `_FAR` where there is none.

    What is needed for a step that is kept is reckoned by the dearest of it, for others by the sum.
    """
    everything, users = edits.edits, edits.users
    best = [_FAR] * edits.size
    by = [-1] * edits.size
    settled = [False] * edits.size
    missing = [len(one.needed) for one in everything]
    total = [one.cost for one in everything]
    buckets = [numbers_of(state)]
    for number in buckets[0]:
        best[number] = 0
    waiting = [len(needed) for _, needed in edits.ways]
    ends: dict[int, list[int]] = {}
    for index, (_, needed) in enumerate(edits.ways):
        for number in needed:
            ends.setdefault(number, []).append(index)
    sums = [0] * len(edits.ways)
    least, chosen = _FAR, -1

    def reach(at: int, value: int) -> None:
        for fact in everything[at].made:
            if value < best[fact]:
                best[fact] = value
                by[fact] = at
                while len(buckets) <= value:
                    buckets.append([])
                buckets[value].append(fact)

    for at in edits.free:
        reach(at, total[at])
    level = 0
    while level < len(buckets) and level < least:
        for number in buckets[level]:
            if settled[number] or best[number] != level:
                continue
            settled[number] = True
            for at in users[number]:
                missing[at] -= 1
                total[at] += level
                if not missing[at]:
                    reach(at, level if not everything[at].cost else min(total[at], _MOST_COST))
            for index in ends.get(number, ()):
                waiting[index] -= 1
                sums[index] += level
                if not waiting[index] and sums[index] < least:
                    least, chosen = sums[index], index
        level += 1
    if chosen < 0:
        return _FAR
    used: set[int] = set()
    open_facts = list(edits.ways[chosen][1])
    while open_facts:
        at = by[open_facts.pop()]
        if at >= 0 and at not in used:
            used.add(at)
            open_facts += everything[at].needed
    return sum(everything[at].cost for at in used)
