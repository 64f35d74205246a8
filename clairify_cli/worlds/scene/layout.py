"""Find room on a bench: one spot after the other, in polar coordinates around the robot, deterministically.

The arm is equally capable in every direction (its first joint turns all of it), so a spot is judged by its distance
from the base, its distance from its neighbours, and the freedom of the lane between it and the base, through which
the hand reaches for the sides of a vessel.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from clairify_cli.records import dataclass, field


@dataclass(frozen=True, slots=True)
class Spot:
    """A taken spot: its middle (m, robot at the origin) and the radius of the circle around the object there."""

    x: float
    y: float
    radius: float


@dataclass(frozen=True, slots=True)
class Rules:
    """The required room (m): `gap` to neighbours, `lane` to each side of the line to the base."""

    gap: float
    lane: float
    nearest: float
    farthest: float
    widest: float
    """The largest angle to the front (degrees)."""


ROUNDS = (
    Rules(0.09, 0.09, 0.42, 0.6, 75),
    Rules(0.09, 0.06, 0.38, 0.65, 105),
    Rules(0.07, 0.03, 0.35, 0.65, 120),
    Rules(0.05, 0.0, 0.35, 0.7, 130),
    Rules(0.03, 0.0, 0.32, 0.74, 140),
    Rules(0.015, 0.0, 0.3, 0.77, 150),
)
"""From comfortable to crowded; a spot is taken by the first rules that still allow one."""

_STEP = 0.025
_DEGREES = 3.0
_MIDDLE = 0.53


class NoRoomError(ValueError):
    """The bench has too little room within reach."""


@dataclass
class Layout:
    """A bench being filled."""

    spots: list[Spot] = field(default_factory=list)

    def take(self, radius: float, *, angle: float, away: float = _MIDDLE) -> tuple[float, float]:
        """Take the free spot nearest to a direction (degrees, left of the front is positive) and a distance `away` (m).

        It is reserved for an object within a circle of `radius`. Raises `NoRoomError`.
        """
        for rules in ROUNDS:
            for x, y in _candidates(rules, angle, away):
                spot = Spot(x, y, radius)
                if self._fits(spot, rules):
                    self.spots.append(spot)
                    return x, y
        raise NoRoomError("there is no room left on the bench within the robot's reach")

    def _fits(self, spot: Spot, rules: Rules) -> bool:
        for other in self.spots:
            if math.hypot(spot.x - other.x, spot.y - other.y) < spot.radius + other.radius + rules.gap:
                return False
        if not rules.lane:
            return True
        return not any(_in_lane(a, b, rules.lane) for o in self.spots for a, b in ((spot, o), (o, spot)))


def _candidates(rules: Rules, angle: float, away: float) -> Iterable[tuple[float, float]]:
    """Yield spots by their deviation from the desired one; 10 cm of distance count as much as 15 degrees."""
    found: list[tuple[float, float, float]] = []
    for ring in range(round((rules.farthest - rules.nearest) / _STEP) + 1):
        distance = rules.nearest + ring * _STEP
        for turn in range(-int(rules.widest / _DEGREES), int(rules.widest / _DEGREES) + 1):
            degrees = turn * _DEGREES
            found.append((abs(degrees - angle) + 150 * abs(distance - away), distance, degrees))
    for _, distance, degrees in sorted(found):
        turned = math.radians(degrees)
        yield round(distance * math.cos(turned), 3), round(distance * math.sin(turned), 3)


def _in_lane(blocker: Spot, spot: Spot, half: float) -> bool:
    """Whether `blocker` reaches into the lane from the base to `spot`."""
    far = math.hypot(spot.x, spot.y)
    along = (blocker.x * spot.x + blocker.y * spot.y) / far
    across = abs(blocker.x * spot.y - blocker.y * spot.x) / far
    return 0 < along < far - spot.radius and across < blocker.radius + half
