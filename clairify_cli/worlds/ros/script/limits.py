"""Check a script against the limits: at and between its waypoints, and from one motion to the next.

The links, the hand and its open fingers are the convex hulls that the twin plans with. A held object counts only if its
pose in the hand is known: a script does not contain it, but a twin that plays the script does. The hand's speed is that
of its fastest point, or of the farthest corner of what it holds: ISO 10218-1 limits the tool centre point to 250 mm/s
at reduced speed; here every point of the hand counts.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence

import numpy as np

from clairify_cli.worlds.panda.arm.kinematics import Arm
from clairify_cli.worlds.panda.arm.surroundings import KEPT_IN, WALLS, Body, Surroundings
from clairify_cli.worlds.panda.poses import inverse
from clairify_cli.worlds.panda.simulation.lids import LID
from clairify_cli.worlds.panda.skills.bench import Bench, corners
from clairify_cli.worlds.ros.profile.values import RobotProfile
from clairify_cli.worlds.ros.script.pace import MOST, fastest
from clairify_cli.worlds.ros.script.quintic import Array, Curve
from clairify_cli.worlds.ros.script.values import Command, Fingers, Joints, Motion, Pause, Script, Weighing
from clairify_cli.worlds.scene.limits import GRIP_FORCE
from clairify_cli.worlds.scene.model import Scene, shape_of

SAMPLES = 16
"""How many times per span between two waypoints are checked, including its first one."""

SAME = 1e-6
"""The largest difference (rad) of equal joint angles: where one motion ends and the next begins."""

_HAIR = 1e-6
"""The relative excess of a limit that is accepted as rounding."""

_SHARES = np.arange(SAMPLES) / SAMPLES
_UNITS = ("rad", "rad/s", "rad/s²", "rad/s³")
_QUANTITIES = ("", "a velocity", "an acceleration", "a jerk")


def violations(script: Script, profile: RobotProfile, scene: Scene) -> list[str]:
    """Return all reasons not to run a script on a robot, in its order: the worst of each kind and joint per motion.

    Velocities are checked against the script's share of the limits, and near the ends of a joint's range against what
    the arm allows there; accelerations and jerks against their full limits. Each reason is a sentence without its end.
    """
    found = []
    if not 0.0 < script.scale <= MOST:
        found.append(f"the speed scale of the script is {script.scale:g}, and it is above 0 and at most {MOST:g}")
    if not script.home or not all(map(math.isfinite, script.home)):
        return [*found, "the script does not say where the arm begins, in joint angles"]
    place = script.home
    zones, arm = Zones(scene) if guarded(scene) else None, Arm(scene.robot.base)
    for number, command in enumerate(script.commands, 1):
        called = f"command {number}, `{command.name}` of {command.step.action}"
        if not isinstance(command, Motion):
            found += [f"{called}{wrong}" for wrong in _other(command, profile)]
            continue
        wrong = _malformed(command, len(script.home))
        if wrong is not None:
            found.append(f"{called}{wrong}")
        else:
            found += [f"{called} {one}" for one in _begins(command, place)]
            found += [f"{called}: {one}" for one in _moves(command, profile, script.scale)]
            found += [f"{called}: {one}" for one in _hurries(command, profile, arm, reach(scene, command.holding))]
            if zones is not None:
                found += [f"{called}: {one}" for one in _enters(command, zones)]
        place = command.end if command.points else place
    return found


def _other(command: Command, profile: RobotProfile) -> Iterator[str]:
    numbers: tuple[float, ...] = ()
    if isinstance(command, Fingers):
        numbers = (command.width, command.tolerance, command.force or 0.0)
    elif isinstance(command, Pause):
        numbers = (command.seconds,)
    elif isinstance(command, Weighing):
        numbers = (command.grams, command.tolerance)
    if not all(math.isfinite(one) for one in numbers):
        yield " has a number that is none"
        return
    if any(one < 0.0 for one in numbers):
        yield " has a number below 0"
    widest = profile.gripper.widest
    if isinstance(command, Fingers) and command.width > widest + SAME:
        yield f": the fingers go {1000 * widest:g} mm apart, and {1000 * command.width:g} mm are asked for"
    if isinstance(command, Fingers) and command.force is not None and command.force > GRIP_FORCE:
        yield f": the hand grips with {GRIP_FORCE:g} N, and {command.force:g} N are asked for"


def _malformed(motion: Motion, joints: int) -> str | None:
    """Return why a motion is not at least two waypoints of finite numbers, with rising times; None if it is."""
    if len(motion.points) < 2:
        return f" has {len(motion.points)} waypoints, and a motion has two at least"
    before = -math.inf
    for row, point in enumerate(motion.points):
        called, lists = f", waypoint {row + 1}", (point.positions, point.velocities, point.accelerations)
        if any(len(one) != joints for one in lists):
            return f"{called} is not of {joints} joints"
        wrong = next((one for one in itertools.chain((point.seconds,), *lists) if not math.isfinite(one)), None)
        if wrong is not None:
            return f"{called} has {wrong}, which is no number"
        if point.seconds <= before or (row == 0 and point.seconds != 0.0):
            return f"{called} is at {point.seconds:g} s, not after the one before it"
        before = point.seconds
    return None


def _begins(motion: Motion, place: Joints) -> Iterator[str]:
    """Check that a motion begins where the one before ended, and begins and ends at rest."""
    apart = [abs(one - other) for one, other in zip(motion.start, place, strict=True)]
    if max(apart) > SAME:
        joint = apart.index(max(apart)) + 1
        at, was = motion.start[joint - 1], place[joint - 1]
        yield f"begins with joint {joint} at {at:.4f} rad, and the arm is at {was:.4f} rad then"
    for row, verb in ((0, "begin"), (-1, "end")):
        point = motion.points[row]
        if max(abs(one) for one in (*point.velocities, *point.accelerations)) > SAME:
            yield f"does not {verb} at rest"


def _moves(motion: Motion, profile: RobotProfile, scale: float) -> Iterator[str]:
    limits, curve = profile.limits, Curve(motion.points)
    lower, upper = np.array(limits.lower), np.array(limits.upper)
    shares = np.append(_SHARES, 1.0)
    positions = curve.sampled(shares)
    most = (
        None,
        fastest(limits, scale, positions, curve.sampled(shares, 1)),
        np.broadcast_to(limits.acceleration, positions.shape),
        np.broadcast_to(limits.jerk, positions.shape),
    )
    for order, (quantity, unit, limit) in enumerate(zip(_QUANTITIES, _UNITS, most, strict=True)):
        values = curve.sampled(shares, order)
        # The excess over the limit, at each waypoint (rows) and share of the time after it.
        over = (
            np.maximum(lower - values, values - upper) - 1e-9
            if limit is None
            else np.abs(values) - limit * (1 + _HAIR) - SAME
        )
        for joint in np.flatnonzero(over.max(axis=(0, 1)) > 0.0).tolist():
            row, share = np.unravel_index(int(over[:, :, joint].argmax()), over.shape[:2])
            value = float(values[row, share, joint])
            if limit is None:
                said = f"is at {value:.4g} {unit}, and its range is from {lower[joint]:g} to {upper[joint]:g} {unit}"
            else:
                most_here = float(limit[row, share, joint])
                said = f"has {quantity} of {value:.4g} {unit}, and at most {most_here:.4g} {unit} are allowed"
            yield f"joint {joint + 1} {said}"


def _hurries(motion: Motion, profile: RobotProfile, arm: Arm, held: float) -> Iterator[str]:
    """Check the speed of the hand and of what it holds."""
    curve, limit = Curve(motion.points), profile.hand_speed.limit
    at, moved = (curve.sampled(_SHARES[::2], order).reshape(-1, len(motion.start)) for order in (0, 1))
    worst = float(speeds(arm, at, moved, held).max())
    if worst > limit * (1 + _HAIR) + SAME:
        yield f"the hand moves at {1000 * worst:.0f} mm/s, and {1000 * limit:g} mm/s are allowed"


def _enters(motion: Motion, zones: Zones) -> Iterator[str]:
    rows = Curve(motion.points).sampled(_SHARES[::2]).reshape(-1, len(motion.start))
    return zones.entered(np.vstack((rows, motion.end)))


_WENT = {WALLS: "leaves the workspace", KEPT_IN: "leaves the keep-in zone of the profile"}


def guarded(scene: Scene) -> bool:
    """Whether a scene restricts where the arm may go."""
    return bool(scene.keep_out or scene.keep_in) or scene.workspace is not None


class Zones:
    """The restricted space of a scene. `attached` are held bodies, posed in the tool frame."""

    def __init__(self, scene: Scene, attached: Sequence[Body] = ()):
        bench = Bench(scene)
        self._names = {one.id for one in bench.kept_away}
        self._around = Surroundings(bench.arm, bench.kept_away, attached)
        # Only contact counts here: plans keep a small margin, which covers the difference between scripts and plans.
        self._free = self._around.checker(0.0, dict.fromkeys(range(len(self._around.pairs)), 0.0))

    def entered(self, rows: Array) -> Iterator[str]:
        """For rows (n, 7) of joint angles, yield the first violation of each pair of part (link or id) and zone."""
        told = set()
        for q in rows:
            for pair in () if self._free(q) else self._around.contacts(q):
                part, where = pair
                if where in self._names and pair not in told:
                    told.add(pair)
                    yield f"{part} {_WENT.get(where, f'enters the keep-out zone {where}')}"


_HAND = np.array(
    ((0.0, 0.0, 0.0), (0.0, -0.1025, 0.0658), (0.0, 0.1025, 0.0658), (0.0, -0.051, 0.1125), (0.0, 0.051, 0.1125))
)
"""Points of the hand in its own frame (m), from the URDF's collision meshes: the flange, both ends of its body, and
the tips of the open fingers."""


def reach(scene: Scene, thing: str | None) -> float:
    """Return the largest possible distance (m) from the grip point to a point of the held object, for any grip."""
    found = scene.thing(thing.removesuffix(LID)) if thing is not None else None
    return 0.0 if found is None else float(np.linalg.norm(np.ptp(corners(shape_of(found)), axis=0)))


def speeds(arm: Arm, positions: Array, velocities: Array, held: float = 0.0) -> Array:
    """Return the speed (m/s) of the fastest point (n,) at joint angles and velocities (n, 7); `held` is a `reach`."""
    local = _HAND @ (turn := inverse(arm.tool_in_wrist) @ arm.hand_in_wrist)[:3, :3].T + turn[:3, 3]
    twists = np.array([arm.jacobian(q) @ v for q, v in zip(positions, velocities, strict=True)]).reshape(-1, 6)
    turned = np.array([local @ arm.tool(q)[:3, :3].T for q in positions]).reshape(-1, len(local), 3)
    moved = twists[:, None, :3] + np.cross(twists[:, None, 3:], turned)
    farthest = np.linalg.norm(twists[:, :3], axis=1) + held * np.linalg.norm(twists[:, 3:], axis=1)
    return np.asarray(np.maximum(np.linalg.norm(moved, axis=2).max(axis=1, initial=0.0), farthest))
