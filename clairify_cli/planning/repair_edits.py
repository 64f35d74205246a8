"""A plan's repair as a planning task of its own, in bits: keep, drop or insert a step, where a change costs one.

To the facts of the task come the places in the rest of the plan. A step of the rest may be kept (which costs nothing)
or dropped at its place, and any step may be inserted anywhere. A plan of least cost ends at the last place and in the
goal: it is the rest with the fewest changes, as edit distances are defined (Levenshtein, 1966) without replacements.
"""

from __future__ import annotations

import enum
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from itertools import product

from clairify_cli.languages.pddl.hierarchy import type_names
from clairify_cli.languages.pddl.syntax import PredicateDeclaration
from clairify_cli.languages.pddl.task import GroundAtom, Task
from clairify_cli.planning.achievers import changing_predicates
from clairify_cli.planning.nearby_ground import Fact, Ground, Operator, bits_of, ground_small, users_of
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

    @property
    def cost(self) -> int:
        return 0 if self.change is Change.KEEP else 1


@dataclass(frozen=True, slots=True)
class Edits:
    """The task of editing. `ways` are the sets of facts of which one has to hold at the end, as bits and as numbers.

    `users` has, by fact, the edits that need it, and `ends` the ways. `stuck` are the bits that a failed step is not
    tried again under: those to look at, and what they are then.
    """

    edits: tuple[Edit, ...]
    inserts: tuple[Edit, ...]
    at: tuple[tuple[Edit, ...], ...]
    """By place, the edits of the step that stands there."""
    ways: tuple[tuple[int, tuple[int, ...]], ...]
    start: int
    size: int
    places: int
    """The number of the fact that is the first place."""
    users: tuple[tuple[int, ...], ...]
    free: tuple[int, ...]
    failed: GroundStep | None
    stuck: tuple[int, int]
    watched: bool
    """Whether all facts about the failed step are among those looked at."""
    exact: bool
    """Whether, besides, the failed step waits for nothing but a change of one of them."""

    def allows(self, edit: Edit, state: int) -> bool:
        """Whether an edit is none that would do what failed while nothing about it has changed."""
        return edit.step != self.failed or edit.change is Change.DROP or state & self.stuck[0] != self.stuck[1]

    @property
    def moved(self) -> int:
        """The number of the fact that something about the failed step was changed."""
        return self.size - 1

    def is_end(self, state: int) -> bool:
        """Whether the goal holds in a state, and the rest is done with."""
        return any(state & way == way for way, _ in self.ways)

    def place(self, state: int) -> int:
        """How many steps of the rest are done with."""
        return (state >> self.places & ((1 << len(self.at) + 1) - 1)).bit_length() - 1


def edits_of(situation: Situation, *, bridge: bool) -> Edits:
    """The task of editing the rest of a plan. With `bridge`, nothing is changed behind the first step that is kept,
    and one is kept. Raises `NotSmallError`."""
    failed = situation.forbidden.failed
    now = replace(situation.task, init=situation.now.atoms, notes={})
    asked, watched = _asked(now, failed) if failed is not None else ((), True)
    ground = ground_small(now, asked=asked)
    places = ground.goal + 1
    gone_on = places + len(situation.rest) + 1
    changing = gone_on + 1
    moved = changing + 1
    stuck = _stuck(ground, failed) if failed is not None else (0, 0)
    telling = _telling(ground, failed, stuck[0]) if failed is not None else 0

    def edit(change: Change, step: GroundStep, needed: tuple[int, ...], made: tuple[int, ...], breaks: int) -> Edit:
        """The edit; the failed step needs that something about it was changed, which guides the search to that."""
        if failed is not None and change is not Change.DROP:
            if step == failed.step:
                needed = (*needed, moved)
            elif (bits_of(made) | breaks) & telling:
                made = (*made, moved)
        return Edit(change, step, bits_of(needed), bits_of(made), breaks, needed, made)

    inserts, known = [], {}
    for one in ground.operators:
        step = _step_of(one)
        if not situation.forbidden.never(step):
            known[step] = one
            needed = (*one.needed, changing) if bridge else one.needed
            inserts.append(edit(Change.INSERT, step, needed, one.made, one.breaks))
    at = []
    for number, step in enumerate(situation.rest):
        here, there = places + number, places + number + 1
        drop = (here, changing) if bridge else (here,)
        mine = [edit(Change.DROP, step, drop, (there,), 1 << here)]
        its = known.get(step)
        if its is not None:
            breaks = its.breaks | 1 << here | (1 << changing if bridge else 0)
            mine.insert(0, edit(Change.KEEP, step, (*its.needed, here), (*its.made, there, gone_on), breaks))
        at.append(tuple(mine))
    last = (places + len(situation.rest), gone_on) if bridge else (places + len(situation.rest),)
    ways = tuple((bits_of((*one.needed, *last)), (*one.needed, *last)) for one in ground.ways)
    edits = (*(one for mine in at for one in mine), *inserts)
    users, free = users_of([one.needed for one in edits], moved + 1)
    return Edits(
        edits,
        tuple(inserts),
        tuple(at),
        ways,
        ground.start | 1 << places | 1 << changing,
        moved + 1,
        places,
        users,
        free,
        failed.step if failed is not None else None,
        stuck,
        watched,
        watched and telling == stuck[0],
    )


def _step_of(operator: Operator) -> GroundStep:
    assert operator.step is not None
    return (operator.step.action.name.text, *operator.step.arguments)


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


def _stuck(ground: Ground, failed: Failed) -> tuple[int, int]:
    mask = value = 0
    for (positive, atom), number in ground.numbers.items():
        if positive and failed.concerns(atom):
            mask |= 1 << number
            value |= (atom in failed.true) << number
    return mask, value


def _telling(ground: Ground, failed: Failed, mask: int) -> int:
    """The facts about a failed step of which a change may still be seen when the step can be done again.

    What the step needs is true then, and what always takes some of that away has most likely gone again.
    """
    own = next((one for one in ground.operators if _step_of(one) == failed.step), None)
    if own is None:
        return mask
    kept = lost = 0
    for one in ground.operators:
        if one.breaks & own.needs:
            lost |= one.makes
        else:
            kept |= one.makes | one.breaks
    return mask & ~own.needs & ~(lost & ~kept)
