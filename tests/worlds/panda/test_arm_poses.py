from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

np = pytest.importorskip("numpy")

from clairify_cli.worlds.geometry import Pose  # noqa: E402
from clairify_cli.worlds.panda import poses  # noqa: E402

numbers = st.floats(-3.0, 3.0)
quaternions = st.tuples(*[st.floats(-1.0, 1.0)] * 4).filter(lambda q: sum(part * part for part in q) > 1e-2)
poses_of = st.builds(Pose, st.tuples(numbers, numbers, numbers), quaternions)


@given(poses_of)
def test_a_pose_becomes_a_rigid_matrix_and_comes_back(pose: Pose) -> None:
    matrix = poses.matrix(pose)
    assert np.allclose(matrix[:3, :3] @ matrix[:3, :3].T, np.eye(3), atol=1e-12)
    assert np.linalg.det(matrix[:3, :3]) == pytest.approx(1.0)
    back = poses.pose_of(matrix)
    assert np.allclose(poses.matrix(back), matrix, atol=1e-9)
    assert back.orientation[3] >= 0
    assert math.hypot(*back.orientation) == pytest.approx(1.0)


@given(poses_of)
def test_the_inverse_undoes(pose: Pose) -> None:
    matrix = poses.matrix(pose)
    assert np.allclose(poses.inverse(matrix) @ matrix, np.eye(4), atol=1e-12)


@given(poses_of, poses_of, st.floats(0.0, 1.0))
def test_between_goes_from_one_to_the_other_steadily(one: Pose, other: Pose, share: float) -> None:
    start, goal = poses.matrix(one), poses.matrix(other)
    assert np.allclose(poses.between(start, goal, 0.0), start, atol=1e-9)
    assert np.allclose(poses.between(start, goal, 1.0), goal, atol=1e-6)
    whole = np.linalg.norm(poses.turn_between(start[:3, :3], goal[:3, :3]))
    part = np.linalg.norm(poses.turn_between(start[:3, :3], poses.between(start, goal, share)[:3, :3]))
    assert part == pytest.approx(share * whole, abs=1e-6)


def test_quarter_turns() -> None:
    half = math.sqrt(0.5)
    about_z = poses.matrix(Pose((1.0, 2.0, 3.0), (0.0, 0.0, half, half)))
    assert np.allclose(about_z @ (1.0, 0.0, 0.0, 1.0), (1.0, 3.0, 3.0, 1.0))
    about_x = poses.matrix(Pose((0.0, 0.0, 0.0), (half, 0.0, 0.0, half)))
    assert np.allclose(about_x @ (0.0, 1.0, 0.0, 1.0), (0.0, 0.0, 1.0, 1.0))


@given(st.floats(-3.0, 3.0), st.floats(0.0, 3.0), st.floats(-3.0, 3.0))
def test_only_turns_about_a_level_axis_tilt(turn: float, tilt: float, heading: float) -> None:
    start = poses.matrix(Pose((0.0, 0.0, 0.0), (0.3, -0.5, 0.2, 0.7)))[:3, :3]
    axis = np.array((math.cos(heading), math.sin(heading), 0.0))
    moved = poses.rotation_about(axis, tilt) @ poses.rotation_about(np.array((0.0, 0.0, 1.0)), turn) @ start
    assert poses.tilt(start, moved) == pytest.approx(tilt, abs=1e-6)
