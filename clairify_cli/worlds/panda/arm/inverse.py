"""Inverse kinematics within the limits of the arm.

Joint 7 is the redundant one: closed-form solutions for a range of its angles nearly always exist. If none is found (at
the edge of the workspace only a narrow range of joint 7 has any), damped least squares (Levenberg-Marquardt; Sugihara
2011 for the damping by the error) from several seeds.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from clairify_cli.worlds.panda import poses
from clairify_cli.worlds.panda.arm import analytic
from clairify_cli.worlds.panda.arm.kinematics import Arm, Joints

POSITION = 1e-5
"""The position tolerance of the tool, in m."""

ANGLE = 1e-4
"""The orientation tolerance of the tool, in rad."""

APART = 0.25
"""Two solutions differ by at least this much (rad) in some joint."""

_COARSE = 48
_SEEDS = 4
_STEPS = 30


def error(arm: Arm, q: Joints, tool: poses.Matrix) -> tuple[float, float]:
    """Return how far the tool is from a pose: in m, and in rad."""
    reached = arm.tool(q)
    turn = poses.turn_between(reached[:3, :3], tool[:3, :3])
    return float(np.linalg.norm(tool[:3, 3] - reached[:3, 3])), float(np.linalg.norm(turn))


def descend(arm: Arm, tool: poses.Matrix, q: Joints, *, comfort: float = 0.0) -> Joints | None:
    """Damped least squares from q, clipped to the limits; None if it does not converge in `_STEPS` steps.

    `comfort` from 0 to 1 pulls the joints towards the middle of their limits without moving the tool, the more the
    nearer they are to a limit.
    """
    lower, upper = arm.lower, arm.upper
    q = np.clip(q, lower, upper)
    wrist = arm.wrist_for(tool)
    for _ in range(_STEPS):
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


def solve(
    arm: Arm,
    tool: poses.Matrix,
    *,
    rng: np.random.Generator,
    near: Joints | None = None,
    most: int = 8,
    accept: Callable[[Joints], bool] | None = None,
) -> list[Joints]:
    """Return up to `most` joint angles that bring the tool to a pose, nearest to `near` first; empty if none is found.

    All are within the arm's limits, differ by `APART`, and satisfy `accept` (free of contacts, for example). Without
    `near`, those nearest to the middle of the limits come first. At most half of them are of one kind (elbow, shoulder
    or wrist flipped) while there are others.
    """
    lower, upper = arm.lower, arm.upper
    reference = arm.middle if near is None else np.asarray(near, dtype=np.float64)
    if not _within_reach(arm, tool):
        return []
    grid = lower[6] + (np.arange(_COARSE) + rng.random()) * (upper[6] - lower[6]) / _COARSE
    last = np.append(grid, np.clip(reference[6], lower[6], upper[6]))
    rows, kinds = analytic.solutions(arm.wrist_in_base(tool), last, lower, upper)
    order = np.argsort(np.linalg.norm(rows - reference, axis=1), kind="stable")
    found = _choose(rows[order], kinds[order].tolist(), most, accept)
    if not found and not len(rows):
        for number in range(_SEEDS):
            q = descend(arm, tool, reference if number == 0 else rng.uniform(lower, upper))
            if q is not None and (accept is None or accept(q)):
                found = [q]
                break
    return sorted(found, key=lambda q: float(np.linalg.norm(q - reference)))


def _within_reach(arm: Arm, tool: poses.Matrix) -> bool:
    """Rule out unreachable poses: even stretched, joint 7's origin stays within a fixed distance of the shoulder."""
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
