"""Few changes, found by going along a plan in thought and counting its flaws.

What a state is still to cost is guessed by a line of edits to go along, at first those that keep all of the rest: each
is done, also where it cannot be, and what it lacks then is counted. So one flaw does not spoil all that comes behind
it, and the guess is about the steps that have to be changed; it takes far less time than a relaxed plan. Best-first
search in which the guess weighs less and less (Richter, Thayer and Ruml, ICAPS 2010) goes straight to a plan first, and
then looks for better ones.

From some states the search goes on with look-aheads (`repair_relaxed`): some flaws take many steps in a row.

A plan from elsewhere is brought nearer to the old one in the same way, along its own edits: what it inserts may be
left out, what it drops kept (a search around a plan improves it: Nakhost and Müller, ICAPS 2010).
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from heapq import heappop, heappush

from clairify_cli.planning.repair_diff import compare
from clairify_cli.planning.repair_edits import Change, Edit, Edits, Planned, planned_as
from clairify_cli.planning.repair_model import GroundStep
from clairify_cli.planning.repair_onward import Answer, onward, steps_of
from clairify_cli.planning.repair_relaxed import fixing

WEIGHTS = (5, 2, 1)

MOST_STEPS = 1_500_000
"""Edits of the line that are gone through with each weight: less than a second."""

MOST_DIVES = 150_000
"""The same for going on with look-aheads: times the edits that there are."""

_SLACK = 4
"""So much more than the best a plan may seem to cost while another one is made better."""

_LONGEST = 30
"""Most changes of what is looked for with look-aheads."""

_ENOUGH = 2
"""A step that is done otherwise costs no more than this: it is dropped, and another one is inserted."""

_PER_INSERT = 20
"""For so many inserts there is a step of work in looking for those that can be done."""

_FAR = 1 << 30

Line = tuple[Planned, ...]

Node = tuple[int, int]
"""How much of the line is done with, and the state."""


def fixed(edits: Edits, best: Answer, stop: threading.Event | None = None) -> Answer:
    """A plan with fewer changes than the best so far; `complete` is whether it is shown that none has fewer."""
    for weight in WEIGHTS:
        if best.complete or (best.steps is not None and best.cost == 0):
            break
        best = _Search(edits, edits.line, MOST_STEPS).run(best, weight, None, stop)
    return best


def polished(edits: Edits, rest: Sequence[GroundStep], best: Answer, stop: threading.Event | None = None) -> Answer:
    """A plan with fewer changes than the best, made from that; the best itself where none is found."""
    left = MOST_STEPS
    while best.steps is not None and best.cost > 1:
        line = _line_of(edits, rest, best.steps)
        if line is None:
            break
        search = _Search(edits, line, left)
        found = search.run(best, 1, _SLACK, stop)
        if found.cost == best.cost:
            break
        best, left = found, search.left
    return best


def flaws(edits: Edits, line: Line, state: int) -> int:
    """What going along a line of edits costs from a state, with what is wrong with it, in changes.

    Of the line that only keeps steps, it is 0 just where nothing has to be changed.
    """
    count = 0
    looked, stuck = edits.stuck
    for change, needs, makes, breaks, whens, purpose, allowed, failed, _ in line:
        if change is Change.DROP:
            count += 1
        elif change is Change.INSERT and not purpose & ~state:
            continue  # it can be left out
        else:
            count += change is Change.INSERT
            missing = needs & ~state
            if missing or not allowed or (failed and state & looked == stuck):
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


def _line_of(edits: Edits, rest: Sequence[GroundStep], steps: Sequence[GroundStep]) -> Line | None:
    """The edits that make a plan of the rest; None where the task in bits does not allow them."""
    state = edits.start | 1 << edits.moved
    line = []
    for each in compare(rest, steps):
        if each.old is None:
            choices: Sequence[Edit] = edits.inserts_of(each.step)
        else:
            change = Change.DROP if each.new is None else Change.KEEP
            choices = [one for one in edits.at[each.old] if one.change is change]
        edit = next((one for one in choices if state & one.needs == one.needs and edits.allows(one, state)), None)
        if edit is None:
            return None
        line.append(planned_as(edits, edit))
        state = edit.after(state)
    return tuple(line) if edits.is_end(state) else None


class _Search:
    """Best-first search along a line of edits. `left` is the work that may still be done."""

    def __init__(self, edits: Edits, line: Line, left: int) -> None:
        self.edits = edits
        self.line = line
        self.left = left
        self.dives = MOST_DIVES // (len(edits.relaxed) + 500)
        self.came: dict[Node, tuple[Node, Edit | None]] = {}

    def run(self, best: Answer, weight: int, slack: int | None, stop: threading.Event | None) -> Answer:
        """The best plan that is found, at worst the one given.

        Without a `slack`, the line has to be the one that keeps everything, and where all is looked at, the answer is
        complete. With one, what seems to cost so much more than the best is left aside.
        """
        edits, line = self.edits, self.line
        below = _FAR if best.steps is None else best.cost
        # The failed step waits for any change about it here: what only guides other searches to that is taken as done.
        start = (0, edits.start | 1 << edits.moved)
        guess = flaws(edits, line, start[1])
        costs = {start: 0}
        queue: list[tuple[int, int, int, int, Node]] = [(weight * guess, guess, 0, 0, start)]
        done: set[tuple[Node, int]] = set()
        count = 0
        while queue:
            _, guess, _, _, node = heappop(queue)
            cost = costs[node]
            if cost + (slack is None and guess > 0) >= below or (node, cost) in done:
                continue
            done.add((node, cost))
            self.left -= len(line) + 10 + len(edits.inserts) // _PER_INSERT
            if self.left < 0 or (stop is not None and stop.is_set()):
                return best
            further = onward(edits, node[1], below - cost)
            if further is None and self.dives > 0:
                self.dives -= 1
                further = fixing(edits, node[1], min(below - cost, _LONGEST))
            if further is not None:
                below = cost + sum(one.cost for one in further)
                best = Answer(steps_of((*self._edits_to(node), *further)), below)
            for other, edit in self._next(node, last=cost + 1 >= below):
                now = cost + (0 if edit is None else edit.cost)
                if now >= min(below, costs.get(other, _FAR)):
                    continue
                its = guess
                if edit is None or edit.change is not Change.KEEP or line[node[0]].change is not Change.KEEP:
                    self.left -= len(line)
                    its = flaws(edits, line[other[0] :], other[1])
                if now + (its > 0) < below if slack is None else now + its < below + slack:
                    costs[other] = now
                    self.came[other] = (node, edit)
                    count += 1
                    heappush(queue, (now + weight * its, its, -other[0], -count, other))
        return Answer(best.steps, best.cost, slack is None)

    def _next(self, node: Node, *, last: bool) -> list[tuple[Node, Edit | None]]:
        """What can be done at a node; at `last`, nothing is inserted that the line does not."""
        at, state = node
        found: list[tuple[Node, Edit | None]] = []
        if at < len(self.line):
            if self.line[at].change is Change.INSERT:
                found.append(((at + 1, state), None))
            else:
                found += [((at + 1, one.after(state)), one) for one in self.edits.here(state)]
        if not last:
            goes_on = self.line[at].edit if at < len(self.line) and self.line[at].change is Change.INSERT else None
            for one in self.edits.insertable(state):
                found.append(((at + (one is goes_on), one.after(state)), one))
        return found

    def _edits_to(self, node: Node) -> tuple[Edit, ...]:
        found: list[Edit] = []
        while node in self.came:
            node, edit = self.came[node]
            if edit is not None:
                found.append(edit)
        return tuple(reversed(found))
