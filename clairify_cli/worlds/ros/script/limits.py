"""Check a script against the limits: at and between its waypoints, and from one motion to the next.

The links, the hand and its open fingers are the convex hulls that the twin plans with. A held object counts only if its
pose in the hand is known: a script does not contain it, but a twin that plays the script does. The hand's speed is that
of its fastest point, or of the farthest corner of what it holds: ISO 10218-1 limits the tool centre point to 250 mm/s
at reduced speed; here every point of the hand counts.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np

from clairify_cli.records import dataclass
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
_QUANTITIES = ("position", "velocity", "acceleration", "jerk")


@dataclass(frozen=True, slots=True)
class Violation:
    """A violation of a script's limits.

    `command` is the index of the command, from 0; `waypoint` that of the waypoint at or before the violation, None if
    it concerns a whole command. `joint` counts from 1, None if no single joint is concerned. `quantity` is `position`,
    `velocity`, `acceleration`, `jerk`, `finite`, `order`, `start`, `rest`, `width`, `force`, `scale`, `workspace`,
    `keep-out`, `keep-in` or `hand-speed`; `value` and `limit` are in its unit. `text` is a sentence.
    """

    command: int
    waypoint: int | None
    joint: int | None
    quantity: str
    value: float
    limit: float
    text: str


def violations(script: Script, profile: RobotProfile, scene: Scene) -> list[Violation]:
    """Return all reasons not to run a script on a robot, in its order: the worst of each kind and joint per motion.

    Velocities are checked against the script's share of the limits, and near the ends of a joint's range against what
    the arm allows there; accelerations and jerks against their full limits.
    """
    found = list(_head(script))
    if found and found[-1].quantity != "scale":
        return found
    place = script.home
    zones, arm = Zones(scene) if guarded(scene) else None, Arm(scene.robot.base)
    for number, command in enumerate(script.commands):
        if not isinstance(command, Motion):
            found += _other(number, command, profile)
            continue
        wrong = list(_form(number, command, len(script.home)))
        found += wrong
        if not wrong:
            found += _begins(number, command, place)
            found += _moves(number, command, profile, script.scale)
            found += _hurries(number, command, profile.hand_speed.limit, arm, reach(scene, command.holding))
            if zones is not None:
                found += _enters(number, command, zones)
        place = command.end if command.points else place
    return found


def _called(number: int, command: Command) -> str:
    return f"command {number + 1}, `{command.name}` of {command.step.action}"


def _head(script: Script) -> Iterator[Violation]:
    if not 0.0 < script.scale <= MOST:
        text = f"the speed scale of the script is {script.scale:g}, and it is above 0 and at most {MOST:g}"
        yield Violation(0, None, None, "scale", script.scale, MOST, text)
    if not script.home or not all(map(math.isfinite, script.home)):
        text = "the script does not say where the arm begins, in joint angles"
        yield Violation(0, None, None, "finite", math.nan, 0.0, text)


def _other(number: int, command: Command, profile: RobotProfile) -> Iterator[Violation]:
    called = _called(number, command)
    numbers: tuple[float, ...] = ()
    if isinstance(command, Fingers):
        numbers = (command.width, command.tolerance, command.force or 0.0)
    elif isinstance(command, Pause):
        numbers = (command.seconds,)
    elif isinstance(command, Weighing):
        numbers = (command.grams, command.tolerance)
    if not all(math.isfinite(one) for one in numbers):
        yield Violation(number, None, None, "finite", math.nan, 0.0, f"{called} has a number that is none")
        return
    if any(one < 0.0 for one in numbers):
        yield Violation(number, None, None, "order", min(numbers), 0.0, f"{called} has a number below 0")
    if isinstance(command, Fingers) and command.width > profile.gripper.widest + SAME:
        widest = profile.gripper.widest
        text = f"{called}: the fingers go {1000 * widest:g} mm apart, and {1000 * command.width:g} mm are asked for"
        yield Violation(number, None, None, "width", command.width, widest, text)
    if isinstance(command, Fingers) and command.force is not None and command.force > GRIP_FORCE:
        text = f"{called}: the hand grips with {GRIP_FORCE:g} N, and {command.force:g} N are asked for"
        yield Violation(number, None, None, "force", command.force, GRIP_FORCE, text)


def _form(number: int, motion: Motion, joints: int) -> Iterator[Violation]:
    """Check that a motion is well-formed: at least two waypoints of finite numbers, with rising times."""
    called = _called(number, motion)
    if len(motion.points) < 2:
        text = f"{called} has {len(motion.points)} waypoints, and a motion has two at least"
        yield Violation(number, None, None, "order", len(motion.points), 2.0, text)
        return
    before = -math.inf
    for row, point in enumerate(motion.points):
        lists = (point.positions, point.velocities, point.accelerations)
        if any(len(one) != joints for one in lists):
            text = f"{called}, waypoint {row + 1} is not of {joints} joints"
            yield Violation(number, row, None, "order", min(map(len, lists)), joints, text)
            return
        for values in ((point.seconds,), *lists):
            wrong = next((joint for joint, one in enumerate(values, 1) if not math.isfinite(one)), None)
            if wrong is not None:
                joint = wrong if len(values) > 1 else None
                text = f"{called}, waypoint {row + 1} has {values[wrong - 1]}, which is no number"
                yield Violation(number, row, joint, "finite", values[wrong - 1], 0.0, text)
                return
        if point.seconds <= before or (row == 0 and point.seconds != 0.0):
            text = f"{called}, waypoint {row + 1} is at {point.seconds:g} s, not after the one before it"
            yield Violation(number, row, None, "order", point.seconds, max(before, 0.0), text)
            return
        before = point.seconds


def _begins(number: int, motion: Motion, place: Joints) -> Iterator[Violation]:
    """Check that a motion begins where the one before ended, and begins and ends at rest."""
    called = _called(number, motion)
    apart = [abs(one - other) for one, other in zip(motion.start, place, strict=True)]
    if max(apart) > SAME:
        joint = apart.index(max(apart)) + 1
        at, was = motion.start[joint - 1], place[joint - 1]
        text = f"{called} begins with joint {joint} at {at:.4f} rad, and the arm is at {was:.4f} rad then"
        yield Violation(number, 0, joint, "start", at, was, text)
    for row in (0, len(motion.points) - 1):
        point = motion.points[row]
        most = max(abs(one) for one in (*point.velocities, *point.accelerations))
        if most > SAME:
            text = f"{called} does not {'end' if row else 'begin'} at rest"
            yield Violation(number, row, None, "rest", most, 0.0, text)


def _moves(number: int, motion: Motion, profile: RobotProfile, scale: float) -> Iterator[Violation]:
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
                allowed = float(lower[joint] if value < lower[joint] else upper[joint])
                said = f"its range is from {lower[joint]:g} to {upper[joint]:g} {unit}"
            else:
                allowed = float(limit[row, share, joint])
                said = f"at most {allowed:.4g} {unit} are allowed"
            what = "is at" if limit is None else f"has a {quantity} of"
            text = f"{_called(number, motion)}: joint {joint + 1} {what} {value:.4g} {unit}, and {said}"
            yield Violation(number, int(row), joint + 1, quantity, value, allowed, text)


def _hurries(number: int, motion: Motion, limit: float, arm: Arm, held: float) -> Iterator[Violation]:
    """Check the speed of the hand and of what it holds."""
    curve, shares = Curve(motion.points), _SHARES[::2]
    at, moved = (curve.sampled(shares, order).reshape(-1, len(motion.start)) for order in (0, 1))
    found = speeds(arm, at, moved, held)
    worst = int(found.argmax())
    if found[worst] > limit * (1 + _HAIR) + SAME:
        text = f"{_called(number, motion)}: the hand moves at {1000 * found[worst]:.0f} mm/s, and {1000 * limit:g} mm/s"
        row = worst // len(shares)
        yield Violation(number, row, None, "hand-speed", float(found[worst]), limit, f"{text} are allowed")


def _enters(number: int, motion: Motion, zones: Zones) -> Iterator[Violation]:
    shares = _SHARES[::2]
    rows = Curve(motion.points).sampled(shares).reshape(-1, len(motion.start))
    for row, part, kind, where in zones.entered(np.vstack((rows, motion.end))):
        text = f"{_called(number, motion)}: {part} {went(kind, where)}"
        yield Violation(number, min(row // len(shares), len(motion.points) - 1), None, kind, 0.0, 0.0, text)


KEEP_OUT, WORKSPACE, KEEP_IN = "keep-out", "workspace", "keep-in"


def guarded(scene: Scene) -> bool:
    """Whether a scene restricts where the arm may go."""
    return bool(scene.keep_out or scene.keep_in) or scene.workspace is not None


def went(kind: str, where: str) -> str:
    """Describe a zone violation by a part of the arm, as a clause."""
    said = {WORKSPACE: "leaves the workspace", KEEP_IN: "leaves the keep-in zone of the profile"}
    return said.get(kind, f"enters the keep-out zone {where}")


class Zones:
    """The restricted space of a scene. `attached` are held bodies, posed in the tool frame."""

    def __init__(self, scene: Scene, attached: Sequence[Body] = ()):
        bench = Bench(scene)
        self._names = {one.id for one in bench.kept_away}
        self._around = Surroundings(bench.arm, bench.kept_away, attached)
        # Only contact counts here: plans keep a small margin, which covers the difference between scripts and plans.
        self._free = self._around.checker(0.0, dict.fromkeys(range(len(self._around.pairs)), 0.0))

    def entered(self, rows: Array) -> Iterator[tuple[int, str, str, str]]:
        """For rows (n, 7) of joint angles, yield the first violation of each pair of part and zone.

        Each has the row, the part (link or id), the kind `keep-out`, `workspace` or `keep-in`, and the zone's id."""
        told = set()
        for number, q in enumerate(rows):
            if self._free(q):
                continue
            for part, where in self._around.contacts(q):
                if where in self._names and (part, where) not in told:
                    told.add((part, where))
                    yield number, part, {WALLS: WORKSPACE, KEPT_IN: KEEP_IN}.get(where, KEEP_OUT), where


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
