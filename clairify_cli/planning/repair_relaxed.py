"""Relaxed plans for edits, in which nothing that is true becomes false: how far it is, and steps that may lead there.

Hoffmann and Nebel (JAIR 14, 2001), with supporters chosen by additive cost. To go a stretch along a relaxed plan as far
as its steps can really be done is a look-ahead (Vidal, ICAPS 2004).
"""

from __future__ import annotations

from collections.abc import Collection

from clairify_cli.planning.nearby_ground import numbers_of
from clairify_cli.planning.repair_edits import Change, Edit, Edits

FAR = 1 << 30
"""There is no way, even if nothing that is true becomes false."""

_MOST_COST = 1000
"""Sums of costs are cut here: along a plan they double and double."""


def estimate(edits: Edits, state: int) -> int:
    """What a relaxed plan to the end costs; `FAR` where there is none."""
    plan = relaxed_plan(edits, state, edits.wanted)
    return FAR if plan is None else sum(one.cost for one in plan)


def look_ahead(edits: Edits, state: int, wanted: Collection[int]) -> list[tuple[Edit, int]]:
    """Steps to insert that may lead to facts, each with the state after it, as far as they can really be done.

    Of those that can be done, the next is one that takes away least of what the others need.
    """
    plan = relaxed_plan(edits, state, wanted)
    steps = dict.fromkeys(one.step for one in plan or () if one.change is Change.INSERT)
    waiting = [one for step in steps for one in edits.inserts_of(step)]
    found: list[tuple[Edit, int]] = []
    while True:
        possible = [one for one in waiting if state & one.needs == one.needs and edits.allows(one, state)]
        if not possible:
            return found
        one = min(possible, key=lambda one: sum(other.needs & one.breaks != 0 for other in waiting if other is not one))
        state = one.after(state)
        found.append((one, state))
        waiting = [other for other in waiting if other.step != one.step]


def fixing(edits: Edits, state: int, below: int) -> tuple[Edit, ...] | None:
    """Keep what can be kept; where that stops, insert what may lead on, or else drop the step.

    The edits, where they end well and cost less than `below`.
    """
    done: list[Edit] = []
    seen: set[int] = set()
    while below > 0 and state not in seen:
        seen.add(state)
        here = edits.here(state)
        if here and here[0].change is Change.KEEP:
            one = here[0]
            state = one.after(state)
            done.append(one)
            continue
        if edits.is_end(state):
            return tuple(done)
        ahead = _ahead(edits, state)
        if not ahead or ahead[-1][1] in seen:
            ahead = [(one, one.after(state)) for one in here]
        if not ahead:
            return None
        done += [one for one, _ in ahead]
        below -= len(ahead)
        state = ahead[-1][1]
    return None


def _ahead(edits: Edits, state: int) -> list[tuple[Edit, int]]:
    """Steps that may lead to where the rest can be gone on with, or at its end, to the goal."""
    place = edits.place(state)
    if place == len(edits.line):
        return look_ahead(edits, state, edits.wanted)
    line = edits.line[place]
    hidden = (1 << len(edits.at) + 1) - 1 << edits.places
    wanted = numbers_of(line.needs & ~state & ~hidden)
    if line.failed and state & edits.stuck[0] == edits.stuck[1]:
        wanted.append(edits.moved)
        hidden |= 1 << edits.moved
    elif not line.allowed:
        wanted = numbers_of(line.purpose & ~state)
    found = look_ahead(edits, state & ~hidden, wanted) if wanted else []
    return [(one, then | state & hidden) for one, then in found]


def relaxed_plan(edits: Edits, state: int, wanted: Collection[int]) -> list[Edit] | None:
    """The edits of a relaxed plan to facts, cheap ones first; None where there is none.

    What is needed for a step that is kept is reckoned by the dearest of it, for others by the sum.
    """
    everything, users, costs = edits.relaxed, edits.users, edits.costs
    best = [FAR] * edits.size
    by = [-1] * edits.size
    settled = [False] * edits.size
    missing = list(edits.lacks)
    total = list(costs)
    buckets = [numbers_of(state)]
    for number in buckets[0]:
        best[number] = 0
    open_facts = set(wanted)

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
    while level < len(buckets) and open_facts:
        for number in buckets[level]:
            if settled[number] or best[number] != level:
                continue
            settled[number] = True
            open_facts.discard(number)
            for at in users[number]:
                left = missing[at] = missing[at] - 1
                if level:
                    total[at] += level
                if left:
                    continue
                value = level if not costs[at] else min(total[at], _MOST_COST)
                for fact in everything[at].made:  # as `reach`, which would be called too often here
                    if value < best[fact]:
                        best[fact] = value
                        by[fact] = at
                        while len(buckets) <= value:
                            buckets.append([])
                        buckets[value].append(fact)
        level += 1
    if open_facts:
        return None
    used: set[int] = set()
    waiting = list(wanted)
    while waiting:
        at = by[waiting.pop()]
        if at >= 0 and at not in used:
            used.add(at)
            waiting += everything[at].needed
    return [everything[at] for at in sorted(used, key=lambda at: (total[at], at))]
