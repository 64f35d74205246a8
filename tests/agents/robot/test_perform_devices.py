"""Devices that do not do what they were told, in whole runs: what is set is watched, switched off, and read back."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from case_tables import stored

pytest.importorskip("websockets")

from ros_bridge.bridge import HOME, Bridge
from ros_bridge.faults import Fault, Kind

from agents.robot.scripts import DEVICES, NEAR, THERE, motion, quick, script
from agents.robot.test_perform import HEAT, STIR, Person, done
from clairify_cli.agents.robot.account import account, outcome_of
from clairify_cli.agents.robot.performance import Answer, Performance
from clairify_cli.worlds.ros.arm import RosRobot
from clairify_cli.worlds.ros.robot import Cause, HaltError
from clairify_cli.worlds.ros.script.values import Command

PLATE, STIRRER = ("plate1", "temperature"), ("stirrer1", "rpm")
HOLD = replace(HEAT, settings={"time": 20.0, "temperature": 45.0})
ROS1 = DEVICES.replace("/msg/", "/").replace("/srv/", "/")
INT32 = stored(__file__, "INT32")
UNREAD = "devices: {stirrer1: {kind: stirrer, settings: {rpm: {topic: /set, type: std_msgs/msg/Int32}}}}"


def ran(
    tmp_path: Path,
    *commands: Command,
    devices: str = DEVICES,
    rate: float = 1.0,
    meanwhile: Callable[[Bridge, RosRobot], None] = lambda bridge, robot: None,
    name: str = "franka-ros2",
    ask: Person | None = None,
    with_rosapi: bool = True,
    stop: Callable[[], bool] = lambda: False,
) -> tuple[Performance, Bridge]:
    """A run with devices, which something happens to `meanwhile`."""
    profile = quick(name, devices, rate)
    with Bridge(profile, with_rosapi=with_rosapi) as bridge:
        made = done(
            bridge,
            profile,
            script(*commands),
            tmp_path / "log",
            ask=ask or Person(),
            stop=stop,
            meanwhile=lambda robot: meanwhile(bridge, robot),
        )
        time.sleep(0.1)
    return made, bridge


def when(bridge: Bridge, key: tuple[str, str] = PLATE) -> None:
    """Wait until something is set, and shown."""
    while not bridge.bench.nodes[key].on:
        time.sleep(0.005)
    time.sleep(0.2)


def first_off(bridge: Bridge, after: float = 0.0) -> float:
    return min(one for node in bridge.bench.nodes.values() for one in node.offs if one > after)


@pytest.mark.parametrize(("name", "devices"), [("franka-ros1", ROS1), ("franka-ros2", DEVICES)])
def test_a_plate_that_runs_away_in_a_hold_stops_the_run(name: str, devices: str, tmp_path: Path) -> None:
    def run_away(bridge: Bridge, robot: RosRobot) -> None:
        when(bridge)
        bridge.bench.nodes[PLATE].speed = 60.0

    made, bridge = ran(tmp_path, HOLD, THERE, devices=devices, meanwhile=run_away, name=name)
    assert made.halted is not None and made.halted.cause is Cause.OFF_SETPOINT
    assert made.halted.expected == "45 °C ± 10 °C" and 55.0 < float(made.halted.actual.split()[0]) < 70.0
    assert bridge.motions == [] and bridge.cancels == []  # there is no goal of ours
    assert outcome_of(made) == "halted"
    (switched,) = made.switched
    assert switched.off and switched.confirmed


def test_a_plate_over_its_limit_is_switched_off_as_soon_as_that_is_shown(tmp_path: Path) -> None:
    def jump(bridge: Bridge, robot: RosRobot) -> None:
        when(bridge)
        bridge.bench.nodes[PLATE].shown = 126.0

    made, bridge = ran(tmp_path, HOLD, THERE, meanwhile=jump)
    assert made.halted is not None and made.halted.cause is Cause.OVER_LIMIT
    assert (made.halted.expected, made.halted.actual) == ("at most 120 °C", "126 °C")
    passed = bridge.bench.nodes[PLATE].passed[120.0]
    assert passed < first_off(bridge, passed) < passed + 0.3


@pytest.mark.parametrize("late", [False, True], ids=["in a hold", "in a later motion"])
def test_a_plate_that_stays_on_is_noticed_in_a_hold_and_in_a_later_motion(late: bool, tmp_path: Path) -> None:
    slow = motion(HOME, NEAR, 8.0)

    def stay_on(bridge: Bridge, robot: RosRobot) -> None:
        when(bridge)
        bridge.bench.nodes[PLATE].stays_on = True
        while late and not bridge.motions:
            time.sleep(0.005)
        time.sleep(0.3)
        bridge.bench.nodes[PLATE].speed = 400.0

    short = replace(HOLD, settings={"time": 4.0 if late else 20.0, "temperature": 45.0})
    made, bridge = ran(tmp_path, short, slow, meanwhile=stay_on, rate=4.0)
    assert made.halted is not None and made.halted.cause in (Cause.OVER_LIMIT, Cause.OFF_SETPOINT)
    assert len(bridge.motions) == int(late) and not bridge.arm.moving
    (switched,) = made.switched
    assert not switched.off and not switched.allowed and "°C" in switched.shows


def test_a_device_that_stops_reporting_stops_the_run(tmp_path: Path) -> None:
    silent: list[float] = []

    def be_silent(bridge: Bridge, robot: RosRobot) -> None:
        when(bridge)
        silent.append(time.monotonic())
        bridge.bench.nodes[PLATE].silent = True

    made, bridge = ran(tmp_path, HOLD, THERE, meanwhile=be_silent)
    assert made.halted is not None and made.halted.cause is Cause.STALE
    assert "plate1 has not shown its temperature" in made.halted.message
    assert 0.4 < first_off(bridge, silent[0]) - silent[0] < 1.0
    assert [one.confirmed for one in made.switched] == [False]


def test_a_device_that_a_person_is_asked_about_is_watched_meanwhile(tmp_path: Path) -> None:
    def leave(bridge: Bridge, robot: RosRobot) -> None:
        robot.set(*PLATE, 45.0)
        time.sleep(0.2)
        bridge.bench.nodes[PLATE].shown = 90.0
        with pytest.raises(HaltError) as caught:
            while True:  # as a question or a pause looks after the robot
                robot.state()
                time.sleep(0.02)
        assert caught.value.cause is Cause.OFF_SETPOINT and caught.value.stopped is not None
        found.append(caught.value)

    found: list[HaltError] = []
    profile = quick(devices=DEVICES, rate=1.0)
    with Bridge(profile) as bridge:
        from ros_bridge.trial import Notes

        robot = RosRobot.connect(bridge.url, profile, Notes())
        leave(bridge, robot)
        robot.close()
    assert found


def test_a_plate_that_does_not_switch_off_is_not_done(tmp_path: Path) -> None:
    def stay_on(bridge: Bridge, robot: RosRobot) -> None:
        when(bridge)
        bridge.bench.nodes[PLATE].stays_on = True

    made, _ = ran(tmp_path, HOLD, THERE, meanwhile=stay_on, rate=10.0)
    assert made.halted is None and made.failed is None and not made.succeeded
    assert outcome_of(made) == "unconfirmed" and made.motions == 1
    part = account(script(THERE), "", quick(), log=None, performance=made, outcome=outcome_of(made))
    (device,) = part["devices"]
    assert (device["device"], device["read"], device["off"], device["confirmed"]) == ("plate1", True, False, False)


@pytest.mark.parametrize("rosapi", [True, False])
@pytest.mark.parametrize(("name", "devices"), [("franka-ros1", INT32.replace("/msg/", "/")), ("franka-ros2", INT32)])
def test_a_whole_number_is_sent_where_the_type_wants_one(name: str, devices: str, rosapi: bool, tmp_path: Path) -> None:
    made, bridge = ran(tmp_path, STIR, devices=devices, rate=10.0, name=name, with_rosapi=rosapi)
    assert made.succeeded, made
    assert bridge.bench.told(*STIRRER) == [200.0, None]
    assert [text for _, text in bridge.logged if "/rosapi/" not in text] == []
    sent = [
        one.message["msg"]["data"]
        for one in bridge.received
        if one.message.get("topic") == "/stirrer/set" and one.op == "publish"
    ]
    assert sent == [200, 0] and all(type(one) is int for one in sent)


UNFIT = stored(__file__, "UNFIT")


@pytest.mark.parametrize("what", UNFIT)
def test_what_a_type_cannot_hold_is_refused_before_anything_moves(what: str, tmp_path: Path) -> None:
    devices, value, words = UNFIT[what]
    stir = replace(STIR, settings={"time": 1.0, "rpm": value})
    made, bridge = ran(tmp_path, THERE, stir, devices=devices, rate=10.0)
    assert made.halted is not None and made.halted.cause is Cause.REJECTED and made.halted.stopped is None
    assert words in made.halted.message, made.halted.message
    assert bridge.motions == [] and bridge.bench.settings == []


def test_a_topic_of_another_type_than_the_profile_says_is_refused(tmp_path: Path) -> None:
    there, said = (
        quick(devices=INT32),
        quick(devices=INT32.replace("set, type: std_msgs/msg/Int32", "set, type: std_msgs/msg/Float64")),
    )
    with Bridge(there) as bridge:
        made = done(bridge, said, script(THERE, STIR), tmp_path / "log")
        assert bridge.motions == []
    assert made.halted is not None
    assert "/stirrer/set is a std_msgs/msg/Int32, and the profile says std_msgs/msg/Float64" in made.halted.message


def test_more_than_the_limit_is_refused_before_anything_moves(tmp_path: Path) -> None:
    hot = replace(HEAT, settings={"time": 1.0, "temperature": 150.0})
    made, bridge = ran(tmp_path, THERE, hot, rate=10.0)
    assert made.halted is not None and (made.halted.expected, made.halted.actual) == ("at most 120 °C", "150 °C")
    assert bridge.motions == [] and bridge.bench.settings == []


def test_a_stirrer_that_takes_nothing_fails_the_run(tmp_path: Path) -> None:
    def deaf(bridge: Bridge, robot: RosRobot) -> None:
        bridge.bench.nodes[STIRRER].deaf = True

    made, bridge = ran(tmp_path, STIR, THERE, rate=20.0, meanwhile=deaf)
    assert made.failed == "the rpm that stirrer1 shows is 0.0 after 30 s, and 200 was asked for"
    assert bridge.motions == [] and bridge.bench.told(*STIRRER) == [200.0, None]


@pytest.mark.parametrize("allowed", [False, True])
def test_what_nothing_reads_back_is_unconfirmed(allowed: bool, tmp_path: Path) -> None:
    devices = UNREAD.replace("Int32}", "Int32, unconfirmed: allowed}") if allowed else UNREAD
    made, bridge = ran(tmp_path, STIR, devices=devices, rate=10.0)
    assert bridge.bench.told(*STIRRER) == [200.0, None]
    assert outcome_of(made) == ("done" if allowed else "unconfirmed")
    (switched,) = made.switched
    assert not switched.confirmed and switched.shows == "nothing reads it back"


def test_a_failed_check_switches_off_what_is_on(tmp_path: Path) -> None:
    devices = DEVICES.replace("        reading: {topic: /plate/shows, type: std_msgs/msg/Float64, stale: 0.5 s}\n", "")
    made, bridge = ran(tmp_path, HOLD, THERE, devices=devices, rate=10.0, ask=Person(Answer(done=False)))
    assert made.failed is not None and bridge.motions == []
    assert bridge.bench.told(*PLATE) == [45.0, None] and bridge.cancels == []


def test_ctrl_c_cancels_first_and_then_switches_off(tmp_path: Path) -> None:
    stopping = threading.Event()

    def interrupt(bridge: Bridge, robot: RosRobot) -> None:
        while not bridge.arm.moving:
            time.sleep(0.005)
        stopping.set()
        robot.interrupt()

    short = replace(HOLD, settings={"time": 1.0, "temperature": 45.0})
    slow = motion(HOME, NEAR, 8.0)
    made, bridge = ran(tmp_path, short, slow, meanwhile=interrupt, stop=stopping.is_set, rate=4.0)
    assert made.interrupted and bridge.bench.told(*PLATE)[:2] == [45.0, None]
    for connection in {one.connection for one in bridge.received if one.message.get("service") == "/plate/heat"}:
        order = [one.message for one in bridge.received if one.connection == connection]
        offs = [place for place, one in enumerate(order) if one.get("service") == "/plate/heat"]
        cancels = [place for place, one in enumerate(order) if "cancel" in str(one.get("op")) + str(one.get("service"))]
        assert cancels and min(cancels) < max(offs)


def test_a_connection_that_is_reset_does_not_leave_the_plate_on(tmp_path: Path) -> None:
    def reset(bridge: Bridge, robot: RosRobot) -> None:
        when(bridge)
        bridge.begin(Fault(Kind.RESET))

    made, bridge = ran(tmp_path, HOLD, THERE, meanwhile=reset)
    assert made.halted is not None and made.halted.cause is Cause.CLOSED
    assert bridge.bench.told(*PLATE) == [45.0, None] and not bridge.bench.nodes[PLATE].on
