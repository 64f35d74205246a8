"""How an action is performed: its motion parameters with their ranges, and the available checks.

The parameters and the first seven checks are those of Action Contextualization (Gupta et al., "Action
Contextualization: Adaptive Task Planning and Action Tuning Using Large Language Models", 2024). Programs use them, and
worlds implement them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

Grasp = Literal["top", "side"]

RANGES: Mapping[str, tuple[float, float]] = {
    "speed": (0.05, 1.0),
    "obstacle_clearance": (0.0, 0.1),
    "orientation": (0.0, 1.0),
}
"""Ranges of the numeric parameters, ends included: fraction of the arm's limits, metres, fraction."""

GRASPS: tuple[Grasp, ...] = ("top", "side")


PARAMETERS = (*RANGES, "grasp")
"""The names of all parameters."""

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
"""The names of the checks, in the order in which they run."""


def fault_of(name: str, value: str) -> str | None:
    """Return why a value is invalid for a parameter; None if it is valid."""
    if name == "grasp":
        return None if value in GRASPS else f"grasp is {' or '.join(GRASPS)}, not `{value[:40]}`"
    if name not in RANGES:
        return f"there is no parameter `{name[:40]}`, only {', '.join(PARAMETERS)}"
    low, high = RANGES[name]
    try:
        number = float(value)
    except ValueError:
        return f"{name} is a number, not `{value[:40]}`"
    return None if low <= number <= high else f"{name} is from {low:g} to {high:g}, not {number:g}"
