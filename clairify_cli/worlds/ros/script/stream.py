"""Reduce the twin's commanded joint angles (240 Hz) to a few waypoints: derivatives and thinning."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from clairify_cli.records import dataclass
from clairify_cli.worlds.panda.arm.timing import STEP
from clairify_cli.worlds.ros.script.quintic import Curve, coefficients, values
from clairify_cli.worlds.ros.script.values import Waypoint

SETTLING = 72
"""The number of rows over which a motion is blended from the actual end of the one before, if that differs."""

EXACT = 5e-5
"""The largest distance (rad) of the curve from the rows: half of what is promised."""

SPANS = (24, 18, 12, 10, 8, 6, 5, 4, 3, 2)
"""The numbers of rows from one waypoint to the next to try, largest first. The longest gap is 0.1 s: a controller that
interpolates linearly or ignores accelerations then still follows nearly the same path."""

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Stream:
    """Rows (n, 7) of a motion, `STEP` s apart: positions (rad), velocities and accelerations, 0 at both ends."""

    positions: Array
    velocities: Array
    accelerations: Array


def trimmed(rows: Array) -> Array:
    """Return rows without the rests at the beginning and end; one row if nothing moves."""
    moving = np.flatnonzero(np.abs(np.diff(rows, axis=0)).max(axis=1, initial=0.0) > 1e-9)
    return rows[:1] if not len(moving) else rows[moving[0] : moving[-1] + 2]


def begun_at(rows: Array, start: Array) -> Array:
    """Return a motion's rows that begin at `start` (7,) instead and blend into the original within `SETTLING` rows.

    Raises ValueError if there are fewer than two rows.
    """
    count = min(len(rows), SETTLING)
    if count < 2:
        raise ValueError("a motion has two rows at least")
    share = np.linspace(0.0, 1.0, count)
    left = 1.0 - share**3 * (10.0 - 15.0 * share + 6.0 * share**2)
    found = rows.copy()
    found[:count] += left[:, None] * (start - rows[0])
    return found


def derived(rows: Array) -> Stream:
    """Return the rows, `STEP` s apart, with their derivatives, from rest to rest."""
    whole = np.concatenate((rows[:1], rows, rows[-1:]))
    velocities = np.asarray(np.gradient(whole, STEP, axis=0)[1:-1], dtype=np.float64)
    accelerations = np.asarray(np.diff(whole, 2, axis=0) / STEP**2, dtype=np.float64)
    for one in (velocities, accelerations):
        one[0] = one[-1] = 0.0
    return Stream(rows, velocities, accelerations)


def thinned(rows: Array, exact: float = EXACT) -> tuple[Waypoint, ...]:
    """Return as few waypoints as keep the curve through them within `exact` rad of every row, from rest to rest."""
    stream = derived(rows)
    states = np.stack((stream.positions, stream.velocities, stream.accelerations), axis=1)
    kept, last = [0], len(rows) - 1
    while kept[-1] < last:
        kept.append(_next(states, kept[-1], last, exact))
    return tuple(_waypoint(states[row], row) for row in kept)


def deviation(points: Sequence[Waypoint], rows: Array, passed: Array) -> float:
    """Return the largest distance (rad) of a joint from rows of which `passed` (m,), in parts, pass every `STEP` s."""
    low = np.minimum(passed.astype(np.int64), len(rows) - 2)
    along = rows[low] + (passed - low)[:, None] * (rows[low + 1] - rows[low])
    times = np.arange(len(passed), dtype=np.float64) * STEP
    return round(float(np.abs(Curve(points).at(times) - along).max()), 6)


def _next(states: Array, row: int, last: int, exact: float) -> int:
    """Return the furthest row up to which the curve is exact enough."""
    for span in SPANS:
        end = min(row + span, last)
        count = end - row
        seconds, shares = np.array([count * STEP]), np.arange(1, count) / count
        powers = coefficients(seconds, states[row : row + 1], states[end : end + 1])
        if np.abs(values(powers, seconds, shares)[0] - states[row + 1 : end, 0]).max(initial=0.0) <= exact:
            return end
    return row + 1


def _waypoint(state: Array, row: int) -> Waypoint:
    positions, velocities, accelerations = (tuple(round(float(value), 9) + 0.0 for value in one) for one in state)
    return Waypoint(round(row * STEP, 9), positions, velocities, accelerations)
