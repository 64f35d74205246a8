"""The kinematics of the test bridge."""

from __future__ import annotations

import pytest
from ros_bridge.arm import REST, Arm, Drift, between
from ros_bridge.bridge import HOME
from ros_bridge.hand import Hand

from clairify_cli.worlds.ros.script.values import Waypoint

ONE = (1.0,) * 7


def test_bridge_quintic_meets_both_ends() -> None:
    first = Waypoint(1.0, (0.1,) * 7, (0.2,) * 7, (0.3,) * 7)
    second = Waypoint(1.5, (0.4,) * 7, (-0.1,) * 7, (0.7,) * 7)
    for point in (first, second):
        positions, velocities = between(first, second, point.seconds)
        assert positions == pytest.approx(point.positions)
        assert velocities == pytest.approx(point.velocities)
    step = 1e-4
    for seconds, acceleration in ((1.0, 0.3), (1.5 - step, 0.7)):
        _, before = between(first, second, seconds)
        _, after = between(first, second, seconds + step)
        assert (after[0] - before[0]) / step == pytest.approx(acceleration, abs=0.01)


def test_bridge_rest_to_rest_is_the_smoothest_polynomial() -> None:
    """10 t³ - 15 t⁴ + 6 t⁵."""
    first, second = Waypoint(0.0, REST, REST, REST), Waypoint(2.0, ONE, REST, REST)
    for share in (0.25, 0.5, 0.8):
        expected = 10 * share**3 - 15 * share**4 + 6 * share**5
        assert between(first, second, 2.0 * share)[0] == pytest.approx((expected,) * 7)


@pytest.mark.parametrize(("with_velocities", "middle"), [(False, 0.5), (True, 0.5)])
def test_bridge_points_without_accelerations(with_velocities: bool, middle: float) -> None:
    rest = REST if with_velocities else ()
    first, second = Waypoint(0.0, REST, rest, ()), Waypoint(2.0, ONE, rest, ())
    assert between(first, second, 1.0)[0] == pytest.approx((middle,) * 7)
    speed = 0.75 if with_velocities else 0.5
    assert between(first, second, 1.0)[1] == pytest.approx((speed,) * 7)


class _Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_bridge_arm_runs_in_its_own_time() -> None:
    clock = _Clock()
    arm = Arm(REST, clock, rate=10.0)
    arm.follow((Waypoint(0.0, REST, REST, REST), Waypoint(2.0, ONE, REST, REST)), 0.0)
    clock.now = 0.1
    assert arm.positions == pytest.approx((0.5,) * 7)
    assert arm.moving
    clock.now = 0.3
    assert arm.positions == ONE
    assert not arm.moving


def test_bridge_arm_holds_and_drifts() -> None:
    clock = _Clock()
    arm = Arm(HOME, clock)
    arm.drift = Drift(0.0, 0.5, 0.2)
    clock.now = 0.2
    assert arm.positions[3] == pytest.approx(HOME[3] + 0.1)
    clock.now = 5.0
    assert arm.positions[3] == pytest.approx(HOME[3] + 0.2)
    arm.hold()
    clock.now = 9.0
    assert arm.positions[3] == pytest.approx(HOME[3] + 0.2)


def test_bridge_fingers_close_on_what_is_between_them() -> None:
    clock = _Clock()
    hand = Hand(clock)
    hand.asked, hand.thing = False, 0.03
    assert hand.grasp(0.03, 0.05) == pytest.approx(1.0)
    clock.now = 0.5
    assert hand.width == pytest.approx(0.055)
    clock.now = 2.0
    assert hand.width == pytest.approx(0.03)
    hand.lose()
    clock.now = 3.0
    assert hand.width == 0.0
