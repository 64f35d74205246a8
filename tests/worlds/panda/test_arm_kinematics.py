from __future__ import annotations

import math

import pytest

np = pytest.importorskip("numpy")
pybullet = pytest.importorskip("pybullet")

from benchmarks.panda_bullet import Bullet  # noqa: E402
from clairify_cli.worlds.geometry import Pose  # noqa: E402
from clairify_cli.worlds.panda import poses  # noqa: E402
from clairify_cli.worlds.panda.arm import inverse  # noqa: E402
from clairify_cli.worlds.panda.arm.kinematics import LOWER, UPPER, Arm, Joints  # noqa: E402
from clairify_cli.worlds.scene import limits  # noqa: E402

ORIGIN = Pose((0.0, 0.0, 0.0))
ELSEWHERE = Pose((0.3, -0.2, 0.1), (0.0, 0.0, math.sin(0.4), math.cos(0.4)))
HOME = np.array((0.0, -0.5, 0.0, -2.2, 0.0, 1.7, 0.7854))


def samples(number: int, seed: int = 0) -> Joints:
    found: Joints = np.random.default_rng(seed).uniform(LOWER, UPPER, (number, 7))
    return found


def test_the_tool_is_where_pybullet_has_it() -> None:
    arm = Arm(ORIGIN)
    with Bullet() as bullet:
        for q in samples(200):
            assert np.allclose(arm.tool(q), bullet.tool(q), atol=2e-6)


def test_the_fingers_open_along_the_tools_y_and_the_tool_points_out_of_the_hand() -> None:
    arm = Arm(ORIGIN)
    with Bullet(fingers=0.06) as bullet:
        tool = bullet.tool(HOME)
        left, right = (
            np.array(pybullet.getLinkState(bullet.robot, link, physicsClientId=bullet.client)[4]) for link in (9, 10)
        )
        hand = np.array(pybullet.getLinkState(bullet.robot, 8, physicsClientId=bullet.client)[4])
    assert np.allclose(left - right, 0.06 * tool[:3, 1], atol=1e-6)
    assert np.allclose(tool[:3, 3] - hand, 0.105 * tool[:3, 2], atol=1e-6)
    assert np.allclose(arm.tool(HOME)[:3, 2], (0.0, 0.0, -1.0), atol=1e-3)


def test_the_base_moves_everything_with_it() -> None:
    here, there = Arm(ORIGIN), Arm(ELSEWHERE)
    for q in samples(20):
        assert np.allclose(there.tool(q), poses.matrix(ELSEWHERE) @ here.tool(q), atol=1e-9)


@pytest.mark.parametrize("base", [ORIGIN, ELSEWHERE])
def test_the_jacobian_is_the_derivative_of_the_tool(base: Pose) -> None:
    arm, step = Arm(base), 1e-6
    for q in samples(20):
        jacobian = arm.jacobian(q)
        for joint in range(7):
            change = np.zeros(7)
            change[joint] = step
            one, other = arm.tool(q - change), arm.tool(q + change)
            assert np.allclose((other - one)[:3, 3] / (2 * step), jacobian[:3, joint], atol=1e-6)
            turn = poses.turn_between(one[:3, :3], other[:3, :3]) / (2 * step)
            assert np.allclose(turn, jacobian[3:, joint], atol=1e-6)


def test_the_limits_are_those_of_the_real_arm_and_not_of_the_urdf() -> None:
    assert Arm(ORIGIN).model.lowerPositionLimit.tolist() == list(limits.LOWER)
    assert Arm(ORIGIN).model.upperPositionLimit.tolist() == list(limits.UPPER)


@pytest.mark.parametrize("base", [ORIGIN, ELSEWHERE])
def test_poses_that_can_be_reached_are_solved_within_the_limits(base: Pose) -> None:
    arm, rng = Arm(base), np.random.default_rng(1)
    for q in samples(150, seed=2):
        tool = arm.tool(q)
        found = inverse.solve(arm, tool, rng=rng)
        assert found
        for solution in found:
            place, turn = inverse.error(arm, solution, tool)
            assert place < 1e-3
            assert turn < 1e-2
            assert np.all(solution >= LOWER)
            assert np.all(solution <= UPPER)


def test_solutions_are_sorted_by_distance_differ_and_are_as_many_as_asked() -> None:
    arm, rng = Arm(ORIGIN), np.random.default_rng(5)
    found = inverse.solve(arm, arm.tool(HOME), rng=rng, near=HOME, most=6)
    assert len(found) == 6
    distances = [float(np.linalg.norm(q - HOME)) for q in found]
    assert distances == sorted(distances)
    assert distances[0] < 1e-6
    assert min(float(np.abs(a - b).max()) for i, a in enumerate(found) for b in found[:i]) >= inverse.APART
    assert len(inverse.solve(arm, arm.tool(HOME), rng=rng, near=HOME, most=1)) == 1


def test_only_what_is_accepted_is_a_solution() -> None:
    arm, rng = Arm(ORIGIN), np.random.default_rng(6)
    found = inverse.solve(arm, arm.tool(HOME), rng=rng, accept=lambda q: bool(q[0] > 0.5))
    assert found
    assert all(q[0] > 0.5 for q in found)
    assert inverse.solve(arm, arm.tool(HOME), rng=rng, accept=lambda _: False) == []


@pytest.mark.parametrize("place", [(1.2, 0.0, 0.3), (0.0, 0.0, 0.25), (0.84, 0.0, 0.05)])
def test_what_cannot_be_reached_has_no_solution(place: tuple[float, float, float]) -> None:
    arm = Arm(ORIGIN)
    tool = arm.tool(HOME)
    tool[:3, 3] = place
    assert inverse.solve(arm, tool, rng=np.random.default_rng(7)) == []
