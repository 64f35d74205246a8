"""Open and close bottles: grip the lid by its knob, and lay it on the bench or set it back on the mouth."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from clairify_cli.worlds.base import Action, Obstruction, Refusal
from clairify_cli.worlds.panda.belief import UPRIGHT, Belief
from clairify_cli.worlds.panda.poses import matrix, translation
from clairify_cli.worlds.panda.simulation.bodies import TABLE
from clairify_cli.worlds.panda.simulation.lids import lid_of, seat
from clairify_cli.worlds.panda.skills import context, placements
from clairify_cli.worlds.panda.skills.bench import Bench
from clairify_cli.worlds.panda.skills.prepared import Prepared
from clairify_cli.worlds.panda.skills.put import Target, put
from clairify_cli.worlds.panda.skills.take import take

NEARBY = 0.36
"""A lid is laid within a square of this size (m) around its bottle, if there is room."""


def uncap(bench: Bench, belief: Belief, action: Action, rng: np.random.Generator) -> Prepared | Refusal:
    """Take the lid off a standing bottle, and lay it on a free spot of the bench near it."""
    bottle = action.arguments[0]
    lid = lid_of(bottle)
    wrong = _standing(bench, belief, bottle)
    if wrong is not None:
        return wrong
    if bottle not in belief.capped:
        return Refusal(Obstruction.NO_GRASP, f"{bench.label(bottle)} has no lid on", bottle)

    def aside(taken: Belief) -> Target | Refusal:
        x, y, _ = belief.poses[bottle].position
        table = bench.scene.table
        spots = placements.free_spots(bench, taken, lid, (x, y), (NEARBY, NEARBY), rng, keep_slots=True)
        spots += placements.free_spots(bench, taken, lid, table.centre, table.size, rng, keep_slots=True, most=4)
        if not spots:
            return Refusal(Obstruction.NO_ROOM, f"there is no room on the bench for {bench.label(lid)}", bottle)
        found = [pose for spot in spots for pose in placements.at_point(*spot, 0.0, rng)]
        return Target(found, TABLE, frozenset((TABLE,)), upright=True)

    return _moved(bench, belief, action, bottle, aside, belief.capped - {bottle}, rng)


def cap(bench: Bench, belief: Belief, action: Action, rng: np.random.Generator) -> Prepared | Refusal:
    """Take a bottle's lid from where it lies, and set it on the mouth."""
    bottle = action.arguments[0]
    lid = lid_of(bottle)
    wrong = _standing(bench, belief, bottle)
    if wrong is not None:
        return wrong
    if bottle in belief.capped:
        return Refusal(Obstruction.NO_GRASP, f"{bench.label(bottle)} is closed already", bottle)
    if lid not in belief.poses:
        return Refusal(Obstruction.NO_GRASP, f"{bench.label(bottle)} has no lid", bottle)

    def on(_: Belief) -> Target:
        mouth = matrix(belief.poses[bottle]) @ matrix(seat(bench.vessels[bottle].shape))
        above = translation((0.0, 0.0, placements.ABOVE)) @ mouth
        found = [above @ placements.standing(np.zeros(3), yaw) for yaw in placements.yaws(rng)]
        return Target(found, bottle, frozenset((bottle,)), upright=True, tolerance=0.012)

    return _moved(bench, belief, action, None, on, belief.capped | {bottle}, rng)


def _moved(
    bench: Bench,
    belief: Belief,
    action: Action,
    at: str | None,
    where: Callable[[Belief], Target | Refusal],
    capped: frozenset[str],
    rng: np.random.Generator,
) -> Prepared | Refusal:
    """Move the lid of the action's bottle from `at` to `where`; afterwards the bottles `capped` are closed.

    `where` is called with the lid in the hand, so the space that it occupied is free.
    """
    bottle = action.arguments[0]
    lid = lid_of(bottle)
    reaching, holding = _manners(action)
    taken = take(bench, belief, lid, at, reaching, holding, rng)
    if isinstance(taken, Refusal):
        return _about(taken, bottle)
    target = where(taken.after)
    if isinstance(target, Refusal):
        return target
    placed = put(bench, taken.after, lid, target, holding, rng)
    if isinstance(placed, Refusal):
        return _about(placed, bottle)
    return Prepared(
        (*taken.phases, *placed.phases),
        (*taken.motions, *placed.motions),
        replace(placed.after, capped=capped),
        remarks=(*taken.remarks, *placed.remarks),
    )


def _manners(action: Action) -> tuple[context.Manner, context.Manner]:
    """Return how the hand reaches for a lid and how it carries it; the action does not choose the grasp."""
    given = replace(action.parameters, grasp=None)
    return context.manner(given), context.manner(given, holding=True, vessel=True)


def _standing(bench: Bench, belief: Belief, bottle: str) -> Refusal | None:
    if bottle not in belief.poses or matrix(belief.poses[bottle])[2, 2] < UPRIGHT:
        return Refusal(Obstruction.NO_GRASP, f"{bench.label(bottle)} lies on its side", bottle)
    return None


def _about(refusal: Refusal, bottle: str) -> Refusal:
    """Return the refusal in terms of the bottle, because plans do not know its lid."""
    return replace(refusal, what=bottle, by=tuple(name for name in refusal.by if name != bottle))
