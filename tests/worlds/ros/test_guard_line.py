"""The guard beside a bridge, seen by the real client: armed, told of goals and devices, missed when silent."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

pytest.importorskip("websockets")

from agents.robot.scripts import DEVICES, quick
from ros_bridge.bridge import HOME, Bridge
from ros_bridge.guard_node import config_for
from ros_bridge.trial import NEAR, QUICK, Notes, motion

from clairify_cli.worlds.ros.arm import RosRobot
from clairify_cli.worlds.ros.profile import RobotProfile

ROBOTS = ("franka-ros1", "franka-ros2")


def profile_of(name: str) -> RobotProfile:
    devices = DEVICES if name.endswith("2") else DEVICES.replace("/msg/", "/").replace("/srv/", "/")
    return replace(quick(name, devices, rate=1.0), watching=QUICK)


def soon(holds: object, seconds: float = 3.0) -> bool:
    assert callable(holds)
    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > end:
            return False
        time.sleep(0.005)
    return True


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
        robot.switch_off()
        robot.close()
        assert soon(lambda: bridge.guard is not None and bridge.guard.state == "idle")
        assert bridge.guard.done == [] and bridge.logged == [] and not bridge.guard.guard.ignored.total()
