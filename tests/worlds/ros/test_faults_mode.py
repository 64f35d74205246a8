"""The mode of the robot over a real websocket: refused, said, or done without where nothing is told."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest
from ros_bridge.bridge import HOME, Bridge
from ros_bridge.faults import Fault, Kind, Moment
from ros_bridge.trial import NEAR, QUICK, Notes, both, motion, run_trial

from clairify_cli.worlds.ros.arm import RosRobot
from clairify_cli.worlds.ros.profile.values import RobotProfile
from clairify_cli.worlds.ros.robot import Cause, HaltError
from clairify_cli.worlds.ros.watch.mode import THROTTLE


@both
@pytest.mark.parametrize("kind", [Kind.USER_STOP, Kind.REFLEX, Kind.GUIDING, Kind.ODD_MODE], ids=lambda one: one.value)
def test_arm_that_cannot_be_moved_is_not_begun_with(profile: RobotProfile, kind: Kind) -> None:
    """That is known before anybody is asked; a motion is refused all the same."""
    with Bridge(profile, faults=[Fault(kind)]) as bridge:
        robot = RosRobot.connect(bridge.url, profile, Notes())
        try:
            unfit = robot.state().unfit
            assert unfit is not None and unfit.cause is Cause.NOT_IN_ORDER
            with pytest.raises(HaltError) as raised:
                robot.follow(motion(HOME, NEAR, 0.4))
        finally:
            robot.close()
        assert raised.value.cause is Cause.NOT_IN_ORDER
        assert bridge.controller.accepted == [] and bridge.arm.positions == HOME
        assert bridge.logged == []


@both
def test_arm_that_is_released_in_time_may_be_begun_with(profile: RobotProfile) -> None:
    stop = Fault(Kind.USER_STOP)
    with Bridge(profile, faults=[stop]) as bridge:
        robot = RosRobot.connect(bridge.url, profile, Notes())
        try:
            assert robot.state().unfit is not None
            bridge.mischief.active.remove(stop)
            until = time.monotonic() + 2
            while robot.state().unfit is not None and time.monotonic() < until:
                time.sleep(0.01)
            assert robot.state().mode == "idle"
            robot.follow(motion(HOME, NEAR, 0.4))
        finally:
            robot.close()
        assert len(bridge.motions) == 1


@both
@pytest.mark.parametrize("with_rosapi", [True, False])
def test_robot_that_says_nothing_of_its_mode_is_remarked_on(profile: RobotProfile, with_rosapi: bool) -> None:
    assert profile.robot_state is not None
    with Bridge(profile, with_robot_state=False, with_rosapi=with_rosapi) as bridge:
        robot = RosRobot.connect(bridge.url, replace(profile, watching=QUICK), Notes())
        try:
            assert any(
                f"No {profile.robot_state.type} comes on {profile.robot_state.name}" in one
                for one in robot.found.remarks
            )
            assert robot.state().mode is None and robot.state().unfit is None
            robot.follow(motion(HOME, NEAR, 0.4))
        finally:
            robot.close()
        asked = [one for one in bridge.received if one.message.get("topic") == profile.robot_state.name]
        assert bool(asked) is not with_rosapi  # where it is known that there is none, nobody asks
        assert not any(profile.robot_state.name in line for _, line in bridge.logged)


@both
def test_topic_that_is_silent_from_the_begin_is_remarked_on(profile: RobotProfile) -> None:
    with Bridge(profile, faults=[Fault(Kind.MUTE_ROBOT)]) as bridge:
        robot = RosRobot.connect(bridge.url, replace(profile, watching=QUICK), Notes())
        remarks = robot.found.remarks
        robot.close()
    assert any("the mode of the robot is not watched" in one for one in remarks)


@both
def test_profile_may_leave_it_out(profile: RobotProfile) -> None:
    assert profile.robot_state is not None
    without = replace(profile, robot_state=None)
    with Bridge(profile, faults=[Fault(Kind.REFLEX)]) as bridge:
        robot = RosRobot.connect(bridge.url, without, Notes())
        remarks, state = robot.found.remarks, robot.state()
        robot.close()
        assert not any(one.message.get("topic") == profile.robot_state.name for one in bridge.received)
    assert any("By the profile nobody listens" in one for one in remarks) and state.unfit is None


@both
def test_bridge_sends_few_of_the_messages(profile: RobotProfile) -> None:
    notes = Notes()
    with Bridge(profile) as bridge:
        robot = RosRobot.connect(bridge.url, profile, notes)
        heard = set()
        until = time.monotonic() + 0.6
        while time.monotonic() < until:
            last = robot._session.mode.last
            assert last is not None
            heard.add(last.heard)
            time.sleep(0.002)
        robot.close()
    assert 3 <= len(heard) <= 1 + 0.6 / (THROTTLE / 1000) + 1


@both
def test_log_has_the_mode_at_each_decision(profile: RobotProfile) -> None:
    notes = Notes()
    with Bridge(profile, faults=[Fault(Kind.REFLEX, Moment.MIDDLE)]) as bridge:
        robot = RosRobot.connect(bridge.url, profile, notes)
        with pytest.raises(HaltError):
            robot.follow(motion(HOME, NEAR, 1.4))
        robot.close()
    entries = {kind: fields for _, kind, fields in notes.entries if "mode" in fields}
    assert entries["found"]["mode"] == "idle"
    first = next(fields for _, kind, fields in notes.entries if kind == "state")
    assert first["mode"] == "idle" and first["mode_code"] == 1
    halt = entries["halt"]
    assert (halt["cause"], halt["mode"], halt["mode_code"]) == ("not in order", "reflex", 4)
    assert isinstance(halt["mode_age"], float) and halt["mode_age"] < 0.5
    assert entries["stopped"]["mode"] == "reflex"


@both
@pytest.mark.parametrize(("kind", "held"), [(Kind.GUIDING, False), (Kind.REFLEX, False), (Kind.ODD_MODE, True)])
def test_arm_that_a_person_has_is_not_told_to_hold(profile: RobotProfile, kind: Kind, held: bool) -> None:
    """That would be a motion back, as soon as that person lets go, or has recovered it from a reflex."""
    with Bridge(profile, faults=[Fault(kind, Moment.MIDDLE), Fault(Kind.IGNORE_CANCEL)]) as bridge:
        robot = RosRobot.connect(bridge.url, replace(profile, watching=QUICK), Notes())
        with pytest.raises(HaltError) as raised:
            robot.follow(motion(HOME, NEAR, 3.0))
        robot.close()
        assert raised.value.cause is Cause.NOT_IN_ORDER
        stopped = raised.value.stopped
        assert stopped is not None and stopped.cancel is False
        assert ([one.still for one in bridge.controller.accepted] == [False, True]) is held
    assert any("since only a person moves it on" in one for one in stopped.remarks) is not held


@both
def test_what_the_mode_says_is_a_remark_where_something_else_was_noticed_first(profile: RobotProfile) -> None:
    """Such as a controller that gives up because of a reflex, before that is told."""
    trial = run_trial(profile, [Fault(Kind.ABORT, Moment.MIDDLE), Fault(Kind.REFLEX, Moment.MIDDLE)], seconds=1.4)
    assert trial.error is not None and trial.error.cause in (Cause.ABORTED, Cause.NOT_IN_ORDER)
    assert trial.stopped is not None
    said = (trial.error.message, *trial.stopped.remarks)
    assert any("reflex" in one for one in said)
    assert not trial.moving
