"""Inverse kinematics within the real limits: damped least squares from many seeds."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from clairify_cli.worlds.panda import poses
from clairify_cli.worlds.panda.arm.kinematics import LOWER, UPPER, Arm, Joints

POSITION = 1e-4
"""How close in m the tool comes to where it is asked."""

ANGLE = 1e-3
"""How close in rad."""

_SEEDS = 60
_STEPS = 40


def error(arm: Arm, q: Joints, tool: poses.Matrix) -> tuple[float, float]:
    """How far the tool is from a pose: in m, and in rad."""
    reached = arm.tool(q)
    turn = poses.turn_between(reached[:3, :3], tool[:3, :3])
    return float(np.linalg.norm(tool[:3, 3] - reached[:3, 3])), float(np.linalg.norm(turn))


def descend(arm: Arm, tool: poses.Matrix, q: Joints, steps: int = _STEPS) -> Joints | None:
    """Levenberg-Marquardt from q, clipped to the limits; None where it does not come there."""
    q = np.clip(q, LOWER, UPPER)
    damping = 1e-3
    for _ in range(steps):
        reached = arm.tool(q)
        offset = tool[:3, 3] - reached[:3, 3]
        turn = poses.turn_between(reached[:3, :3], tool[:3, :3])
        if offset @ offset < POSITION**2 and turn @ turn < ANGLE**2:
            return q
        wanted = np.concatenate((offset, turn))
        jacobian = arm.jacobian(q)
        damping = max(1e-6, 0.1 * float(wanted @ wanted))
        step = jacobian.T @ np.linalg.solve(jacobian @ jacobian.T + damping * np.eye(6), wanted)
        longest = float(np.max(np.abs(step)))
        q = np.clip(q + step * min(1.0, 0.5 / max(longest, 1e-9)), LOWER, UPPER)
    return None


def _seeds(rng: np.random.Generator, near: Joints | None) -> Iterator[Joints]:
    if near is not None:
        yield near
    for _ in range(_SEEDS):
        yield rng.uniform(LOWER, UPPER)


def solve(
    arm: Arm,
    tool: poses.Matrix,
    *,
    rng: np.random.Generator,
    near: Joints | None = None,
    most: int = 8,
    accept: Callable[[Joints], bool] | None = None,
) -> list[Joints]:
    """Up to `most` joint angles that bring the tool to a pose, nearest first; empty where none was found.

    All are within the limits of the real arm, and `accept` (free of contacts, say) holds for each.
    """
    found: list[Joints] = []
    for seed in _seeds(rng, near):
        q = descend(arm, tool, seed)
        if q is None or any(float(np.max(np.abs(q - other))) < 0.05 for other in found):
            continue
        if accept is None or accept(q):
            found.append(q)
            if len(found) == most:
                break
    reference = (LOWER + UPPER) / 2 if near is None else near
    return sorted(found, key=lambda q: float(np.linalg.norm(q - reference)))
