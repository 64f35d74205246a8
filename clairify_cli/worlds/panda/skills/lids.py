"""Opening and closing bottles: the lid is gripped by its knob, and laid on the bench or set back on the mouth."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from clairify_cli.worlds.base import Action, Obstruction, Refusal
from clairify_cli.worlds.panda.belief import Belief
from clairify_cli.worlds.panda.poses import matrix, translation
from clairify_cli.worlds.panda.simulation.bodies import TABLE
from clairify_cli.worlds.panda.simulation.lids import lid_of, seat
from clairify_cli.worlds.panda.simulation.observe import UPRIGHT
from clairify_cli.worlds.panda.skills import context, placements
from clairify_cli.worlds.panda.skills.bench import Bench
from clairify_cli.worlds.panda.skills.prepared import Planned, Prepared
from clairify_cli.worlds.panda.skills.put import Target, put
from clairify_cli.worlds.panda.skills.take import take

NEARBY = 0.36
"""A lid is laid within a square of this size (m) around its bottle, if there is room."""


def uncap(bench: Bench, belief: Belief, action: Action, rng: np.random.Generator) -> Prepared | Refusal:
    """Takes the lid off a bottle that stands, and lays it on a free spot of the bench near it."""
    bottle = action.arguments[0]
    lid = lid_of(bottle)
    wrong = _standing(bench, belief, bottle)
    if wrong is not None:
        return wrong
    if bottle not in belief.capped:
        return Refusal(Obstruction.NO_GRASP, f"{bench.label(bottle)} has no lid on", bottle)
    taken = take(bench, belief, lid, bottle, *_manners(action), rng)
    if isinstance(taken, Refusal):
        return _about(taken, bottle)
    x, y, _ = belief.poses[bottle].position
    table = bench.scene.table
    spots = placements.free_spots(bench, taken.after, lid, (x, y), (NEARBY, NEARBY), rng, keep_slots=True)
    spots += placements.free_spots(bench, taken.after, lid, table.centre, table.size, rng, keep_slots=True, most=4)
    if not spots:
        return Refusal(Obstruction.NO_ROOM, f"there is no room on the bench for {bench.label(lid)}", bottle)
    found = [pose for spot in spots for pose in placements.at_point(*spot, 0.0, rng)]
    target = Target(found, TABLE, frozenset((TABLE,)), upright=True)
    placed = put(bench, taken.after, lid, target, _manners(action)[1], rng)
    if isinstance(placed, Refusal):
        return _about(placed, bottle)
    return _together(action, taken, placed, belief.capped - {bottle})


def cap(bench: Bench, belief: Belief, action: Action, rng: np.random.Generator) -> Prepared | Refusal:
    """Takes the lid of a bottle from where it lies, and sets it on the mouth."""
    bottle = action.arguments[0]
    lid = lid_of(bottle)
    wrong = _standing(bench, belief, bottle)
    if wrong is not None:
        return wrong
    if bottle in belief.capped:
        return Refusal(Obstruction.NO_GRASP, f"{bench.label(bottle)} is closed already", bottle)
    if lid not in belief.poses:
        return Refusal(Obstruction.NO_GRASP, f"{bench.label(bottle)} has no lid", bottle)
    taken = take(bench, belief, lid, None, *_manners(action), rng)
    if isinstance(taken, Refusal):
        return _about(taken, bottle)
    on = matrix(belief.poses[bottle]) @ matrix(seat(bench.vessels[bottle].shape))
    found = []
    for yaw in placements.yaws(rng):
        found.append(translation((0.0, 0.0, placements.ABOVE)) @ on @ placements.standing(np.zeros(3), yaw))
    target = Target(found, bottle, frozenset((bottle,)), upright=True, tolerance=0.012)
    placed = put(bench, taken.after, lid, target, _manners(action)[1], rng)
    if isinstance(placed, Refusal):
        return _about(placed, bottle)
    return _together(action, taken, placed, belief.capped | {bottle})


def _together(action: Action, taken: Planned, placed: Planned, capped: frozenset[str]) -> Prepared:
    """Both parts of what is done with a lid, after which these bottles are closed."""
    return Prepared(
        action,
        (*taken.phases, *placed.phases),
        (*taken.motions, *placed.motions),
        replace(placed.after, capped=capped),
        remarks=(*taken.remarks, *placed.remarks),
    )


def _manners(action: Action) -> tuple[context.Manner, context.Manner]:
    given = replace(action.parameters, grasp=None)
    return context.manner(given), context.manner(given, holding=True, vessel=True)


def _standing(bench: Bench, belief: Belief, bottle: str) -> Refusal | None:
    if bottle not in belief.poses or matrix(belief.poses[bottle])[2, 2] < UPRIGHT:
        return Refusal(Obstruction.NO_GRASP, f"{bench.label(bottle)} lies on its side", bottle)
    return None


def _about(refusal: Refusal, bottle: str) -> Refusal:
    """The same refusal, said of the bottle: its lid is not known to a plan."""
    return replace(refusal, what=bottle, by=tuple(name for name in refusal.by if name != bottle))
