"""Messages of ROS inside those of the bridge, in both dialects: times, trajectories, joint states, statuses.

The shapes are those of `sensor_msgs/JointState`, `actionlib_msgs/GoalStatusArray`, `trajectory_msgs/JointTrajectory`
and `control_msgs/FollowJointTrajectory`. A time has `secs` and `nsecs` in ROS 1, `sec` and `nanosec` in ROS 2, and a
header of ROS 1 has a `seq` as well.
"""

from __future__ import annotations

import base64
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

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
"""The statuses of a goal that goes on: those of `actionlib_msgs/GoalStatus` and of `action_msgs/GoalStatus`."""

REJECTED = {Dialect.ROS1: (5,), Dialect.ROS2: ()}
"""The statuses of a goal that was not taken. In ROS 2 the bridge says so without a status."""


@dataclass(frozen=True, slots=True)
class JointSample:
    """A joint state: names, and for each the angle (rad, or m) and the velocity, NaN if there is none.

    `stamp` is in s of the robot's clock, None if the sender gives none. `heard` is when it came (s, our clock).
    """

    stamp: float | None
    names: tuple[str, ...]
    positions: tuple[float, ...]
    velocities: tuple[float, ...]
    heard: float = 0.0

    def angles(self, joints: Sequence[str]) -> Joints | None:
        """The angles of some joints, NaN for those that are missing; None if all are."""
        at = dict(zip(self.names, self.positions, strict=True))
        found = tuple(at.get(name, math.nan) for name in joints)
        return found if any(name in at for name in joints) else None

    def speeds(self, joints: Sequence[str]) -> Joints:
        """The velocities of some joints; 0 where the sender leaves velocities away."""
        if not self.velocities:
            return (0.0,) * len(joints)
        at = dict(zip(self.names, self.velocities, strict=True))
        return tuple(at.get(name, 0.0) for name in joints)


@dataclass(frozen=True, slots=True)
class Following:
    """The feedback of a trajectory: where the controller wants each joint, and where it is. None where not said."""

    desired: Joints | None
    actual: Joints | None


@dataclass(frozen=True, slots=True)
class GoalStatus:
    """The status of a goal of ROS 1, with the words of the server."""

    goal: str
    status: int
    text: str


def duration(seconds: float, dialect: Dialect) -> Fields:
    """A duration of so many seconds, rounded to nanoseconds."""
    if not math.isfinite(seconds) or seconds < 0:
        raise HaltError(Cause.NOT_FINITE, f"A duration of {seconds} s cannot be sent.")
    whole, rest = divmod(round(seconds * _BILLION), _BILLION)
    first, second = _PARTS[dialect]
    return {first: whole, second: rest}


def header(dialect: Dialect) -> Fields:
    """A header with the time 0, which means at once. Written out, since the bridge puts its own time otherwise."""
    fields: Fields = {"stamp": duration(0.0, dialect), "frame_id": ""}
    return {"seq": 0, **fields} if dialect is Dialect.ROS1 else fields


def seconds(value: object, dialect: Dialect, what: str) -> float:
    """The s of a time or a duration as it arrived."""
    first, second = _PARTS[dialect]
    if not isinstance(value, Mapping) or not {first, second} <= value.keys():
        garbled(f"{what} with a time without `{first}` and `{second}`, as {dialect.value} has them", value)
    return number(value[first], what) + number(value[second], what) / _BILLION


def stamp(message: Fields, dialect: Dialect, what: str) -> float | None:
    """The stamp of a header in s; None for 0, which means that there is none."""
    found = seconds(object_in(message, "header", what).get("stamp"), dialect, what)
    if not math.isfinite(found):
        garbled(f"{what} with a stamp that is none")
    return found or None


def trajectory(joints: Sequence[str], points: Sequence[Waypoint], dialect: Dialect) -> Fields:
    """The goal of a `FollowJointTrajectory`. Empty lists of tolerances keep the controller's."""
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
    """What is published on the topic `goal` of an action of ROS 1."""
    return {"header": header(Dialect.ROS1), "goal_id": goal_id(goal), "goal": content}


def goal_id(goal: str) -> Fields:
    """An `actionlib_msgs/GoalID`. On the topic `cancel`, one without an id and a time is all goals."""
    return {"stamp": duration(0.0, Dialect.ROS1), "id": goal}


def joint_sample(message: Fields, dialect: Dialect, heard: float) -> JointSample:
    """A `sensor_msgs/JointState`."""
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
    """The feedback of a `FollowJointTrajectory`, in the order of our joints."""
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
    """An `actionlib_msgs/GoalStatus`."""
    what = "the status of a goal"
    if not isinstance(value, Mapping):
        garbled(f"{what} that is no object", value)
    goal = object_in(value, "goal_id", what).get("id")
    status = value.get("status")
    if not isinstance(goal, str) or isinstance(status, bool) or not isinstance(status, int):
        garbled(f"{what} without an id and a status", value)
    return GoalStatus(goal, status, shown(value.get("text", "")))


def uuid_statuses(message: Fields) -> tuple[tuple[object, int], ...]:
    """An `action_msgs/GoalStatusArray`: of each goal its UUID, as the bridge writes that, and its status."""
    made = []
    for one in _listed(message):
        uuid = inside(one, "goal_info.goal_id.uuid") if isinstance(one, dict) else None
        status = inside(one, "status") if isinstance(one, dict) and uuid is not None else None
        if isinstance(status, bool) or not isinstance(status, int):
            garbled("the status of a goal without an id and a status", one)
        made.append((uuid, status))
    return tuple(made)


def uuid_text(value: object) -> str:
    """A UUID for people. A bridge writes its sixteen bytes in base64, or as a list; another way is as good as an id."""
    try:
        raw = base64.b64decode(value) if isinstance(value, str) else bytes(value if isinstance(value, list) else [])
        return str(UUID(bytes=raw))
    except (ValueError, TypeError):
        return shown(value)


def goal_statuses(message: Fields) -> tuple[GoalStatus, ...]:
    """An `actionlib_msgs/GoalStatusArray`."""
    return tuple(goal_status(one) for one in _listed(message))


def _listed(message: Fields) -> list[object]:
    """The entries of a list of goals."""
    listed = message.get("status_list")
    return listed if isinstance(listed, list) else garbled("a list of goals without `status_list`", listed)
