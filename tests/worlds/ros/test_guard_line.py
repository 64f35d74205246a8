"""The guard beside a bridge, seen by the real client: armed, told of goals and devices, missed when silent."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
from waiting import soon

pytest.importorskip("websockets")

from agents.robot.scripts import DEVICES, quick
from ros_bridge.bridge import HOME, Bridge
from ros_bridge.goals import State
from ros_bridge.guard_node import config_for
from ros_bridge.trial import GRASP, NEAR, QUICK, Notes, motion

from clairify_cli.worlds.ros.arm import RosRobot
from clairify_cli.worlds.ros.profile.values import RobotProfile

ROBOTS = ("franka-ros1", "franka-ros2")
LIMIT = 0.6


def profile_of(name: str) -> RobotProfile:
    devices = DEVICES if name.endswith("2") else DEVICES.replace("/msg/", "/").replace("/srv/", "/")
    return replace(quick(name, devices, rate=1.0), watching=QUICK)


@pytest.mark.parametrize("name", ROBOTS)
def test_it_is_armed_told_of_all_and_left_with_a_goodbye(name: str) -> None:
    profile = profile_of(name)
    with Bridge(profile, guard=config_for(profile)) as bridge:
        assert bridge.guard is not None
        robot = RosRobot.connect(bridge.url, profile, Notes())
        assert robot.found.guard == 1.0 and bridge.guard.state == "idle"
        robot.set("plate1", "temperature", 45.0)
        assert bridge.guard.state == "armed"
        assert bridge.guard.guard._on == ["/plate/heat"]
        robot.follow(motion(HOME, NEAR, 0.4))
        assert [action for action, _ in bridge.guard.guard._goals] in ([], [profile.trajectory.name])
        time.sleep(1.3)  # heartbeats go on while nothing moves
        robot.state()
        robot.devices.switch_off()
        robot.close()
        assert soon(lambda: bridge.guard is not None and bridge.guard.state == "idle")
        assert bridge.guard.done == [] and bridge.logged == [] and not bridge.guard.guard.ignored.total()


@pytest.mark.parametrize("name", ROBOTS)
def test_a_process_that_is_killed_leaves_nothing_moving_and_nothing_hot(name: str) -> None:
    """With the hot plate on and a thing in the hand, in the middle of a motion of 4 s."""
    profile = profile_of(name)
    with Bridge(profile, guard=config_for(profile, LIMIT)) as bridge:
        assert bridge.guard is not None
        process = subprocess.Popen([sys.executable, __file__, name, bridge.url], env=environment())
        goals = bridge.guard.arm_goals
        assert soon(lambda: bridge.arm.moving or process.poll() is not None, 20.0)
        begun = time.monotonic()
        assert soon(lambda: bridge.guard is not None and bridge.guard.knows(goals[-1]), 0.5)
        print(f"known by its name {time.monotonic() - begun:.3f} s after the motion began")
        time.sleep(0.5)
        assert process.poll() is None and bridge.arm.moving and bridge.bench.nodes["plate1", "temperature"].on
        process.kill()
        at = time.monotonic()
        process.wait()
        assert soon(lambda: goals[-1].ended_at is not None and bridge.bench.nodes["plate1", "temperature"].offs)
        cancelled, off = goals[-1].ended_at, bridge.bench.nodes["plate1", "temperature"].offs[0]
        assert cancelled is not None and goals[-1].state is State.CANCELLED
        assert cancelled - at < LIMIT + 0.2 and off - at < LIMIT + 0.2, (cancelled - at, off - at)
        assert not bridge.arm.moving and not bridge.bench.nodes["plate1", "temperature"].on
        assert bridge.stops == [] and [what for _, what, _ in bridge.gripper.commands] == ["grasp"]
        print(f"killed to cancelled {cancelled - at:.3f} s, to off {off - at:.3f} s (limit {LIMIT} s)")


def environment() -> dict[str, str]:
    root = Path(__file__).parents[3]
    return {**os.environ, "PYTHONPATH": os.pathsep.join((str(root), str(root / "tests")))}


def child(name: str, url: str) -> None:
    """What is killed: it heats, holds a thing, and moves."""
    robot = RosRobot.connect(url, profile_of(name), Notes())
    robot.set("plate1", "temperature", 45.0)
    robot.fingers(GRASP)
    robot.follow(motion(HOME, NEAR, 4.0, holding="vial"))


if __name__ == "__main__":
    child(*sys.argv[1:])
