"""What the test bridge refuses and misreads, tried with a bare websocket: else it would let pass whatever we send."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import pytest
from ros_bridge.ahead import Ahead
from ros_bridge.bare import Bare
from ros_bridge.bridge import HOME, Bridge
from ros_bridge.faults import Fault, Kind
from ros_bridge.schema import Message, stamp
from ros_bridge.trial import NEAR as FAR
from ros_bridge.trial import PROFILES, QUICK, Notes, Trial, both, motion, run_trial

from benchmarks.score_ros_texts import EXACT, apart, performed
from clairify_cli.worlds.ros.arm import RosRobot
from clairify_cli.worlds.ros.profile.text import profile_named
from clairify_cli.worlds.ros.profile.values import BenchDevice, Dialect, Endpoint, Order, Reading, RobotProfile, Setting
from clairify_cli.worlds.ros.robot import Cause
from clairify_cli.worlds.ros.script.values import Fingers, Motion, Pause, Script, Step, Tare, Treatment, Weighing

ROS2 = PROFILES[1]
NEAR = tuple(one + 0.1 for one in HOME)


def _code(profile: RobotProfile, ros1: int, ros2: int) -> int:
    return ros1 if profile.dialect is Dialect.ROS1 else ros2


def _wrong_times(client: Bare) -> Message:
    other = Dialect.ROS2 if client.ros1 else Dialect.ROS1
    points = [client.point(0, HOME), client.point(0.2, NEAR) | {"time_from_start": stamp(0.2, other)}]
    return client.motion(HOME, NEAR, points=points)


REFUSED: dict[str, Any] = {
    "joints of another arm": lambda c: c.motion(HOME, NEAR, joint_names=[f"iiwa_joint{one}" for one in range(7)]),
    "a joint too few": lambda c: c.motion(HOME, NEAR, joint_names=list(c.profile.joints[:6])),
    "no points": lambda c: c.motion(HOME, NEAR, points=[]),
    "a point of six": lambda c: c.motion(HOME, NEAR, points=[c.point(0, HOME), c.point(0.2, NEAR[:6])]),
    "times that go back": lambda c: c.motion(HOME, NEAR, points=[c.point(0.2, HOME), c.point(0.1, NEAR)]),
    "times of the other ROS": _wrong_times,
    "not at rest in the end": lambda c: c.motion(
        HOME, NEAR, points=[c.point(0, HOME), c.point(0.2, NEAR) | {"velocities": [0.1] * 7}]
    ),
    "not finite": lambda c: c.motion(HOME, NEAR, points=[c.point(0, HOME), c.point(0.2, [math.nan] * 7)]),
}


@both
@pytest.mark.parametrize("name", REFUSED)
def test_bridge_refuses(profile: RobotProfile, name: str) -> None:
    with Bridge(profile) as bridge, Bare(bridge.url, profile) as client:
        client.follow(profile.trajectory)
        client.goal(profile.trajectory, REFUSED[name](client))
        status, result = client.result(seconds=1.0) or (None, {})
    assert status == _code(profile, 5, 0)
    if profile.dialect is Dialect.ROS1:
        assert result["error_code"] < 0
    else:
        assert result == "Action goal was rejected"
    assert bridge.motions == []


MISREAD: dict[str, Any] = {
    "a field that there is not": lambda c: c.motion(HOME, NEAR) | {"speed": 1.0},
    "a null": lambda c: c.motion(HOME, NEAR, points=[c.point(0, HOME), c.point(0.2, [None] * 7)]),
    "a text for a list": lambda c: c.motion(HOME, NEAR, joint_names="panda_joint1"),
    "a float for a time": lambda c: c.motion(HOME, NEAR, points=[c.point(0, HOME) | {"time_from_start": 0.0}]),
    "a list for an object": lambda c: {"trajectory": [1, 2]},
}


@both
@pytest.mark.parametrize("name", MISREAD)
def test_bridge_of_ros1_only_logs_a_wrong_message(profile: RobotProfile, name: str) -> None:
    with Bridge(profile) as bridge, Bare(bridge.url, profile) as client:
        client.follow(profile.trajectory)
        client.goal(profile.trajectory, MISREAD[name](client))
        found = client.result(seconds=0.3)
    assert [level for level, _ in bridge.logged] == ["error"]
    assert bridge.motions == []
    if profile.dialect is Dialect.ROS1:
        assert found is None
    else:
        assert found is not None and found[0] == 0 and isinstance(found[1], str)


@pytest.mark.parametrize("other", [False, True], ids=["same connection", "another connection"])
def test_bridge_with_one_thread_hears_a_cancel_late(other: bool) -> None:
    with (
        Bridge(ROS2, one_thread=True) as bridge,
        Bare(bridge.url, ROS2) as client,
        Bare(bridge.url, ROS2) as second,
    ):
        client.goal(ROS2.trajectory, client.motion(HOME, NEAR, 0.5))
        client.listen(0.1)
        (second if other else client).cancel(ROS2.trajectory)
        status, _ = client.result() or (None, {})
    assert status == (5 if other else 4)  # goals are known to all connections by their ids


def _with_devices(name: str) -> RobotProfile:
    profile = profile_named(name)
    number = "std_msgs/Float64" if profile.dialect is Dialect.ROS1 else "std_msgs/msg/Float64"
    heat, stir = Endpoint("/hotplate/temperature", number), Endpoint("/stirrer/rpm", "bench_msgs/SetRpm")
    off = Order(heat, False, {"data": 0})
    devices = (
        BenchDevice("balance", "balance", {"mass": Setting(reading=Reading(Endpoint("/balance/grams", number)))}),
        BenchDevice("hotplate", "hotplate", {"temperature": Setting(Order(heat, False, {}), off, 10.0)}),
        BenchDevice(
            "stirrer",
            "stirrer",
            {"rpm": Setting(Order(stir, True, {}), Order(stir, True, {"rpm": 0}), 30.0, "rpm")},
        ),
    )
    return replace(profile, devices=devices, watching=QUICK)


PROFILES = [_with_devices(one) for one in ("franka-ros1", "franka-ros2")]


MUTE: dict[str, tuple[Fault, set[Cause]]] = {
    "dropped": (Fault(Kind.DROP, messages=("reading", "response")), {Cause.NO_ANSWER}),
    "frozen": (Fault(Kind.FREEZE), {Cause.NO_ANSWER, Cause.STALE, Cause.CLOSED}),
    "reset": (Fault(Kind.RESET), {Cause.CLOSED}),
}


def _tried(case: tuple[RobotProfile, str, str]) -> Trial:
    profile, name, what = case
    fault = MUTE[name][0]

    def act(robot: RosRobot, bridge: Bridge) -> None:
        bridge.begin(fault)
        if what == "set":
            robot.set("stirrer", "rpm", 300.0)
            robot.set("stirrer", "rpm", 200.0)
        robot.reading("balance")
        robot.reading("balance")

    return run_trial(profile, act=act, watching=None)


TRIALS = Ahead([(one, name, what) for name in MUTE for what in ("read", "set") for one in PROFILES], _tried)


@pytest.mark.parametrize("place", TRIALS.params(lambda one: f"{one[0].name}-{one[1]}-{one[2]}"))
def test_device_that_does_not_answer(place: int) -> None:
    trial = TRIALS.of(place)
    assert trial.error is not None and trial.error.cause in MUTE[TRIALS.cases[place][1]][1]
    assert trial.after == 0


ROBOTS = ("franka-ros1", "franka-ros2")
STEP = Step("(pour bottle beaker)", 1)


def _script(robot: str) -> Script:
    there = motion(HOME, FAR, 4.0, points=60)
    commands = (
        Fingers("open", STEP, 0.07),
        there,
        Fingers("grasp", STEP, 0.03, force=20.0, thing="bottle"),
        replace(motion(FAR, HOME, 3.0, points=31), holding="bottle"),
        Tare("tare", STEP, "beaker", None),
        Pause("settle", STEP, 1.5),
        Weighing("weigh", STEP, "beaker", None, 5.0, 0.5),
        Treatment("stir", STEP, "stir", "beaker", None, {"time": 60.0, "rpm": 300.0}),
        replace(there, holding="bottle"),
        Fingers("release", STEP, 0.08),
    )
    return Script("bench", robot, 0.1, HOME, 0.08, commands)


@pytest.mark.parametrize("robot", ROBOTS)
def test_bridge_gets_the_script_as_it_is(robot: str) -> None:
    found = performed(_script(robot), robot, 20.0)
    assert found.why == ""
    assert found.good
    assert (found.motions, found.arrived, found.points, found.asked) == (3, 3, 151, 3)
    assert found.apart <= EXACT


@pytest.mark.parametrize("robot", ROBOTS)
def test_bridge_gets_a_trajectory_of_500_points(robot: str) -> None:
    profile = replace(profile_named(robot), rate=5.0)
    planned = motion(HOME, FAR, 5.0, points=500)
    with Bridge(profile) as bridge:
        arm = RosRobot.connect(bridge.url, profile, Notes())
        arm.follow(planned)
        arm.close()
        assert apart([planned.points], [one.points for one in bridge.motions]) <= EXACT
        assert bridge.logged == []


def test_what_arrives_otherwise_is_seen() -> None:
    there, back = motion(HOME, FAR, 4.0), motion(FAR, HOME, 4.0)
    assert apart([there.points], [there.points]) == 0.0
    assert apart([there.points], [back.points]) > 0.1
    assert apart([there.points], [there.points[:-1]]) == float("inf")
    assert apart([there.points, back.points], [there.points]) == float("inf")
    late = Motion("late", STEP, tuple(replace(one, seconds=one.seconds + 2e-6) for one in there.points))
    assert apart([there.points], [late.points]) == pytest.approx(2e-6, rel=1e-3)
