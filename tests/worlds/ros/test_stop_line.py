"""The stop line: where the connection that moves the arm is gone, frozen or busy, a stop arrives all the same."""

from __future__ import annotations

import threading
import time
from dataclasses import replace

import pytest
from ros_bridge.ahead import Ahead
from ros_bridge.bridge import HOME, Bridge
from ros_bridge.faults import Fault, Kind, Moment, Who
from ros_bridge.trial import NEAR, PROFILES, QUICK, Notes, Trial, both, mark, motion, run_trial
from waiting import soon

from clairify_cli.worlds.ros.arm import RosRobot
from clairify_cli.worlds.ros.profile.values import Dialect, RobotProfile
from clairify_cli.worlds.ros.robot import Cause, HaltError
from clairify_cli.worlds.ros.script.values import Fingers, Step

ROS1, ROS2 = PROFILES
LONG = 3.0
"""A motion (s) that would go on for long after its stop."""
STOPS = {"cancel_action_goal", "call_service"}
HEARS = {"advertise", "subscribe"}


def assert_stopped(trial: Trial) -> None:
    stopped = trial.stopped
    assert stopped is not None and stopped.cancel and stopped.gripper is None and stopped.still
    assert trial.cancels and not trial.stops and not trial.of_all and not trial.moving
    assert trial.after == trial.before == 1 and trial.again is not None


GONE = (Kind.CLOSE, Kind.RESET)
FROZEN = (Kind.FREEZE, Kind.FREEZE_HARD)


def _tried(case: tuple[RobotProfile, Kind, Who, bool]) -> Trial:
    profile, kind, who, own_goals = case
    return run_trial(profile, [Fault(kind, Moment.MIDDLE, who=who)], seconds=LONG, own_goals=own_goals)


TRIALS = Ahead(
    [(one, kind, Who.MOVER, own_goals) for kind in GONE for own_goals in (False, True) for one in PROFILES]
    + [(one, kind, Who.MOVER, False) for kind in FROZEN for one in PROFILES]
    + [(one, kind, Who.ALL, False) for kind in GONE for one in PROFILES],
    _tried,
)


@pytest.mark.parametrize(
    "place", TRIALS.params(lambda one: f"{one[0].name}-{one[1].value}-{one[2].value}{'-own goals' * one[3]}")
)
def test_an_arm_whose_connection_is_gone_or_frozen_is_stopped_on_another(place: int) -> None:
    """On the stop line, or where that is gone, too, on a new one."""
    _, kind, who, _ = TRIALS.cases[place]
    trial = TRIALS.of(place)
    causes = (Cause.CLOSED,) if kind in GONE else (Cause.STALE, Cause.NO_FEEDBACK)
    assert trial.error is not None and trial.error.cause in causes
    assert_stopped(trial)
    if kind in GONE and who is Who.MOVER:
        assert trial.stopped is not None and any("on another one" in one for one in trial.stopped.remarks)


@both
def test_where_the_stop_line_goes_first_the_other_does(profile: RobotProfile) -> None:
    faults = [Fault(Kind.RESET, Moment.START, who=Who.OTHERS), mark(Moment.MIDDLE)]
    trial = run_trial(profile, faults, seconds=1.5, interrupted=True)
    assert trial.error is not None and trial.error.cause is Cause.INTERRUPTED
    assert_stopped(trial)


@both
def test_a_frozen_stop_line_holds_nothing_up(profile: RobotProfile) -> None:
    faults = [Fault(Kind.FREEZE_HARD, Moment.START, who=Who.OTHERS), mark(Moment.MIDDLE)]
    trial = run_trial(profile, faults, seconds=1.0, interrupted=True)
    assert trial.error is not None and trial.error.cause is Cause.INTERRUPTED
    assert_stopped(trial)
    assert trial.halted < 1.5


@both
def test_where_everything_is_gone_nothing_is_called_confirmed(profile: RobotProfile) -> None:
    trial = run_trial(profile, [Fault(Kind.VANISH, Moment.MIDDLE)], seconds=1.0)
    stopped = trial.stopped
    assert trial.error is not None and trial.error.cause is Cause.CLOSED
    assert stopped is not None and stopped.cancel is False and stopped.still is None
    assert any("The bridge is gone" in one for one in stopped.remarks)


@both
def test_a_cancel_that_nobody_answers_is_not_called_confirmed(profile: RobotProfile) -> None:
    faults = [Fault(Kind.IGNORE_CANCEL), Fault(Kind.CLOSE, Moment.START, who=Who.MOVER)]
    trial = run_trial(profile, faults, seconds=LONG)
    stopped = trial.stopped
    assert stopped is not None and stopped.cancel is False and stopped.still is False
    assert any("nothing confirmed it" in one for one in stopped.remarks)


@pytest.mark.parametrize("own_goals", [False, True])
def test_a_bridge_with_one_thread_hears_the_stop_line_at_once(own_goals: bool) -> None:
    trial = run_trial(ROS2, [mark(Moment.MIDDLE)], interrupted=True, seconds=LONG, one_thread=True, own_goals=own_goals)
    assert trial.error is not None and trial.error.cause is Cause.INTERRUPTED
    assert_stopped(trial)
    assert trial.halted < 1.0


@pytest.mark.parametrize("own_goals", [False, True])
@pytest.mark.parametrize("with_rosapi", [True, False])
def test_a_bridge_with_one_thread_is_found_to_stop(own_goals: bool, with_rosapi: bool) -> None:
    with Bridge(ROS2, one_thread=True, own_goals=own_goals, with_rosapi=with_rosapi) as bridge:
        robot = RosRobot.connect(bridge.url, ROS2, Notes())
        try:
            assert robot.found.stops_at_once is None
            found = robot.probe_cancel()
            robot.follow(motion(HOME, NEAR, 0.4))  # no cancel of before reaches it
        finally:
            robot.close()
        assert len(bridge.motions) == 1
    assert found.stops_at_once is True
    assert not with_rosapi or any("second connection only" in one for one in found.remarks)


@both
def test_a_bridge_that_takes_one_connection_has_no_stop_line(profile: RobotProfile) -> None:
    with Bridge(profile, most=1) as bridge:
        robot = RosRobot.connect(bridge.url, profile, Notes())
        try:
            robot.follow(motion(HOME, NEAR, 0.4))
        finally:
            robot.close()
        assert len(bridge.motions) == 1
    assert robot.found.stop_line is False
    assert any("no second connection" in one for one in robot.found.remarks)


@both
def test_nothing_but_stops_is_sent_on_the_stop_line(profile: RobotProfile) -> None:
    with Bridge(profile) as bridge:
        robot = RosRobot.connect(bridge.url, replace(profile, watching=QUICK), Notes())
        robot.follow(motion(HOME, NEAR, 0.4))
        begun = time.monotonic()
        threading.Timer(0.15, robot.interrupt).start()
        with pytest.raises(HaltError):
            robot.fingers(Fingers("close", Step("place"), 0.03))
        robot.close()
        sent = [one for one in bridge.received if one.connection == 2]
    assert robot.found.stop_line
    assert {one.op for one in sent if one.time < begun} <= HEARS
    after = [one for one in sent if one.time >= begun]
    names = {str(one.message.get("topic") or one.message.get("service") or one.message.get("action")) for one in after}
    move, hand = profile.gripper.move.name, profile.gripper.stop.name
    if profile.dialect is Dialect.ROS1:
        assert names == {f"{move}/cancel", f"{hand}/goal"}
    else:
        assert names == {move, f"{move}/_action/cancel_goal", hand}
        assert {one.op for one in after} == STOPS
    assert not any(str(one.message.get("topic")) == f"{move}/goal" for one in sent)


@both
def test_a_stop_line_that_goes_between_motions_is_opened_anew(profile: RobotProfile) -> None:
    with Bridge(profile) as bridge:
        robot = RosRobot.connect(bridge.url, profile, Notes())
        line = robot._session.line
        try:
            robot.follow(motion(HOME, NEAR, 0.4))
            bridge.begin(Fault(Kind.RESET, who=Who.OTHERS))
            assert soon(lambda: not line.open)
            line._tried = 0.0  # as if it had been opened long ago
            robot.follow(motion(NEAR, HOME, 0.4))
            assert soon(lambda: line.open)
            bridge.mischief.listeners.append(lambda _: threading.Thread(target=robot.interrupt).start())
            threading.Timer(0.3, bridge.begin, [Fault(Kind.RESET, who=Who.MOVER)]).start()
            with pytest.raises(HaltError) as caught:
                robot.follow(motion(HOME, NEAR, LONG))
        finally:
            robot.close()
        assert not bridge.arm.moving
    stopped = caught.value.stopped
    assert stopped is not None and stopped.cancel and stopped.still
