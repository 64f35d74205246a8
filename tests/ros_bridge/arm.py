"""A kinematic arm: seven joints that follow a trajectory as `joint_trajectory_controller` interpolates it."""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass

from clairify_cli.worlds.ros.script.values import Joints, Waypoint

REST: Joints = (0.0,) * 7


def between(first: Waypoint, second: Waypoint, seconds: float) -> tuple[Joints, Joints]:
    """Positions and velocities `seconds` after the begin of the trajectory, between two of its points.

    Quintic where both have accelerations, cubic where they have only velocities, else linear.
    """
    span = second.seconds - first.seconds
    since = min(max(seconds - first.seconds, 0.0), span)
    positions, velocities = [], []
    for joint in range(len(first.positions)):
        terms = _polynomial(first, second, joint, span)
        positions.append(sum(term * since**power for power, term in enumerate(terms)))
        velocities.append(sum(power * term * since ** (power - 1) for power, term in enumerate(terms) if power))
    return tuple(positions), tuple(velocities)


def _polynomial(first: Waypoint, second: Waypoint, joint: int, t: float) -> tuple[float, ...]:
    """The coefficients of one joint, the constant first."""
    p0, p1 = first.positions[joint], second.positions[joint]
    if not first.velocities or not second.velocities:
        return p0, (p1 - p0) / t
    v0, v1 = first.velocities[joint], second.velocities[joint]
    if not first.accelerations or not second.accelerations:
        return p0, v0, (3 * (p1 - p0) - (2 * v0 + v1) * t) / t**2, (2 * (p0 - p1) + (v0 + v1) * t) / t**3
    a0, a1 = first.accelerations[joint], second.accelerations[joint]
    d = p1 - p0
    return (
        p0,
        v0,
        a0 / 2,
        (20 * d - (8 * v1 + 12 * v0) * t - (3 * a0 - a1) * t**2) / (2 * t**3),
        (-30 * d + (14 * v1 + 16 * v0) * t + (3 * a0 - 2 * a1) * t**2) / (2 * t**4),
        (12 * d - 6 * (v1 + v0) * t + (a1 - a0) * t**2) / (2 * t**5),
    )


@dataclass(frozen=True, slots=True)
class Drift:
    """From `since` (s of the wall) the arm leaves its path at `speed` rad/s of the robot's time, to `most` rad."""

    since: float
    speed: float
    most: float
    joint: int = 3


class Arm:
    """The arm. `rate` s of the robot pass in each of the wall; it follows `lag` s behind, with `noise` rad."""

    def __init__(
        self, home: Joints, clock: Callable[[], float], *, rate: float = 1.0, lag: float = 0.0, noise: float = 0.0
    ):
        self.clock = clock
        self.rate = rate
        self.lag = lag
        self.noise = noise
        self.drift: Drift | None = None
        self._random = random.Random(20)
        self._held = home
        self._points: tuple[Waypoint, ...] = ()
        self._times: tuple[float, ...] = ()
        self._begin = 0.0

    def follow(self, points: tuple[Waypoint, ...], begin: float) -> None:
        """Follow a trajectory whose 0 s is at `begin` (s of the wall)."""
        here, _ = self.truth()
        if points[0].seconds > 0:  # from where it is to the first point
            points = (Waypoint(0.0, here, REST, REST), *points)
        self._points = points
        self._times = tuple(one.seconds for one in points)
        self._begin = begin

    def hold(self) -> None:
        """Stay where it is."""
        self._held, _ = self.truth()
        self._points = ()
        self.drift = None

    def put(self, positions: Joints) -> None:
        """Be there, at once."""
        self._points = ()
        self.drift = None
        self._held = positions

    def wanted(self, now: float | None = None) -> Joints:
        """Where the trajectory wants it, now or at a time (s of the wall)."""
        return self._at(((self.clock() if now is None else now) - self._begin) * self.rate)[0]

    def truth(self, now: float | None = None) -> tuple[Joints, Joints]:
        """Where it is, and how fast it moves (rad, rad/s of the robot's time), now or at a time."""
        now = self.clock() if now is None else now
        positions, velocities = self._at((now - self._begin) * self.rate - self.lag)
        if self.drift is None:
            return positions, velocities
        gone = (now - self.drift.since) * self.rate * self.drift.speed
        off = [0.0] * 7
        off[self.drift.joint] = min(gone, self.drift.most)
        speed = [0.0] * 7
        speed[self.drift.joint] = self.drift.speed if gone < self.drift.most else 0.0
        return _plus(positions, off), _plus(velocities, speed)

    def seen(self, now: float | None = None) -> tuple[Joints, Joints]:
        """As its encoders say."""
        positions, velocities = self.truth(now)
        if not self.noise:
            return positions, velocities
        return _plus(positions, [self._random.gauss(0, self.noise) for _ in range(7)]), velocities

    @property
    def positions(self) -> Joints:
        """Where it is (rad)."""
        return self.truth()[0]

    @property
    def moving(self) -> bool:
        """Whether any joint moves, faster than one that is told to hold does."""
        return any(abs(one) > 1e-3 for one in self.truth()[1])

    def _at(self, seconds: float) -> tuple[Joints, Joints]:
        if not self._points:
            return self._held, REST
        if seconds <= 0:
            return self._points[0].positions, REST
        place = bisect_right(self._times, seconds)
        if place >= len(self._points):
            return self._points[-1].positions, REST
        return between(self._points[place - 1], self._points[place], seconds)


def _plus(one: Joints, other: list[float]) -> Joints:
    return tuple(first + second for first, second in zip(one, other, strict=True))
