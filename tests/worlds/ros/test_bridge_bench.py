"""Devices of the bench that do not answer, with the real client behind the test bridge."""

from __future__ import annotations

from dataclasses import replace

import pytest
from ros_bridge.ahead import Ahead
from ros_bridge.bridge import Bridge
from ros_bridge.faults import Fault, Kind
from ros_bridge.trial import QUICK, Trial, run_trial

from clairify_cli.worlds.ros.arm import RosRobot
from clairify_cli.worlds.ros.profile.text import profile_named
from clairify_cli.worlds.ros.profile.values import BenchDevice, Dialect, Endpoint, Order, Reading, RobotProfile, Setting
from clairify_cli.worlds.ros.robot import Cause


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
