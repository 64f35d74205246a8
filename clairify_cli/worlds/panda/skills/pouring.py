"""Pour from the vessel in the hand, or swirl it."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from clairify_cli.records import replace
from clairify_cli.worlds.base import Action, Obstruction, Refusal
from clairify_cli.worlds.panda.arm import paths
from clairify_cli.worlds.panda.arm.surroundings import Surroundings
from clairify_cli.worlds.panda.belief import UPRIGHT, Belief
from clairify_cli.worlds.panda.liquids import amounts
from clairify_cli.worlds.panda.liquids.tipping import MOST_TILT, Direction, pour_poses
from clairify_cli.worlds.panda.poses import matrix
from clairify_cli.worlds.panda.simulation.lids import lid_of
from clairify_cli.worlds.panda.skills.bench import Now, moved
from clairify_cli.worlds.panda.skills.grasps import OUTER, PALM
from clairify_cli.worlds.panda.skills.prepared import Move, Path, Phase, Pour, Prepared, Tilting, Transform
from clairify_cli.worlds.panda.skills.put import holding_manner
from clairify_cli.worlds.panda.skills.reach import Blame, Goal, Seeker, preferred, raised, rated, remark
from clairify_cli.worlds.scene.model import Content

AZIMUTHS = 16
"""The number of directions around the target from which pouring is tried."""

MOST = (MOST_TILT, 115.0)
"""The largest tilts (degrees) of the vessel: the second is used where the arm cannot reach the first."""

HAND_AWAY = 0.010
"""The distance (m) of the hand from the side of the target while it turns."""

OVER = 0.03
"""The height (m) above the pouring pose from which the vessel comes down."""

SOME = 0.5
"""The share that is poured if no mass is given."""

CIRCLE = 0.012
TURNS = 3
STEPS = 24
"""Swirling: the radius (m) of the circles, their number, and the poses per circle."""


def pour(now: Now, action: Action) -> Prepared | Refusal:
    """`pour` and `weigh` (reagent, from, to[, balance]) of `mass` g, and `transfer` (from, to) of everything.

    Plans do not mention amounts: without a `mass`, half of the contents is poured.
    """
    bench, belief = now.bench, now.belief
    if action.name == "transfer":
        reagent, (source, target), grams = None, action.arguments[:2], None
    else:
        reagent, source, target = action.arguments[:3]
        grams = float(action.settings.get("mass", SOME * amounts.grams(belief.contents.get(source, ()))))
    balance = action.arguments[3] if len(action.arguments) > 3 else None
    wrong = _wrong(now, reagent, source, target, grams, balance)
    if wrong is not None:
        return wrong
    assert belief.held is not None
    manner = holding_manner(now, action)
    grasp = matrix(belief.held.grasp)
    held = Surroundings(
        bench.arm,
        bench.bodies(belief),
        bench.attached(belief, source, grasp),
        frozenset((source, other) for other in bench.beneath(belief, source)),
        fingers=belief.held.width,
    )
    goals = _goals(now, source, target, grasp)

    def tilt(goal: Goal[Tilting], line: Path) -> Path | paths.Blocked:
        return paths.cartesian(held, line[-1], goal.tag.tools[1:])

    blame = Blame()
    reached = Seeker(now, held, held, tilt).seek(goals, manner, blame, upright=True)
    if reached is None:
        return blame.refusal(bench, source, f"poured into {bench.label(target)}", target)
    slow = min(manner.speed, 0.25)
    carry = Move("carry", reached.path, manner.speed, source, tilt=manner.tilt)
    over = Move("over", reached.line, slow, source, tilt=manner.tilt)
    tip = Move("pour", reached.then, 0.25, source)
    clear = Move("clear", reached.line[::-1].copy(), slow, source)
    phases: tuple[Phase, ...] = (
        carry,
        over,
        Pour(source, target, reached.then, grams, reached.goal.tag),
        clear,
    )
    motions = tuple(rated(held, one) for one in (carry, over, tip, clear))
    after = _moved(now, source, clear.path[-1])
    contents = _after(belief.contents, source, target, grams)
    return Prepared(
        phases, motions, replace(after, contents=contents), remarks=remark(manner, reached.clearance, "carry")
    )


def _wrong(
    now: Now, reagent: str | None, source: str, target: str, grams: float | None, balance: str | None
) -> Refusal | None:
    """Return why nothing can be poured, independent of the arm."""
    bench, belief = now.bench, now.belief
    if belief.held is None or belief.held.thing != source:
        return Refusal(Obstruction.NO_GRASP, f"the hand does not hold {bench.label(source)}", source, target)
    if source in belief.capped:
        return Refusal(Obstruction.BLOCKED, f"{bench.label(source)} is closed", source, target, (lid_of(source),))
    if target in belief.capped:
        return Refusal(Obstruction.BLOCKED, f"{bench.label(target)} is closed", target, target, (lid_of(target),))
    if matrix(belief.poses[target])[2, 2] < UPRIGHT:
        return Refusal(Obstruction.NO_GRASP, f"{bench.label(target)} lies on its side", target, target)
    if balance is not None and belief.places.get(bench.place_key(balance)) != target:
        message = f"{bench.label(target)} does not stand on {bench.label(balance)}"
        return Refusal(Obstruction.NO_GRASP, message, target, balance)
    whole = reagent in (None, amounts.MIXTURE)
    there = [one for one in belief.contents.get(source, ()) if whole or one.substance == reagent]
    have = sum(one.grams for one in there)
    if have <= 0.0 or (grams is not None and have < 0.9 * grams):
        of = "" if whole else f" of {reagent}"
        asked = f", and {grams:.1f} g are asked for" if grams is not None else ""
        message = f"there are {have:.1f} g{of} in {bench.label(source)}{asked}"
        return Refusal(Obstruction.EMPTY, message, source, target)
    moving = belief.contents[source] if grams is None else amounts.share(there, grams / have)
    vessel = bench.vessels[target]
    room = vessel.capacity_ml - amounts.millilitres(belief.contents.get(target, ()))
    if amounts.millilitres(moving) > 1.05 * room:
        message = f"{bench.label(target)} has room for {room:.0f} mL more, not for {amounts.millilitres(moving):.0f} mL"
        return Refusal(Obstruction.NO_ROOM, message, source, target)
    return None


def _goals(now: Now, source: str, target: str, grasp: Transform) -> list[Goal[Tilting]]:
    """Return pouring motions from all around, with both directions of the tilt, the most natural ones first."""
    cup, into = now.bench.vessels[source].shape, now.bench.vessels[target].shape
    stands = matrix(now.belief.poses[target])
    found = []
    first = now.rng.random()
    inner = into.radius - into.wall
    back = min(max(0.0, into.radius * OUTER + HAND_AWAY - PALM), 0.2 * inner)
    directions: tuple[Direction, ...] = (1, -1)
    for most in MOST:
        goals = []
        for number in range(AZIMUTHS):
            yaw = (first + number) * 2 * math.pi / AZIMUTHS
            # The hand is wider than the vessels, so it passes in front of the target while it turns, not over it.
            aside = stands.copy()
            aside[:2, 3] -= back * np.array((math.cos(yaw), math.sin(yaw)))
            for direction in directions:
                tools = tuple(pour_poses(cup, grasp, into, aside, yaw=yaw, direction=direction, most=most))
                made = Tilting(tools, grasp, aside, yaw, direction, most)
                goals.append(Goal(raised(tools[0], OVER), tools[0], made))
        found += preferred(now, goals)
    return found


def _moved(now: Now, thing: str, joints: Path) -> Belief:
    """Return the belief with the arm and the held object moved."""
    bench, belief = now.bench, now.belief
    assert belief.held is not None
    pose = bench.arm.tool(joints) @ matrix(belief.held.grasp)
    return replace(belief, joints=tuple(float(q) for q in joints), poses=moved(belief, thing, pose))


def _after(
    contents: Mapping[str, tuple[Content, ...]], source: str, target: str, grams: float | None
) -> dict[str, tuple[Content, ...]]:
    """Return the contents of all vessels after pouring `grams` (None: all) from one to the other."""
    there = contents.get(source, ())
    total = amounts.grams(there)
    part = 1.0 if grams is None or total <= 0.0 else min(1.0, grams / total)
    moved = amounts.together(contents.get(target, ()), amounts.share(there, part))
    left = amounts.share(there, 1.0 - part) if part < 1.0 else ()
    return {**contents, source: left, target: moved}


def swirl(now: Now, action: Action) -> Prepared | Refusal:
    """Move the vessel in the hand in small level circles on the spot."""
    bench, belief, thing = now.bench, now.belief, action.arguments[0]
    if belief.held is None or belief.held.thing != thing:
        return Refusal(Obstruction.NO_GRASP, f"the hand does not hold {bench.label(thing)}", thing)
    manner = holding_manner(now, action)
    start = np.array(belief.joints)
    attached = bench.attached(belief, thing, matrix(belief.held.grasp))
    held = Surroundings(bench.arm, bench.bodies(belief), attached, fingers=belief.held.width)
    blame = Blame()
    for rise in (0.0, 0.05, 0.1):
        tool = raised(bench.arm.tool(start), rise)
        angles = np.linspace(0.0, 2 * math.pi * TURNS, STEPS * TURNS + 1)
        tools = []
        for angle in angles:
            moved = tool.copy()
            moved[:2, 3] += CIRCLE * np.array((math.cos(angle) - 1.0, math.sin(angle)))
            tools.append(moved)
        path = paths.cartesian(held, start, tools)
        if isinstance(path, paths.Blocked):
            blame.add(path.by)
            continue
        move = Move("swirl", path, min(max(manner.speed, 0.3), 0.5), thing, tilt=manner.tilt)
        after = _moved(now, thing, path[-1])
        return Prepared((move,), (rated(held, move),), after)
    return blame.refusal(bench, thing, "swirled")
