"""Whatever goes wrong while the fingers move."""

from __future__ import annotations

import threading
import time
from dataclasses import replace

import pytest
from ros_bridge.ahead import Ahead
from ros_bridge.bridge import HOME, Bridge
from ros_bridge.faults import Fault, Kind
from ros_bridge.trial import GRASP, NEAR, Trial, motion, run_trial

from clairify_cli.worlds.ros.arm import RosRobot
from clairify_cli.worlds.ros.profile.text import profile_named
from clairify_cli.worlds.ros.profile.values import RobotProfile
from clairify_cli.worlds.ros.robot import Cause, HandSeen
from clairify_cli.worlds.ros.script.values import Fingers, Step

PROFILES = [replace(profile_named(one), rate=4.0) for one in ("franka-ros1", "franka-ros2")]
"""Fingers are slow, so the robot's clock is faster than that on the wall."""
both = pytest.mark.parametrize("profile", PROFILES, ids=lambda one: one.name)
OPEN = Fingers("open", Step("place"), 0.06)


def _grasped(profile: RobotProfile, *faults: Fault) -> Trial:
    return run_trial(profile, faults, act=lambda robot, bridge: _close(robot))


def _close(robot: RosRobot) -> None:
    robot.fingers(GRASP)


@both
def test_hand_opens_and_closes(profile: RobotProfile) -> None:
    widths = []

    def act(robot: RosRobot, bridge: Bridge) -> None:
        widths.extend([robot.fingers(OPEN), robot.fingers(GRASP), bridge.hand.width])

    trial = run_trial(profile, act=act)
    assert trial.error is None
    assert widths == pytest.approx([0.06, 0.03, 0.03], abs=1e-3)
    assert trial.logged == []


CLOSING: dict[Kind, set[Cause]] = {
    Kind.FREEZE: {Cause.STALE, Cause.NO_ANSWER, Cause.NO_FEEDBACK},
    Kind.CLOSE: {Cause.CLOSED},
    Kind.RESET: {Cause.CLOSED},
    Kind.GARBLED: {Cause.GARBLED},
    Kind.STALE: {Cause.STALE, Cause.NO_ANSWER},
}
"""What may be said about a fault while the fingers close."""


def _tried(case: tuple[RobotProfile, Kind, float]) -> Trial:
    profile, kind, after = case

    def act(robot: RosRobot, bridge: Bridge) -> None:
        threading.Timer(after, bridge.begin, [Fault(kind)]).start()
        robot.fingers(GRASP)
        robot.fingers(OPEN)

    return run_trial(profile, act=act)


TRIALS = Ahead([(one, kind, after) for kind in CLOSING for after in (0.0, 0.1) for one in PROFILES], _tried)


@pytest.mark.parametrize("place", TRIALS.params(lambda one: f"{one[0].name}-{one[1].value}-{one[2]}"))
def test_fault_while_the_fingers_close(place: int) -> None:
    kind = TRIALS.cases[place][1]
    causes = CLOSING[kind]
    trial = TRIALS.of(place)
    assert trial.error is not None and trial.error.cause in causes
    assert trial.noticed is not None and trial.noticed < 2.5
    assert not trial.stops or kind not in (Kind.FREEZE, Kind.STALE)  # which hide fingers that may have met it
    assert trial.after == trial.dropped == 0
    assert trial.again is not None


@both
def test_hand_that_never_answers(profile: RobotProfile) -> None:
    trial = _grasped(profile, Fault(Kind.MUTE_GRIPPER))
    assert trial.error is not None and trial.error.cause in (Cause.NO_ANSWER, Cause.LATE, Cause.NO_FEEDBACK)
    assert trial.stops and trial.stopped is not None and trial.stopped.gripper is HandSeen.STILL


@both
def test_hand_that_closes_on_nothing(profile: RobotProfile) -> None:
    trial = _grasped(profile, Fault(Kind.EMPTY_HAND))
    assert trial.error is not None and trial.error.cause is Cause.NOT_HELD
    assert not trial.stops and trial.stopped is not None and trial.stopped.gripper is HandSeen.STILL


@both
@pytest.mark.parametrize("thing", [0.02, 0.045])
def test_hand_that_closes_on_something_else(profile: RobotProfile, thing: float) -> None:
    def act(robot: RosRobot, bridge: Bridge) -> None:
        bridge.hand.asked, bridge.hand.thing = False, thing
        robot.fingers(GRASP)

    trial = run_trial(profile, act=act)
    assert trial.error is not None and trial.error.cause in (Cause.NOT_HELD, Cause.ABORTED)


@both
def test_hand_loses_what_it_holds_between_motions(profile: RobotProfile) -> None:
    def act(robot: RosRobot, bridge: Bridge) -> None:
        robot.fingers(GRASP)
        bridge.begin(Fault(Kind.LOSE))
        time.sleep(0.2)
        robot.follow(motion(HOME, NEAR, 0.4, holding="vial"))

    trial = run_trial(profile, act=act)
    assert trial.error is not None and trial.error.cause is Cause.NOT_HELD
    assert trial.after == 0


@both
def test_hand_loses_what_it_holds_in_a_pause(profile: RobotProfile) -> None:
    """As while something settles, or a person is asked."""

    def act(robot: RosRobot, bridge: Bridge) -> None:
        robot.fingers(GRASP)
        bridge.begin(Fault(Kind.LOSE))
        until = time.monotonic() + 2.0
        while time.monotonic() < until:
            robot.state()
            time.sleep(0.02)

    trial = run_trial(profile, act=act)
    assert trial.error is not None and trial.error.cause is Cause.NOT_HELD
    assert trial.noticed is not None and trial.noticed < 0.6 and not trial.stops
