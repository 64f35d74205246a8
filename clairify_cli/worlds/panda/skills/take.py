"""Grip and lift an object: a vessel from its place, an item from the table, a bowl or a stack, a lid."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from clairify_cli.records import dataclass, replace
from clairify_cli.worlds.base import Action, Obstruction, Refusal
from clairify_cli.worlds.geometry import Cup, Cylinder, Pose
from clairify_cli.worlds.panda.arm import paths
from clairify_cli.worlds.panda.arm.kinematics import Joints
from clairify_cli.worlds.panda.arm.surroundings import FINGERS, Surroundings
from clairify_cli.worlds.panda.belief import UPRIGHT, Belief, Held
from clairify_cli.worlds.panda.poses import inverse, matrix, pose_of
from clairify_cli.worlds.panda.simulation.lids import DISC, KNOB_HEIGHT, KNOB_RADIUS, LID, PLUG, lid_of
from clairify_cli.worlds.panda.skills import context, grasps
from clairify_cli.worlds.panda.skills.bench import Bench, Now, extent, moved
from clairify_cli.worlds.panda.skills.grasps import SPARE, Candidate
from clairify_cli.worlds.panda.skills.prepared import Grip, Move, Open, Path, Phase, Prepared, Transform
from clairify_cli.worlds.panda.skills.reach import Blame, Goal, Seeker, preferred, raised, rated, remark
from clairify_cli.worlds.scene import limits

LIFTS = (0.10, 0.06, 0.03)
"""How high (m) objects are lifted: less if the arm or something above forbids it."""

LITTLE = 0.024
"""How much wider (m) than the object the fingers open if there is no room for more."""

REACHES = 0.012
"""How much further (m) a finger may be from the object than if the object were in the middle."""


def prepare(now: Now, action: Action, *, like: Pose | None = None) -> Prepared | Refusal:
    """`take`, `pick`, `pick-from-bowl`, `unstack`: the first argument is the object to grip, the second where it is."""
    thing = action.arguments[0]
    at = action.arguments[1] if len(action.arguments) > 1 else None
    manner = context.manner(action.parameters)
    lifting = lifting_manner(now, action, thing)
    # `take` is followed by a pour, which needs a grip from the side; `pick` only moves the object elsewhere.
    return take(now, Taking(thing, at, manner, lifting), like=like, tops_first=action.name != "take")


@dataclass(frozen=True, slots=True)
class Taking:
    """What to grip and lift, and where it is; `manner` applies to the approach, `lifting` to what follows."""

    thing: str
    at: str | None
    manner: context.Manner
    lifting: context.Manner


def take(now: Now, taking: Taking, *, like: Pose | None = None, tops_first: bool = False) -> Prepared | Refusal:
    """Plan to grip and lift an object.

    `like` is a grip to try first, as in `prepare`; `tops_first` tries to grip a vessel from the top first.
    """
    bench, belief, thing, at = now.bench, now.belief, taking.thing, taking.at
    if belief.held is not None:
        held = bench.label(belief.held.thing)
        return Refusal(Obstruction.NO_GRASP, f"the hand already holds {held}", thing, at)
    if thing not in belief.poses:
        return Refusal(Obstruction.NO_GRASP, f"{bench.label(thing)} is not on the bench", thing, at)
    label = bench.label(thing)
    pose = matrix(belief.poses[thing])
    if thing in bench.vessels and pose[2, 2] < UPRIGHT:
        return Refusal(Obstruction.NO_GRASP, f"{label} lies on its side", thing, at)
    why = _hopeless(now, thing)
    if why is not None:
        return Refusal(Obstruction.NO_GRASP, f"{label} cannot be gripped: {why}", thing, at)
    kind = taking.manner.grasp
    listed = list(candidates(now, thing, kind, tops_first=tops_first or thing in belief.inside))
    if not listed:
        asked = f" from the {kind}" if kind else ""
        return Refusal(Obstruction.NO_GRASP, f"{label} is too low or too wide to be gripped{asked}", thing, at)
    again: list[Goal[Candidate]] = []
    if like is not None and thing in bench.vessels:
        tool = pose @ inverse(matrix(like))
        one = Candidate(tool, 2 * extent(bench.shape(thing))[0], grasps.kind_of(tool))
        again = [_goal(one)]
    refused: list[Refusal] = []
    for some, wide in _attempts(thing, listed):
        goals = [_goal(one) for one in some if one.width <= wide - SPARE]
        found = _grip(now, taking, [*again, *preferred(now, goals)], wide)
        if isinstance(found, Prepared):
            return found
        refused.append(found)
        if found.kind is not Obstruction.BLOCKED:
            break
        again = []
    # Report the refusal with the fewest objects to move.
    blocked = min(refused, key=lambda one: len(one.by) or math.inf)
    if thing in bench.items and any(bench.movable(one) is None for one in blocked.by):
        # An immovable body is next to it, such as a container's wall. This attempt has its own random numbers, so it
        # does not change anything later.
        own = replace(now, rng=now.rng.spawn(1)[0])
        tops = [one for one in listed if one.kind == "top"]
        goals = [_goal(one) for one in grasps.leaning(tops)]
        found = _grip(own, taking, preferred(own, goals), limits.WIDEST)
        if isinstance(found, Prepared):
            return found
    return blocked


def _goal(grip: Candidate) -> Goal[Candidate]:
    return Goal(grip.before, grip.tool, grip)


def _attempts(thing: str, listed: list[Candidate]) -> Iterable[tuple[list[Candidate], float]]:
    """Yield grips with finger openings: all, then with smaller openings where space is tight, at last from above."""
    for wide in _openings(thing, min(one.width for one in listed)):
        yield listed, wide
    tops = [one for one in listed if one.kind == "top"]
    if tops and listed[0].kind != "top":
        yield tops, limits.WIDEST


def lifting_manner(now: Now, action: Action, thing: str) -> context.Manner:
    """Return the manner of carrying an object: slowly and upright if it is open and not empty."""
    vessel = thing in now.bench.vessels
    full = vessel and thing not in now.belief.capped and bool(now.belief.contents.get(thing))
    return context.manner(action.parameters, holding=True, vessel=vessel, open_full=full)


def _hopeless(now: Now, thing: str) -> str | None:
    width = 2 * KNOB_RADIUS if thing.endswith(LID) else grasps.narrowest(now.bench.shape(thing))
    return grasps.refused(width, now.bench.mass_g(thing, now.belief), now.belief.temperatures.get(thing))


def candidates(now: Now, thing: str, kind: str | None, *, tops_first: bool = False) -> Iterable[Candidate]:
    """Return the grips of an object, preferred ones first: vessels from the side, others from above."""
    shape, pose, rng = now.bench.shape(thing), matrix(now.belief.poses[thing]), now.rng
    if thing.endswith(LID):
        return list(knob(pose, rng))
    top = list(grasps.tops(shape, pose, rng)) if kind != "side" else []
    if not isinstance(shape, Cup | Cylinder) or abs(pose[2, 2]) < UPRIGHT or kind == "top":
        return top
    side = list(grasps.sides(shape, pose, rng))
    return [*side, *top] if (isinstance(shape, Cup) and not tops_first) or kind == "side" else [*top, *side]


def knob(pose: Transform, rng: np.random.Generator) -> Iterable[Candidate]:
    """Yield grips of a lid by its knob, from above."""
    height = PLUG + DISC + KNOB_HEIGHT / 2 + 0.001
    top = pose[:3, 3] + height * pose[:3, 2]
    for angle in (rng.random() + rng.permutation(12)) * math.pi / 6:
        opening = np.array((math.cos(angle), math.sin(angle), 0.0))
        yield Candidate(grasps.frame(top, np.array((0.0, 0.0, -1.0)), opening), 2 * KNOB_RADIUS, "top")


def _grip(now: Now, taking: Taking, goals: list[Goal[Candidate]], wide: float) -> Prepared | Refusal:
    """Plan the first reachable goal, with the fingers open to `wide` m on the approach."""
    bench, belief, thing, manner, lifting = now.bench, now.belief, taking.thing, taking.manner, taking.lifting
    pose = matrix(belief.poses[thing])
    bodies = bench.bodies(belief)
    others = bench.bodies(belief, (thing,))
    beneath = bench.beneath(belief, thing)
    lid = lid_of(thing) if thing in belief.capped else ""
    touching = frozenset((finger, name) for finger in FINGERS for name in (thing, lid) if name)
    free = Surroundings(bench.arm, bodies, fingers=limits.WIDEST)
    near = Surroundings(bench.arm, bodies, allowed=touching, fingers=wide)
    allowed = frozenset((name, other) for name in (thing, lid) if name for other in beneath)
    carrying: list[Surroundings] = []

    def lift(goal: Goal[Candidate], line: Path) -> Path | paths.Blocked:
        grasp = inverse(goal.at) @ pose
        held = Surroundings(bench.arm, others, bench.attached(belief, thing, grasp), allowed, fingers=goal.tag.width)
        found: Path | paths.Blocked = paths.Blocked(0.0, (), "")
        for height in LIFTS:
            found = paths.straight(held, line[-1], raised(goal.at, height))
            if not isinstance(found, paths.Blocked):
                carrying.append(held)
                return found
        return found

    blame = Blame()
    reached = Seeker(now, free, near, lift).seek(goals, manner, blame)
    if reached is None:
        return blame.refusal(bench, thing, "gripped", taking.at)
    grip = reached.goal.tag
    go = Move("reach", reached.path, manner.speed)
    down = Move("approach", reached.line, min(manner.speed, 0.3), touching=frozenset((thing, lid)) - {""})
    up = Move("lift", reached.then, min(lifting.speed, 0.3), thing, beneath, lifting.tilt)
    phases: tuple[Phase, ...] = (go, Open(wide), down, Grip(thing, grip.width, (wide - grip.width) / 2 + REACHES), up)
    motions = (rated(free, go), rated(near, down), rated(carrying[-1], up))
    held = Held(thing, pose_of(inverse(reached.goal.at) @ pose), grip.width)
    after = _lifted(bench, belief, held, up.path[-1])
    return Prepared(phases, motions, after, remarks=remark(manner, reached.clearance, "reach"))


def _lifted(bench: Bench, belief: Belief, held: Held, joints: Joints) -> Belief:
    """Return the belief with an object in the hand and the arm at some joint angles."""
    thing = held.thing
    return replace(
        belief,
        joints=tuple(float(q) for q in joints),
        held=held,
        poses=moved(belief, thing, bench.arm.tool(joints) @ matrix(held.grasp)),
        places={place: name for place, name in belief.places.items() if name != thing},
        inside={name: box for name, box in belief.inside.items() if name != thing},
    )


def _openings(thing: str, width: float) -> Iterable[float]:
    """Return finger openings (m) for the approach: fully open, then narrower for tight spaces.

    `width` is the object's smallest width. For a knob they open less, to miss what is next to it.
    """
    if thing.endswith(LID):
        return (0.05,)
    narrow = width + LITTLE
    return (limits.WIDEST, narrow) if narrow < limits.WIDEST - LITTLE / 2 else (limits.WIDEST,)
