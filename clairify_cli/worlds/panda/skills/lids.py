"""Open and close bottles: grip the lid by its knob, and lay it on the bench or set it back on the mouth."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from clairify_cli.records import replace
from clairify_cli.worlds.base import Action, Obstruction, Refusal
from clairify_cli.worlds.panda.belief import UPRIGHT
from clairify_cli.worlds.panda.poses import matrix, translation
from clairify_cli.worlds.panda.simulation.bodies import TABLE
from clairify_cli.worlds.panda.simulation.lids import lid_of, seat
from clairify_cli.worlds.panda.skills import context, placements
from clairify_cli.worlds.panda.skills.bench import Now
from clairify_cli.worlds.panda.skills.prepared import Prepared, joined
from clairify_cli.worlds.panda.skills.put import Target, put
from clairify_cli.worlds.panda.skills.take import Taking, take

NEARBY = 0.36
"""A lid is laid within a square of this size (m) around its bottle, if there is room."""


def uncap(now: Now, action: Action) -> Prepared | Refusal:
    """Take the lid off a standing bottle, and lay it on a free spot of the bench near it."""
    bench, belief, bottle = now.bench, now.belief, action.arguments[0]
    lid = lid_of(bottle)
    if (wrong := _standing(now, bottle)) is not None:
        return wrong
    if bottle not in belief.capped:
        return Refusal(Obstruction.NO_GRASP, f"{bench.label(bottle)} has no lid on", bottle)

    def aside(taken: Now) -> Target | Refusal:
        x, y, _ = belief.poses[bottle].position
        table = bench.scene.table
        spots = placements.free_spots(taken, lid, (x, y), (NEARBY, NEARBY), keep_slots=True)
        spots += placements.free_spots(taken, lid, table.centre, table.size, keep_slots=True, most=4)
        if not spots:
            return Refusal(Obstruction.NO_ROOM, f"there is no room on the bench for {bench.label(lid)}", bottle)
        found = [pose for spot in spots for pose in placements.at_point(*spot, 0.0, now.rng)]
        return Target(found, TABLE, frozenset((TABLE,)), upright=True)

    return _moved(now, action, bottle, aside, belief.capped - {bottle})


def cap(now: Now, action: Action) -> Prepared | Refusal:
    """Take a bottle's lid from where it lies, and set it on the mouth."""
    bench, belief, bottle = now.bench, now.belief, action.arguments[0]
    if (wrong := _standing(now, bottle)) is not None:
        return wrong
    if bottle in belief.capped:
        return Refusal(Obstruction.NO_GRASP, f"{bench.label(bottle)} is closed already", bottle)
    if lid_of(bottle) not in belief.poses:
        return Refusal(Obstruction.NO_GRASP, f"{bench.label(bottle)} has no lid", bottle)

    def on(_: Now) -> Target:
        mouth = matrix(belief.poses[bottle]) @ matrix(seat(bench.vessels[bottle].shape))
        above = translation((0.0, 0.0, placements.ABOVE)) @ mouth
        found = [above @ placements.standing(np.zeros(3), yaw) for yaw in placements.yaws(now.rng)]
        return Target(found, bottle, frozenset((bottle,)), upright=True, tolerance=0.012)

    return _moved(now, action, None, on, belief.capped | {bottle})


def _moved(
    now: Now, action: Action, at: str | None, where: Callable[[Now], Target | Refusal], capped: frozenset[str]
) -> Prepared | Refusal:
    """Move the lid of the action's bottle from `at` to `where`; afterwards the bottles `capped` are closed.

    `where` is called with the lid in the hand, so the space that it occupied is free. The action does not choose the
    grasp.
    """
    bottle, given = action.arguments[0], replace(action.parameters, grasp=None)
    lid, holding = lid_of(bottle), context.manner(given, holding=True, vessel=True)
    taken = take(now, Taking(lid, at, context.manner(given), holding))
    if isinstance(taken, Refusal):
        return _about(taken, bottle)
    now = now.after(taken.after)
    target = where(now)
    if isinstance(target, Refusal):
        return target
    placed = put(now, lid, target, holding)
    if isinstance(placed, Refusal):
        return _about(placed, bottle)
    return joined(taken, replace(placed, after=replace(placed.after, capped=capped)))


def _standing(now: Now, bottle: str) -> Refusal | None:
    poses = now.belief.poses
    if bottle not in poses or matrix(poses[bottle])[2, 2] < UPRIGHT:
        return Refusal(Obstruction.NO_GRASP, f"{now.bench.label(bottle)} lies on its side", bottle)
    return None


def _about(refusal: Refusal, bottle: str) -> Refusal:
    """Return the refusal in terms of the bottle, because plans do not know its lid."""
    return replace(refusal, what=bottle, by=tuple(name for name in refusal.by if name != bottle))
