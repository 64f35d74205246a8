"""When the arm is where on a path: within the limits of velocity, acceleration and jerk."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from clairify_cli.worlds.panda import limits
from clairify_cli.worlds.panda.arm.dense import Path

STEP = 1 / 240
"""The time in s between two samples: the simulation's step."""


@dataclass(frozen=True, slots=True, eq=False)
class Trajectory:
    """Joint angles (n, 7) in rad and their velocities (n, 7) in rad/s, every `STEP` s, from rest to rest."""

    positions: NDArray[np.float64]
    velocities: NDArray[np.float64]

    @property
    def seconds(self) -> float:
        return (len(self.positions) - 1) * STEP


def timed(path: Path, speed: float = 1.0) -> Trajectory:
    """The path at a share of the limits' speed, stopping at each row."""
    pieces = [np.asarray(path[:1], dtype=np.float64)]
    for start, goal in itertools.pairwise(path):
        longest = float(np.max(np.abs(goal - start) / np.array(limits.VELOCITY)))
        count = max(8, int(np.ceil(longest * 2.5 / speed / STEP)))
        t = np.arange(1, count + 1)[:, None] / count
        pieces.append(start + (t**3 * (10 - 15 * t + 6 * t * t)) * (goal - start))
    positions = np.concatenate(pieces)
    return Trajectory(positions, np.gradient(positions, STEP, axis=0) if len(positions) > 1 else positions * 0)
