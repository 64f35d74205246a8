"""Motions cut into several: the same path, from rest to rest, within the limits, none too long."""

from __future__ import annotations

from dataclasses import replace

import pytest

pytest.importorskip("pybullet")
import numpy as np
from agents.robot.scripts import motion, script
from ros_bridge.bridge import HOME

from clairify_cli.worlds.geometry import Pose
from clairify_cli.worlds.panda.arm.timing import STEP
from clairify_cli.worlds.ros.profile.text import profile_named
from clairify_cli.worlds.ros.script import pace
from clairify_cli.worlds.ros.script.limits import violations
from clairify_cli.worlds.ros.script.quintic import Curve
from clairify_cli.worlds.ros.script.values import Joints, Motion, Script
from clairify_cli.worlds.scene.model import Robot, Scene, Table

FAR: Joints = tuple(one + 0.9 * sign for one, sign in zip(HOME, (1, 1, -1, 1, -1, 1, 1), strict=True))
NO_SCENE = Scene("bench", Robot(Pose((0.0, 0.0, 0.0))), Table((1.4, 1.9), (0.2, 0.0)))


def paced(scale: float, robot: str) -> Motion:
    """There and back by another way, as fast as a robot may at a scale."""
    rows = Curve(motion(HOME, FAR, 3.0).points).at(np.arange(0.0, 3.0, STEP))
    rows[:, 1] += 0.2 * np.sin(np.linspace(0.0, np.pi, len(rows))) ** 4
    return replace(motion(HOME, FAR), points=pace.paced(rows, profile_named(robot).limits, scale, gentle=scale)[0])


@pytest.mark.parametrize("robot", ["franka-ros1", "franka-ros2"])
@pytest.mark.parametrize("scale", [0.02, 0.1, 0.5])
def test_a_long_motion_becomes_several(robot: str, scale: float) -> None:
    profile, whole = profile_named(robot), paced(scale, robot)
    profile = replace(profile, hand_speed=replace(profile.hand_speed, limit=1.5))
    longest = 5.0 if scale < 0.5 else 2.0
    given = replace(script(whole), robot=robot, scale=scale)
    made = pace.cut(given, profile.limits, longest)
    assert len(made.motions) >= whole.seconds / longest > 1
    assert all(one.seconds <= longest for one in made.motions)
    assert violations(made, profile, NO_SCENE) == []
    assert made.motions[0].start == whole.start
    assert made.motions[-1].end == pytest.approx(whole.end, abs=1e-9)
    dense = Curve(whole.points).at(np.linspace(0.0, whole.seconds, 20_000))
    for one in made.motions:
        rows = Curve(one.points).at(np.linspace(0.0, one.seconds, 60))
        assert max(np.abs(dense - row).max(axis=1).min() for row in rows) < 3e-4
    assert sum(one.seconds for one in made.motions) < 1.6 * whole.seconds + 2 * len(made.motions)


def test_a_short_one_and_what_is_no_motion_stay_as_they_are() -> None:
    given: Script = script()
    assert pace.cut(given, profile_named("franka-ros2").limits, 5.0) == given


def test_a_cut_is_where_the_arm_is_slow() -> None:
    rows = Curve(motion(HOME, FAR, 8.0).points).at(np.arange(0.0, 8.0, STEP))
    rows = np.concatenate((rows, np.repeat(rows[-1:], 240, axis=0), rows[::-1]))  # it rests for 1 s at 8 s
    points, _ = pace.paced(rows, profile_named("franka-ros2").limits, 0.5, gentle=0.5)
    whole = replace(motion(HOME, FAR), points=points)
    first, *_ = pace.cut(replace(script(whole), scale=0.5), profile_named("franka-ros2").limits, 10.0).motions
    assert np.abs(np.array(first.end) - np.array(FAR)).max() < 1e-3
