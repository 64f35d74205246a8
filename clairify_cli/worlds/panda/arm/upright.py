"""Paths without tilting the tool: a bidirectional tree whose steps are projected onto the constraint.

After CBiRRT (Berenson, Srinivasa, Ferguson and Kuffner 2009). The constraint is an inequality on the angle between the
start's vertical, fixed to the tool, and the current vertical; only configurations outside it are projected.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from clairify_cli.worlds.panda.arm.dense import Path
from clairify_cli.worlds.panda.arm.kinematics import Arm, Joints
from clairify_cli.worlds.panda.arm.rrt import Free, motion_free

_STEP = 0.25
"""The step of the trees in rad (Euclidean)."""

_INSIDE = 0.8
"""Projection aims at this share of the allowed tilt, so that the straight motion there stays inside too."""

_ROUNDS = 6
_PULLED = 0.2


class Upright:
    """A limit of `most` rad on the tool's tilt relative to `start`; turning about the vertical does not count."""

    def __init__(self, arm: Arm, start: Joints, most: float):
        self.arm = arm
        self.most = most
        self._up = arm.tool(start)[2, :3].copy()
        self._cosine = math.cos(most + 1e-9)

    def holds(self, q: Joints) -> bool:
        """Whether the tool is upright enough at q."""
        return float(self.arm.tool(q)[2, :3] @ self._up) >= self._cosine

    def projected(self, q: Joints) -> Joints | None:
        """Return joint angles near q within the tilt limit, by Gauss-Newton within the joint limits, or None."""
        for _ in range(_ROUNDS):
            up = self.arm.tool(q)[:3, :3] @ self._up
            sine = math.hypot(up[0], up[1])
            angle = math.atan2(sine, up[2])
            if angle <= self.most:
                return q
            # The rotation that turns `up` back to the vertical, about the horizontal axis perpendicular to both.
            wanted = np.array((up[1], -up[0])) / max(sine, 1e-9) * (angle - _INSIDE * self.most)
            jacobian = self.arm.jacobian(q)[3:5]
            square = jacobian @ jacobian.T
            square.flat[::3] += 1e-4
            q = np.clip(q + jacobian.T @ np.linalg.solve(square, wanted), self.arm.lower, self.arm.upper)
        return None


class _Tree:
    def __init__(self, roots: Sequence[Joints]):
        self.rows = np.empty((256, 7))
        self.parents: list[int] = []
        for root in roots:
            self.add(root, -1)

    def add(self, q: Joints, parent: int) -> int:
        count = len(self.parents)
        if count == len(self.rows):
            self.rows = np.concatenate((self.rows, np.empty_like(self.rows)))
        self.rows[count] = q
        self.parents.append(parent)
        return count

    def nearest(self, q: Joints) -> int:
        difference = self.rows[: len(self.parents)] - q
        return int(np.einsum("ij,ij->i", difference, difference).argmin())

    def way(self, number: int) -> list[Joints]:
        found = []
        while number >= 0:
            found.append(self.rows[number].copy())
            number = self.parents[number]
        return found


def connect(
    limit: Upright, free: Free, start: Joints, goals: Sequence[Joints], *, rng: np.random.Generator, looks: int
) -> Path | None:
    """Return a path that satisfies `free` (which includes the limit) throughout, or None after `looks` checks."""
    done = 0

    def counted(q: Joints) -> bool:
        nonlocal done
        done += 1
        return free(q)

    def extend(tree: _Tree, target: Joints) -> int:
        """Step towards the target as far as possible; return the number of the last row."""
        number = tree.nearest(target)
        while True:
            here = tree.rows[number]
            left = target - here
            distance = float(np.linalg.norm(left))
            if distance < 1e-6:
                return number
            q = target if distance <= _STEP else limit.projected(here + left * (_STEP / distance))
            # Give up if projection has moved the step back or aside.
            if q is None or float(np.linalg.norm(target - q)) > distance - 0.1 * min(distance, _STEP):
                return number
            if not motion_free(counted, here, q):
                return number
            number = tree.add(q, number)

    trees = (_Tree([start]), _Tree(goals))
    forward = True
    while done < looks:
        done += 1
        one, other = trees if forward else trees[::-1]
        target = rng.uniform(limit.arm.lower, limit.arm.upper)
        if rng.random() < _PULLED:
            target = other.rows[int(rng.integers(len(other.parents)))].copy()
        reached = extend(one, target)
        met = extend(other, one.rows[reached].copy())
        if float(np.abs(other.rows[met] - one.rows[reached]).max()) < 1e-6:
            first, second = one.way(reached)[::-1], other.way(met)
            way = first + second[1:] if forward else second[::-1] + first[::-1][1:]
            return np.stack(way)
        forward = not forward
    return None
