"""A plan's repair as a planning task of its own, in bits: keep, drop or insert a step, where a change costs one.

To the facts of the task come the places in the rest of the plan. A step of the rest may be kept (which costs nothing)
or dropped at its place, and any step may be inserted anywhere. A plan of least cost ends at the last place and in the
goal: it is the rest with the fewest changes, as edit distances are defined (Levenshtein, 1966) without replacements.
"""

from __future__ import annotations

import enum
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from functools import reduce
from itertools import product
from operator import and_, or_
from typing import NamedTuple

from clairify_cli.languages.pddl.hierarchy import type_names
from clairify_cli.languages.pddl.syntax import PredicateDeclaration
from clairify_cli.languages.pddl.task import GroundAtom, Task
from clairify_cli.planning.achievers import changing_predicates
from clairify_cli.planning.nearby_ground import Fact, Operator, bits_of, numbers_of, users_of
from clairify_cli.planning.repair_ground import Grounded, GroundedStep, ground
from clairify_cli.planning.repair_model import Failed, GroundStep, Situation

_MOST_ASKED = 20_000
"""Facts about a failed step that are watched; were there more, only those that hold are."""


class Change(enum.Enum):
    """What an edit does with a step."""

    KEEP = 0
    DROP = 1
    INSERT = 2


@dataclass(frozen=True, slots=True)
class Edit:
    """A step that is kept, dropped or inserted: the facts that it needs, makes true and makes false.

    `needed` and `made` are the same as numbers. `cost` is 0 or 1.
    """

    change: Change
    step: GroundStep
    needs: int
    makes: int
    breaks: int
    needed: tuple[int, ...]
    made: tuple[int, ...]
    whens: tuple[Operator, ...] = ()
    """Conditional effects, which come about where what they need holds before the step."""

    @property
    def cost(self) -> int:
        return 0 if self.change is Change.KEEP else 1

    def after(self, state: int) -> int:
        """The state after the edit."""
        then = state & ~self.breaks | self.makes
        for one in self.whens:
            if state & one.needs == one.needs:
                then = then & ~one.breaks | one.makes
        return then


class Planned(NamedTuple):
    """An edit that a plan to go along means to do, also where it cannot be done.

    `purpose` is what its step makes true, `allowed` whether it may be done at all, and `failed` whether it does again
    what failed. What it needs, it needs whichever way its condition is met.
    """

    change: Change
    needs: int
    makes: int
    breaks: int
    whens: tuple[Operator, ...]
    purpose: int
    allowed: bool
    failed: bool
    edit: Edit


@dataclass(frozen=True, slots=True)
class Edits:
    """The task of editing. At the end all facts of `last` hold, and of every part of `goal` one way, in bits.
    Parts with one way only are among `last`.

    `relaxed` are the edits with their conditional effects, and the ways to the parts of the goal, as edits of their own
    that only make true: what they make together is `wanted`. `users` has, by fact, those that need it, `free` those
    that need nothing. `stuck` are the bits that a failed step is not tried again under: those to look at, and what
    they are then.
    """

    relaxed: tuple[Edit, ...]
    inserts: tuple[Edit, ...]
    inserts_by: dict[int, tuple[Edit, ...]]
    """What may be inserted, by a fact that it needs and that is seldom true; -1 where it needs none."""
    inserts_of_step: dict[GroundStep, list[Edit]]
    watched_by: int
    """The facts that `inserts_by` goes by, in bits."""
    at: tuple[tuple[Edit, ...], ...]
    """By place, the edits of the step that stands there; the last drops it."""
    line: tuple[Planned, ...]
    """The edits that keep all of the rest."""
    last: int
    goal: tuple[tuple[int, ...], ...]
    wanted: tuple[int, ...]
    start: int
    size: int
    places: int
    """The number of the fact that is the first place."""
    users: tuple[tuple[int, ...], ...]
    free: tuple[int, ...]
    lacks: tuple[int, ...]
    """Of the relaxed edits, how many facts each needs, and in `costs` what it costs."""
    costs: tuple[int, ...]
    failed: GroundStep | None
    stuck: tuple[int, int]
    watched: bool
    """Whether all facts about the failed step are among those looked at."""
    exact: bool
    """Whether, besides, the failed step waits for nothing but a change of one of them."""
    moved: int
    """The number of the fact that something about the failed step was changed."""

    def allows(self, edit: Edit, state: int) -> bool:
        """Whether an edit is none that would do what failed while nothing about it has changed."""
        return edit.step != self.failed or edit.change is Change.DROP or state & self.stuck[0] != self.stuck[1]

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
                if state & one.needs == one.needs and self.allows(one, state):
                    found.append(one)
        return found

    def inserts_of(self, step: GroundStep) -> list[Edit]:
        """The edits that insert a step: several where its condition can be met in several ways."""
        return self.inserts_of_step.get(step, [])

    def here(self, state: int) -> list[Edit]:
        """The edits of the next step of the rest, as far as they can be done."""
        place = self.place(state)
        if place == len(self.at):
            return []
        return [one for one in self.at[place] if state & one.needs == one.needs and self.allows(one, state)]


def _kept(task: Task) -> dict[str, object]:
    """Where the steps of a task are kept for other states of it. Notes may be shared by tasks with other goals."""
    known = task.notes.get("steps in bits")
    if isinstance(known, tuple) and known[0] is task.domain and known[1] is task.goal and known[2] is task.objects:
        kept: dict[str, object] = known[3]
        return kept
    made: dict[str, object] = {}
    task.notes["steps in bits"] = (task.domain, task.goal, task.objects, made)
    return made


def edits_of(situation: Situation, *, bridge: bool) -> Edits:
    """The task of editing the rest of a plan. With `bridge`, nothing is changed behind the first step that is kept,
    and one is kept. Raises `NotSmallError`."""
    failed = situation.forbidden.failed
    now = replace(situation.task, init=situation.now.atoms, notes={})
    asked, watched = _asked(now, failed) if failed is not None else ((), True)
    grounded = ground(now, asked, _kept(situation.task))
    places = grounded.size
    gone_on = places + len(situation.rest) + 1
    changing = gone_on + 1
    moved = changing + 1
    stuck = _stuck(grounded, failed) if failed is not None else (0, 0)
    telling = _telling(grounded, failed, stuck[0]) if failed is not None else 0

    def edit(change: Change, its: GroundedStep, needed: tuple[int, ...], made: tuple[int, ...], breaks: int) -> Edit:
        """The edit; the failed step needs that something about it was changed, which guides the search to that."""
        if failed is not None:
            touched = its.operator.makes | its.operator.breaks
            for one in its.whens:
                touched |= one.makes | one.breaks
            if its.step == failed.step:
                needed = (*needed, moved)
            elif touched & telling:
                made = (*made, moved)
        return Edit(change, its.step, bits_of(needed), bits_of(made), breaks, needed, made, its.whens)

    inserts: list[Edit] = []
    known: dict[GroundStep, list[GroundedStep]] = {}
    for its in grounded.steps:
        known.setdefault(its.step, []).append(its)
        if not situation.forbidden.never(its.step):
            one = its.operator
            needed = (*one.needed, changing) if bridge else one.needed
            inserts.append(edit(Change.INSERT, its, needed, one.made, one.breaks))
    at: list[tuple[Edit, ...]] = []
    line: list[Planned] = []
    for number, step in enumerate(situation.rest):
        here, there = places + number, places + number + 1
        breaks = 1 << here | (1 << changing if bridge else 0)
        mine = [
            edit(
                Change.KEEP,
                its,
                (*its.operator.needed, here),
                (*its.operator.made, there, gone_on),
                its.operator.breaks | breaks,
            )
            for its in known.get(step, ())
        ]
        allowed = not situation.forbidden.never(step)
        dropped = (here, changing) if bridge else (here,)
        drop = Edit(Change.DROP, step, bits_of(dropped), 1 << there, 1 << here, dropped, (there,))
        at.append((*mine, drop) if allowed else (drop,))
        if mine:
            needs = reduce(and_, (one.needs for one in mine))
            meant = known[step][0].operator.makes
            again = failed is not None and step == failed.step
            first = mine[0]
            makes, breaks, whens = first.makes, first.breaks, first.whens
            line.append(Planned(Change.KEEP, needs, makes, breaks, whens, meant, allowed, again, first))
        else:  # it can never be done
            line.append(Planned(Change.KEEP, drop.needs, drop.makes, drop.breaks, (), 0, False, False, drop))
    last = (places + len(situation.rest), gone_on) if bridge else (places + len(situation.rest),)
    done = moved + 1
    relaxed = [one for mine in (*at, inserts) for one in mine]
    relaxed += [_under(one, when) for one in relaxed for when in one.whens]
    for part, ways in enumerate(grounded.goal, done):
        relaxed += [Edit(Change.KEEP, (), way.needs, 1 << part, 0, way.needed, (part,)) for way in ways]
    size = done + len(grounded.goal)
    users, free = users_of([one.needed for one in relaxed], size)
    start = grounded.start | 1 << places | 1 << changing
    of_step: dict[GroundStep, list[Edit]] = {}
    for each in inserts:
        of_step.setdefault(each.step, []).append(each)
    by = _by_rarest(inserts, start, size)
    goal = [tuple(dict.fromkeys(way.needs for way in ways)) for ways in grounded.goal]
    sure = [ways[0] for ways in goal if len(ways) == 1]
    return Edits(
        relaxed=tuple(relaxed),
        inserts=tuple(inserts),
        inserts_by=by,
        inserts_of_step=of_step,
        watched_by=bits_of(fact for fact in by if fact >= 0),
        at=tuple(at),
        line=tuple(line),
        last=reduce(or_, sure, bits_of(last)),
        goal=tuple(ways for ways in goal if len(ways) != 1),
        wanted=(*last, *range(done, size)),
        start=start,
        size=size,
        places=places,
        users=users,
        free=free,
        lacks=tuple([len(one.needed) for one in relaxed]),
        costs=tuple([one.cost for one in relaxed]),
        failed=failed.step if failed is not None else None,
        stuck=stuck,
        watched=watched,
        exact=watched and telling == stuck[0],
        moved=moved,
    )


def planned_as(edits: Edits, edit: Edit) -> Planned:
    """An edit of a plan to go along."""
    purpose = edit.makes & ~((1 << len(edits.at) + 1) - 1 << edits.places)
    again = edit.step == edits.failed and edit.change is not Change.DROP
    return Planned(edit.change, edit.needs, edit.makes, edit.breaks, edit.whens, purpose, True, again, edit)


def _under(edit: Edit, when: Operator) -> Edit:
    """A conditional effect as an edit of its own."""
    return Edit(
        edit.change,
        edit.step,
        edit.needs | when.needs,
        when.makes,
        when.breaks,
        (*edit.needed, *when.needed),
        when.made,
    )


def _by_rarest(inserts: Collection[Edit], start: int, size: int) -> dict[int, tuple[Edit, ...]]:
    """The edits by a fact that each needs: one that is false at first, if there is, and that few others need."""
    count = [0] * size
    for one in inserts:
        for fact in one.needed:
            count[fact] += 1
    found: dict[int, list[Edit]] = {}
    for one in inserts:
        rarest = min(one.needed, key=lambda fact: (start >> fact & 1, count[fact]), default=-1)
        found.setdefault(rarest, []).append(one)
    return {fact: tuple(mine) for fact, mine in found.items()}


def _asked(task: Task, failed: Failed) -> tuple[Collection[Fact], bool]:
    """The facts that say whether something about a failed step has changed, and whether these are all."""
    found = {(True, atom) for atom in failed.true | failed.needed}
    changing = changing_predicates(task.domain)
    for declared in task.domain.predicates:
        if declared.name.text in changing:
            for atom in _about(task, declared, failed):
                found.add((True, atom))
                if len(found) > _MOST_ASKED:
                    return {(True, one) for one in failed.true}, False
    return found, True


def _about(task: Task, declared: PredicateDeclaration, failed: Failed) -> Iterator[GroundAtom]:
    choices = [task.objects_of(type_names(each.types)) for each in declared.parameters]
    for place, objects in enumerate(choices):
        mine = [one for one in objects if one in failed.about]
        for row in product(*choices[:place], mine, *choices[place + 1 :]):
            yield (declared.name.text, *row)


def _stuck(grounded: Grounded, failed: Failed) -> tuple[int, int]:
    mask = value = 0
    for (positive, atom), number in grounded.numbers.items():
        if positive and failed.concerns(atom):
            mask |= 1 << number
            value |= (atom in failed.true) << number
    return mask, value


def _telling(grounded: Grounded, failed: Failed, mask: int) -> int:
    """The facts about a failed step of which a change may still be seen when the step can be done again.

    What the step needs is true then, and what always takes some of that away has most likely gone again.
    """
    own = next((one.operator for one in grounded.steps if one.step == failed.step), None)
    if own is None:
        return mask
    kept = lost = 0
    for its in grounded.steps:
        makes, breaks = its.operator.makes, its.operator.breaks
        for one in its.whens:
            makes, breaks = makes | one.makes, breaks | one.breaks
        if its.operator.breaks & own.needs:
            lost |= makes
        else:
            kept |= makes | breaks
    return mask & ~own.needs & ~(lost & ~kept)
