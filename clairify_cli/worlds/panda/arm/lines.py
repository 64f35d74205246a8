"""Tool motions along lines and through given poses.

The joints follow by differential inverse kinematics, with a pull away from their limits. If that hits a limit, a
singularity or a contact, closed-form solutions at some of the poses, for many angles of the free joint, are joined to
the shortest chain without jumps (dynamic programming).
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import numpy as np

from clairify_cli.records import dataclass
from clairify_cli.worlds.panda import poses
from clairify_cli.worlds.panda.arm import analytic, inverse
from clairify_cli.worlds.panda.arm.dense import Path, densified
from clairify_cli.worlds.panda.arm.kinematics import Joints
from clairify_cli.worlds.panda.arm.surroundings import Pair, Surroundings

STRIDE = 0.005
"""The largest distance (m) of the tool between two rows of a path."""

TURN = 0.03
"""The largest turn (rad) of the tool between two rows."""

JUMP = 0.15
"""The largest motion (rad) of a joint in one stride, which a singularity would exceed."""

_COMFORT = 0.05
_LAYERS = 16
_ANGLES = 48
_LEAP = 1.0


@dataclass(frozen=True, slots=True)
class Blocked:
    """A tool motion that ends before its goal: the fraction done (0 to 1), and why.

    `by` has the pairs that touch; it is empty if the arm cannot follow. `reason` says it in words. `tool`: the
    touching part moves with the tool, so the contact does not depend on the joint angles.
    """

    share: float
    by: tuple[Pair, ...]
    reason: str
    tool: bool = False


def straight(surroundings: Surroundings, start: Joints, tool_goal: poses.Matrix) -> Path | Blocked:
    """Move the tool to a pose on a straight line, turning steadily (slerp). See `cartesian`."""
    return cartesian(surroundings, start, [tool_goal])


def cartesian(surroundings: Surroundings, start: Joints, tools: Sequence[poses.Matrix]) -> Path | Blocked:
    """Move the tool through poses on straight lines, without jumps of the joints.

    The rows of the path are at most `STRIDE` and `TURN` apart, each contact-free. The start itself may touch.
    """
    start = np.asarray(start, dtype=np.float64)
    ways = _divided([surroundings.arm.tool(start), *tools])
    if not ways:
        return np.stack((start, start))
    found = _followed(surroundings, start, ways)
    if isinstance(found, Blocked) and not found.tool:
        chained = _chained(surroundings, start, ways)
        return found if chained is None else chained
    return found


def _divided(tools: Sequence[poses.Matrix]) -> list[poses.Matrix]:
    """Return the poses after the first, with intermediate ones so that no two are more than a stride apart."""
    found: list[poses.Matrix] = []
    for begin, end in itertools.pairwise(tools):
        distance = math.dist(end[:3, 3], begin[:3, 3])
        turn = math.hypot(*poses.turn_between(begin[:3, :3], end[:3, :3]))
        count = int(np.ceil(max(distance / STRIDE, turn / TURN) - 1e-6))
        found += [poses.between(begin, end, number / count) for number in range(1, count)]
        found += [end] if count else []
    return found


def _followed(surroundings: Surroundings, start: Joints, tools: Sequence[poses.Matrix]) -> Path | Blocked:
    rows = [start]
    for number, tool in enumerate(tools):
        share = number / len(tools)
        q = inverse.descend(surroundings.arm, tool, rows[-1], comfort=_COMFORT)
        if q is None:
            return Blocked(share, (), "the arm does not reach further")
        if float(np.max(np.abs(q - rows[-1]))) > JUMP:
            return Blocked(share, (), "the arm would have to turn over")
        for between in densified(np.stack((rows[-1], q)))[1:]:
            if not surroundings.free(between):
                pairs = surroundings.contacts(between)
                whatever = surroundings.with_tool(pairs) and surroundings.with_tool(surroundings.contacts(q))
                return Blocked(share, pairs, "touches", whatever)
        rows.append(q)
    return np.stack(rows)


def _chained(surroundings: Surroundings, start: Joints, tools: Sequence[poses.Matrix]) -> Path | None:
    """Return the motion by closed-form solutions, or None."""
    arm, free = surroundings.arm, surroundings.free
    stops = sorted({round(len(tools) * number / _LAYERS) - 1 for number in range(1, _LAYERS + 1)} - {-1})
    lower, upper = arm.lower, arm.upper
    angles = np.linspace(lower[6], upper[6], _ANGLES)
    # Check the end first, where most failures occur.
    if not any(free(q) for q in analytic.solutions(arm.wrist_in_base(tools[-1]), angles, lower, upper)[0]):
        return None
    layers, costs = [start[None]], np.zeros(1)
    parents: list[np.ndarray[tuple[int, ...], np.dtype[np.int64]]] = []
    for stop in stops:
        rows, _ = analytic.solutions(arm.wrist_in_base(tools[stop]), np.append(angles, layers[0][0, 6]), lower, upper)
        differences = rows[:, None, :] - layers[-1][None, :, :]
        # Squared distances prefer many small moves to a large one.
        totals = costs[None, :] + np.einsum("abj,abj->ab", differences, differences)
        totals[np.abs(differences).max(axis=2, initial=0.0) > _LEAP] = np.inf
        best = totals.min(axis=1, initial=np.inf)
        kept = [number for number in range(len(rows)) if np.isfinite(best[number]) and free(rows[number])]
        if not kept:
            return None
        layers.append(rows[kept])
        parents.append(totals[kept].argmin(axis=1))
        costs = best[kept]
    number = int(costs.argmin())
    chain = [layers[-1][number]]
    for layer, parent in zip(layers[-2::-1], parents[::-1], strict=True):
        number = int(parent[number])
        chain.append(layer[number])
    chain.reverse()
    found = [start]
    for (before, stop), (one, other) in zip(itertools.pairwise((-1, *stops)), itertools.pairwise(chain), strict=True):
        for place in range(before + 1, stop + 1):
            guess = one + (place - before) / (stop - before) * (other - one)
            q = inverse.descend(arm, tools[place], guess)
            if q is None or float(np.max(np.abs(q - found[-1]))) > JUMP:
                return None
            if not all(free(row) for row in densified(np.stack((found[-1], q)))[1:]):
                return None
            found.append(q)
    return np.clip(np.stack(found), lower, upper)
