"""Whole scripts behind the test bridge: what arrives is what was to be sent."""

from __future__ import annotations

from dataclasses import replace

import pytest
from ros_bridge.bridge import HOME, Bridge
from ros_bridge.trial import NEAR, Notes, motion

from benchmarks.score_ros_texts import EXACT, apart, performed
from clairify_cli.worlds.ros.arm import RosRobot
from clairify_cli.worlds.ros.profile.text import profile_named
from clairify_cli.worlds.ros.script.values import Fingers, Motion, Pause, Script, Step, Tare, Treatment, Weighing

ROBOTS = ("franka-ros1", "franka-ros2")
STEP = Step("(pour bottle beaker)", 1)


def _script(robot: str) -> Script:
    there = motion(HOME, NEAR, 4.0, points=60)
    commands = (
        Fingers("open", STEP, 0.07),
        there,
        Fingers("grasp", STEP, 0.03, force=20.0, thing="bottle"),
        replace(motion(NEAR, HOME, 3.0, points=31), holding="bottle"),
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
    planned = motion(HOME, NEAR, 5.0, points=500)
    with Bridge(profile) as bridge:
        arm = RosRobot.connect(bridge.url, profile, Notes())
        arm.follow(planned)
        arm.close()
        assert apart([planned.points], [one.points for one in bridge.motions]) <= EXACT
        assert bridge.logged == []


def test_what_arrives_otherwise_is_seen() -> None:
    there, back = motion(HOME, NEAR, 4.0), motion(NEAR, HOME, 4.0)
    assert apart([there.points], [there.points]) == 0.0
    assert apart([there.points], [back.points]) > 0.1
    assert apart([there.points], [there.points[:-1]]) == float("inf")
    assert apart([there.points, back.points], [there.points]) == float("inf")
    late = Motion("late", STEP, tuple(replace(one, seconds=one.seconds + 2e-6) for one in there.points))
    assert apart([there.points], [late.points]) == pytest.approx(2e-6, rel=1e-3)
