"""Ctrl-C at random moments on a busy machine: how soon the cancel arrives at the arm, and whether anything is dropped.

A process of its own grasps a vial, carries it and lets it go, again and again; loops that do nothing keep every core
busy. The time is from the signal to the arrival of the first cancel at the bridge, which is in this process.
"""

from __future__ import annotations

import argparse
import contextlib
import math
import multiprocessing
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from statistics import median

from benchmarks.figures import figure
from benchmarks.score_ros_bridge import HOME, NEAR, Bare, Bridge, Notes, Stalls, errand, motion
from clairify_cli.services.interrupts import interrupts
from clairify_cli.worlds.ros.arm import RosRobot
from clairify_cli.worlds.ros.profile.text import profile_named
from clairify_cli.worlds.ros.robot import HaltError
from clairify_cli.worlds.ros.script.values import Fingers, Step

BAR = 0.05
"""s until a cancel has arrived."""
LEG = 0.8
"""How long (s) a motion is."""
WITHIN = 5.0
"""s from the first goal on, in which the signals are."""
GRASP = Fingers("grasp", Step("pick"), 0.03, force=20.0, thing="vial")
RELEASE = Fingers("release", Step("place"), 0.08)
ARM, HAND, NOTHING = "the arm moves", "the hand moves", "nothing goes on"


@dataclass(frozen=True, slots=True)
class Moment:
    """A signal: what went on, s until the first cancel and until the stop of the hand (None: none), things dropped."""

    what: str
    cancel: float | None
    stop: float | None
    dropped: int
    of_all: int
    still: float
    """For how long (s) this process, with the bridge, did not get its turn: cancels are seen so much late."""


def busy(asked: argparse.Namespace) -> int:
    """All moments, and how soon we give way to others; the exit code."""
    with loops(asked.busy):
        found = [one for robot in asked.robots for one in moments(robot, asked.times // len(asked.robots), asked.seed)]
        good = _tell(found)
        for robot in asked.robots:
            _print(f"goal of somebody else to our cancel, {robot}", [give_way(robot) for _ in range(asked.others)])
    return 0 if good else 1


def _tell(found: list[Moment]) -> bool:
    """Say how it went, and whether that is good."""
    for what, count in sorted(Counter(one.what for one in found).items()):
        print(f"{count} of {len(found)} signals while {what}")
    cancels = [one.cancel for one in found if one.what == ARM and one.cancel is not None]
    missing = sum(one.cancel is None for one in found if one.what == ARM)
    _print("signal to cancel of the arm", cancels)
    for one in found:
        if one.what == ARM and one.cancel is not None and one.cancel > BAR:
            print(f"  {1000 * one.cancel:.1f} ms, while the bridge itself stood still for {1000 * one.still:.0f} ms")
    _print("signal to stop of the hand", [one.stop for one in found if one.stop is not None])
    dropped, of_all = sum(one.dropped for one in found), sum(one.of_all for one in found)
    figure("bridge stops, busy: cancels missing", missing, "cancels", n=len(found), better="less")
    figure("bridge stops, busy: dropped", dropped, "things", n=len(found), better="less")
    print(f"{missing} cancels missing, {dropped} things dropped, {of_all} cancels of all goals; bar {1000 * BAR:g} ms")
    return bool(cancels) and not missing and not dropped and max(cancels) <= BAR


def moments(robot: str, times: int, seed: int) -> Iterator[Moment]:
    """Signals to a process that works with one robot."""
    chance, profile = random.Random(seed), profile_named(robot)
    with Bridge(profile) as bridge:
        command = [sys.executable, "-m", "benchmarks.score_ros_stops_busy", bridge.url, robot]
        process = subprocess.Popen(
            command, cwd=errand.ROOT, env=errand.environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert process.stdin is not None and process.stdout is not None
        try:
            for _ in range(times):
                _reset(bridge)
                process.stdin.write("go\n")
                process.stdin.flush()
                _wait(lambda: bool(bridge.gripper.commands))
                time.sleep(chance.uniform(0.0, WITHIN))
                yield _interrupt(process, bridge, process.stdout.readline)
        finally:
            process.kill()
            process.wait()


def _reset(bridge: Bridge) -> None:
    """Everything as it was at the begin."""
    bridge.arm.put(HOME)
    bridge.hand.thing, bridge.hand.asked = None, True
    bridge.hand.move(bridge.hand.widest, 100.0)
    for kept in (bridge.gripper.commands, bridge.hand.dropped, bridge.received):
        kept.clear()
    time.sleep(0.1)


def _interrupt(process: subprocess.Popen[str], bridge: Bridge, line: Callable[[], str]) -> Moment:
    what = ARM if bridge.arm.moving else HAND if bridge.hand.moving else NOTHING
    with Stalls() as stalls:
        when = time.monotonic()
        process.send_signal(signal.SIGINT)
        if line() != "over\n":
            raise RuntimeError("the process that works with the robot has ended")
    time.sleep(0.1)
    cancel = next((one - when for one in bridge.cancels), None)
    stop = next((one - when for one in bridge.stops), None)
    return Moment(what, cancel, stop, len(bridge.hand.dropped), len(bridge.cancels_of_all), stalls.longest)


def give_way(robot: str) -> float:
    """s from the arrival of a goal of somebody else for the hand, while our arm moves, to that of our cancel."""
    profile = profile_named(robot)
    with Bridge(profile) as bridge, Bare(bridge.url, profile) as other:
        made = RosRobot.connect(bridge.url, profile, Notes())
        threading.Timer(0.4, lambda: other.goal(profile.gripper.move, {"width": 0.02, "speed": 0.02})).start()
        with contextlib.closing(made), contextlib.suppress(HaltError):
            made.follow(motion(HOME, NEAR, 2.0))
        return bridge.cancels[0] - bridge.gripper.commands[0][0]


@contextlib.contextmanager
def loops(count: int) -> Iterator[None]:
    """So many processes that keep a core busy each."""
    made = [multiprocessing.get_context("spawn").Process(target=_spin, daemon=True) for _ in range(count)]
    for one in made:
        one.start()
    try:
        yield
    finally:
        for one in made:
            one.kill()


def _spin() -> None:
    while os.getppid() > 1:
        sum(range(10_000))


def _wait(true: Callable[[], bool]) -> None:
    until = time.monotonic() + 30
    while not true():
        if time.monotonic() > until:
            raise RuntimeError("the robot was not begun with")
        time.sleep(0.005)


def _print(what: str, times: list[float]) -> None:
    if not times:
        print(f"{what}: none")
        return
    ranked = sorted(1000 * one for one in times)
    last = ranked[math.ceil(0.99 * len(ranked)) - 1]
    figure(f"bridge stops, busy: {what}, median", median(ranked), "ms", n=len(ranked), better="less")
    figure(f"bridge stops, busy: {what}, at most", ranked[-1], "ms", n=len(ranked), better="less")
    print(f"{what}: {median(ranked):.1f} ms in the median, 99 % within {last:.1f}, {ranked[-1]:.1f} at most")


def _work(url: str, name: str) -> None:
    """Grasp, carry and let go for each line, until a signal; a line when it is over."""
    profile = profile_named(name)
    current: list[RosRobot] = []
    stopped = threading.Event()

    def stop() -> None:
        stopped.set()
        for one in current:
            one.interrupt()

    with interrupts(stop):
        for _ in sys.stdin:
            robot = RosRobot.connect(url, profile, Notes())
            current[:] = [robot]
            stopped.clear()
            with contextlib.closing(robot), contextlib.suppress(HaltError):
                robot.fingers(GRASP)
                for start, end in ((HOME, NEAR), (NEAR, HOME)) * 2:
                    robot.follow(motion(start, end, LEG, holding="vial"))
                robot.fingers(RELEASE)
                while not stopped.is_set():
                    time.sleep(0.01)
            current.clear()
            print("over", flush=True)


if __name__ == "__main__":
    _work(*sys.argv[1:])
