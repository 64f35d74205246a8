"""The interface of an arm that executes scripts, and its report of a stop."""

from __future__ import annotations

import enum
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

from clairify_cli.worlds.ros.script.values import Joints

TO_DO: dict[str, dict[str, str]] = tomllib.loads(Path(__file__).with_name("to_do.toml").read_text(encoding="utf-8"))
"""What a person does: by the `mode` that a robot says it is in, and by the `cause` of a stop."""


class Cause(enum.Enum):
    """Why a robot was stopped, or not begun with."""

    OTHER_ARM = "another arm"
    """The arm that is found is not, or not known to be, the profile's model."""
    ELSEWHERE = "elsewhere"
    """The arm is not where the motion begins."""
    STALE = "stale"
    """Joint states, the robot's reported state or a device's readings are too old or missing."""
    SLOW = "slow connection"
    """Joint states come, but later and later: the network or the bridge does not keep up."""
    PAUSED = "paused"
    """This program stood still: it was stopped, or its computer had no time for it."""
    NOT_IN_ORDER = "not in order"
    """The robot says that it is in a mode in which the arm is not moved, such as a reflex."""
    NOT_FINITE = "not finite"
    """A joint state has numbers that are none, or lacks a joint."""
    OFF_PATH = "off its path"
    MOVED = "moved"
    """The arm was moved, by a person or a thing, while it should stand."""
    LATE = "late"
    """A motion lasted longer than it may."""
    NOT_THERE = "not there"
    """The goal ended well, but the arm is not at the end of the motion."""
    REJECTED = "rejected"
    """The goal was not accepted."""
    ABORTED = "aborted"
    CANCELLED = "cancelled by somebody else"
    TAKEN = "used by somebody else"
    """The arm or the hand carries out a goal of somebody else, or another `clairify` has the arm."""
    NO_FEEDBACK = "no feedback"
    """The action server is gone, or does not know the message."""
    NO_ANSWER = "no answer"
    """A request was not answered in time."""
    CLOSED = "closed"
    """The bridge closed the connection, or it is unavailable."""
    GARBLED = "garbled"
    """The bridge sent what is none of its protocol."""
    NOT_HELD = "not held"
    """The fingers closed on nothing, or what they held is gone."""
    OVER_LIMIT = "over its limit"
    """What a device shows is more than its limit."""
    OFF_SETPOINT = "off its setpoint"
    """What a device shows was near what was set, and no longer is."""
    UNWRITTEN = "log not written"
    """The log of the run cannot be written, and nothing is done that is not written down."""
    GUARD = "no guard"
    """The guard on the robot's side has gone silent, does not take the run, or is missing although it is needed."""
    INTERRUPTED = "interrupted"
    """The person said so: Ctrl-C or SIGTERM."""


class HandSeen(enum.Enum):
    """The observed state of the fingers after a stop, whatever the hand reported."""

    STILL = "still"
    MOVING = "moving"
    UNSEEN = "not seen"


@dataclass(frozen=True, slots=True)
class Stopped:
    """The steps taken to stop a robot, and which were confirmed.

    `cancel` is whether the bridge confirmed it, None if there was nothing to cancel; `gripper` what was seen of a
    hand that was at work, None if it was not; `still` whether the arm was then seen not to move, None if nothing
    was seen, or what was seen contradicts itself. `remarks` are sentences.
    """

    cancel: bool | None
    gripper: HandSeen | None
    still: bool | None
    remarks: tuple[str, ...] = ()


class HaltError(Exception):
    """The robot was stopped, or was not begun with. Says why, with what was expected and what was observed."""

    def __init__(self, cause: Cause, message: str, *, expected: str = "", actual: str = ""):
        super().__init__(message)
        self.cause = cause
        self.message = message
        self.expected = expected
        self.actual = actual
        self.stopped: Stopped | None = None
        """What was done about it; None if nothing had been begun."""


_HALTS: dict[str, dict[str, str]] = tomllib.loads(Path(__file__).with_name("halts.toml").read_text(encoding="utf-8"))


def halt(name: str, /, **values: object) -> HaltError:
    """The error of that name in `halts.toml`, with values in its words."""
    row = _HALTS[name]
    words = {key: row.get(key, "").format(**values) for key in ("says", "expected", "actual")}
    return HaltError(Cause(row["cause"]), words["says"], expected=words["expected"], actual=words["actual"])


@dataclass(frozen=True, slots=True)
class RobotState:
    """What was last heard of a robot: angles (rad) and velocities (rad/s), the width of the hand (m), the age (s).

    `mode` is what the robot says that it is in, None if it says nothing; `unfit` why nothing can begin in that.
    """

    joints: Joints
    velocities: Joints
    width: float | None
    age: float
    mode: str | None = None
    unfit: HaltError | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """The facts discovered about a robot before it moved.

    `trajectory` and `joints` are the names that it really has. `stops_at_once` is whether a goal that goes on can be
    cancelled: None if that could not be found out. `remarks` are sentences for the person. `lacks` are the actions
    and services of the arm and the hand, of those that a script may need, which are known not to be there.
    """

    trajectory: str
    joints: tuple[str, ...]
    stops_at_once: bool | None
    devices: tuple[str, ...] = ()
    remarks: tuple[str, ...] = field(default=())
    lacks: tuple[str, ...] = ()
    stop_line: bool = True
    """Whether there is a second connection to send stops on, for when the first one is closed or frozen."""
    guard: float | None = None
    """After how long (s) without a heartbeat a guard on the robot's side stops it; None if there is none."""
    unset: tuple[str, ...] = ()
    """What of the start can neither be set nor be seen, in sentences; only a person may know it."""


@dataclass(frozen=True, slots=True)
class Switched:
    """A setting of a device that was made, at the end of a run: whether it could be `read` back, and was seen `off`.

    `shows` is a clause on what it shows; `allowed` is whether the run may be done although something of it is open.
    """

    device: str
    setting: str
    value: float
    read: bool
    off: bool
    shows: str
    allowed: bool

    @property
    def confirmed(self) -> bool:
        """Whether there is evidence that it was set, and that it is off."""
        return self.read and self.off
