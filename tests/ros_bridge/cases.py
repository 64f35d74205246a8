"""Each thing that can go wrong, when, what has to be said about it, and within which time."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from clairify_cli.worlds.ros.profile.values import Dialect, RobotProfile, Watching
from clairify_cli.worlds.ros.robot import Cause
from ros_bridge.faults import Fault, Kind, Moment

ALL = (Moment.START, Moment.MIDDLE, Moment.END)
MOVING = (Moment.START, Moment.MIDDLE)
END = (Moment.END,)
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


def case(name: str, fault: Fault, *causes: Cause, **options: Any) -> Case:
    """A case; the causes are all that may be said."""
    return Case(name, fault, frozenset(causes), **options)


STATE, FEEDBACK, RESULT = ("state",), ("feedback",), ("result",)
BEFORE = (Moment.BEFORE,)
RESTING: dict[str, Any] = {"moments": BEFORE, "resting": True}
LONG = 1.4
_UNHEARD = ("answer", "settling")
ONE, TWO = (Dialect.ROS1,), (Dialect.ROS2,)
_SILENT = (Cause.STALE, Cause.NO_FEEDBACK)
_ENDLESS = (Cause.NO_FEEDBACK, Cause.LATE)
_AWAY = (Cause.NOT_THERE, Cause.ELSEWHERE, Cause.OFF_PATH, Cause.MOVED)

CASES: tuple[Case, ...] = (
    # the connection
    case("freeze", Fault(Kind.FREEZE), *_SILENT, limit=("stale",), held=False, motion=LONG),
    case(
        "freeze hard",
        Fault(Kind.FREEZE_HARD),
        *_SILENT,
        Cause.CLOSED,
        limit=("stale",),
        gone=True,
        held=False,
        motion=LONG,
    ),
    case("close", Fault(Kind.CLOSE), Cause.CLOSED),
    case("reset", Fault(Kind.RESET), Cause.CLOSED),
    case("vanish", Fault(Kind.VANISH), Cause.CLOSED, gone=True, held=False),
    case("garbled", Fault(Kind.GARBLED), Cause.GARBLED),
    case("no object", Fault(Kind.NO_OBJECT), Cause.GARBLED),
    case("oversized", Fault(Kind.OVERSIZED, size=5.0), Cause.CLOSED, *_SILENT),
    # messages that are lost or late
    case("no states", Fault(Kind.STALE), Cause.STALE, limit=("stale", "settling"), motion=LONG),
    case("dropped states", Fault(Kind.DROP, messages=STATE), Cause.STALE, limit=("stale", "settling"), motion=LONG),
    case(
        "old states",
        Fault(Kind.DELAY, seconds=0.7, messages=STATE),
        Cause.STALE,
        limit=("stale", "settling"),
        motion=LONG,
    ),
    case(
        "dropped feedback",
        Fault(Kind.DROP, messages=FEEDBACK),
        *_SILENT,
        limit=("answer",),
        moments=MOVING,
        motion=LONG,
    ),
    case("no feedback", Fault(Kind.NO_FEEDBACK), Cause.NO_FEEDBACK, limit=("answer",), moments=MOVING, motion=LONG),
    case(
        "late feedback",
        Fault(Kind.DELAY, seconds=3, messages=FEEDBACK),
        *_SILENT,
        limit=("answer",),
        moments=MOVING,
        motion=LONG,
    ),
    case("dropped result", Fault(Kind.DROP, messages=RESULT), *_ENDLESS, limit=("late",), moments=END, dialects=TWO),
    case("late result", Fault(Kind.LATE_RESULT, seconds=3.0), Cause.LATE, limit=("late",), moments=END),
    # the controller
    case("abort", Fault(Kind.ABORT), Cause.ABORTED),
    case("abort and move", Fault(Kind.ABORT_AND_MOVE), Cause.ABORTED),
    case("cancelled by somebody", Fault(Kind.CANCELLED), Cause.CANCELLED),
    case("success elsewhere", Fault(Kind.ODD_SUCCESS), Cause.NOT_THERE, limit=("settling",), moments=MOVING),
    case("dead server", Fault(Kind.DEAD_SERVER), Cause.NO_FEEDBACK, Cause.OFF_PATH, limit=("answer",), motion=LONG),
    case("dead server before", Fault(Kind.DEAD_SERVER, motion=2), Cause.NO_FEEDBACK, limit=_UNHEARD, moments=BEFORE),
    case("wrong type", Fault(Kind.SILENT, motion=2), Cause.NO_FEEDBACK, limit=_UNHEARD, moments=BEFORE),
    # the arm
    case("drift", Fault(Kind.DRIFT), *_AWAY, limit=("settling",), motion=LONG),
    case("jump", Fault(Kind.ELSEWHERE), Cause.OFF_PATH, Cause.NOT_THERE, Cause.MOVED, limit=("settling",)),
    case("pushed, resting", Fault(Kind.DRIFT, motion=2, size=0.4), *_AWAY, **RESTING),
    case("elsewhere", Fault(Kind.ELSEWHERE, motion=2), *_AWAY, limit=("settling",), moments=BEFORE),
    case(
        "blocked",
        Fault(Kind.BLOCKED),
        Cause.OFF_PATH,
        Cause.NOT_THERE,
        limit=("lag", "away"),
        moments=MOVING,
        motion=LONG,
    ),
    # the joint states
    case("not a number", Fault(Kind.NAN), Cause.NOT_FINITE),
    case("joint missing", Fault(Kind.MISSING_JOINT), Cause.NOT_FINITE),
    case("positions missing", Fault(Kind.SHORT), Cause.NOT_FINITE, Cause.GARBLED),
    case(
        "states stand still",
        Fault(Kind.FROZEN_STATE),
        Cause.STALE,
        Cause.OFF_PATH,
        limit=("stale", "settling"),
        motion=LONG,
    ),
    case(
        "stamps stand still",
        Fault(Kind.FROZEN_STAMPS),
        Cause.STALE,
        Cause.OFF_PATH,
        limit=("stale", "settling"),
        motion=LONG,
    ),
    case("stamps stand still, resting", Fault(Kind.FROZEN_STAMPS, motion=2), Cause.STALE, limit=("stale",), **RESTING),
    case(
        "angles stand still",
        Fault(Kind.REPEATED_STATE),
        Cause.OFF_PATH,
        Cause.NOT_THERE,
        limit=("lag", "away"),
        moments=MOVING,
        motion=LONG,
    ),
    # what the robot says of its state
    case("reflex", Fault(Kind.REFLEX), Cause.NOT_IN_ORDER, limit=("mode",)),
    case("reflex, resting", Fault(Kind.REFLEX, motion=2), Cause.NOT_IN_ORDER, limit=("mode",), **RESTING),
    case("reflex for a moment", Fault(Kind.BLINK), Cause.NOT_IN_ORDER, limit=("mode",)),
    case("user stop", Fault(Kind.USER_STOP), Cause.NOT_IN_ORDER, limit=("mode",)),
    case("guided by hand", Fault(Kind.GUIDING), Cause.NOT_IN_ORDER, limit=("mode",)),
    case("mode that nobody knows", Fault(Kind.ODD_MODE), Cause.NOT_IN_ORDER, limit=("mode",)),
    case("no robot states", Fault(Kind.MUTE_ROBOT), Cause.STALE, limit=("robot state",), motion=LONG),
    case("robot states stand still", Fault(Kind.FROZEN_ROBOT), Cause.STALE, limit=("robot state",), motion=LONG),
    case("robot state without a mode", Fault(Kind.SHORT_ROBOT), Cause.GARBLED, limit=("mode",)),
    case("driver gone", Fault(Kind.DEAD_DRIVER), *_SILENT, Cause.OFF_PATH, limit=("answer",), motion=LONG),
    case("driver gone, resting", Fault(Kind.DEAD_DRIVER, motion=2), Cause.STALE, limit=("robot state",), **RESTING),
    # the hand
    case("lost", Fault(Kind.LOSE), Cause.NOT_HELD, limit=("stale",), holding=True, motion=LONG),
    # what must not stop anything
    case("result twice", Fault(Kind.TWICE)),
    case("result of another goal", Fault(Kind.OTHER_RESULT)),
    case("out of order", Fault(Kind.SHUFFLE, seconds=0.1)),
    case("no stamps", Fault(Kind.NO_STAMPS), motion=LONG),
    case("a little late", Fault(Kind.DELAY, seconds=0.08)),
    case("a few states lost", Fault(Kind.DROP, share=0.5, messages=STATE)),
    case("result a little late", Fault(Kind.LATE_RESULT, seconds=0.1)),
    case("dropped result, its status is there", Fault(Kind.DROP, messages=RESULT), moments=END, dialects=ONE),
    case("success with an error code", Fault(Kind.ODD_SUCCESS), moments=END),
)


def cases_of(profile: RobotProfile) -> list[Case]:
    """The cases of a robot's dialect."""
    return [one for one in CASES if profile.dialect in one.dialects]
