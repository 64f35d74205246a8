"""A plan's repair as a planning task of its own, in bits: keep, drop or insert a step, where a change costs one.

To the facts of the task come the places in the rest of the plan. A step of the rest may be kept (which costs nothing)
or dropped at its place, and any step may be inserted anywhere. A plan of least cost ends at the last place and in the
goal: it is the rest with the fewest changes, as edit distances are defined (Levenshtein, 1966) without replacements.
"""

from __future__ import annotations

import enum
from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import reduce
from operator import and_, or_
from typing import NamedTuple

from clairify_cli.languages.pddl.task import Task
from clairify_cli.planning.ground.bits import Changing, Operator, bits_of, ground_small, numbers_of
from clairify_cli.planning.repair.model import GroundStep, Situation


class Change(enum.Enum):
    """What an edit does with a step."""

    KEEP = 0
    DROP = 1
    INSERT = 2


@dataclass(frozen=True, slots=True)
class Edit(Changing):
    """A step that is kept, dropped or inserted: the facts that it needs, makes true and makes false; 0 or 1 change."""

    change: Change
    step: GroundStep
    needs: int
    makes: int
    breaks: int
    whens: tuple[Operator, ...] = ()
    """Conditional effects, which come about where what they need holds before the step."""

    @property
    def cost(self) -> int:
        return 0 if self.change is Change.KEEP else 1


class Planned(NamedTuple):
    """A step of the rest that is to be kept, even if it cannot be done.

    `purpose` is what it makes true, and `allowed` whether it may be done at all. What it needs, it needs whichever way
    its condition is met.
    """

    needs: int
    makes: int
    breaks: int
    whens: tuple[Operator, ...]
    purpose: int
    allowed: bool


@dataclass(frozen=True, slots=True)
class Edits:
    """The task of editing. At the end all facts of `last` hold, and of every part of `goal` one way, in bits.
    Parts with one way only are among `last`.
    """

    inserts: tuple[Edit, ...]
    inserts_by: dict[int, tuple[Edit, ...]]
    """What may be inserted, by a fact that it needs and that is seldom true; -1 where it needs none."""
    watched_by: int
    """The facts that `inserts_by` goes by, in bits."""
    at: tuple[tuple[Edit, ...], ...]
    """By place, the edits of the step that stands there; the last drops it."""
    line: tuple[Planned, ...]
    """The steps of the rest."""
    last: int
    goal: tuple[tuple[int, ...], ...]
    start: int
    places: int
    """The number of the fact that is the first place."""

    def is_end(self, state: int) -> bool:
        """Whether the goal holds in a state, and the rest is done with."""
        if state & self.last != self.last:
            return False
        return all(any(state & way == way for way in part) for part in self.goal)

    def place(self, state: int) -> int:
        """How many steps of the rest are done with."""
        return (state >> self.places & ((1 << len(self.at) + 1) - 1)).bit_length() - 1

    def insertable(self, state: int) -> list[Edit]:
        """The edits that insert a step, as far as they can be done."""
        found = []
        for fact in (-1, *numbers_of(state & self.watched_by)):
            for one in self.inserts_by.get(fact, ()):
                if state & one.needs == one.needs:
                    found.append(one)
        return found

    def here(self, state: int) -> list[Edit]:
        """The edits of the next step of the rest, as far as they can be done."""
        place = self.place(state)
        if place == len(self.at):
            return []
        return [one for one in self.at[place] if state & one.needs == one.needs]


def steps_kept(task: Task) -> dict[str, object]:
    """Where the steps of a task are kept for other states of it."""
    known = task.notes.get("steps in bits")
    if isinstance(known, tuple) and known[0] is task.domain and known[1] is task.objects:
        kept: dict[str, object] = known[2]
        return kept
    made: dict[str, object] = {}
    task.notes["steps in bits"] = (task.domain, task.objects, made)
    return made


def edits_of(situation: Situation) -> Edits:
    """The task of editing the rest of a plan. Raises `TooLargeError`."""
    now = replace(situation.task, init=situation.now.atoms, notes={})
    ground = ground_small(now, kept=steps_kept(situation.task))
    places = ground.size
    inserts: list[Edit] = []
    needed: list[tuple[int, ...]] = []
    known: dict[GroundStep, list[Operator]] = {}
    for one in ground.operators:
        known.setdefault(one.words, []).append(one)
        if not situation.forbidden.never(one.words):
            inserts.append(Edit(Change.INSERT, one.words, one.needs, one.makes, one.breaks, one.whens))
            needed.append(one.needed)
    at: list[tuple[Edit, ...]] = []
    line: list[Planned] = []
    for number, step in enumerate(situation.rest, places):
        here, there = 1 << number, 1 << number + 1
        its = known.get(step, [])
        mine = [
            Edit(Change.KEEP, step, one.needs | here, one.makes | there, one.breaks | here, one.whens) for one in its
        ]
        allowed = not situation.forbidden.never(step)
        drop = Edit(Change.DROP, step, here, there, here)
        at.append((*mine, drop) if allowed else (drop,))
        if mine:
            needs, first = reduce(and_, (one.needs for one in mine)), mine[0]
            line.append(Planned(needs, first.makes, first.breaks, first.whens, its[0].makes, allowed))
        else:  # it can never be done
            line.append(Planned(drop.needs, drop.makes, drop.breaks, (), 0, False))
    by = _by_rarest(inserts, needed, ground.start, ground.size)
    goal = [tuple(dict.fromkeys(way.needs for way in ways)) for ways in ground.goal]
    sure = [ways[0] for ways in goal if len(ways) == 1]
    return Edits(
        inserts=tuple(inserts),
        inserts_by=by,
        watched_by=bits_of(fact for fact in by if fact >= 0),
        at=tuple(at),
        line=tuple(line),
        last=reduce(or_, sure, 1 << places + len(situation.rest)),
        goal=tuple(ways for ways in goal if len(ways) != 1),
        start=ground.start | 1 << places,
        places=places,
    )


def _by_rarest(
    inserts: Collection[Edit], needed: Collection[tuple[int, ...]], start: int, size: int
) -> dict[int, tuple[Edit, ...]]:
    """The edits by a fact that each needs: one that is false at first, if there is, and that few others need."""
    count = [0] * size
    for facts in needed:
        for fact in facts:
            count[fact] += 1
    found: dict[int, list[Edit]] = {}
    for one, facts in zip(inserts, needed, strict=True):
        rarest = min(facts, key=lambda fact: (start >> fact & 1, count[fact]), default=-1)
        found.setdefault(rarest, []).append(one)
    return {fact: tuple(mine) for fact, mine in found.items()}
