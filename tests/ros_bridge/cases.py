"""Each thing that can go wrong, when, what has to be said about it, and within which time."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from case_tables import stored

from clairify_cli.worlds.ros.profile.values import Dialect, RobotProfile, Watching
from clairify_cli.worlds.ros.robot import Cause
from ros_bridge.faults import Fault, Kind, Moment

ALL = (Moment.START, Moment.MIDDLE, Moment.END)
AT_ONCE = "at once"
"""Limits are fields of `Watching`; this is as soon as the message that shows it can be read."""


@dataclass(frozen=True, slots=True)
class Case:
    """A fault at some moments. No `causes`: nothing is to be stopped. `limit` names the limits that count, the sum."""

    name: str
    fault: Fault
    causes: frozenset[Cause]
    limit: tuple[str, ...] = (AT_ONCE,)
    moments: tuple[Moment, ...] = ALL
    dialects: tuple[Dialect, ...] = (Dialect.ROS1, Dialect.ROS2)
    holding: bool = False
    gone: bool = False
    """Whether the bridge can no longer be told to stop."""
    held: bool = True
    """Whether the arm stands still after the stop."""
    motion: float = 0.4
    """How long a motion is (s), so that there is time to notice it."""
    logs: bool = False
    """Whether the bridge writes of it into its own log."""
    resting: bool = False
    """Whether the arm stands still after the first motion, as in a pause."""

    def at(self, moment: Moment) -> Fault:
        """The fault at a moment."""
        return replace(self.fault, moment=moment)

    def seconds(self, watching: Watching) -> float:
        """Within which time it is to be noticed, in s of the wall."""
        known = {
            AT_ONCE: 0.0,
            "stale": watching.stale,
            "feedback": watching.feedback,
            "answer": watching.answer,
            "lag": watching.lag,
            "late": (watching.times - 1) * self.motion + watching.grace,
            "robot state": watching.robot_state,
            "mode": 0.1,  # two messages
            "settling": 0.5,
            "away": 0.3 * self.motion,  # until a motion from rest has left where it begins
            "ping": 1.0 + 2 * 0.5,
        }
        return sum(known[one] for one in self.limit)


MOVING = (Moment.START, Moment.MIDDLE)


def _case(name: str, row: dict[str, Any]) -> Case:
    """A row of the table."""
    fault, rest = dict(row["fault"]), {key: value for key, value in row.items() if key not in ("fault", "causes")}
    fault["messages"] = tuple(fault.get("messages", ()))
    made = Fault(Kind(fault.pop("kind")), **fault)
    for key, read in (("moments", Moment), ("dialects", Dialect), ("limit", str)):
        if key in rest:
            rest[key] = tuple(map(read, rest[key]))
    return Case(name, made, frozenset(map(Cause, row["causes"])), **rest)


CASES: tuple[Case, ...] = tuple(_case(name, row) for name, row in stored(__file__, "CASES").items())


def cases_of(profile: RobotProfile) -> list[Case]:
    """The cases of a robot's dialect."""
    return [one for one in CASES if profile.dialect in one.dialects]
