"""Inverse kinematics on 1,000 reachable poses: how many are solved, how well and how fast; PyBullet's own as a peer.

`python -m benchmarks.bench_ik [--poses N] [--seed S]`. A pose is that of the tool at random joint angles within the
real limits. A solution counts if PyBullet's own forward kinematics of its own URDF puts the tool within 1 mm and
0.01 rad of the pose and every joint is within the real limits. The peer is PyBullet's null-space inverse kinematics
from the home position with the same limits, up to 20 rounds of 100 iterations.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time

import numpy as np

from benchmarks.panda_bullet import Bullet
from clairify_cli.worlds.geometry import Pose
from clairify_cli.worlds.panda import poses
from clairify_cli.worlds.panda.arm import inverse
from clairify_cli.worlds.panda.arm.kinematics import LOWER, UPPER, Arm, Joints

BAR = 0.995
HOME = np.array((0.0, -0.5, 0.0, -2.2, 0.0, 1.7, 0.7854))


def errors(bullet: Bullet, q: Joints, tool: poses.Matrix) -> tuple[float, float]:
    """By Bullet's kinematics, in m and rad."""
    reached = bullet.tool(q)
    turn = poses.turn_between(reached[:3, :3], tool[:3, :3])
    return float(np.linalg.norm(reached[:3, 3] - tool[:3, 3])), float(np.linalg.norm(turn))


def good(bullet: Bullet, q: Joints, tool: poses.Matrix) -> bool:
    place, turn = errors(bullet, q, tool)
    return place < 1e-3 and turn < 1e-2 and bool(np.all(q >= LOWER - 1e-9) and np.all(q <= UPPER + 1e-9))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--poses", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    rng = np.random.default_rng(options.seed)
    arm = Arm(Pose((0.0, 0.0, 0.0)))
    solved, peer, number = 0, 0, 0
    ours: list[float] = []
    theirs: list[float] = []
    worst = [0.0, 0.0]
    with Bullet() as bullet:
        wanted = [bullet.tool(q) for q in rng.uniform(LOWER, UPPER, (options.poses, 7))]
        for tool in wanted:
            begin = time.perf_counter()
            found = inverse.solve(arm, tool, rng=rng)
            ours.append(time.perf_counter() - begin)
            number += len(found)
            if found and all(good(bullet, q, tool) for q in found):
                solved += 1
                for q in found:
                    place, turn = errors(bullet, q, tool)
                    worst = [max(worst[0], place), max(worst[1], turn)]
            q = HOME
            begin = time.perf_counter()
            for _ in range(20):
                q = bullet.null_space(tool, q, 1)
                if good(bullet, q, tool):
                    peer += 1
                    break
            theirs.append(time.perf_counter() - begin)
    rate = solved / len(wanted)
    print(f"poses: {len(wanted)}")
    print(f"ours: {100 * rate:.2f} % solved, {number / len(wanted):.1f} solutions each (8 asked for)")
    print(f"  worst errors of all solutions, by PyBullet: {1000 * worst[0]:.5f} mm, {worst[1]:.6f} rad")
    print(f"  time: median {1000 * statistics.median(ours):.2f} ms, worst {1000 * max(ours):.2f} ms")
    print(f"PyBullet's null-space inverse kinematics: {100 * peer / len(wanted):.2f} % solved")
    print(f"  time: median {1000 * statistics.median(theirs):.2f} ms, worst {1000 * max(theirs):.2f} ms")
    print(f"bar: {100 * BAR} %: {'met' if rate >= BAR else 'missed'}")
    return 0 if rate >= BAR else 1


if __name__ == "__main__":
    sys.exit(main())
