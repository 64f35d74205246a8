"""Against a genuine rosbridge: CLAIRIFY_ROSBRIDGE_URL says where it is, and nothing here runs without that.

CLAIRIFY_ROSBRIDGE_PROFILE is a profile's name or file (default: franka-ros2). Nothing moves unless
CLAIRIFY_ROSBRIDGE_MOVE is 1 as well: then joint 7 turns by 0.05 rad and back, slowly, and a person watches that with a
hand on the emergency stop.
"""

from __future__ import annotations

import os
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from ros_bridge.errand import environment, write_errand
from ros_bridge.trial import Notes, motion

from clairify_cli.diagnostics.model import Source
from clairify_cli.worlds.ros.arm import RosRobot
from clairify_cli.worlds.ros.profile.text import profile_named, read_profile
from clairify_cli.worlds.ros.profile.values import RobotProfile
from clairify_cli.worlds.ros.robot import Cause, HaltError
from clairify_cli.worlds.ros.script.values import Joints

URL = os.environ.get("CLAIRIFY_ROSBRIDGE_URL", "")
PROFILE = os.environ.get("CLAIRIFY_ROSBRIDGE_PROFILE", "franka-ros2")
pytestmark = pytest.mark.skipif(not URL, reason="CLAIRIFY_ROSBRIDGE_URL does not say where a genuine rosbridge is")
moves = pytest.mark.skipif(
    os.environ.get("CLAIRIFY_ROSBRIDGE_MOVE") != "1", reason="CLAIRIFY_ROSBRIDGE_MOVE=1 does not allow to move the arm"
)
TURN = 0.05
"""How far joint 7 turns (rad), in `LASTS` s."""
LASTS = 4.0


@pytest.fixture(name="profile")
def profile_fixture() -> RobotProfile:
    path = Path(PROFILE)
    if not path.is_file():
        return profile_named(PROFILE)
    made, findings = read_profile(Source(path.read_text(encoding="utf-8"), PROFILE))
    assert made is not None, [one.message for one in findings]
    return made


@pytest.fixture(name="robot")
def robot_fixture(profile: RobotProfile) -> Iterator[RosRobot]:
    robot = RosRobot.connect(URL, profile, Notes())
    yield robot
    robot.close()


def test_genuine_bridge_tells_where_the_arm_is(robot: RosRobot, profile: RobotProfile) -> None:
    for _ in range(20):
        state = robot.state()
        assert state.age <= profile.watching.stale
        for low, value, high in zip(profile.limits.lower, state.joints, profile.limits.upper, strict=True):
            assert low - 0.05 <= value <= high + 0.05
        assert state.width is None or 0 <= state.width <= profile.gripper.widest + 0.005
        time.sleep(0.05)


def test_genuine_bridge_tells_the_mode_or_that_there_is_none(robot: RosRobot, profile: RobotProfile) -> None:
    silent = any("the mode of the robot is not watched" in one for one in robot.found.remarks)
    assert silent is (robot.state().mode is None or profile.robot_state is None)
    for _ in range(20):
        assert robot.state().unfit is None, "bring the arm in order first"
        time.sleep(0.1)


def test_genuine_bridge_has_what_the_profile_says(robot: RosRobot, profile: RobotProfile) -> None:
    assert robot.found.trajectory in (profile.trajectory.name, *profile.other_trajectories)
    assert robot.found.joints in (profile.joints, *profile.other_joints)


def test_genuine_bridge_moves_nothing_when_it_is_only_looked_at(robot: RosRobot) -> None:
    before = robot.state().joints
    time.sleep(1.0)
    assert robot.state().joints == pytest.approx(before, abs=0.002)


def test_genuine_bridge_may_be_connected_to_again(robot: RosRobot, profile: RobotProfile) -> None:
    again = RosRobot.connect(URL, profile, Notes())
    assert again.state().joints == pytest.approx(robot.state().joints, abs=0.002)
    again.close()


def test_genuine_bridge_refuses_a_motion_that_begins_elsewhere(robot: RosRobot) -> None:
    """Nothing is sent: it is known before."""
    here = robot.state().joints
    elsewhere = _turned(here, 0.1)
    with pytest.raises(HaltError) as raised:
        robot.follow(motion(elsewhere, here, LASTS))
    assert raised.value.cause is Cause.ELSEWHERE
    time.sleep(0.5)
    assert robot.state().joints == pytest.approx(here, abs=0.002)


def test_genuine_bridge_and_a_dry_run(robot: RosRobot, profile: RobotProfile, tmp_path: Path) -> None:
    before = robot.state().joints
    command = write_errand(tmp_path, profile.name)
    command[command.index("robot.yaml")] = str(Path(PROFILE).resolve()) if Path(PROFILE).is_file() else PROFILE
    done = subprocess.run(
        [*command, "--url", URL, "--dry-run"],
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "dry run" in done.stderr
    assert robot.state().joints == pytest.approx(before, abs=0.002)


@moves
def test_genuine_arm_goes_there_and_back(robot: RosRobot) -> None:
    here = robot.state().joints
    there = _turned(here, TURN)
    robot.follow(motion(here, there, LASTS, points=40))
    assert robot.state().joints == pytest.approx(there, abs=0.01)
    robot.follow(motion(there, here, LASTS, points=40))
    assert robot.state().joints == pytest.approx(here, abs=0.01)


@moves
def test_genuine_arm_stops_when_it_is_told_to(profile: RobotProfile) -> None:
    robot = RosRobot.connect(URL, profile, Notes())
    here = robot.state().joints
    there = _turned(here, TURN)
    threading.Timer(LASTS / 2, robot.interrupt).start()
    with pytest.raises(HaltError) as raised:
        robot.follow(motion(here, there, LASTS, points=40))
    assert raised.value.cause is Cause.INTERRUPTED
    stopped = raised.value.stopped
    robot.close()
    assert stopped is not None and stopped.cancel and stopped.gripper is None and stopped.still
    robot = RosRobot.connect(URL, profile, Notes())
    at = robot.state().joints
    robot.follow(motion(at, here, LASTS, points=40))
    robot.close()


def _turned(joints: Joints, angle: float) -> Joints:
    """Joint 7 elsewhere by an angle, towards the middle of its range."""
    return (*joints[:6], joints[6] - angle if joints[6] > 0 else joints[6] + angle)
