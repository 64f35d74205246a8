"""Thinning and slowing down: what comes out is near enough, and never too fast."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from clairify_cli.worlds.geometry import Pose
from clairify_cli.worlds.panda.arm.kinematics import Arm
from clairify_cli.worlds.panda.arm.timing import STEP, timed
from clairify_cli.worlds.ros.profile.text import profile_named
from clairify_cli.worlds.ros.profile.values import JointLimits
from clairify_cli.worlds.ros.script import pace
from clairify_cli.worlds.ros.script.limits import speeds
from clairify_cli.worlds.ros.script.quintic import Curve

pytest.importorskip("pinocchio")

LIMITS = {name: profile_named(name).limits for name in ("franka-ros1", "franka-ros2")}
WIDE = {name: replace(one, lower=(-99.0,) * 7, upper=(99.0,) * 7) for name, one in LIMITS.items()}
"""The same with nothing near an end of a range: what moves at random here may be anywhere."""
SHARES = np.linspace(0.0, 1.0, 17)
scales = st.floats(0.02, 0.5)
profiles = st.sampled_from(sorted(LIMITS))


def transfer(seed: int) -> NDArray[np.float64]:
    """Rows of a motion through free space, as the twin moves."""
    rng = np.random.default_rng(seed)
    corners = np.cumsum(rng.uniform(-0.5, 0.5, (rng.integers(2, 5), 7)), axis=0)
    return np.asarray(timed(corners, float(rng.uniform(0.1, 1.0))).positions)


def tilting(seed: int) -> NDArray[np.float64]:
    """Rows of a pour: forth and back along corners, with stops, rests and a shake, and no jump in the acceleration."""
    rng = np.random.default_rng(seed)
    along = [0.0]
    for _ in range(rng.integers(4, 12)):
        speed = float(rng.choice((0.0, 0.02, 0.1, 0.5, 1.2, -1.0))) * float(rng.uniform(0.5, 1.0))
        for _ in range(int(rng.integers(5, 200))):
            along.append(min(max(along[-1] + speed * STEP, 0.0), 1.5))
    along += [along[-1] * (1 - share) for share in np.linspace(0, 1, 240).tolist()]
    path = np.cumsum(rng.uniform(-0.04, 0.04, (52, 7)), axis=0)
    rows = [np.interp(np.array(along) / 0.03, np.arange(52), path[:, joint]) for joint in range(7)]
    return smoothed(np.stack(rows, axis=1))


def smoothed(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    """The rows after two moving averages over 12 of them, with their ends kept."""
    for _ in range(2):
        whole = np.concatenate((np.repeat(rows[:1], 12, axis=0), rows, np.repeat(rows[-1:], 12, axis=0)))
        rows = np.lib.stride_tricks.sliding_window_view(whole, 12, axis=0).mean(axis=2)
    return rows


def shares_of(curve: Curve, limits: JointLimits, scale: float) -> list[float]:
    """The largest share of velocity (of the scale), acceleration and jerk anywhere on a curve."""
    most = (scale * np.array(limits.velocity), np.array(limits.acceleration), np.array(limits.jerk))
    return [float((np.abs(curve.sampled(SHARES, order)) / limit).max()) for order, limit in enumerate(most, 1)]


@given(st.integers(0, 10**6), scales, profiles, st.sampled_from([transfer, tilting]))
@settings(max_examples=25, deadline=None)
def test_a_motion_keeps_its_way_and_is_never_too_fast(
    seed: int, scale: float, name: str, made: Callable[[int], NDArray[np.float64]]
) -> None:
    rows, gentle = made(seed), scale if made is transfer else pace.GENTLE
    points, strays = pace.paced(rows, WIDE[name], scale, gentle=gentle)
    curve = Curve(points)
    assert points[-1].seconds >= (len(rows) - 1) * STEP
    shares = shares_of(curve, WIDE[name], scale)
    assert max(shares) <= 1.0 and shares[1] <= 1.05 * max(gentle, pace.LEAST)
    gaps = np.diff([one.seconds for one in points])
    assert float(gaps.max()) <= 0.1 + 1e-6
    begin, end = points[0], points[-1]
    assert np.allclose((begin.positions, end.positions), rows[[0, -1]], atol=1e-8)
    assert {*begin.velocities, *begin.accelerations, *end.velocities, *end.accelerations} == {0.0}
    assert strays < 1.5e-4
    moved = curve.at(np.linspace(0.0, end.seconds, 20))
    assert max(float(np.abs(rows - row).max(axis=1).min()) for row in moved) < 0.01


@given(st.floats(0.03, 0.3), scales)
@settings(max_examples=20, deadline=None)
def test_near_the_end_of_a_range_it_is_as_slow_as_it_must_be(left: float, scale: float) -> None:
    limits = LIMITS["franka-ros2"]
    end = np.array(limits.upper) - left
    rows = np.asarray(timed(np.stack((end - 1.0, end, end - 0.5)), 0.8).positions)
    curve = Curve(pace.paced(rows, limits, scale, gentle=scale)[0])
    positions, velocities = curve.sampled(SHARES), curve.sampled(SHARES, 1)
    assert bool(np.all(np.abs(velocities) <= pace.fastest(limits, scale, positions, velocities) + 1e-6))


def test_where_a_pour_is_slow_it_stays_as_it_is() -> None:
    ramp = np.concatenate((np.linspace(0, 1, 240), np.full(240, 1.0), 1.0 + np.linspace(0, 0.03, 480)))
    made = smoothed(np.outer(np.concatenate((ramp, ramp[::-1])), np.array((0, 0, 0, 0.2, 0, 0.6, 1.0))))
    curve = Curve(pace.paced(made, WIDE["franka-ros1"], 0.1, gentle=pace.GENTLE)[0])

    def at(row: int) -> float:
        """When it is where it was after so many rows, on the way there."""
        times = np.linspace(0.0, curve.times[-1] / 2, 20_000)
        return float(times[np.abs(curve.at(times) - made[row]).max(axis=1).argmin()])

    assert at(200) - at(40) > 3.0 * 160 * STEP
    assert at(920) - at(560) == pytest.approx(360 * STEP, abs=0.05)


def test_what_is_slow_enough_is_not_stretched() -> None:
    rows = transfer(3)[:1] + (transfer(3) - transfer(3)[:1]) * 0.01
    points, _ = pace.paced(rows, WIDE["franka-ros2"], 0.5, gentle=0.5)
    assert points[-1].seconds == pytest.approx((len(rows) - 1) * STEP, abs=0.15)


@pytest.mark.parametrize("scale", [0.0, -0.1, 0.51, float("nan")])
def test_a_scale_is_above_0_and_at_most_a_half(scale: float) -> None:
    with pytest.raises(ValueError, match="speed scale"):
        pace.paced(transfer(1), WIDE["franka-ros1"], scale, gentle=0.1)


def test_a_motion_begins_where_the_one_before_ended() -> None:
    rows = transfer(5)
    start = rows[0] + 0.004
    made = pace.begun_at(rows, start)
    assert made[0].tolist() == start.tolist()
    assert np.array_equal(made[pace.SETTLING :], rows[pace.SETTLING :])
    assert float(np.abs(np.diff(made - rows, axis=0)).max()) < 0.0002


def test_rests_at_the_ends_are_left_out() -> None:
    rows = transfer(2)
    padded = np.concatenate((np.repeat(rows[:1], 30, axis=0), rows, np.repeat(rows[-1:], 50, axis=0)))
    assert len(pace.trimmed(padded)) <= len(rows)
    assert len(pace.trimmed(np.repeat(rows[:1], 9, axis=0))) == 1


def test_a_transfer_is_as_slow_as_it_is_asked_to_be() -> None:
    curve = Curve(pace.paced(transfer(1), WIDE["franka-ros2"], 5e-3, gentle=5e-3)[0])
    assert 0.9 < shares_of(curve, WIDE["franka-ros2"], 5e-3)[0] <= 1.0


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_hand_that_would_be_too_fast_is_slowed_down(seed: int) -> None:
    rows, arm = smoothed(transfer(seed)), Arm(Pose((0.0, 0.0, 0.0)))
    begun = speeds(arm, rows, pace.derived(rows)[:, 1], 0.1)
    limit = 0.2 * float(begun.max())
    points, strays = pace.paced(rows, WIDE["franka-ros2"], 0.5, gentle=0.5, hand=begun / limit)
    curve = Curve(points)
    at, moved = (curve.sampled(SHARES, order).reshape(-1, 7) for order in (0, 1))
    assert 0.9 * limit < float(speeds(arm, at, moved, 0.1).max()) <= limit
    assert strays < 1e-4
