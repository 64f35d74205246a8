"""Paths in cluttered scenes: how many are found, how fast, and whether PyBullet sees a collision on any of them.

`python -m benchmarks.bench_motion [--scenes N] [--seed S]`. A scene is a table with 14 boxes and cylinders on it and 8
above it, and two places of the hand over the table. Each path is looked at every 0.02 rad in PyBullet, with its own
URDF, meshes and kinematics, and so are the samples of the path timed at full speed; a collision is a distance of 0 or
less. Peers on the same scenes: the straight way, and OMPL's RRT-Connect with its own discrete motion check at the same
resolution, without shortcuts and rounding.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time

import numpy as np

from benchmarks.clutter import base, clutter
from benchmarks.panda_bullet import Bullet
from clairify_cli.worlds.panda.arm import paths, rrt
from clairify_cli.worlds.panda.arm.dense import Path, densified
from clairify_cli.worlds.panda.arm.kinematics import Arm
from clairify_cli.worlds.panda.arm.timing import timed

BAR_MS = 30.0


def collisions(bullet: Bullet, rows: Path) -> int:
    """The rows at which Bullet finds the arm in something; its base stands on the table and does not count."""
    return sum(any(link != "panda_link0" for link, _ in bullet.contacts(q)) for q in rows)


def length(path: Path) -> float:
    """In rad, Euclidean."""
    return float(np.linalg.norm(np.diff(path, axis=0), axis=1).sum())


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    arm = Arm(base())
    straight = hits = timed_hits = looks = 0
    ours: list[float] = []
    theirs: list[float] = []
    lengths: list[tuple[float, float]] = []
    solved = peer_solved = 0
    for number in range(options.scenes):
        rng = np.random.default_rng((options.seed, number))
        surroundings, start, goal = clutter(arm, rng)
        straight += rrt.motion_free(surroundings.free, start, goal)
        begin = time.perf_counter()
        path = paths.plan(surroundings, start, [goal], rng=rng)
        ours.append(1000 * (time.perf_counter() - begin))
        begin = time.perf_counter()
        peer = rrt.connect(surroundings.arm, surroundings.free, start, [goal], seed=number + 1, looks=80_000)
        theirs.append(1000 * (time.perf_counter() - begin))
        peer_solved += peer is not None
        if path is None:
            print(f"scene {number}: no path")
            continue
        solved += 1
        if peer is not None:
            lengths.append((length(path), length(peer)))
        with Bullet(surroundings.bodies) as bullet:
            rows = densified(path)
            looks += len(rows)
            hits += collisions(bullet, rows)
            timed_hits += collisions(bullet, timed(path).positions)
    print(f"scenes: {options.scenes}; the straight way is free in {straight}")
    print(
        f"ours: {solved} solved, median {statistics.median(ours):.1f} ms, 95 % {percentile(ours, 0.95):.1f} ms, ",
        end="",
    )
    print(f"worst {max(ours):.1f} ms; length {statistics.mean(one for one, _ in lengths):.2f} rad")
    print(f"  collisions by PyBullet: {hits} of {looks} dense samples, {timed_hits} in the timed trajectories")
    print(f"RRT-Connect alone: {peer_solved} solved, median {statistics.median(theirs):.1f} ms, ", end="")
    print(f"95 % {percentile(theirs, 0.95):.1f} ms; length {statistics.mean(other for _, other in lengths):.2f} rad")
    met = solved == options.scenes and statistics.median(ours) <= BAR_MS and not hits and not timed_hits
    print(f"bar (all solved, median ≤ {BAR_MS:.0f} ms, no collision): {'met' if met else 'missed'}")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
