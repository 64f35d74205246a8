"""The arm against the test bridge: what it finds, does, refuses and writes down."""

from __future__ import annotations

import contextlib
import math
import signal
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from ros_bridge.bridge import HOME, Bridge
from ros_bridge.faults import Fault, Kind, Moment
from ros_bridge.trial import GRASP, NEAR, PROFILES, QUICK, Notes, both, motion

from clairify_cli.worlds.ros.arm import RosRobot
from clairify_cli.worlds.ros.profile.values import BenchDevice, Dialect, Endpoint, Order, Reading, RobotProfile, Setting
from clairify_cli.worlds.ros.robot import Cause, HaltError, HandSeen
from clairify_cli.worlds.ros.script.values import Fingers, Motion, Step, Waypoint

ROS1, ROS2 = PROFILES
OPEN = Fingers("open", Step("open"), 0.08)


@contextlib.contextmanager
def robot_of(profile: RobotProfile, **options: Any) -> Iterator[tuple[RosRobot, Bridge, Notes]]:
    notes = Notes()
    with Bridge(profile, **options) as bridge:
        robot = RosRobot.connect(bridge.url, profile, notes)
        try:
            yield robot, bridge, notes
        finally:
            robot.close()


def kinds(notes: Notes) -> list[str]:
    return [kind for _, kind, _ in notes.entries]


@both
def test_looking_moves_nothing(profile: RobotProfile) -> None:
    with robot_of(profile) as (robot, bridge, notes):
        state = robot.state()
        assert state.joints == pytest.approx(HOME)
        assert state.width == pytest.approx(0.08)
        assert state.age < 0.5
        assert robot.found.trajectory == profile.trajectory.name
        assert robot.found.joints == profile.joints
    assert bridge.motions == [] and bridge.controller.accepted == [] and bridge.gripper.commands == []
    assert bridge.logged == []
    assert "goal" not in kinds(notes)


@both
def test_what_arrives_is_what_was_sent(profile: RobotProfile) -> None:
    there = motion(HOME, NEAR, 0.6, points=40)
    with robot_of(profile) as (robot, bridge, _):
        robot.follow(there)
        arrived = bridge.motions[0].points
    assert [one.positions for one in arrived] == [one.positions for one in there.points]
    assert [one.velocities for one in arrived] == [one.velocities for one in there.points]
    assert [one.accelerations for one in arrived] == [one.accelerations for one in there.points]
    assert [one.seconds for one in arrived] == pytest.approx([one.seconds for one in there.points], abs=1e-9)


@both
def test_every_command_is_written_down_before_it_arrives(profile: RobotProfile) -> None:
    with robot_of(profile) as (robot, bridge, notes):
        robot.fingers(GRASP)
        robot.follow(motion(HOME, NEAR, 0.5, holding="vial"))
        robot.halt(HaltError(Cause.INTERRUPTED, "enough"))
        sent = {
            one.message.get("id") or one.message["msg"]["goal_id"]["id"]: one.time
            for one in bridge.received
            if one.op in ("send_action_goal",) or one.message.get("topic", "").endswith("/goal")
            if one.op != "advertise"
        }
    written = {fields["goal"]: at for at, kind, fields in notes.entries if kind == "goal"}
    assert len(written) == 2
    assert all(at <= sent[str(name)] for name, at in written.items())
    words = kinds(notes)
    for kind in ("connect", "found", "state", "result", "fingers", "halt", "stopped"):
        assert kind in words
    starts = [fields for _, kind, fields in notes.entries if kind == "state" and fields["when"] == "start"]
    assert starts[0]["joints"] == pytest.approx(HOME)


@both
def test_after_a_stop_nothing_moves_any_more(profile: RobotProfile) -> None:
    with robot_of(profile) as (robot, bridge, _):
        robot.follow(motion(HOME, HOME, 0.2))
        error = HaltError(Cause.INTERRUPTED, "enough")
        stopped = robot.halt(error)
        assert stopped is not None and error.stopped is stopped
        assert stopped.still and stopped.gripper is None and stopped.cancel is None
        assert robot.halt(HaltError(Cause.STALE, "again")) is stopped
        for act in (
            lambda: robot.follow(motion(HOME, NEAR, 0.5)),
            lambda: robot.fingers(OPEN),
            lambda: robot.set("hotplate", "rpm", 300.0),
            robot.probe_cancel,
        ):
            with pytest.raises(HaltError, match="does not resume by itself") as caught:
                act()
            assert caught.value.stopped is stopped
        time.sleep(0.1)
        assert len(bridge.controller.accepted) == 1 and bridge.gripper.commands == []
        assert bridge.cancels == [] and bridge.stops == []


@both
def test_an_arm_that_stands_elsewhere_is_not_moved(profile: RobotProfile) -> None:
    with robot_of(profile) as (robot, bridge, _):
        start = tuple(one + (0.08 if at == 4 else 0.0) for at, one in enumerate(HOME))
        with pytest.raises(HaltError) as caught:
            robot.follow(motion(start, NEAR, 0.5))
        error = caught.value
        assert error.cause is Cause.ELSEWHERE
        assert "joint 5 is at 0.0000 rad, expected 0.0800 rad" in error.message
        assert error.stopped is not None and error.stopped.cancel is None
        assert not (bridge.motions or bridge.cancels or bridge.stops)


@both
@pytest.mark.parametrize("number", [math.nan, math.inf])
def test_what_is_not_finite_is_not_sent(profile: RobotProfile, number: float) -> None:
    there = motion(HOME, NEAR, 0.5)
    odd = replace(there.points[2], velocities=(number, *there.points[2].velocities[1:]))
    with robot_of(profile) as (robot, bridge, _):
        with pytest.raises(HaltError) as caught:
            robot.follow(replace(there, points=(*there.points[:2], odd, *there.points[3:])))
        assert caught.value.cause is Cause.NOT_FINITE
        assert bridge.motions == []


def test_a_motion_of_one_point_is_no_more_than_a_look() -> None:
    none = (0.0,) * 7
    with robot_of(ROS1) as (robot, bridge, _):
        robot.follow(Motion("stay", Step("stay"), (Waypoint(0.0, HOME, none, none),)))
        assert bridge.motions == []


# What is found


@both
def test_a_cancel_is_tried_without_moving(profile: RobotProfile) -> None:
    with robot_of(profile) as (robot, bridge, _):
        found = robot.probe_cancel()
        assert found.stops_at_once is True and found.remarks == ()
        assert robot.found is found
        assert bridge.motions == [] and bridge.arm.positions == pytest.approx(HOME)
        robot.follow(motion(HOME, NEAR, 0.5))


def test_a_bridge_that_does_one_thing_at_a_time_is_found_out_by_trying_where_rosapi_is_missing() -> None:
    with robot_of(ROS2, one_thread=True, with_rosapi=False, most=1) as (robot, _, _notes):
        assert robot.found.stops_at_once is None
        assert robot.probe_cancel().stops_at_once is False


def test_such_a_bridge_is_never_told_to_hold_later() -> None:
    """A hold that waits until the motion is over would be a motion back."""
    profile = replace(ROS2, watching=QUICK)
    with robot_of(profile, one_thread=True, most=1) as (robot, bridge, _):
        bridge.mischief.listeners.append(lambda fault: threading.Thread(target=robot.interrupt).start())
        threading.Timer(0.3, bridge.begin, [Fault(Kind.NOTHING)]).start()
        with pytest.raises(HaltError) as caught:
            robot.follow(motion(HOME, NEAR, 2.5))
        stopped = caught.value.stopped
        assert stopped is not None and stopped.cancel is False and stopped.gripper is None
        assert any("only after the goal has ended" in one for one in stopped.remarks)
        time.sleep(2.6)
        assert len(bridge.controller.accepted) == 1


def test_cancels_that_are_ignored_are_found_out() -> None:
    with robot_of(ROS1, faults=[Fault(Kind.IGNORE_CANCEL)]) as (robot, _, _notes):
        assert robot.probe_cancel().stops_at_once is False


@both
def test_a_cancel_is_not_tried_if_it_is_not_known_where_the_arm_is(profile: RobotProfile) -> None:
    """A goal to stay where the other of two publishers has the arm would be a motion."""
    with robot_of(profile) as (robot, bridge, _):
        bridge.arm.put(NEAR)
        bridge.begin(Fault(Kind.TWO_PUBLISHERS))
        time.sleep(0.2)
        with pytest.raises(HaltError, match="contradict each other") as caught:
            robot.probe_cancel()
        stopped = caught.value.stopped
        assert caught.value.cause is Cause.STALE and stopped is not None and stopped.still is None
        assert bridge.controller.accepted == [] and bridge.arm.positions == pytest.approx(NEAR)


@both
def test_an_arm_is_not_told_to_hold_if_it_is_not_known_where_it_is(profile: RobotProfile) -> None:
    """A hold by the wrong one of two publishers would be a motion, also after an abort."""
    with robot_of(profile) as (robot, bridge, _):
        threading.Timer(0.6, bridge.begin, [Fault(Kind.TWO_PUBLISHERS)]).start()
        threading.Timer(0.65, bridge.begin, [Fault(Kind.ABORT)]).start()
        with pytest.raises(HaltError) as caught:
            robot.follow(motion(HOME, NEAR, 1.4))
        stopped = caught.value.stopped
        assert caught.value.cause is Cause.ABORTED and stopped is not None and stopped.still is None
        assert any("was not told to hold, since joint states contradict" in one for one in stopped.remarks)
        assert len(bridge.controller.accepted) == 1


@both
def test_without_rosapi_the_profile_is_believed(profile: RobotProfile) -> None:
    with robot_of(profile, with_rosapi=False) as (robot, _, _notes):
        assert robot.found.trajectory == profile.trajectory.name
        assert any("rosapi" in one for one in robot.found.remarks)
        robot.follow(motion(HOME, NEAR, 0.5))


def test_older_names_of_a_driver_are_found() -> None:
    other = ROS2.other_trajectories[0]
    with robot_of(ROS2, trajectory=other, joints=ROS2.other_joints[0]) as (robot, bridge, _):
        assert robot.found.trajectory == other
        assert robot.found.joints == ROS2.other_joints[0]
        robot.follow(motion(HOME, NEAR, 0.5))
        assert len(bridge.motions) == 1


@both
def test_without_an_action_for_the_arm_it_is_said_what_there_is(profile: RobotProfile) -> None:
    other = "/other_controller/follow_joint_trajectory"
    with Bridge(profile, trajectory=other) as bridge, pytest.raises(HaltError) as caught:
        RosRobot.connect(bridge.url, profile, Notes())
    assert profile.trajectory.name in caught.value.expected
    assert other in caught.value.actual
    assert caught.value.stopped is None


@both
def test_an_action_of_another_type_is_refused_before_anything_moves(profile: RobotProfile) -> None:
    kind = "control_msgs/Other" if profile.dialect is Dialect.ROS1 else "control_msgs/action/Other"
    wrong = replace(profile, trajectory=Endpoint(profile.trajectory.name, kind))
    with Bridge(profile) as bridge, pytest.raises(HaltError) as caught:
        RosRobot.connect(bridge.url, wrong, Notes())
    assert caught.value.cause is Cause.REJECTED
    assert caught.value.expected == kind


def test_a_controller_that_is_gone_is_said_before_anything_moves() -> None:
    with robot_of(ROS1, faults=[Fault(Kind.DEAD_SERVER)]) as (robot, _, _notes):
        assert any(ROS1.trajectory.name in one for one in robot.found.remarks)
    with robot_of(ROS1) as (robot, _, _notes):
        assert robot.found.remarks == ()


@both
def test_other_joints_than_those_of_the_profile_are_refused(profile: RobotProfile) -> None:
    quick = replace(profile, watching=QUICK)
    with Bridge(quick, joints=tuple(f"iiwa_{n}" for n in range(7))) as bridge, pytest.raises(HaltError) as caught:
        RosRobot.connect(bridge.url, quick, Notes())
    assert caught.value.cause is Cause.OTHER_ARM
    assert "iiwa_0" in caught.value.actual


@both
def test_arm_and_fingers_in_messages_of_their_own(profile: RobotProfile) -> None:
    with robot_of(profile, split=True) as (robot, _, _notes):
        robot.fingers(GRASP)
        robot.follow(motion(HOME, NEAR, 0.5, holding="vial"))
        assert robot.state().width == pytest.approx(0.03)


@both
def test_a_robot_whose_clock_runs_faster(profile: RobotProfile) -> None:
    fast = replace(profile, rate=50.0)
    with robot_of(fast) as (robot, bridge, _):
        begin = time.monotonic()
        for _ in range(5):
            robot.follow(motion(HOME, NEAR, 5.0, points=50))
            robot.follow(motion(NEAR, HOME, 5.0, points=50))
        assert time.monotonic() - begin < 25.0
        assert len(bridge.motions) == 10


# The bench


def bench(profile: RobotProfile, *, services: bool) -> RobotProfile:
    ros1 = profile.dialect is Dialect.ROS1
    number = "std_msgs/Float64" if ros1 else "std_msgs/msg/Float64"
    kind = ("bench/SetFloat" if ros1 else "bench/srv/SetFloat") if services else number
    balance = BenchDevice("scale", "balance", {"mass": Setting(reading=Reading(Endpoint("/scale/grams", number)))})
    settings = {}
    for name in ("temperature", "rpm"):
        end = Endpoint(f"/plate/{name}", kind)
        settings[name] = Setting(Order(end, services, {}), Order(end, services, {"data": 0}), 10.0)
    plate = BenchDevice("plate", "hotplate", settings)
    return replace(profile, devices=(balance, plate), watching=QUICK)


@both
@pytest.mark.parametrize("services", [False, True])
def test_devices_are_set_and_read(profile: RobotProfile, services: bool) -> None:
    with robot_of(bench(profile, services=services)) as (robot, bridge, _):
        assert robot.found.devices == ("scale", "plate")
        assert robot.devices.has("scale") and not robot.devices.has("plate") and not robot.devices.has("oven")
        assert (
            robot.devices.has("plate", "rpm")
            and not robot.devices.has("plate", "tilt")
            and not robot.devices.has("scale", "rpm")
        )
        bridge.bench.grams["scale"] = 12.25
        time.sleep(0.1)  # what was told before may still be on its way
        assert robot.reading("scale") == 12.25
        robot.set("plate", "temperature", 60.0)
        robot.set("plate", "rpm", 300.0)
        end = time.monotonic() + 2.0
        while len(bridge.bench.settings) < 2 and time.monotonic() < end:
            time.sleep(0.01)
        assert bridge.bench.settings == [("plate", "temperature", 60.0), ("plate", "rpm", 300.0)]


@both
def test_devices_are_switched_off_by_a_stop_and_not_on_after_it(profile: RobotProfile) -> None:
    with robot_of(bench(profile, services=True)) as (robot, bridge, _):
        robot.set("plate", "temperature", 60.0)
        robot.interrupt()
        with pytest.raises(HaltError):
            robot.follow(motion(HOME, NEAR, 0.5))
        (switched,) = robot.devices.switch_off()
        with pytest.raises(HaltError):
            robot.set("plate", "temperature", 80.0)
        assert bridge.bench.told("plate", "temperature") == [60.0, None]
        assert not switched.read and not switched.off and not switched.confirmed


@both
def test_a_balance_that_shows_no_number_is_not_read(profile: RobotProfile) -> None:
    with robot_of(bench(profile, services=False)) as (robot, bridge, _):
        bridge.bench.grams["scale"] = math.nan
        time.sleep(0.1)
        with pytest.raises(HaltError) as caught:
            robot.reading("scale")
        assert caught.value.cause is Cause.NOT_FINITE
        assert caught.value.stopped is None


@both
def test_what_ros_does_not_reach_is_neither_set_nor_read(profile: RobotProfile) -> None:
    with robot_of(profile) as (robot, _, _notes):
        with pytest.raises(HaltError) as caught:
            robot.reading("scale")
        assert caught.value.cause is Cause.REJECTED
        with pytest.raises(HaltError) as caught:
            robot.set("plate", "rpm", 100.0)
        assert caught.value.cause is Cause.REJECTED


# Interruptions


@both
@pytest.mark.parametrize("after", [0.05, 0.3, 0.9])
def test_a_signal_handler_stops_it(profile: RobotProfile, after: float) -> None:
    asked: list[float] = []
    with robot_of(profile) as (robot, bridge, _):

        def handle(*_: object) -> None:
            asked.append(time.monotonic())
            robot.interrupt()

        before = signal.signal(signal.SIGALRM, handle)
        signal.setitimer(signal.ITIMER_REAL, after)
        try:
            with pytest.raises(HaltError) as caught:
                robot.follow(motion(HOME, NEAR, 0.5))
                robot.fingers(GRASP)
                robot.follow(motion(NEAR, HOME, 0.5))
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
        assert caught.value.cause is Cause.INTERRUPTED
        closes = bool(bridge.gripper.commands)
        assert closes or min(one for one in bridge.cancels if one >= asked[0])
        assert closes or bridge.stops == []
        assert bridge.hand.dropped == []
        stopped = caught.value.stopped
        assert stopped is not None and stopped.still and stopped.gripper in (HandSeen.STILL, None)
        assert not bridge.arm.moving


@both
def test_an_interruption_between_motions_ends_the_next_one_before_it_begins(profile: RobotProfile) -> None:
    with robot_of(profile) as (robot, bridge, _):
        robot.interrupt()
        with pytest.raises(HaltError) as caught:
            robot.follow(motion(HOME, NEAR, 0.5))
        assert caught.value.cause is Cause.INTERRUPTED and caught.value.stopped is None
        assert not (bridge.motions or bridge.cancels or bridge.stops)


@both
def test_interrupting_twice_is_fine(profile: RobotProfile) -> None:
    with robot_of(profile) as (robot, bridge, _):
        for after in (0.2, 0.25, 0.3):
            threading.Timer(after, robot.interrupt).start()
        with pytest.raises(HaltError):
            robot.follow(motion(HOME, NEAR, 1.0))
        time.sleep(0.2)
        assert bridge.logged == [] or all(level != "error" for level, _ in bridge.logged)


@both
def test_a_bug_of_ours_does_not_leave_the_arm_in_motion(profile: RobotProfile, monkeypatch: pytest.MonkeyPatch) -> None:
    from clairify_cli.worlds.ros.watch import watchdog

    def broken(*_: object) -> None:
        raise ZeroDivisionError

    with robot_of(profile) as (robot, bridge, _):
        monkeypatch.setattr(watchdog, "talking", broken)
        with pytest.raises(ZeroDivisionError):
            robot.follow(motion(HOME, NEAR, 1.0))
        assert bridge.cancels and bridge.stops == []
        assert not bridge.arm.moving


@both
def test_closing_twice_does_nothing(profile: RobotProfile) -> None:
    with robot_of(profile) as (robot, _, _notes):
        robot.close()
        robot.close()


@both
def test_a_log_that_cannot_be_written_stops_the_arm(profile: RobotProfile) -> None:
    class Full(Notes):
        def record(self, topic: str, kind: str, message: object) -> None:
            pass

        def write(self, kind: str, fields: Any) -> None:
            if kind == "goal":
                raise OSError("no space left on device")
            super().write(kind, fields)

    with Bridge(profile) as bridge:
        robot = RosRobot.connect(bridge.url, profile, Full())
        with contextlib.closing(robot), pytest.raises(HaltError) as caught:
            robot.follow(motion(HOME, NEAR, 0.5))
        assert caught.value.cause is Cause.UNWRITTEN
        assert bridge.motions == [] and bridge.cancels


@both
def test_a_device_is_switched_off_without_a_log(profile: RobotProfile) -> None:
    class Filling(Notes):
        full = False

        def record(self, topic: str, kind: str, message: object) -> None:
            pass

        def write(self, kind: str, fields: Any) -> None:
            if self.full:
                raise OSError("no space left on device")
            super().write(kind, fields)

    used, notes = bench(profile, services=False), Filling()
    with Bridge(used) as bridge, contextlib.closing(RosRobot.connect(bridge.url, used, notes)) as robot:
        robot.set("plate", "temperature", 60.0)
        while not bridge.bench.settings:
            time.sleep(0.01)
        notes.full = True
        with pytest.raises(HaltError) as caught:
            robot.follow(motion(HOME, NEAR, 0.5))
        assert caught.value.cause is Cause.UNWRITTEN
        assert bridge.bench.told("plate", "temperature") == [60.0, None]


@both
def test_a_motion_that_ended_before_its_cancel_is_not_said_to_be_cancelled(profile: RobotProfile) -> None:
    faults = [Fault(Kind.IGNORE_CANCEL, Moment.ALWAYS)]
    with robot_of(profile, faults=faults) as (robot, _bridge, _):
        threading.Timer(0.2, robot.interrupt).start()
        with pytest.raises(HaltError) as caught:
            robot.follow(motion(HOME, NEAR, 0.5))
        stopped = caught.value.stopped
    assert stopped is not None and stopped.cancel is None and stopped.still
    assert stopped.remarks == ("What went on had come to its end before it was cancelled.",)


@both
def test_a_hand_that_is_not_there_is_known_before_anything_moves(profile: RobotProfile) -> None:
    hand = profile.gripper
    other = replace(profile, gripper=replace(hand, grasp=replace(hand.grasp, name="/other_gripper/grasp")))
    with Bridge(profile) as bridge, contextlib.closing(RosRobot.connect(bridge.url, other, Notes())) as robot:
        assert robot.found.lacks == ("/other_gripper/grasp",)
        assert any("/other_gripper/grasp" in remark for remark in robot.found.remarks)
    with robot_of(profile) as (robot, _, _notes):
        assert robot.found.lacks == ()


@both
def test_an_arm_that_is_told_to_hold_stays_where_it_was(profile: RobotProfile) -> None:
    with robot_of(profile, faults=[Fault(Kind.ABORT_AND_MOVE, Moment.MIDDLE)]) as (robot, bridge, _):
        with pytest.raises(HaltError) as caught:
            robot.follow(motion(HOME, NEAR, 1.0))
        assert caught.value.cause is Cause.ABORTED
        assert not bridge.arm.moving
        assert max(abs(a - b) for a, b in zip(bridge.arm.positions, HOME, strict=True)) < 0.25
        assert len(bridge.motions) == 1
