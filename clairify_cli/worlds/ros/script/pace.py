"""The pace of a robot relative to the twin: never faster, and never above the allowed share of its limits.

Time is parametrised as for the simulated arm (`timing`), along the rows that were recorded and not faster than they
came. So a pour stays as it was where it was slow enough, which is mostly the part that makes the dose: the poured
amount depends on how long the vessel is tilted how far.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from clairify_cli.worlds.panda.arm.timing import slowed
from clairify_cli.worlds.ros.profile.values import JointLimits
from clairify_cli.worlds.ros.script.stream import derived, deviation, thinned
from clairify_cli.worlds.ros.script.values import Waypoint

MOST = 0.5
"""The largest share of the velocity limits that a robot may use."""

ROOM = 0.98
"""The share of the allowance that is used: the curve between two waypoints differs slightly from the stream."""

GENTLE = 0.5
"""The share of the acceleration and jerk limits that is used at any speed; the rest is left to the controller."""

SLOWEST = 0.01
"""The lowest velocity limit (rad/s) that is used unless `scale` asks for less; a joint that may not move at all
is left to the limit checks."""

LEAST = 0.01
"""The share of the acceleration limits that is used even where the twin used less, since nothing changes its speed
otherwise."""

Array = NDArray[np.float64]


def paced(
    rows: Array, limits: JointLimits, scale: float, *, gentle: float, hand: Array | None = None
) -> tuple[tuple[Waypoint, ...], float]:
    """Return waypoints along rows (n, 7), `STEP` s apart, within a share of the velocity limits, and never faster.

    The second value is the largest distance (rad) of a joint from the rows. The waypoints use at most the share
    `gentle` of the acceleration limits, and no more acceleration than the rows have. `hand` (n,) is the speed of the
    hand at each row as a multiple of its limit. Raises ValueError unless `scale` is above 0 and at most `MOST`.
    """
    check_scale(scale)
    begun = derived(rows)
    least = np.minimum(SLOWEST, scale * np.array(limits.velocity))
    velocity = ROOM * np.maximum(fastest(limits, scale, rows, begun.velocities), least)
    most = np.array(limits.acceleration)
    acceleration = np.clip(np.abs(begun.accelerations).max(axis=0), LEAST * most, gentle * most)
    pace = np.ones(len(rows)) if hand is None else ROOM / np.maximum(hand, ROOM)
    found, passed = slowed(rows, pace, velocity, acceleration, GENTLE * np.array(limits.jerk))
    points = thinned(found)
    return points, deviation(points, rows, passed)


def check_scale(scale: float) -> None:
    """Raise ValueError unless a share of the velocity limits is above 0 and at most `MOST`."""
    if not 0.0 < scale <= MOST:
        raise ValueError(f"a speed scale is above 0 and at most {MOST}, not {scale}")


def fastest(limits: JointLimits, scale: float, positions: Array, velocities: Array) -> Array:
    """Return the allowed speed (rad/s) of each joint at positions (…, 7) with these velocities, at a scale.

    It is lower towards an end of the joint's range: see `JointLimits`.
    """
    most = np.broadcast_to(scale * np.array(limits.velocity), positions.shape)
    if limits.offset is None or limits.deceleration is None:
        return most
    left = np.where(velocities > 0.0, np.array(limits.upper) - positions, positions - np.array(limits.lower))
    slowed = np.sqrt(2.0 * np.array(limits.deceleration) * np.maximum(left, 0.0)) - np.array(limits.offset)
    return np.asarray(np.minimum(most, np.maximum(slowed, 0.0)))
