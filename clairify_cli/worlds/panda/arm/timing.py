"""Time scaling of paths: as fast as velocity, acceleration and jerk allow, from rest to rest.

The path becomes a spline; a forward and a backward pass raise the speed along it as far as the limits allow (Bobrow,
Dubowsky and Gibson 1985; the curvature may use at most half of the acceleration, so the other half can always brake). A
moving average over time then bounds the jerk (Biagiotti and Melchiorri 2012). Finally every sample is checked against
the limits, and the arm is slowed down where one exceeds them. `slowed` does the same along a recorded motion, for
another arm's limits.

If the motion is decided on the way, such as how far a vessel tilts, `Along` sets the pace along a path timed like this.
"""

from __future__ import annotations

import functools

import numpy as np
from numpy.typing import NDArray
from ruckig import ControlInterface, InputParameter, OutputParameter, Ruckig

from clairify_cli.records import dataclass
from clairify_cli.worlds.panda.arm.dense import Path, Spline, divided, pieces
from clairify_cli.worlds.scene import limits

STEP = 1 / 240
"""The time in s between two samples: one simulation step."""

SPACING = 0.02
"""The largest distance (rad) of the spline's control points.

The spline leaves the path by at most a third of this at a corner, and by about 1e-4 rad where the path is smooth,
as those of `paths` are.
"""

_WINDOW = 11
"""The samples of the moving average: 46 ms, the time in which the acceleration rises from 0 to its limit."""

_HAIR = 0.99
"""The share of each limit that is used: values measured on samples differ a little from the curve."""

_NOISE = 1e-9
"""Paces and accelerations below this count as rest."""
_ROUNDS = 40
_VELOCITY = np.array(limits.VELOCITY)
_ACCELERATION = np.array(limits.ACCELERATION)
_JERK = np.array(limits.JERK)

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Trajectory:
    """Joint angles (n, 7) in rad and their velocities (n, 7) in rad/s, every `STEP` s, from rest to rest."""

    positions: Array
    velocities: Array

    @property
    def seconds(self) -> float:
        """Its duration."""
        return (len(self.positions) - 1) * STEP


def timed(path: Path, speed: float = 1.0) -> Trajectory:
    """Return the path timed with a share (0 exclusive to 1) of the limits of velocity, acceleration and jerk.

    It does not stop at rows: corners are rounded (by at most a third of `SPACING`) and taken slowly. A path without
    motion lasts 0 s. Raises ValueError if `speed` is out of its range.
    """
    if not 0.0 < speed <= 1.0:
        raise ValueError(f"a speed is above 0 and at most 1, not {speed}")
    path = np.ascontiguousarray(path, dtype=np.float64)
    return _timed(path.tobytes(), len(path), speed)


@functools.lru_cache(maxsize=64)
def _timed(data: bytes, count: int, speed: float) -> Trajectory:
    """Time a path; cached because it is timed when planned and again when executed, so results are read-only."""
    path = np.frombuffer(data).reshape(count, 7)
    moving = np.concatenate(((True,), np.abs(np.diff(path, axis=0)).max(axis=1) > 1e-7))
    moving[-1:] = True
    rows = path[moving]
    if len(rows) < 2 or float(np.abs(rows - rows[0]).max()) < 1e-7:
        return Trajectory(path[:1].copy(), np.zeros((1, 7)))
    counts = pieces(rows, SPACING)
    if counts.sum() < 4:
        counts *= 4
    curve = Spline(divided(rows, counts))
    along = _along(curve, 0.5, *(_HAIR * speed * limit for limit in (_VELOCITY, _ACCELERATION, _JERK)))
    positions = curve.at(along)
    velocities = curve.first(along) * np.gradient(along, STEP)[:, None]
    positions[0], positions[-1] = path[0], path[-1]
    velocities[0] = velocities[-1] = 0.0
    positions.flags.writeable = velocities.flags.writeable = False
    return Trajectory(positions, velocities)


def slowed(rows: Array, pace: Array, velocity: Array, acceleration: Array, jerk: Array) -> tuple[Array, Array]:
    """Return rows (n, 7), `STEP` s apart, with their time stretched where they exceed limits, from rest to rest.

    The second value (m,) is how many of the rows, in parts, have passed at each row returned. The limits of velocity
    (n, 7) hold at each row, those of acceleration and jerk (7,) everywhere. `pace` (n,), at most 1, is how many rows
    may pass in `STEP` s: time is stretched, never compressed.
    """
    count = len(rows)
    points = rows.copy()
    for _ in range(4):  # until the spline passes through the rows
        points[1:-1] = rows[1:-1] - np.diff(points, 2, axis=0) / 6.0
    # The row's number is one more joint, whose velocity is the pace.
    curve = Spline(np.column_stack((points, np.arange(count))))
    limits_ = np.column_stack((velocity, pace / STEP))
    between = np.minimum(limits_[1:], limits_[:-1])
    nodes = np.insert(limits_, np.arange(1, count), between, axis=0)
    bounds = [np.append(_HAIR * one, np.inf) for one in (acceleration, jerk)]
    along = _along(curve, 0.9, _HAIR * nodes, *bounds)  # what is slow enough stays as it is
    found = curve.at(along)[:, :-1]
    found[0], found[-1] = rows[0], rows[-1]
    return found, along


def _along(curve: Spline, curvature: float, velocity: Array, acceleration: Array, jerk: Array) -> Array:
    """Return the parameter every `STEP` s, as fast as the limits allow; those of velocity may differ by half units.

    `curvature` is the share of the acceleration that it may use; the rest can always brake.
    """
    nodes = np.arange(0.0, curve.last + 0.25, 0.5)
    velocity = np.broadcast_to(velocity, (len(nodes), velocity.shape[-1]))
    first, second = np.abs(curve.first(nodes)), np.abs(curve.second(nodes))
    with np.errstate(divide="ignore"):
        cap = np.minimum((velocity / first).min(axis=1) ** 2, (curvature * acceleration / second).min(axis=1))
    cap = np.minimum(cap, 1e6)
    for round_ in range(_ROUNDS):
        squares = _fastest(cap, first, second, acceleration)
        along = _averaged(_sampled(nodes, squares), curve.last)
        excess = _excess(curve.at(along), velocity[np.rint(2 * along).astype(np.int64)], acceleration, jerk)
        if float(excess.max()) <= 1.0:
            break
        lowered = cap.copy()
        for number in np.flatnonzero(excess > 1.0).tolist():
            low, high = along[max(0, number - _WINDOW)], along[min(len(along) - 1, number + _WINDOW)]
            near = slice(max(0, int(2 * low) - 1), int(2 * high) + 3)
            lowered[near] = np.minimum(lowered[near], squares[near] / min(4.0, float(excess[number])) * 0.98 + 1e-9)
        # If slowing down locally does not fix it, slow down everywhere.
        cap = lowered if round_ < _ROUNDS // 2 else np.minimum(lowered, squares / float(excess.max()))
    return along


def _fastest(cap: Array, first: Array, second: Array, acceleration: Array) -> Array:
    """Return the square of the parameter's speed at each node: below the cap, and within the acceleration."""
    squares = cap.copy()
    squares[0] = squares[-1] = 0.0
    inverse = 1.0 / np.maximum(first, 1e-9)
    for numbers in (range(len(cap) - 1), range(len(cap) - 1, 0, -1)):
        step = 1 if numbers.step > 0 else -1
        for number in numbers:
            here = squares[number]
            gain = float(((acceleration - second[number] * here) * inverse[number]).min())
            most = here + max(gain, 0.0)  # two halves of a parameter unit: 2 * 0.5 * gain
            squares[number + step] = min(squares[number + step], most)
    return squares


def _sampled(nodes: Array, squares: Array) -> Array:
    """Return the parameter every `STEP` s, with constant acceleration between two nodes."""
    speeds = np.sqrt(squares)
    spans = 2 * np.diff(nodes) / np.maximum(speeds[1:] + speeds[:-1], 1e-9)
    times = np.concatenate(((0.0,), np.cumsum(spans)))
    asked = np.arange(0.0, times[-1] + STEP, STEP)
    cell = np.clip(np.searchsorted(times, asked, "right") - 1, 0, len(spans) - 1)
    passed = np.minimum(asked - times[cell], spans[cell])
    rise = (speeds[1:] - speeds[:-1]) / spans
    return np.asarray(np.minimum(nodes[cell] + passed * (speeds[cell] + 0.5 * rise[cell] * passed), nodes[-1]))


def _averaged(along: Array, last: float) -> Array:
    """Return the moving average, with rest before and after."""
    whole = np.concatenate((np.zeros(_WINDOW), along, np.full(_WINDOW, float(last))))
    sums = np.cumsum(np.concatenate(((0.0,), whole)))
    return np.asarray(np.clip((sums[_WINDOW:] - sums[:-_WINDOW]) / _WINDOW, 0.0, last))


def _excess(positions: Array, velocity: Array, acceleration: Array, jerk: Array) -> Array:
    """Return the factor (n,) by which the squared speed must fall at each sample; at most 1 if all limits hold.

    The limits of velocity are those at each sample.
    """
    found = np.zeros(len(positions))
    first = np.diff(positions, axis=0) / STEP
    second = np.diff(first, axis=0) / STEP
    third = np.diff(second, axis=0) / STEP
    for order, (values, limit) in enumerate(((first, velocity[:-1]), (second, acceleration), (third, jerk)), 1):
        shares = (np.abs(values) / limit).max(axis=1) ** (2.0 / order)
        found[: len(shares)] = np.maximum(found[: len(shares)], shares)
    return found


GENTLE = 0.4
"""The share of the limits for timing a path with a variable pace; the rest is for changes of the pace."""


class Along:
    """Motion back and forth along a path at a pace that is decided on the way, always within all limits.

    The path q is timed with the share `GENTLE` of the limits; `place` p is the position along it, in s of that timing.
    With q1, q2, q3 as the derivatives of q by p, and p1, p2, p3 as those of p by time, the chain rule gives the
    acceleration q2 p1^2 + q1 p2 and the jerk q3 p1^3 + 3 q2 p1 p2 + q1 p3: as the derivatives of q keep their share,
    bounds on p1 (the pace), p2 and p3, which Ruckig enforces, bound all joints.
    """

    def __init__(self, path: Path) -> None:
        self.timed = timed(path, GENTLE)
        self.place = 0.0
        self.pace = 0.0
        self._otg, self._asked, self._made = Ruckig(1, STEP), InputParameter(1), OutputParameter(1)
        most = _HAIR * (1 - GENTLE) / GENTLE * float((_ACCELERATION / _VELOCITY).min())
        self._asked.max_acceleration = [most]
        jerk = (1 - GENTLE) * _JERK - 3 * GENTLE * _ACCELERATION * most
        self._asked.max_jerk = [_HAIR * float((jerk / (GENTLE * _VELOCITY)).min())]

    @property
    def seconds(self) -> float:
        """The duration of the path at the pace 1 without a stop: the largest `place`."""
        return self.timed.seconds

    def step(self, to: float, pace: float) -> tuple[Array, Array]:
        """Return joint angles (7,) and velocities after `STEP` s towards a place, at a pace from 0 (rest) to 1."""
        asked = self._asked
        asked.control_interface = ControlInterface.Position if pace > 0.0 else ControlInterface.Velocity
        asked.target_position, asked.target_velocity = [min(max(to, 0.0), self.seconds)], [0.0]
        asked.max_velocity = [min(max(pace, 1e-3), 1.0)]
        self._otg.update(asked, self._made)
        self._made.pass_to_input(asked)
        self.place, self.pace = float(asked.current_position[0]), float(asked.current_velocity[0])
        still = abs(self.pace) < _NOISE and abs(asked.current_acceleration[0]) < _NOISE
        if still and (pace == 0.0 or abs(self.place - asked.target_position[0]) < _NOISE):
            # The last bits left over depend on the processor; without this, code that waits for rest could wait
            # forever.
            self.place, self.pace = (self.place if pace == 0.0 else float(asked.target_position[0])), 0.0
            asked.current_position, asked.current_velocity, asked.current_acceleration = [self.place], [0.0], [0.0]
        return self._at(self.place)

    def _at(self, place: float) -> tuple[Array, Array]:
        """Interpolate between two samples by the cubic with their positions and velocities."""
        positions, velocities = self.timed.positions, self.timed.velocities
        if len(positions) < 2:
            return positions[0], velocities[0]
        row = min(max(int(place / STEP), 0), len(positions) - 2)
        u = min(max(place / STEP - row, 0.0), 1.0)
        (a, b), (da, db) = positions[row : row + 2], STEP * velocities[row : row + 2]
        c, d = 3 * (b - a) - 2 * da - db, 2 * (a - b) + da + db
        return a + u * (da + u * (c + u * d)), self.pace * (da + u * (2 * c + 3 * u * d)) / STEP
