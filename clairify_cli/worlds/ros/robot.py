"""The interface of an arm that executes scripts, and its report of a stop."""

from __future__ import annotations

import enum
from pathlib import Path

from clairify_cli.files.data import toml
from clairify_cli.records import dataclass, field
from clairify_cli.worlds.ros.script.values import Joints

TO_DO: dict[str, dict[str, str]] = toml(Path(__file__).with_name("to_do.toml"))
"""What a person should do: by the robot's `mode`, and by the `cause` of a stop."""


class Cause(enum.Enum):
    """Why a robot was stopped, or not started."""

    OTHER_ARM = "another arm"
    """The arm is not, or not known to be, the profile's model."""
    ELSEWHERE = "elsewhere"
    """The arm is not where the motion begins."""
    STALE = "stale"
    """Joint states, the robot's reported state or a device's readings are too old or missing."""
    SLOW = "slow connection"
    """Joint states come later and later: the network or the bridge does not keep up."""
    PAUSED = "paused"
    """This program was suspended, or its computer had no time for it."""
    NOT_IN_ORDER = "not in order"
    """The robot reports a mode in which the arm must not move, such as a reflex."""
    NOT_FINITE = "not finite"
    """A joint state has non-finite numbers, or lacks a joint."""
    OFF_PATH = "off its path"
    MOVED = "moved"
    """The arm was moved, by a person or an object, while it should stand still."""
    LATE = "late"
    """A motion lasted longer than allowed."""
    NOT_THERE = "not there"
    """The goal succeeded, but the arm is not at the end of the motion."""
    REJECTED = "rejected"
    """The goal was not accepted."""
    ABORTED = "aborted"
    CANCELLED = "cancelled by somebody else"
    TAKEN = "used by somebody else"
    """The arm or the hand executes another client's goal, or another `clairify` controls the arm."""
    NO_FEEDBACK = "no feedback"
    """The action server is gone, or does not know the message."""
    NO_ANSWER = "no answer"
    """A request was not answered in time."""
    CLOSED = "closed"
    """The bridge closed the connection, or it is unavailable."""
    GARBLED = "garbled"
    """The bridge sent something that violates its protocol."""
    NOT_HELD = "not held"
    """The fingers closed on nothing, or what they held is gone."""
    OVER_LIMIT = "over its limit"
    """A device's reading is beyond its limit."""
    OFF_SETPOINT = "off its setpoint"
    """A device's reading was near its setpoint, and no longer is."""
    UNWRITTEN = "log not written"
    """The log of the run cannot be written, and nothing is done without a log."""
    GUARD = "no guard"
    """The guard on the robot's side went silent, does not accept the run, or is missing although required."""
    INTERRUPTED = "interrupted"
    """A person interrupted it: Ctrl-C or SIGTERM."""


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
    """The robot was stopped, or not started; with what was expected and what was observed."""

    def __init__(self, cause: Cause, message: str, *, expected: str = "", actual: str = ""):
        super().__init__(message)
        self.cause = cause
        self.message = message
        self.expected = expected
        self.actual = actual
        self.stopped: Stopped | None = None
        """What was done to stop; None if nothing had been begun."""


_HALTS: dict[str, dict[str, str]] = toml(Path(__file__).with_name("halts.toml"))


def halt(name: str, /, **values: object) -> HaltError:
    """Return the error of that name in `halts.toml`, with values inserted."""
    row = _HALTS[name]
    words = {key: row.get(key, "").format(**values) for key in ("says", "expected", "actual")}
    return HaltError(Cause(row["cause"]), words["says"], expected=words["expected"], actual=words["actual"])


_REMARKS: dict[str, str] = toml(Path(__file__).with_name("remarks.toml"))


def remark(name: str, /, **values: object) -> str:
    """Return the sentence of that name in `remarks.toml`, with values inserted."""
    return _REMARKS[name].format(**values, unsafe=_REMARKS["unsafe"])


@dataclass(frozen=True, slots=True)
class RobotState:
    """The last known state: angles (rad), the width of the hand (m), its age (s).

    `mode` is the robot's reported mode, None if it reports none; `unfit` is why nothing can begin in it.
    """

    joints: Joints
    width: float | None
    age: float
    mode: str | None = None
    unfit: HaltError | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """The facts discovered about a robot before it moved.

    `trajectory` and `joints` are the actual names. `stops_at_once` is whether an active goal can be cancelled: None if
    unknown. `remarks` are sentences for the person. `lacks` are the actions and services of the arm and the hand that a
    script may need and that are known to be missing.
    """

    trajectory: str
    joints: tuple[str, ...]
    stops_at_once: bool | None
    devices: tuple[str, ...] = ()
    remarks: tuple[str, ...] = field(default=())
    lacks: tuple[str, ...] = ()
    stop_line: bool = True
    """Whether there is a second connection to send stops on if the first one is closed or frozen."""
    guard: float | None = None
    """After how long (s) without a heartbeat a guard on the robot's side stops it; None if there is none."""
    unset: tuple[str, ...] = ()
    """Sentences on setup that can be neither made nor checked; only a person may know its state."""


@dataclass(frozen=True, slots=True)
class Switched:
    """A setting at the end of a run: whether it could be `read` back, and was seen `off`.

    `shows` is a clause on its reading; `allowed` is whether the run may succeed although this is not confirmed.
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
