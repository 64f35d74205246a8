"""ROS messages inside bridge messages, in both dialects: times, trajectories, joint states, statuses.

The shapes are those of `sensor_msgs/JointState`, `actionlib_msgs/GoalStatusArray`, `trajectory_msgs/JointTrajectory`
and `control_msgs/FollowJointTrajectory`. A time has `secs` and `nsecs` in ROS 1, `sec` and `nanosec` in ROS 2, and a
header of ROS 1 has a `seq` as well.
"""

from __future__ import annotations

import base64
import math
from collections.abc import Mapping, Sequence
from uuid import UUID

from clairify_cli.records import dataclass
from clairify_cli.worlds.ros.link.messages import (
    Fields,
    garbled,
    inside,
    number,
    numbers_in,
    object_in,
    shown,
    texts_in,
)
from clairify_cli.worlds.ros.profile.values import Dialect
from clairify_cli.worlds.ros.robot import Cause, HaltError
from clairify_cli.worlds.ros.script.values import Joints, Waypoint

_PARTS = {Dialect.ROS1: ("secs", "nsecs"), Dialect.ROS2: ("sec", "nanosec")}
_BILLION = 1_000_000_000

ACTIVE = {Dialect.ROS1: (0, 1, 6, 7), Dialect.ROS2: (1, 2, 3)}
"""The statuses of an active goal: those of `actionlib_msgs/GoalStatus` and of `action_msgs/GoalStatus`."""

REJECTED = {Dialect.ROS1: (5,), Dialect.ROS2: ()}
"""The statuses of a rejected goal. In ROS 2 the bridge reports that without a status."""


@dataclass(frozen=True, slots=True)
class JointSample:
    """A joint state: for each name the position (rad, or m) and the velocity, NaN if missing.

    `stamp` is in s of the robot's clock, None if the sender gives none. `heard` is its arrival time (s, our clock).
    """

    stamp: float | None
    names: tuple[str, ...]
    positions: tuple[float, ...]
    velocities: tuple[float, ...]
    heard: float = 0.0

    def angles(self, joints: Sequence[str]) -> Joints | None:
        """Return the angles of some joints, NaN for missing ones; None if all are missing."""
        at = dict(zip(self.names, self.positions, strict=True))
        found = tuple(at.get(name, math.nan) for name in joints)
        return found if any(name in at for name in joints) else None

    def speeds(self, joints: Sequence[str]) -> Joints:
        """Return the velocities of some joints; 0 for those that the sender omits."""
        if not self.velocities:
            return (0.0,) * len(joints)
        at = dict(zip(self.names, self.velocities, strict=True))
        return tuple(at.get(name, 0.0) for name in joints)


@dataclass(frozen=True, slots=True)
class Following:
    """The feedback of a trajectory: the controller's desired and actual joint positions; None if not given."""

    desired: Joints | None
    actual: Joints | None


@dataclass(frozen=True, slots=True)
class GoalStatus:
    """The status of a ROS 1 goal, with the server's text."""

    goal: str
    status: int
    text: str


def duration(seconds: float, dialect: Dialect) -> Fields:
    """Return a duration of some seconds, rounded to nanoseconds."""
    if not math.isfinite(seconds) or seconds < 0:
        raise HaltError(Cause.NOT_FINITE, f"A duration of {seconds} s cannot be sent.")
    whole, rest = divmod(round(seconds * _BILLION), _BILLION)
    first, second = _PARTS[dialect]
    return {first: whole, second: rest}


def header(dialect: Dialect) -> Fields:
    """Return a header with the time 0, which means at once. Explicit, since the bridge would insert its own time."""
    fields: Fields = {"stamp": duration(0.0, dialect), "frame_id": ""}
    return {"seq": 0, **fields} if dialect is Dialect.ROS1 else fields


def seconds(value: object, dialect: Dialect, what: str) -> float:
    """Return a received time or duration in s."""
    first, second = _PARTS[dialect]
    if not isinstance(value, Mapping) or not {first, second} <= value.keys():
        garbled(f"{what} with a time without `{first}` and `{second}`, as {dialect.value} has them", value)
    return number(value[first], what) + number(value[second], what) / _BILLION


def stamp(message: Fields, dialect: Dialect, what: str) -> float | None:
    """Return the stamp of a header in s; None for 0, which means that there is none."""
    found = seconds(object_in(message, "header", what).get("stamp"), dialect, what)
    if not math.isfinite(found):
        garbled(f"{what} with a stamp that is none")
    return found or None


def trajectory(joints: Sequence[str], points: Sequence[Waypoint], dialect: Dialect) -> Fields:
    """Return the goal of a `FollowJointTrajectory`. Empty tolerance lists keep the controller's."""
    return {
        "trajectory": {
            "header": header(dialect),
            "joint_names": list(joints),
            "points": [
                {
                    "positions": list(point.positions),
                    "velocities": list(point.velocities),
                    "accelerations": list(point.accelerations),
                    "effort": [],
                    "time_from_start": duration(point.seconds, dialect),
                }
                for point in points
            ],
        },
        "path_tolerance": [],
        "goal_tolerance": [],
        "goal_time_tolerance": duration(0.0, dialect),
    }


def action_goal(goal: str, content: Fields) -> Fields:
    """Return the message for the topic `goal` of a ROS 1 action."""
    return {"header": header(Dialect.ROS1), "goal_id": goal_id(goal), "goal": content}


def goal_id(goal: str) -> Fields:
    """Return an `actionlib_msgs/GoalID`. On the topic `cancel`, one without id and time means all goals."""
    return {"stamp": duration(0.0, Dialect.ROS1), "id": goal}


def joint_sample(message: Fields, dialect: Dialect, heard: float) -> JointSample:
    """Read a `sensor_msgs/JointState`."""
    what = "a joint state"
    names = texts_in(message, "name", what)
    positions = numbers_in(message, "position", what)
    velocities = numbers_in(message, "velocity", what) if "velocity" in message else ()
    if len(positions) != len(names):
        garbled(f"{what} with {len(names)} names and {len(positions)} positions")
    if velocities and len(velocities) != len(names):
        garbled(f"{what} with {len(names)} names and {len(velocities)} velocities")
    return JointSample(stamp(message, dialect, what), names, positions, velocities, heard)


def following(values: Fields, joints: Sequence[str]) -> Following:
    """Read the feedback of a `FollowJointTrajectory`, in the order of our joints."""
    what = "the feedback of a trajectory"
    names = texts_in(values, "joint_names", what)

    def of(key: str) -> Joints | None:
        point = values.get(key)
        if not isinstance(point, Mapping):
            garbled(f"{what} without `{key}`", point)
        positions = numbers_in(point, "positions", what)
        if not positions:
            return None
        if len(positions) != len(names) or not set(joints) <= set(names):
            garbled(f"{what} whose `{key}` is not that of {len(joints)} joints", names)
        at = dict(zip(names, positions, strict=True))
        return tuple(at[name] for name in joints)

    return Following(of("desired"), of("actual"))


def goal_status(value: object) -> GoalStatus:
    """Read an `actionlib_msgs/GoalStatus`."""
    what = "the status of a goal"
    if not isinstance(value, Mapping):
        garbled(f"{what} that is no object", value)
    goal = object_in(value, "goal_id", what).get("id")
    status = value.get("status")
    if not isinstance(goal, str) or isinstance(status, bool) or not isinstance(status, int):
        garbled(f"{what} without an id and a status", value)
    return GoalStatus(goal, status, shown(value.get("text", "")))


def uuid_statuses(message: Fields) -> tuple[tuple[object, int], ...]:
    """Read an `action_msgs/GoalStatusArray`: the UUID (in the bridge's notation) and status of each goal."""
    made = []
    for one in _listed(message):
        uuid = inside(one, "goal_info.goal_id.uuid") if isinstance(one, dict) else None
        status = inside(one, "status") if isinstance(one, dict) and uuid is not None else None
        if isinstance(status, bool) or not isinstance(status, int):
            garbled("the status of a goal without an id and a status", one)
        made.append((uuid, status))
    return tuple(made)


def uuid_text(value: object) -> str:
    """Return a readable UUID. Bridges write its 16 bytes in base64 or as a list; anything else is shown as it is."""
    try:
        raw = base64.b64decode(value) if isinstance(value, str) else bytes(value if isinstance(value, list) else [])
        return str(UUID(bytes=raw))
    except (ValueError, TypeError):
        return shown(value)


def goal_statuses(message: Fields) -> tuple[GoalStatus, ...]:
    """Read an `actionlib_msgs/GoalStatusArray`."""
    return tuple(goal_status(one) for one in _listed(message))


def _listed(message: Fields) -> list[object]:
    """Return the entries of a list of goals."""
    listed = message.get("status_list")
    return listed if isinstance(listed, list) else garbled("a list of goals without `status_list`", listed)
