"""A protocol that stirs, heats, cools, doses and weighs, with each device failing in each way: it never ends done."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from case_tables import stored

pytest.importorskip("websockets")

from ros_bridge.ahead import Ahead, undisturbed
from ros_bridge.bench import Node
from ros_bridge.bridge import Bridge
from ros_bridge.trial import QUICK

from agents.robot.scripts import STEP, THERE, quick, script
from agents.robot.test_perform import nobody
from clairify_cli.agents.robot.account import outcome_of
from clairify_cli.agents.robot.perform import perform
from clairify_cli.agents.robot.performance import Answer, Ask, Bench, Performance, questions
from clairify_cli.worlds.ros.arm import RosRobot
from clairify_cli.worlds.ros.link.ledger import JournalFile
from clairify_cli.worlds.ros.profile import values
from clairify_cli.worlds.ros.profile.values import RobotProfile
from clairify_cli.worlds.ros.robot import Cause
from clairify_cli.worlds.ros.script.values import Tare, Treatment, Weighing

DEVICES, SETTINGS, WAYS, READ = (stored(__file__, one) for one in ("DEVICES", "SETTINGS", "WAYS", "READ"))
KINDS = {"balance": "balance", "plate1": "hotplate", "stirrer1": "stirrer", "bath1": "ice-bath", "pump1": "pump"}
RATE = 20.0
"""How much faster than that on the wall the robot's clock runs."""
PROTOCOL = script(
    Treatment("stir", STEP, "stir", "flask1", "stirrer1", {"time": 20.0, "rpm": 200.0}),
    Treatment("heat", STEP, "heat", "flask1", "plate1", {"time": 20.0, "temperature": 60.0, "rpm": 300.0}),
    Treatment("cool", STEP, "cool", "flask1", "bath1", {"time": 20.0, "temperature": 2.0}),
    Tare("tare", STEP, "flask1", "balance"),
    Treatment("dose", STEP, "dose", "flask1", "pump1", {"volume": 20.0, "time": 20.0}),
    Weighing("weigh", STEP, "flask1", "balance", 20.0, 1.0),
    THERE,
)
PLATE, BATH, PUMP = ("plate1", "temperature"), ("bath1", "temperature"), ("pump1", "volume")
Case = tuple[str, str, str, list[str]]
"""What fails (a setting, or what is only read), how, when, and how a run may end."""

CASES: list[Case] = [
    *(
        (setting, way, when, ends)
        for way, when, which, ends in WAYS
        for setting, how in SETTINGS.items()
        if which in ("all", how)
    ),
    *((device, way, "start", ends) for device, way, ends in READ),
]


@contextmanager
def laboratory(bridge: Bridge) -> Iterator[None]:
    """Heat and liquid get to where the thermometer and the balance are."""
    bench, over = bridge.bench, threading.Event()
    plate, bath, pump = (bench.nodes.get(one, Node("")) for one in (PLATE, BATH, PUMP))

    def go_on() -> None:
        while not over.wait(0.01):
            if not math.isnan(bench.grams["thermometer"]) and bench.grams["thermometer"] >= -200.0:
                bench.grams["thermometer"] = bath.shown if bath.on else plate.shown
            if pump.shown > 0.0 and bench.grams["balance"] == 0.0:
                bench.grams["balance"] = pump.shown

    thread = threading.Thread(target=go_on, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join(1.0)


def fail(node: Node, way: str) -> None:
    """A setting fails now."""
    if way == "stuck":
        node.stuck = node.shown
    elif way in ("leaves", "over"):
        node.off_by = (-1.0 if node.cools else 1.0) * {"leaves": 40.0, "over": 2000.0}[way]
    elif way == "stops":
        node.on, node.off_by = False, 15.0 if node.cools else -40.0
    else:
        setattr(node, way, True)


def once_on(node: Node, way: str) -> None:
    while not node.on:
        time.sleep(0.002)
    time.sleep(0.15)  # it is shown
    fail(node, way)


def one_tried(case: Case) -> tuple[Performance, dict[tuple[str, str], bool]]:
    what, way, when, _ = case
    profile = replace(quick("franka-ros2", DEVICES, RATE), watching=QUICK)
    there: RobotProfile = profile
    if way == "gone":
        device, name = what.split()
        there = replace(profile, devices=tuple(_without(one, device, name) for one in profile.devices))
    with Bridge(there) as bridge, TemporaryDirectory() as folder:
        if what in bridge.bench.grams:
            _misread(bridge, what, way)
        elif way != "gone":
            node = bridge.bench.nodes[what.split()[0], what.split()[1]]
            act = fail if when == "start" else once_on
            threading.Thread(target=act, args=(node, way), daemon=True).start()
            time.sleep(0.02)
        made = run(
            bridge, profile, Path(folder), nobody if way != "gone" else lambda question, meanwhile: Answer(False)
        )
        time.sleep(0.1)
        return made, {key: node.on for key, node in bridge.bench.nodes.items()}


def _without(device: values.BenchDevice, name: str, setting: str) -> values.BenchDevice:
    kept = {key: one for key, one in device.settings.items() if (device.id, key) != (name, setting)}
    return replace(device, settings=kept)


def _misread(bridge: Bridge, device: str, way: str) -> None:
    if way == "silent":
        bridge.bench.mute.add(device)
    else:
        bridge.bench.grams[device] = math.nan if way == "nan" else -273.0 if device == "thermometer" else 0.5


def run(bridge: Bridge, profile: RobotProfile, folder: Path, ask: Ask = nobody) -> Performance:
    with JournalFile(folder / "log.jsonl") as journal:
        robot = RosRobot.connect(bridge.url, profile, journal)
        try:
            with laboratory(bridge):
                bench = Bench(KINDS, {}, robot.devices.has, robot.devices.shows)
                return perform(PROTOCOL, robot, journal, ask, bench=bench, rate=profile.rate)
        finally:
            robot.close()


@pytest.fixture(scope="module", autouse=True)
def soon(request: pytest.FixtureRequest) -> Iterator[None]:
    """What is not reached is not waited for as long as on a bench."""
    before = dict(values.QUANTITIES)
    values.QUANTITIES.update({name: replace(one, slowest=min(one.slowest, 40.0)) for name, one in before.items()})
    yield
    values.QUANTITIES.update(before)


def tried(case: Case) -> tuple[Performance, dict[tuple[str, str], bool]]:
    made, on = undisturbed(lambda: one_tried(case))
    halted = made.halted  # no arm fails here: where one was not heard of, the machine stood still
    if halted is None or halted.cause is not Cause.STALE or case[0].split()[0] in str(halted):
        return made, on
    return undisturbed(lambda: one_tried(case))


TRIALS = Ahead(CASES, tried, 4)


def _has_its_turn(case: Case) -> bool:
    """Each way to fail has one setting of a topic and one of a service; over all ways each setting has its turn."""
    what, way, when, _ = case
    if what not in SETTINGS:
        return True
    alike = [one for one, how in SETTINGS.items() if how == SETTINGS[what]]
    turn = [one[:2] for one in WAYS].index([way, when])
    return bool(what == alike[turn % len(alike)])


@pytest.mark.parametrize("place", TRIALS.params(lambda one: f"{one[0]}: {one[1]}, {one[2]}", _has_its_turn))
def test_a_device_that_fails_never_ends_done(place: int) -> None:
    what, way, _, ends = CASES[place]
    made, on = TRIALS.of(place)
    ended = made.halted.cause.value if made.halted is not None else "failed" if made.failed else outcome_of(made)
    assert ended in ends and not made.succeeded, (ended, made.halted or made.failed)
    for key in (key for key, is_on in on.items() if is_on):
        (switched,) = (one for one in made.switched if (one.device, one.setting) == key)
        assert not switched.off and not switched.allowed, switched
    said = str(made.halted or made.failed or [one.shows for one in made.switched])
    assert what.split()[0] in said or way in ("stays_on", "stops", "gone", "wrong"), said


def test_the_same_protocol_is_done_where_nothing_fails(tmp_path: Path) -> None:
    profile = quick("franka-ros2", DEVICES, RATE)
    with Bridge(profile) as bridge:
        made = run(bridge, profile, tmp_path)
        assert made.succeeded, made
        told = {key: bridge.bench.told(*key) for key in bridge.bench.nodes}
        assert not any(node.on for node in bridge.bench.nodes.values()) and bridge.logged == []
    assert told == {
        ("plate1", "temperature"): [60.0, None],
        ("plate1", "rpm"): [300.0, None],
        ("stirrer1", "rpm"): [200.0, None],
        ("bath1", "temperature"): [pytest.approx(2.0), None],
        ("pump1", "volume"): [pytest.approx(20.0), None],
    }
    assert all(one.confirmed for one in made.switched) and made.weighings[0].good


def test_no_person_is_asked_for_what_a_device_does() -> None:
    bench = Bench(KINDS, {}, lambda device, setting: True, lambda device, setting: True)
    assert questions(PROTOCOL, bench) == ()
