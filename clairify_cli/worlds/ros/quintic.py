"""The curve through waypoints: between two of them each joint follows a polynomial of the fifth degree.

It is the one that has their positions, velocities and accelerations at its ends, as `joint_trajectory_controller` of
ros2_control interpolates between points that have all three.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from clairify_cli.worlds.ros.script import Waypoint

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
"""By power of the share of the time between two points: from position, velocity and acceleration at both ends."""


def coefficients(seconds: Array, start: Array, end: Array) -> Array:
    """(m, 6, 7) by power of the share u (0 to 1) of m spans that last `seconds` (m,).

    `start` and `end` (m, 3, 7) have positions (rad), velocities and accelerations there.
    """
    units = np.stack((np.ones_like(seconds), seconds, seconds**2), axis=1)[:, :, None]
    ends = np.concatenate((start * units, end * units), axis=1)
    return np.asarray(np.einsum("pe,mej->mpj", _ENDS, ends))


def values(powers: Array, seconds: Array, shares: Array, order: int = 0) -> Array:
    """(m, k, 7): the m polynomials, or their derivative of an order by time, each at the shares (k,) of its span."""
    for _ in range(order):
        powers = powers[:, 1:] * np.arange(1, powers.shape[1])[None, :, None]
    basis = shares[:, None] ** np.arange(powers.shape[1])
    return np.asarray(np.einsum("kp,mpj->mkj", basis, powers) / seconds[:, None, None] ** order)


class Curve:
    """The curve through two waypoints at least, whose times rise."""

    def __init__(self, points: Sequence[Waypoint]):
        self.times: Array = np.array([one.seconds for one in points])
        whole = np.array([(one.positions, one.velocities, one.accelerations) for one in points])
        self.spans: Array = np.diff(self.times)
        self.powers = coefficients(self.spans, whole[:-1], whole[1:])

    def sampled(self, shares: Array, order: int = 0) -> Array:
        """(spans, k, 7): at these shares of every span; the derivative of an order by time (rad/s to the order)."""
        return values(self.powers, self.spans, shares, order)

    def at(self, times: Array, order: int = 0) -> Array:
        """(k, 7): at these times (s); before the begin and after the end it stays there."""
        inside = np.clip(times, self.times[0], self.times[-1])
        cell = np.clip(np.searchsorted(self.times, inside, "right") - 1, 0, len(self.spans) - 1)
        shares = (inside - self.times[cell]) / self.spans[cell]
        powers = self.powers[cell]
        for _ in range(order):
            powers = powers[:, 1:] * np.arange(1, powers.shape[1])[None, :, None]
        basis = shares[:, None] ** np.arange(powers.shape[1])
        return np.asarray(np.einsum("kp,kpj->kj", basis, powers) / self.spans[cell][:, None] ** order)
