"""Where the arm should be at every time of a motion, and which of these places is nearest to where it is."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from clairify_cli.worlds.ros.quintic import Array, Curve
from clairify_cli.worlds.ros.script import Joints, Waypoint

_STEP = 0.02
"""How far apart the places are that are tried first, in s."""
_MOST = 500
"""How many of them are tried at most."""
_CLOSER = 21
"""How many places are tried between the two about the best."""


class Course:
    """The motion that two waypoints or more describe."""

    def __init__(self, points: Sequence[Waypoint]):
        self._curve = Curve(points)
        self.seconds = points[-1].seconds

    def at(self, seconds: float) -> Joints:
        """The angles (rad) at a time; before the begin those of the begin, after the end those of the end."""
        return tuple(map(float, self._curve.at(np.array([seconds]))[0]))

    def nearest(self, angles: Joints, low: float, high: float) -> tuple[float, float]:
        """The time from `low` to `high` at which the course is nearest to some angles, and how far (rad) it is then.

        How far is the largest difference of a joint.
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
    """The largest difference of a joint (rad)."""
    return max(abs(first - second) for first, second in zip(one, other, strict=True))
