"""A plan's repair as a planning task of its own, in bits: keep, drop or insert a step, where a change costs one.

The places in the rest of the plan are additional facts. A step of the rest may be kept (at no cost) or dropped at its
place, and any step may be inserted anywhere. A cheapest plan that ends at the last place and in the goal is the rest
with the fewest changes: an edit distance (Levenshtein, 1966) without replacements.
"""

from __future__ import annotations

import enum
from collections.abc import Collection
from functools import reduce
from operator import and_, or_
from typing import NamedTuple

from clairify_cli.languages.pddl.task import Task
from clairify_cli.planning.ground.bits import Changing, Operator, bits_of, ground_small, numbers_of
from clairify_cli.planning.repair.model import GroundStep, Situation
from clairify_cli.records import dataclass, replace


class Change(enum.Enum):
    """What an edit does with a step."""

    KEEP = 0
    DROP = 1
    INSERT = 2


@dataclass(frozen=True, slots=True)
class Edit(Changing):
    """A step that is kept, dropped or inserted, with the facts that it needs, makes true and makes false."""

    change: Change
    step: GroundStep
    needs: int
    makes: int
    breaks: int
    whens: tuple[Operator, ...] = ()
    """Conditional effects, which apply if what they need holds before the step."""

    @property
    def cost(self) -> int:
        return 0 if self.change is Change.KEEP else 1


class Planned(NamedTuple):
    """A step of the rest as if it were kept, even if it cannot be executed.

    `purpose` is what it makes true, and `allowed` whether it is permitted. `needs` has the facts that are needed
    whichever way its condition is met.
    """

    needs: int
    makes: int
    breaks: int
    whens: tuple[Operator, ...]
    purpose: int
    allowed: bool


@dataclass(frozen=True, slots=True)
class Edits:
    """The task of editing, in bits. At the end, all facts of `last` and one way of every part of `goal` must hold.
    Parts with a single way are merged into `last`.
    """

    inserts: tuple[Edit, ...]
    inserts_by: dict[int, tuple[Edit, ...]]
    """The possible inserts, by a fact that each needs and that is rarely true; -1 if it needs none."""
    watched_by: int
    """The keys of `inserts_by`, in bits."""
    at: tuple[tuple[Edit, ...], ...]
    """By place, the edits of the step there; the last edit drops it."""
    line: tuple[Planned, ...]
    """The steps of the rest."""
    last: int
    goal: tuple[tuple[int, ...], ...]
    start: int
    places: int
    """The number of the fact that is the first place."""

    def is_end(self, state: int) -> bool:
        """Whether the goal holds in a state, and all of the rest has been processed."""
        if state & self.last != self.last:
            return False
        return all(any(state & way == way for way in part) for part in self.goal)

    def place(self, state: int) -> int:
        """Return how many steps of the rest have been processed."""
        return (state >> self.places & ((1 << len(self.at) + 1) - 1)).bit_length() - 1

    def insertable(self, state: int) -> list[Edit]:
        """Return the applicable edits that insert a step."""
        found = []
        for fact in (-1, *numbers_of(state & self.watched_by)):
            for one in self.inserts_by.get(fact, ()):
                if state & one.needs == one.needs:
                    found.append(one)
        return found

    def here(self, state: int) -> list[Edit]:
        """Return the applicable edits of the next step of the rest."""
        place = self.place(state)
        if place == len(self.at):
            return []
        return [one for one in self.at[place] if state & one.needs == one.needs]


def steps_kept(task: Task) -> dict[str, object]:
    """Return the cache for the steps of a task, shared by all of its states."""
    known = task.notes.get("steps in bits")
    if isinstance(known, tuple) and known[0] is task.domain and known[1] is task.objects:
        kept: dict[str, object] = known[2]
        return kept
    made: dict[str, object] = {}
    task.notes["steps in bits"] = (task.domain, task.objects, made)
    return made


def edits_of(situation: Situation) -> Edits:
    """Return the task of editing the rest of a plan. Raises `TooLargeError`."""
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
        else:  # it can never be executed
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
    """Group the edits by a fact that each needs: preferably one that is false at first and needed by few others."""
    count = [0] * size
    for facts in needed:
        for fact in facts:
            count[fact] += 1
    found: dict[int, list[Edit]] = {}
    for one, facts in zip(inserts, needed, strict=True):
        rarest = min(facts, key=lambda fact: (start >> fact & 1, count[fact]), default=-1)
        found.setdefault(rarest, []).append(one)
    return {fact: tuple(mine) for fact, mine in found.items()}
