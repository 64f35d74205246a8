"""The twin's commanded joint angles (240 Hz) as a few waypoints at the pace of a robot.

That is never faster than the twin, and never above the allowed share of the robot's limits.

Time is parametrised as for the simulated arm (`timing`), along the rows that were recorded and not faster than they
came. So a pour stays as it was where it was slow enough, which is mostly the part that makes the dose: the poured
amount depends on how long the vessel is tilted how far.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from clairify_cli.worlds.panda.arm.timing import STEP, slowed
from clairify_cli.worlds.ros.profile.values import JointLimits
from clairify_cli.worlds.ros.script.quintic import Array, Curve, coefficients, values
from clairify_cli.worlds.ros.script.values import Motion, Script, Waypoint

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
    velocity = ROOM * np.maximum(fastest(limits, scale, rows, begun[:, 1]), least)
    most = np.array(limits.acceleration)
    acceleration = np.clip(np.abs(begun[:, 2]).max(axis=0), LEAST * most, gentle * most)
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


SETTLING = 72
"""The number of rows over which a motion is blended from the actual end of the one before, if that differs."""

EXACT = 5e-5
"""The largest distance (rad) of the curve from the rows: half of what is promised."""

SPANS = (24, 18, 12, 10, 8, 6, 5, 4, 3, 2)
"""The numbers of rows from one waypoint to the next to try, largest first. The longest gap is 0.1 s: a controller that
interpolates linearly or ignores accelerations then still follows nearly the same path."""


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


def derived(rows: Array) -> Array:
    """Return rows, `STEP` s apart, with their velocities and accelerations (n, 3, 7), which are 0 at both ends."""
    whole = np.concatenate((rows[:1], rows, rows[-1:]))
    states = np.stack((rows, np.gradient(whole, STEP, axis=0)[1:-1], np.diff(whole, 2, axis=0) / STEP**2), axis=1)
    states[[0, -1], 1:] = 0.0
    return np.asarray(states, dtype=np.float64)


def thinned(rows: Array, exact: float = EXACT) -> tuple[Waypoint, ...]:
    """Return as few waypoints as keep the curve through them within `exact` rad of every row, from rest to rest."""
    states = derived(rows)
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


RAMP = 0.5
"""How much longer (s) a part takes, about, since it begins and ends at rest."""


def cut(script: Script, limits: JointLimits, longest: float) -> Script:
    """Return the script with no motion longer than `longest` s (more than 3 `RAMP`), within its share of the limits."""
    commands = itertools.chain.from_iterable(
        _pieces(one, limits, script.scale, longest) if isinstance(one, Motion) else (one,) for one in script.commands
    )
    return replace(script, commands=tuple(commands))


def _pieces(motion: Motion, limits: JointLimits, scale: float, longest: float) -> list[Motion]:
    if motion.seconds <= longest:
        return [motion]
    curve, count = Curve(motion.points), math.ceil(motion.seconds / (longest - RAMP))
    while True:
        edges = _edges(curve, count)
        pieces = [_piece(motion, curve, edges[n], edges[n + 1], limits, scale) for n in range(count)]
        if all(one.seconds <= longest for one in pieces):
            starts = [motion.start, *(one.end for one in pieces)]
            return [
                replace(one, points=(replace(one.points[0], positions=start), *one.points[1:]))
                for one, start in zip(pieces, starts, strict=False)
            ]
        count += 1


def _edges(curve: Curve, count: int) -> list[float]:
    """Return the times (s) that cut a motion into `count` parts: near equal parts, where the arm is slowest.

    A pour is slow while it gives its dose, so a rest there changes the vessel's tilting speed least.
    """
    whole = float(curve.times[-1])
    found = [0.0]
    for number in range(1, count):
        near = whole * (number + np.linspace(-0.2, 0.2, 41)) / count
        found.append(float(near[np.abs(curve.at(near, 1)).max(axis=1).argmin()]))
    return [*found, whole]


def _piece(motion: Motion, curve: Curve, begin: float, end: float, limits: JointLimits, scale: float) -> Motion:
    """Return the part of a motion between two times, from rest to rest."""
    rows = curve.at(np.linspace(begin, end, math.ceil((end - begin) / STEP) + 1))
    points, strays = paced(rows, limits, scale, gentle=scale)
    return replace(motion, points=points, deviation=round(motion.deviation + strays, 6))
