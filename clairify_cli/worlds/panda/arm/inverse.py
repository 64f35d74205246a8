"""Inverse kinematics within the limits of the arm.

Joint 7 is the arm's free one: solutions in closed form for a range of its angles are nearly always there at once. Where
they are not (at the edge of the workspace only a narrow range of joint 7 has any), a finer range and damped least
squares (Levenberg-Marquardt; Sugihara 2011 for the damping by the error) from many seeds look further.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from clairify_cli.worlds.panda import poses
from clairify_cli.worlds.panda.arm import analytic
from clairify_cli.worlds.panda.arm.kinematics import Arm, Joints

POSITION = 1e-5
"""How close in m the tool comes to where it is asked."""

ANGLE = 1e-4
"""How close in rad."""

APART = 0.25
"""Two solutions differ by at least so many rad in some joint."""

_COARSE = 48
_FINE = 1200
_FEW = 8
"""So few solutions of the coarse range that a finer one is worth its time (6 ms)."""

_SEEDS = 4
_STEPS = 30


def error(arm: Arm, q: Joints, tool: poses.Matrix) -> tuple[float, float]:
    """How far the tool is from a pose: in m, and in rad."""
    reached = arm.tool(q)
    turn = poses.turn_between(reached[:3, :3], tool[:3, :3])
    return float(np.linalg.norm(tool[:3, 3] - reached[:3, 3])), float(np.linalg.norm(turn))


def descend(arm: Arm, tool: poses.Matrix, q: Joints, *, steps: int = _STEPS, comfort: float = 0.0) -> Joints | None:
    """Damped least squares from q, clipped to the limits; None if it does not converge in so many steps.

    `comfort` from 0 to 1 pulls the joints to the middle of their limits as far as that does not move the tool, the
    more the nearer they are to a limit.
    """
    lower, upper = arm.lower, arm.upper
    q = np.clip(q, lower, upper)
    wrist = arm.wrist_for(tool)
    for _ in range(steps):
        twist, jacobian = arm.twist(q, wrist)
        if float(twist[:3] @ twist[:3]) < POSITION**2 and float(twist[3:] @ twist[3:]) < ANGLE**2:
            place, angle = error(arm, q, tool)
            if place < 10 * POSITION and angle < ANGLE:
                return q
        square = jacobian @ jacobian.T
        square.flat[::7] += 1e-6 + 0.01 * float(twist @ twist)
        if comfort:
            pull = (q - arm.middle) / arm.half
            pull *= -comfort * pull * pull
            step = pull + jacobian.T @ np.linalg.solve(square, twist - jacobian @ pull)
        else:
            step = jacobian.T @ np.linalg.solve(square, twist)
        longest = max(float(step.max()), -float(step.min()))
        if longest > 0.6:
            step *= 0.6 / longest
        q = np.minimum(np.maximum(q + step, lower), upper)
    return None


def _candidates(arm: Arm, tool: poses.Matrix, near: Joints, last: Joints) -> tuple[Joints, list[int]]:
    """(m, 7) solutions in closed form, nearest first, and of which kind each is."""
    rows, kinds = analytic.solutions(arm.wrist_in_base(tool), last, arm.lower, arm.upper)
    order = np.argsort(np.linalg.norm(rows - near, axis=1), kind="stable")
    return rows[order], [int(kind) for kind in kinds[order]]


def solve(
    arm: Arm,
    tool: poses.Matrix,
    *,
    rng: np.random.Generator,
    near: Joints | None = None,
    most: int = 8,
    accept: Callable[[Joints], bool] | None = None,
) -> list[Joints]:
    """Up to `most` joint angles that bring the tool to a pose, nearest to `near` first; empty if none was found.

    All are within the limits of the arm and differ by `APART`; `accept` (free of contacts, say) holds for each.
    Without `near`, those nearest to the middle of the limits come first. Of one kind (elbow, shoulder or wrist turned
    the other way) at most half of them are taken while there are others.
    """
    lower, upper = arm.lower, arm.upper
    reference = arm.middle if near is None else np.asarray(near, dtype=np.float64)
    if not _within_reach(arm, tool):
        return []
    grid = lower[6] + (np.arange(_COARSE) + rng.random()) * (upper[6] - lower[6]) / _COARSE
    last = np.append(grid, np.clip(reference[6], lower[6], upper[6]))
    rows, kinds = _candidates(arm, tool, reference, last)
    found = _choose(rows, kinds, most, accept)
    if not found and len(rows) < _FEW:
        rows, kinds = _candidates(arm, tool, reference, np.linspace(lower[6], upper[6], _FINE))
        found = _choose(rows, kinds, most, accept)
    if not found and not len(rows):
        for number in range(_SEEDS):
            q = descend(arm, tool, reference if number == 0 else rng.uniform(lower, upper))
            if q is not None and (accept is None or accept(q)):
                found = [q]
                break
    return sorted(found, key=lambda q: float(np.linalg.norm(q - reference)))


def _within_reach(arm: Arm, tool: poses.Matrix) -> bool:
    """False only if no joint angles can reach: stretched, the wrist's joint 7 is no further from the shoulder."""
    longest = sum(analytic.LENGTHS) + analytic.WRIST
    return float(np.linalg.norm(arm.wrist_in_base(tool)[:3, 3] - (0.0, 0.0, analytic.SHOULDER))) < longest


def _choose(rows: Joints, kinds: list[int], most: int, accept: Callable[[Joints], bool] | None) -> list[Joints]:
    chosen: list[Joints] = []
    waiting: list[Joints] = []
    by_kind: dict[int, int] = {}
    share = (most + 1) // 2
    for q, kind in zip(rows, kinds, strict=True):
        if len(chosen) == most:
            break
        if any(float(np.max(np.abs(q - other))) < APART for other in (*chosen, *waiting)):
            continue
        full = by_kind.get(kind, 0) >= share
        if (full and len(waiting) >= most) or not (accept is None or accept(q)):
            continue
        if full:
            waiting.append(q)
        else:
            chosen.append(q)
            by_kind[kind] = by_kind.get(kind, 0) + 1
    return [*chosen, *waiting][:most]
