from __future__ import annotations

import math
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

np = pytest.importorskip("numpy")
ruckig = pytest.importorskip("ruckig")

from clairify_cli.worlds.geometry import Pose  # noqa: E402
from clairify_cli.worlds.panda import poses  # noqa: E402
from clairify_cli.worlds.panda.arm import dense, timing  # noqa: E402
from clairify_cli.worlds.panda.arm.dense import Spline  # noqa: E402
from clairify_cli.worlds.panda.arm.kinematics import LOWER, UPPER, Joints  # noqa: E402
from clairify_cli.worlds.scene import limits  # noqa: E402

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


# ------------------------------------------------------------------------------------------------------ test_arm_timing


HOME = np.array((0.0, -0.5, 0.0, -2.2, 0.0, 1.7, 0.7854))


def shares(trajectory: timing.Trajectory) -> list[float]:
    """Of velocity, acceleration and jerk: by finite differences of the samples, over the limits."""
    values, found = trajectory.positions, []
    for limit in (limits.VELOCITY, limits.ACCELERATION, limits.JERK):
        values = np.diff(values, axis=0) / timing.STEP
        found.append(float((np.abs(values) / np.array(limit)).max(initial=0.0)))
    return found


def deviation(path: dense.Path, positions: Joints) -> float:
    rows = dense.densified(path, 0.002)
    return max(float(np.abs(rows - q).max(axis=1).min()) for q in positions[:: max(1, len(positions) // 150)])


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 10**6), st.integers(2, 7), st.sampled_from([0.05, 0.3, 1.0]), st.booleans())
def test_no_sample_is_beyond_the_limits_and_the_path_is_kept(
    seed: int, rows: int, speed: float, close_together: bool
) -> None:
    rng = np.random.default_rng(seed)
    path = rng.uniform(LOWER, UPPER, (rows, 7))
    if close_together:
        path = HOME + 0.02 * rng.standard_normal((rows, 7)).cumsum(axis=0)
    trajectory = timing.timed(path, speed)
    velocity, acceleration, jerk = shares(trajectory)
    assert velocity <= speed
    assert acceleration <= speed
    assert jerk <= speed
    assert np.allclose(trajectory.positions[0], path[0])
    assert np.allclose(trajectory.positions[-1], path[-1])
    assert np.all(trajectory.velocities[0] == 0)
    assert np.all(trajectory.velocities[-1] == 0)
    assert deviation(path, trajectory.positions) < 0.008


def test_the_velocities_are_those_of_the_positions() -> None:
    path = np.stack((HOME, HOME + 0.5, HOME + np.array((1.0, 0.2, 0.5, 0.3, 0.1, 0.4, -0.5))))
    trajectory = timing.timed(path, 0.7)
    measured = (trajectory.positions[2:] - trajectory.positions[:-2]) / (2 * timing.STEP)
    assert np.allclose(trajectory.velocities[1:-1], measured, atol=0.02)
    assert trajectory.seconds == pytest.approx((len(trajectory.positions) - 1) / 240)


@pytest.mark.parametrize("seed", range(8))
def test_a_straight_motion_is_nearly_as_fast_as_ruckigs_optimum(seed: int) -> None:
    start, goal = np.random.default_rng(seed).uniform(LOWER, UPPER, (2, 7))
    asked = ruckig.InputParameter(7)
    asked.current_position, asked.target_position = list(start), list(goal)
    asked.max_velocity, asked.max_acceleration = list(limits.VELOCITY), list(limits.ACCELERATION)
    asked.max_jerk = list(limits.JERK)
    asked.synchronization = ruckig.Synchronization.Phase
    best = ruckig.Trajectory(7)
    ruckig.Ruckig(7).calculate(asked, best)
    ours = timing.timed(np.stack((start, goal))).seconds
    assert best.duration - 0.01 <= ours <= 1.05 * best.duration + 0.1


def test_corners_are_passed_without_a_stop() -> None:
    corner = HOME + 0.6 * np.eye(7)[0]
    path = np.stack((HOME, corner, corner + np.array((0.5, 0.4, 0.0, 0.0, 0.0, 0.0, 0.0))))
    whole = timing.timed(path)
    apart = timing.timed(path[:2]).seconds + timing.timed(path[1:]).seconds
    assert whole.seconds < apart
    assert np.abs(whole.velocities[20:-20]).max(axis=1).min() > 0.05


def test_a_slower_speed_takes_longer_on_the_same_way() -> None:
    path = np.stack((HOME, HOME + 0.4))
    fast, slow = timing.timed(path, 1.0), timing.timed(path, 0.25)
    assert slow.seconds > 2.0 * fast.seconds
    assert deviation(path, slow.positions) < 1e-3


def test_a_path_that_goes_nowhere_takes_no_time() -> None:
    for path in (HOME[None], np.stack((HOME, HOME)), np.stack((HOME,) * 5)):
        trajectory = timing.timed(path)
        assert trajectory.seconds == 0.0
        assert np.allclose(trajectory.positions, HOME)


def test_rows_that_repeat_do_not_matter() -> None:
    rows = np.stack((HOME, HOME + 0.2, HOME + 0.2, HOME + 0.3))
    assert timing.timed(rows).seconds == pytest.approx(timing.timed(rows[[0, 1, 3]]).seconds)


@pytest.mark.parametrize("speed", [0.0, -1.0, 1.5])
def test_a_speed_out_of_range_is_refused(speed: float) -> None:
    with pytest.raises(ValueError, match="speed"):
        timing.timed(np.stack((HOME, HOME + 0.1)), speed)


def test_splines_begin_and_end_at_their_points_and_keep_straight_lines() -> None:
    rng = np.random.default_rng(0)
    points = rng.standard_normal((6, 7))
    curve = Spline(points)
    assert np.allclose(curve.at(np.array((0.0, 5.0))), points[[0, -1]])
    t = np.linspace(0.1, 4.9, 40)
    step = 1e-5
    assert np.allclose((curve.at(t + step) - curve.at(t - step)) / (2 * step), curve.first(t), atol=1e-6)
    assert np.allclose((curve.first(t + step) - curve.first(t - step)) / (2 * step), curve.second(t), atol=1e-4)
    line = HOME + np.arange(5)[:, None] * np.full(7, 0.1)
    assert np.allclose(Spline(line).at(np.array((1.3,))), HOME + 0.13)


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 10**6), st.floats(0.02, 0.2))
def test_whatever_the_pace_along_a_path_no_sample_is_beyond_the_limits(seed: int, apart: float) -> None:
    rng = np.random.default_rng(seed)
    path = np.clip(HOME + apart * rng.standard_normal((30, 7)).cumsum(axis=0), LOWER, UPPER)
    along, rows, speeds = timing.Along(path), [path[0]] * 4, [np.zeros(7)] * 4
    for _ in range(12):
        to, pace = float(rng.uniform(-1.0, along.seconds + 1.0)), float(rng.choice((0.0, 0.05, 0.4, 1.0)))
        for _ in range(int(rng.integers(1, 90))):
            joints, velocities = along.step(to, pace)
            rows.append(joints)
            speeds.append(velocities)
    while along.pace != 0.0 or along.place != 0.0:
        rows.append(along.step(0.0, 1.0)[0])
    positions = np.array([*rows, rows[-1], rows[-1], rows[-1]])
    assert max(shares(timing.Trajectory(positions, positions))) <= 1.0
    assert np.allclose(rows[-1], path[0])
    measured = (positions[2 : len(speeds)] - positions[: len(speeds) - 2]) / (2 * timing.STEP)
    assert np.allclose(np.array(speeds)[1:-1], measured, atol=0.03)


def test_what_takes_waypoints_of_ruckig_to_a_server_is_not_used() -> None:
    """Its free version sends them away; a path is timed here, and Ruckig goes from one point to another."""
    package = Path(limits.__file__).parents[2]
    asked = "intermediate" + "_positions"
    assert package.name == "clairify_cli"
    assert not [one for one in package.rglob("*.py") if asked in one.read_text(encoding="utf-8")]
