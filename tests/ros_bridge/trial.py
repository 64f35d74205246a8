"""One trial: a few motions with the real client against a bridge where something goes wrong, and what came of it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from clairify_cli.worlds.ros.arm import RosRobot
from clairify_cli.worlds.ros.profile.text import profile_named
from clairify_cli.worlds.ros.profile.values import RobotProfile, Watching
from clairify_cli.worlds.ros.robot import HaltError, Stopped
from clairify_cli.worlds.ros.script.values import Fingers, Joints, Motion, Step, Waypoint
from ros_bridge.ahead import undisturbed
from ros_bridge.bridge import HOME, Bridge
from ros_bridge.faults import Fault, Kind, Moment

NEAR: Joints = tuple(one + 0.3 for one in HOME)
REST: Joints = (0.0,) * 7
PROFILES = [profile_named("franka-ros1"), profile_named("franka-ros2")]
both = pytest.mark.parametrize("profile", PROFILES, ids=lambda one: one.name)
QUICK = Watching(answer=0.8)
"""The usual limits, but that an answer has to come sooner, so that trials are shorter."""
GRASP = Fingers("grasp", Step("pick"), 0.03, force=20.0, thing="vial")


class Notes:
    """A journal in memory."""

    def __init__(self) -> None:
        self.entries: list[tuple[float, str, Mapping[str, object]]] = []

    def write(self, kind: str, fields: Mapping[str, object]) -> None:
        """Add an entry."""
        self.entries.append((time.monotonic(), kind, dict(fields)))

    def record(self, topic: str, kind: str, message: Mapping[str, object]) -> None:
        """Nothing is recorded."""


def motion(start: Joints, end: Joints, seconds: float, *, points: int = 5, holding: str | None = None) -> Motion:
    """From rest to rest on a straight line, by the smoothest polynomial, with so many waypoints."""
    made = []
    for number in range(points):
        t = number / (points - 1)
        way = 10 * t**3 - 15 * t**4 + 6 * t**5
        speed = (30 * t**2 - 60 * t**3 + 30 * t**4) / seconds
        bend = (60 * t - 180 * t**2 + 120 * t**3) / seconds**2
        step = [last - first for first, last in zip(start, end, strict=True)]
        made.append(
            Waypoint(
                t * seconds,
                tuple(first + way * one for first, one in zip(start, step, strict=True)),
                tuple(speed * one for one in step),
                tuple(bend * one for one in step),
            )
        )
    made[0] = Waypoint(0.0, start, REST, REST)
    made[-1] = Waypoint(seconds, end, REST, REST)
    return Motion("there" if end == NEAR else "back", Step("move"), tuple(made), holding)


@dataclass(slots=True)
class Trial:
    """What came of it. Times are s of the wall; `noticed` is from the begin of the fault to the `HaltError`."""

    error: HaltError | None = None
    stopped: Stopped | None = None
    begun: float | None = None
    noticed: float | None = None
    halted: float = 0.0
    """How long the stop took."""
    ended: int = 0
    """The motions that ended as they should."""
    before: int = 0
    after: int = 0
    """The motions whose goals had arrived when the first cancel after it did, and those of a while later."""
    cancels: int = 0
    stops: int = 0
    """The cancels and the stops of the hand that arrived at the bridge."""
    of_all: int = 0
    """The cancels of whatever goes on, also of others."""
    dropped: int = 0
    """The things that fell since the force was taken off."""
    moving: bool = False
    """Whether the arm still moved a while later."""
    logged: list[tuple[str, str]] = field(default_factory=list)
    again: HaltError | None = None
    """What a further motion after the stop led to."""


def run_trial(profile: RobotProfile, faults: Sequence[Fault] = (), **options: Any) -> Trial:
    """What came of `one_trial`, or where the machine stood still during it, of another one; the last is not doubted."""
    return undisturbed(lambda: one_trial(profile, faults, **options))


def one_trial(
    profile: RobotProfile,
    faults: Sequence[Fault] = (),
    *,
    watching: Watching | None = QUICK,
    seconds: float = 0.4,
    holding: bool = False,
    interrupted: bool = False,
    settle: float = 0.1,
    act: Callable[[RosRobot, Bridge], None] | None = None,
    **options: Any,
) -> Trial:
    """Go there and back, with a vial in the hand where `holding`, or `act`; at the first fault the robot is halted.

    With `interrupted` the person asks for a stop as the last of the faults begins.
    """
    used = profile if watching is None else replace(profile, watching=watching)
    trial, notes = Trial(), Notes()
    with Bridge(used, faults=faults, **options) as bridge:
        try:
            robot = RosRobot.connect(bridge.url, used, notes)
        except HaltError as error:
            trial.error = error
            return trial
        try:
            if interrupted:
                bridge.mischief.listeners.append(lambda fault: _interrupt(robot, fault, faults[-1]))
            _carry_out(robot, bridge, trial, seconds, holding, act)
            _judge(robot, bridge, trial, notes)
            _look_after(robot, bridge, trial, settle, seconds)
        finally:
            robot.close()
        trial.logged = list(bridge.logged)
    return trial


def _carry_out(
    robot: RosRobot,
    bridge: Bridge,
    trial: Trial,
    seconds: float,
    holding: bool,
    act: Callable[[RosRobot, Bridge], None] | None,
) -> None:
    held = "vial" if holding else None
    try:
        if holding:
            robot.fingers(GRASP)
        if act is not None:
            act(robot, bridge)
            return
        for start, end in ((HOME, NEAR), (NEAR, HOME)):
            robot.follow(motion(start, end, seconds, holding=held))
            trial.ended += 1
    except HaltError as error:
        trial.error = error


def _judge(robot: RosRobot, bridge: Bridge, trial: Trial, notes: Notes) -> None:
    """When it was noticed: as the log has it, which is before the stop is over."""
    if trial.error is None:
        return
    trial.stopped = robot.halt(trial.error)
    now = time.monotonic()
    halted = next((when for when, kind, _ in notes.entries if kind == "halt"), now)
    trial.halted = now - halted
    begun = [when for when, _ in bridge.mischief.begun]
    if begun:
        trial.begun = begun[-1]
        trial.noticed = halted - begun[-1]
    first = next((one for one in bridge.cancels if one >= (trial.begun or 0.0)), halted)
    trial.before = sum(bridge.arrived(one) <= first for one in bridge.motions)


def _look_after(robot: RosRobot, bridge: Bridge, trial: Trial, settle: float, seconds: float) -> None:
    """What the bridge saw, a while after the stop, and whether the robot refuses to go on."""
    if trial.error is None:
        return
    try:
        robot.follow(motion(bridge.arm.positions, NEAR, seconds))
    except HaltError as error:
        trial.again = error
    time.sleep(settle)
    trial.after = len(bridge.motions)
    trial.cancels, trial.stops = len(bridge.cancels), len(bridge.stops)
    trial.of_all, trial.dropped = len(bridge.cancels_of_all), len(bridge.hand.dropped)
    trial.moving = bridge.arm.moving


def _interrupt(robot: RosRobot, fault: Fault, wanted: Fault) -> None:
    """As a signal handler does it, though from a thread of its own."""
    if fault is wanted:
        threading.Thread(target=robot.interrupt, daemon=True).start()


def rest(robot: RosRobot, bridge: Bridge) -> None:
    """Go there, and then look after the robot as in a pause; what goes wrong is noticed by that alone."""
    robot.follow(motion(HOME, NEAR, 0.4))
    until = time.monotonic() + 3.0
    while time.monotonic() < until:
        robot.state()
        time.sleep(0.02)


def mark(moment: Moment) -> Fault:
    """A moment, at which nothing goes wrong."""
    return Fault(Kind.NOTHING, moment)
