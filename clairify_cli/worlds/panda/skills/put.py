"""Setting down the held object: at a place, in a zone, in a container, on another object."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from clairify_cli.records import dataclass, replace
from clairify_cli.worlds.base import Action, Obstruction, Refusal
from clairify_cli.worlds.panda.arm import paths
from clairify_cli.worlds.panda.arm.surroundings import FINGERS, Surroundings
from clairify_cli.worlds.panda.belief import Belief
from clairify_cli.worlds.panda.poses import inverse, matrix
from clairify_cli.worlds.panda.simulation.bodies import TABLE
from clairify_cli.worlds.panda.simulation.lids import lid_of
from clairify_cli.worlds.panda.skills import context, placements
from clairify_cli.worlds.panda.skills.bench import Bench, Now, Spot, box_of, extent, moved
from clairify_cli.worlds.panda.skills.grasps import BACK, kind_of, shifted
from clairify_cli.worlds.panda.skills.prepared import (
    Lower,
    Move,
    Path,
    Phase,
    Prepared,
    Release,
    Retreat,
    Transform,
    joined,
)
from clairify_cli.worlds.panda.skills.reach import Blame, Goal, Seeker, preferred, raised, rated, remark
from clairify_cli.worlds.panda.skills.righting import leaning
from clairify_cli.worlds.panda.skills.take import Taking, lifting_manner, take
from clairify_cli.worlds.scene import limits

HEIGHTS = (0.08, 0.04)
"""The heights (m) above the target from which the motion goes straight down."""

CLOSE = 0.02
"""The largest distance (m) of a set-down object from its target."""

LET_GO = 0.03
"""How much wider (m) than the object the fingers open: a neighbouring object is not pushed over."""

FALL = 0.02
"""The smallest height (m) from which an item is dropped into a container; higher ones are tried in steps."""


@dataclass(frozen=True, slots=True, eq=False)
class Target:
    """Where an object should go: its possible poses (4x4, world), on what, how exactly, and in which container.

    `upright`: it must stand afterwards.
    """

    poses: Sequence[Transform]
    name: str
    on: frozenset[str]
    place: str | None = None
    container: str | None = None
    upright: bool = True
    tolerance: float = CLOSE


@dataclass(frozen=True, slots=True, eq=False)
class _Stand:
    """The final pose of an object (4x4, world), and the pose in which it is let go: leaning if it leans in the hand."""

    pose: Transform
    let_go: Transform


def holding_manner(now: Now, action: Action) -> context.Manner:
    """Return the manner of carrying the held object."""
    held = now.belief.held
    return context.manner(action.parameters) if held is None else lifting_manner(now, action, held.thing)


def prepare(now: Now, action: Action) -> Prepared | Refusal:
    """`put`, `place`, `place-in-bowl`, `stack`: the first argument is in the hand, the second says where it goes."""
    bench, belief, (thing, at) = now.bench, now.belief, action.arguments[:2]
    if belief.held is None or belief.held.thing != thing:
        return Refusal(Obstruction.NO_GRASP, f"the hand does not hold {bench.label(thing)}", thing, at)
    target = target_of(now, thing, at)
    if isinstance(target, Refusal):
        return target
    found = put(now, thing, target, holding_manner(now, action))
    # A side grip may not fit between the container's walls; a grip from the top may.
    if isinstance(found, Refusal) and target.container is not None and thing in bench.vessels:
        found = _regripped(now, action, found)
    return found


def _regripped(now: Now, action: Action, refusal: Refusal) -> Prepared | Refusal:
    """Regrip a vessel from the top: into a deep container it is put with the hand above it."""
    thing, at = action.arguments[:2]
    assert now.belief.held is not None
    tool = matrix(now.belief.poses[thing]) @ inverse(matrix(now.belief.held.grasp))
    if kind_of(tool) == "top":  # it already is gripped from the top
        return refusal
    manner = holding_manner(now, action)
    table = _in_zone(now, thing, TABLE)
    if isinstance(table, Refusal):
        return refusal
    down = put(now, thing, table, manner)
    if isinstance(down, Refusal):
        return refusal
    reaching = context.manner(replace(action.parameters, grasp="top"))
    taken = take(now.after(down.after), Taking(thing, TABLE, reaching, manner))
    if isinstance(taken, Refusal):
        return refusal
    now = now.after(taken.after)
    target = target_of(now, thing, at)
    if isinstance(target, Refusal):
        return target
    there = put(now, thing, target, manner)
    if isinstance(there, Refusal):
        return there
    anew = f"{now.bench.label(thing)} is gripped anew, from the top: {refusal.message}"
    return replace(joined(down, taken, there), remarks=(anew,))


def target_of(now: Now, thing: str, at: str) -> Target | Refusal:
    """Return the target for the name of a place, a device, a container, a zone or another object."""
    bench = now.bench
    spot = bench.spot(at)
    label = bench.label(thing)
    if spot is None:
        return Refusal(Obstruction.NO_ROOM, f"there is no place `{at}` on this bench", thing, at)
    if spot.place is not None:
        taken = now.belief.places.get(spot.place.id)
        if taken is not None and taken != thing:
            message = f"{label} cannot be put down: {bench.label(taken)} stands at {bench.label(at)}"
            return Refusal(Obstruction.BLOCKED, message, thing, at, (taken,))
        x, y, z = spot.place.position
        found = list(placements.at_point(x, y, z, now.rng))
        return Target(found, at, frozenset((spot.on,)), place=spot.place.id, upright=thing in bench.vessels)
    if spot.container is not None:
        return _into(now, thing, spot)
    if spot.on == TABLE:
        return _in_zone(now, thing, at)
    found = list(placements.on_thing(now, at))
    return Target(found, at, frozenset((at,)), upright=False, tolerance=0.03)


def _in_zone(now: Now, thing: str, at: str) -> Target | Refusal:
    bench = now.bench
    zone = bench.zones.get(at)
    table = bench.scene.table
    centre, size = (zone.centre, zone.size) if zone is not None else (table.centre, table.size)
    spots = placements.free_spots(now, thing, centre, size, keep_slots=zone is None)
    if not spots:
        return Refusal(Obstruction.NO_ROOM, f"there is no room for {bench.label(thing)} in {at}", thing, at)
    found = []
    for x, y in spots[:4]:
        found += list(placements.at_point(x, y, 0.0, now.rng))
    round_thing = thing not in bench.vessels
    return Target(found, at, frozenset((TABLE,)), upright=not round_thing, tolerance=0.10 if round_thing else CLOSE)


def _into(now: Now, thing: str, spot: Spot) -> Target | Refusal:
    bench, belief, container = now.bench, now.belief, spot.container
    assert container is not None and belief.held is not None
    held = matrix(belief.poses[thing])
    vessel = thing in bench.vessels
    points = placements.in_container(now, thing, container, stands=vessel)
    back = inverse(matrix(belief.held.grasp))
    turns = placements.aligned(matrix(container.pose), back if vessel else held @ back)
    found: list[Transform] = []
    depth = container.shape.size[2]
    rises = [placements.ABOVE] if vessel else [*np.arange(FALL, depth + 0.02, 2 * FALL), depth + 0.02]
    for rise in rises:
        for point in points[: 6 if vessel else 3]:
            for yaw in turns:
                pose = placements.standing(np.array((point[0], point[1], 0.0)), yaw)
                if not vessel:  # keep its orientation in the hand, turned about the vertical
                    pose[:3, :3] = pose[:3, :3] @ held[:3, :3]
                low, _ = box_of(bench.shape(thing), pose)
                pose[2, 3] = point[2] + float(rise) - float(low[2])
                found.append(pose)
    return Target(
        found,
        spot.name,
        frozenset((container.id, *(name for name, box in belief.inside.items() if box == container.id))),
        place=container.id if vessel else None,
        container=container.id,
        upright=vessel,
        tolerance=0.10,
    )


def put(now: Now, thing: str, target: Target, manner: context.Manner) -> Prepared | Refusal:
    """Plan to carry the held object to one of the target's poses, let it go there and withdraw the hand."""
    bench, belief = now.bench, now.belief
    assert belief.held is not None
    grasp = matrix(belief.held.grasp)
    width = belief.held.width
    bodies = bench.bodies(belief)
    lid = lid_of(thing) if thing in belief.capped else ""
    names = [name for name in (thing, lid) if name]
    attached = bench.attached(belief, thing, grasp)
    touching = frozenset((name, other) for name in names for other in target.on)
    free = Surroundings(bench.arm, bodies, attached, touching & _already(bench, belief, thing), fingers=width)
    near = Surroundings(bench.arm, bodies, attached, touching, fingers=width)
    fingers = frozenset((finger, name) for finger in FINGERS for name in names)
    back = inverse(grasp)
    goals = []
    for pose in target.poses:
        ways = [(pose @ back, pose)]
        if target.upright and target.container is None:
            ways = leaning(pose, grasp, *extent(bench.shape(thing)), bench.arm.tool(np.array(belief.joints))) or ways
        goals += [Goal(raised(tool, HEIGHTS[0]), tool, _Stand(pose, there)) for tool, there in ways]
    ordered = preferred(now, goals)
    ordered += [Goal(raised(one.at, HEIGHTS[1]), one.at, one.tag) for one in ordered[:12]]
    leaving: list[Surroundings] = []
    let_go = min(limits.WIDEST, width + LET_GO)

    def leave(goal: Goal[_Stand], line: Path) -> Path | paths.Blocked:
        stand = goal.tag
        stood = _stood(belief, thing, stand.pose)
        beside = fingers
        if stand.let_go is not stand.pose:  # it leans on the palm until the palm is withdrawn
            beside |= frozenset(("panda_hand", name) for name in names)
        opened = Surroundings(bench.arm, bench.bodies(stood), allowed=beside, fingers=let_go)
        away = paths.straight(opened, line[-1], retreat_of(goal.at))
        if not isinstance(away, paths.Blocked):
            leaving.append(opened)
        return away

    blame = Blame()
    reached = Seeker(now, free, near, leave).seek(ordered, manner, blame, upright=True)
    if reached is None:
        return blame.refusal(bench, thing, "put down", target.name)
    stand = reached.goal.tag
    carry = Move("carry", reached.path, manner.speed, thing, tilt=manner.tilt)
    slow = min(manner.speed, 0.2)
    down = Move("lower", reached.line, slow, thing, target.on, manner.tilt)
    away = Move("withdraw", reached.then, 0.3, touching=frozenset(names))
    phases: tuple[Phase, ...] = (
        carry,
        Lower(thing, stand.let_go, reached.line, slow, target.on, manner.tilt, target.container),
        Release(thing, stand.pose, target.tolerance, target.name, target.container, target.upright, let_go),
        Retreat(retreat_of(reached.goal.at), 0.3, frozenset(names)),
    )
    motions = (rated(free, carry), rated(near, down), rated(leaving[-1], away))
    stood = _stood(belief, thing, stand.pose)
    after = replace(
        stood,
        joints=tuple(float(q) for q in away.path[-1]),
        places={**belief.places, target.place: thing} if target.place is not None else belief.places,
        inside={**belief.inside, thing: target.container} if target.container is not None else belief.inside,
    )
    return Prepared(phases, motions, after, remarks=remark(manner, reached.clearance, "carry"))


def retreat_of(tool: Transform) -> Transform:
    """Return the pose to which the hand withdraws after letting go."""
    return shifted(tool, -BACK)


def _already(bench: Bench, belief: Belief, thing: str) -> frozenset[tuple[str, str]]:
    """Allow the held object to keep touching what it already touches: it was not lifted far."""
    return frozenset((thing, other) for other in bench.beneath(belief, thing))


def _stood(belief: Belief, thing: str, pose: Transform) -> Belief:
    """Return the belief after letting the object go at a pose."""
    return replace(belief, poses=moved(belief, thing, pose), held=None)
