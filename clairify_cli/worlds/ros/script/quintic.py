"""The curve through waypoints: each joint follows a quintic polynomial between two of them.

The polynomial matches the positions, velocities and accelerations at both ends, the interpolation that ros2_control's
`joint_trajectory_controller` uses for points with all three.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from clairify_cli.worlds.ros.script.values import Joints, Waypoint

Array = NDArray[np.float64]

_ENDS = np.array(
    (
        (1, 0, 0, 0, 0, 0),
        (0, 1, 0, 0, 0, 0),
        (0, 0, 0.5, 0, 0, 0),
        (-10, -6, -1.5, 10, -4, 0.5),
        (15, 8, 1.5, -15, 7, -1),
        (-6, -3, -0.5, 6, -3, 0.5),
    )
)
"""Rows by power of the share of the span: from position, velocity and acceleration at both ends."""


def coefficients(seconds: Array, start: Array, end: Array) -> Array:
    """Return (m, 6, 7) coefficients by power of the share u (0 to 1), for m spans that last `seconds` (m,).

    `start` and `end` (m, 3, 7) are the positions (rad), velocities and accelerations there.
    """
    units = np.stack((np.ones_like(seconds), seconds, seconds**2), axis=1)[:, :, None]
    ends = np.concatenate((start * units, end * units), axis=1)
    return np.asarray(np.einsum("pe,mej->mpj", _ENDS, ends))


def values(powers: Array, seconds: Array, shares: Array, order: int = 0) -> Array:
    """Return (m, k, 7): the m polynomials, or a time derivative of them, at the shares (k,) of each span."""
    for _ in range(order):
        powers = powers[:, 1:] * np.arange(1, powers.shape[1])[None, :, None]
    basis = shares[:, None] ** np.arange(powers.shape[1])
    return np.asarray(np.einsum("kp,mpj->mkj", basis, powers) / seconds[:, None, None] ** order)


class Curve:
    """The curve through at least two waypoints with rising times."""

    def __init__(self, points: Sequence[Waypoint]):
        self.times: Array = np.array([one.seconds for one in points])
        whole = np.array([(one.positions, one.velocities, one.accelerations) for one in points])
        self.spans: Array = np.diff(self.times)
        self.powers = coefficients(self.spans, whole[:-1], whole[1:])

    def sampled(self, shares: Array, order: int = 0) -> Array:
        """Return (spans, k, 7): the curve or a time derivative (rad/s to the order) at these shares of every span."""
        return values(self.powers, self.spans, shares, order)

    def at(self, times: Array, order: int = 0) -> Array:
        """Return (k, 7): the curve at these times (s), constant before its begin and after its end."""
        inside = np.clip(times, self.times[0], self.times[-1])
        cell = np.clip(np.searchsorted(self.times, inside, "right") - 1, 0, len(self.spans) - 1)
        shares = (inside - self.times[cell]) / self.spans[cell]
        powers = self.powers[cell]
        for _ in range(order):
            powers = powers[:, 1:] * np.arange(1, powers.shape[1])[None, :, None]
        basis = shares[:, None] ** np.arange(powers.shape[1])
        return np.asarray(np.einsum("kp,kpj->kj", basis, powers) / self.spans[cell][:, None] ** order)


_STEP = 0.02
"""The interval (s) of the times tried first."""
_MOST = 500
"""The largest number of times tried first."""
_CLOSER = 21
"""The number of times tried between the neighbours of the best one."""


class Course:
    """The motion along at least two waypoints."""

    def __init__(self, points: Sequence[Waypoint]):
        self._curve = Curve(points)
        self.seconds = points[-1].seconds

    def at(self, seconds: float) -> Joints:
        """Return the angles (rad) at a time, clamped to the begin and the end."""
        return tuple(map(float, self._curve.at(np.array([seconds]))[0]))

    def nearest(self, angles: Joints, low: float, high: float) -> tuple[float, float]:
        """Return the time from `low` to `high` at which the course is nearest to some angles, and that distance (rad).

        The distance is the largest difference of a joint.
        """
        low = min(max(low, 0.0), self.seconds)
        high = min(max(high, low), self.seconds)
        here = np.array(angles)
        count = min(int((high - low) / _STEP) + 2, _MOST)
        times = np.linspace(low, high, count)
        best = int(self._apart(here, times).argmin())
        closer = np.linspace(times[max(best - 1, 0)], times[min(best + 1, count - 1)], _CLOSER)
        distances = self._apart(here, closer)
        best = int(distances.argmin())
        return float(closer[best]), float(distances[best])

    def _apart(self, angles: Array, times: Array) -> Array:
        return np.asarray(np.abs(self._curve.at(times) - angles).max(axis=1))


def apart(one: Joints, other: Joints) -> float:
    """Return the largest difference of a joint (rad)."""
    return max(abs(first - second) for first, second in zip(one, other, strict=True))
