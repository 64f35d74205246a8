"""What is held stays held: the hand is stopped only while a goal of ours moves it and it holds nothing."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from dataclasses import replace

import pytest
from ros_bridge.bridge import HOME, Bridge
from ros_bridge.faults import Fault, Kind, Moment
from ros_bridge.trial import GRASP, NEAR, QUICK, Notes, Trial, mark, motion, run_trial
from waiting import soon

from clairify_cli.agents.robot.words import confirmed
from clairify_cli.worlds.ros.arm import RosRobot
from clairify_cli.worlds.ros.link.actions import NOTHING, Grip, Width
from clairify_cli.worlds.ros.profile.text import profile_named
from clairify_cli.worlds.ros.profile.values import RobotProfile
from clairify_cli.worlds.ros.robot import Cause, HaltError, HandSeen
from clairify_cli.worlds.ros.script.values import Fingers, Step

PROFILES = [replace(profile_named(one), watching=QUICK) for one in ("franka-ros1", "franka-ros2")]
both = pytest.mark.parametrize("profile", PROFILES, ids=lambda one: one.name)
CLOSE = Fingers("close", Step("place"), 0.02)
RELEASE = Fingers("release", Step("place"), 0.08)


@contextlib.contextmanager
def robot_of(profile: RobotProfile, *faults: Fault) -> Iterator[tuple[RosRobot, Bridge]]:
    with Bridge(profile, faults=faults) as bridge:
        robot = RosRobot.connect(bridge.url, profile, Notes())
        with contextlib.closing(robot):
            yield robot, bridge


def interrupted(robot: RosRobot, command: Fingers, after: float) -> HaltError:
    """What a command of the hand ends with that is interrupted after so many s."""
    threading.Timer(after, robot.interrupt).start()
    with pytest.raises(HaltError) as caught:
        robot.fingers(command)
    assert caught.value.cause is Cause.INTERRUPTED
    return caught.value


def seen(error: HaltError) -> HandSeen | None:
    assert error.stopped is not None
    return error.stopped.gripper


@both
@pytest.mark.parametrize("kind", [None, Kind.ABORT, Kind.DRIFT, Kind.GARBLED, Kind.CLOSE, Kind.REFLEX])
def test_a_stop_while_the_arm_carries_a_thing_lets_it_not_fall(profile: RobotProfile, kind: Kind | None) -> None:
    faults = [mark(Moment.MIDDLE) if kind is None else Fault(kind, Moment.MIDDLE)]
    trial: Trial = run_trial(profile, faults, holding=True, interrupted=kind is None, seconds=1.0)
    assert trial.error is not None and trial.stopped is not None
    assert trial.dropped == trial.stops == 0
    assert trial.stopped.gripper is None
    assert "the hand was left as it is, with the force that it had" in confirmed(trial.stopped)


@both
def test_a_stop_while_nothing_of_ours_goes_on_sends_nothing(profile: RobotProfile) -> None:
    with robot_of(profile) as (robot, bridge):
        robot.fingers(GRASP)
        robot.interrupt()
        with pytest.raises(HaltError):
            robot.follow(motion(HOME, NEAR, 0.5, holding="vial"))
        assert bridge.hand.holds
        assert bridge.stops == bridge.cancels == bridge.cancels_of_all == bridge.hand.dropped == []


@both
def test_a_hand_that_closes_is_stopped_before_it_may_have_met_anything(profile: RobotProfile) -> None:
    with robot_of(profile) as (robot, bridge):
        error = interrupted(robot, GRASP, 0.1)
        assert seen(error) is HandSeen.STILL and bridge.stops and bridge.hand.width > 0.05
        assert bridge.hand.dropped == []
    assert "the fingers stand still" in confirmed(error.stopped)


@both
@pytest.mark.parametrize("thing", [0.03, 0.06])
def test_a_hand_that_may_have_met_something_is_left_to_close(profile: RobotProfile, thing: float) -> None:
    """Also something wider than what was to be grasped: fingers that stand still on their way have met it."""
    with robot_of(profile) as (robot, bridge):
        bridge.hand.asked, bridge.hand.thing = False, thing
        bridge.gripper.lasting = 0.6
        error = interrupted(robot, GRASP, (0.08 - thing) / profile.gripper.speed + 0.4)
        assert bridge.hand.holds and bridge.hand.dropped == bridge.stops == []
    assert error.stopped is not None and any("it may hold vial" in one for one in error.stopped.remarks)


@both
def test_a_hand_that_lets_go_is_not_stopped_before_it_has(profile: RobotProfile) -> None:
    with robot_of(profile) as (robot, bridge):
        robot.fingers(GRASP)
        interrupted(robot, RELEASE, 0.0)
        assert bridge.stops == bridge.hand.dropped == []
    with robot_of(profile) as (robot, bridge):
        robot.fingers(GRASP)
        error = interrupted(robot, RELEASE, 0.4)
        assert bridge.stops and bridge.hand.dropped == [] and seen(error) is HandSeen.STILL


@both
def test_a_grasp_of_what_is_held_is_not_stopped(profile: RobotProfile) -> None:
    with robot_of(profile) as (robot, bridge):
        robot.fingers(GRASP)
        bridge.gripper.lasting = 0.4
        interrupted(robot, replace(GRASP, force=40.0), 0.1)
        assert bridge.stops == bridge.hand.dropped == [] and soon(lambda: bridge.hand.holds)


@both
def test_a_move_that_no_stop_ends_is_said_to_go_on(profile: RobotProfile) -> None:
    """The hand says that it is done, as libfranka does."""
    profile = replace(profile, gripper=replace(profile.gripper, speed=0.01))
    with robot_of(profile, Fault(Kind.STUBBORN_HAND)) as (robot, bridge):
        error = interrupted(robot, replace(CLOSE, width=0.0), 0.1)
        assert bridge.stops and seen(error) is HandSeen.MOVING
    assert "THE FINGERS WERE STILL SEEN TO MOVE" in confirmed(error.stopped)


@both
def test_fingers_that_are_not_heard_of_are_not_said_to_stand_still(profile: RobotProfile) -> None:
    with robot_of(profile) as (robot, bridge):
        threading.Timer(0.1, robot.interrupt).start()
        threading.Timer(0.1, bridge.begin, [Fault(Kind.STALE)]).start()
        with pytest.raises(HaltError) as caught:
            robot.fingers(CLOSE)
        assert bridge.stops and seen(caught.value) is HandSeen.UNSEEN
    assert "NOT SEEN: whether the fingers stand still" in confirmed(caught.value.stopped)


@both
def test_a_stop_of_the_hand_that_is_not_answered_is_said(profile: RobotProfile) -> None:
    with robot_of(profile, Fault(Kind.UNCONFIRMED_STOP)) as (robot, bridge):
        error = interrupted(robot, CLOSE, 0.1)
        assert bridge.stops and error.stopped is not None
        assert "The hand did not answer its stop." in error.stopped.remarks


def test_a_hand_that_says_no_when_it_is_stopped() -> None:
    """Tried where the stop is a service."""
    with robot_of(PROFILES[1]) as (robot, bridge):
        bridge.gripper.deny = True
        error = interrupted(robot, CLOSE, 0.1)
        assert error.stopped is not None
        assert "The hand says that it could not be stopped." in error.stopped.remarks


def width(metres: float, heard: float = 1.0, since: float = 0.99) -> Width:
    return Width(metres, heard, metres, since)


def test_what_may_be_held() -> None:
    """A width that is not known, or old, says nothing."""
    closing = Grip.of_grasp("vial", 0.035, 0.05, width(0.08), held=False)
    assert not closing.may_hold(width(0.08), 1.0) and not closing.may_hold(width(0.05), 1.0)
    assert closing.may_hold(width(0.045), 1.0)  # it goes on for 10 mm until that is heard and the stop is there
    assert closing.may_hold(width(0.08), 1.3) and closing.may_hold(None, 1.0)
    assert closing.may_hold(width(0.06, since=0.8), 1.0) and not closing.may_hold(width(0.08, since=0.0), 1.0)
    assert Grip.of_grasp("vial", 0.035, 0.05, None, held=False).may_hold(width(0.08), 1.0)
    assert Grip.of_grasp("vial", 0.035, 0.05, width(0.08), held=True).may_hold(width(0.08), 1.0)
    assert not Grip("", NOTHING).may_hold(None, 1.0)
    releasing = Grip("vial", 0.032)
    assert releasing.may_hold(width(0.03), 1.0) and not releasing.may_hold(width(0.04), 1.0)


def test_since_when_the_fingers_stand() -> None:
    first = Width.heard_after(None, 0.05, 1.0)
    crept = Width.heard_after(Width.heard_after(first, 0.0503, 1.1), 0.0506, 1.2)
    assert (first.since, crept.since) == (1.0, 1.2)
    assert Width.heard_after(crept, 0.0604, 1.3).since == 1.3 and Width.heard_after(crept, 0.0605, 1.3).heard == 1.3
