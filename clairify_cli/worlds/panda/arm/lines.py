"""Motions of the tool along lines and through given poses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from clairify_cli.worlds.panda import poses
from clairify_cli.worlds.panda.arm import inverse
from clairify_cli.worlds.panda.arm.dense import Path
from clairify_cli.worlds.panda.arm.kinematics import LOWER, UPPER, Joints
from clairify_cli.worlds.panda.arm.surroundings import Pair, Surroundings


@dataclass(frozen=True, slots=True)
class Blocked:
    """Where a motion of the tool ends before its goal: the share done (0 to 1), and why.

    `by` has the pairs that touch; it is empty where the arm cannot follow (`reason` says so in words).
    """

    share: float
    by: tuple[Pair, ...]
    reason: str


def straight(
    surroundings: Surroundings, start: Joints, tool_goal: poses.Matrix, *, clearance: float = 0.0
) -> Path | Blocked:
    """The tool goes from where it is to a pose on a straight line, turning steadily (slerp)."""
    begin = surroundings.arm.tool(start)
    distance = float(np.linalg.norm(tool_goal[:3, 3] - begin[:3, 3]))
    turn = float(np.linalg.norm(poses.turn_between(begin[:3, :3], tool_goal[:3, :3])))
    count = max(1, int(np.ceil(max(distance / 0.005, turn / 0.03))))
    return cartesian(
        surroundings,
        start,
        [poses.between(begin, tool_goal, number / count) for number in range(1, count + 1)],
        clearance=clearance,
    )


def cartesian(
    surroundings: Surroundings, start: Joints, tools: Sequence[poses.Matrix], *, clearance: float = 0.0
) -> Path | Blocked:
    """The tool goes through the poses given, one after the other, the joints without jumps."""
    arm = surroundings.arm
    rows = [np.asarray(start, dtype=np.float64)]
    for number, tool in enumerate(tools, 1):
        share = (number - 1) / len(tools)
        q = inverse.descend(arm, tool, rows[-1])
        if q is None or float(np.max(np.abs(q - rows[-1]))) > 0.5:
            return Blocked(share, (), "the arm cannot follow")
        pairs = surroundings.contacts(q, clearance)
        if pairs:
            return Blocked(share, pairs, "contact")
        rows.append(q)
    return np.clip(np.stack(rows), LOWER, UPPER)
