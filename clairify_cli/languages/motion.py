"""What may be said of how an action is done: parameters with their ranges, and the checks that can be asked for.

The parameters and the first seven checks are those of Action Contextualization (Gupta et al., "Action
Contextualization: Adaptive Task Planning and Action Tuning Using Large Language Models", 2024). Programs name them, and
worlds understand them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Grasp = Literal["top", "side"]

RANGES: Mapping[str, tuple[float, float]] = {
    "speed": (0.05, 1.0),
    "obstacle_clearance": (0.0, 0.1),
    "orientation": (0.0, 1.0),
}
"""What the numbers among the parameters may be, both ends included: a share of the arm's limits, m, a share."""

GRASPS: tuple[Grasp, ...] = ("top", "side")


@dataclass(frozen=True, slots=True)
class Motion:
    """Which parameters the motion of an action has: numbers with their ranges, and from where it may be gripped."""

    ranges: Mapping[str, tuple[float, float]]
    grasps: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The parameters by name."""
        return (*self.ranges, *(("grasp",) if self.grasps else ()))


ANY_MOTION = Motion(RANGES, GRASPS)
"""All parameters, as far as each goes."""

CHECKS = (
    "can_reach",
    "can_grasp",
    "collision_free",
    "timeout",
    "motion_health",
    "holding",
    "at_location",
    "upright",
    "amount",
    "spilled",
    "stirred",
    "temperature",
)
"""The checks by name, in the order in which they are made."""
