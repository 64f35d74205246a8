"""How much things slip in the hand: gripped by friction, carried for ten simulated seconds at several speeds.

`python -m benchmarks.bench_grip` prints for each thing and speed the largest and the median slip over the trials: how
far the thing's middle moved in the frame of the tool between the grip and the end of the way, in mm, how far it
turned, in degrees, and how many were dropped. The way goes from one random pose of the tool to the next; the bar is
3 mm. `--tilted` turns the hand on the way, as when pouring.
"""

from __future__ import annotations

import argparse
import math
import statistics
import time

import numpy as np
from numpy.typing import NDArray

from clairify_cli.worlds.geometry import Box, Cup, Cylinder, Pose, Sphere
from clairify_cli.worlds.panda import poses
from clairify_cli.worlds.panda.arm import inverse
from clairify_cli.worlds.panda.arm.kinematics import Arm
from clairify_cli.worlds.panda.arm.surroundings import Body, Surroundings
from clairify_cli.worlds.panda.arm.timing import Trajectory, timed
from clairify_cli.worlds.panda.simulation import lids
from clairify_cli.worlds.panda.simulation.simulation import Simulation
from clairify_cli.worlds.scene.model import Content, Item, Robot, Scene, Table, Vessel

SECONDS = 10.0
SPEEDS = (0.3, 1.0)
BAR_MM = 3.0
BASE = Pose((0.0, 0.0, 0.0))
_AT = Pose((0.5, 0.0, 0.0))

_BOTTLE = Cup(0.033, 0.12, 0.004, 0.004)

THINGS: dict[str, Vessel | Item] = {
    "cup, 630 g": Vessel(
        "it", "cup", "beaker", Cup(0.036, 0.16, 0.004, 0.004), _AT, 500.0, 80.0, (Content("water", 550.0),)
    ),
    "cup, empty": Vessel("it", "cup", "beaker", Cup(0.036, 0.10, 0.004, 0.004), _AT, 250.0, 40.0),
    "vial": Vessel("it", "vial", "vial", Cup(0.02, 0.08, 0.004, 0.004), _AT, 40.0, 25.0, (Content("water", 30.0),)),
    "apple": Item("it", "apple", "apple", Sphere(0.035), _AT, 150.0),
    "paper ball": Item("it", "paper ball", "paper ball", Sphere(0.022), _AT, 8.0),
    "block": Item("it", "block", "block", Box((0.04, 0.04, 0.04)), _AT, 60.0),
    "can": Item("it", "can", "can", Cylinder(0.03, 0.10), _AT, 300.0),
    "lid": Vessel("it", "bottle", "bottle", _BOTTLE, _AT, 200.0, 90.0, (Content("water", 150.0),), capped=True),
}


def grip(name: str, thing: Vessel | Item, yaw: float) -> tuple[str, poses.Matrix]:
    """What is gripped, and the pose of the tool: from the side for vessels and cans, else from above."""
    tool = np.eye(4)
    c, s = math.cos(yaw), math.sin(yaw)
    if name == "lid":
        height = _BOTTLE.height + lids.LID_HEIGHT - lids.PLUG - lids.KNOB_HEIGHT / 2
    elif isinstance(thing.shape, Cup | Cylinder):
        tool[:3, 2], tool[:3, 1] = (c, s, 0.0), (-s, c, 0.0)
        tool[:3, 0] = np.cross(tool[:3, 1], tool[:3, 2])
        tool[:3, 3] = (0.5, 0.0, 0.6 * thing.shape.height)
        return "it", tool
    else:
        assert isinstance(thing.shape, Sphere | Box)
        height = thing.shape.radius if isinstance(thing.shape, Sphere) else thing.shape.size[2] / 2
    tool[:3, :3] = ((c, s, 0.0), (s, -c, 0.0), (0.0, 0.0, -1.0))
    tool[:3, 3] = (0.5, 0.0, height)
    return ("it.lid" if name == "lid" else "it"), tool


def shifted(tool: poses.Matrix, offset: NDArray[np.float64]) -> poses.Matrix:
    moved = tool.copy()
    moved[:3, 3] += offset
    return moved


def way(
    arm: Arm, tool: poses.Matrix, start: NDArray[np.float64], rng: np.random.Generator, speed: float, tilted: bool
) -> Trajectory:
    """Ten seconds between random poses of the tool that keep its orientation, or tilt it by up to a right angle."""
    path = [start]
    while True:
        goal = tool.copy()
        goal[:3, 3] = rng.uniform((0.35, -0.35, 0.3), (0.6, 0.35, 0.55))
        turn = poses.rotation_about(np.array((0.0, 0.0, 1.0)), rng.uniform(-0.6, 0.6))
        goal[:3, :3] = turn @ tool[:3, :3]
        if tilted:
            goal[:3, :3] = goal[:3, :3] @ poses.rotation_about(np.array((0.0, 0.0, 1.0)), rng.uniform(-1.6, 1.6))
        found = inverse.solve(arm, goal, rng=rng, near=path[-1], most=1)
        if found and float(np.max(np.abs(found[0] - path[-1]))) < 2.0:
            path.append(found[0])
            trajectory = timed(np.array(path), speed)
            if trajectory.seconds >= SECONDS:
                return trajectory


def trial(name: str, speed: float, seed: int, tilted: bool) -> tuple[float, float, float, float] | None:
    """Slip in mm, turn in degrees, simulated s and CPU s; None where the thing was dropped or not gripped at all."""
    rng = np.random.default_rng(seed)
    arm = Arm(BASE)
    free = Surroundings(arm, (Body("table", Box((0.9, 1.2, 0.04)), poses.translation((0.35, 0.0, -0.04))),)).free
    thing = THINGS[name]
    things = {"vessels": (thing,)} if isinstance(thing, Vessel) else {"items": (thing,)}
    scene = Scene("grip", Robot(BASE), Table((0.9, 1.2), (0.35, 0.0)), **things)
    while True:
        gripped, tool = grip(name, thing, rng.uniform(-0.5, 0.5))
        back = shifted(tool, -0.1 * tool[:3, 2])
        above = shifted(tool, np.array((0.0, 0.0, 0.2)))
        chain: list[NDArray[np.float64]] = []
        for goal in (back, tool, above):
            chain += inverse.solve(arm, goal, rng=rng, near=chain[-1] if chain else None, most=1, accept=free)
        if len(chain) < 3 or not free((chain[0] + chain[1]) / 2):
            continue
        if max(float(np.max(np.abs(chain[i] - chain[i + 1]))) for i in (0, 1)) < 1.0:
            break
    with Simulation(scene, seed=seed) as simulation:
        simulation.panda.reset(chain[0].tolist())
        simulation.hold(0.1)
        simulation.follow(timed(np.array(chain[:2]), 0.3), allowed=("it", "it.lid"))
        simulation.close()
        if simulation.held() != gripped:
            return None
        before = poses.inverse(simulation.tool()) @ simulation.pose(gripped)
        lifted = timed(np.array(chain[1:]), 0.3)
        simulation.follow(lifted, allowed=("it", "it.lid", "table"))
        carried = way(arm, tool, chain[2], rng, speed, tilted)
        cpu = time.process_time()
        simulation.follow(carried)
        now = time.process_time()
        simulation.hold(0.2)
        if simulation.held() != gripped:
            return None
        after = poses.inverse(simulation.tool()) @ simulation.pose(gripped)
        centre = np.array((*simulation.known()[gripped].centre, 1.0))
        slip = 1000 * float(np.linalg.norm((after - before) @ centre))
        turn = math.degrees(float(np.linalg.norm(poses.turn_between(before[:3, :3], after[:3, :3]))))
        return slip, turn, carried.seconds, now - cpu


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--trials", type=int, default=5)
    parser.add_argument("--thing", action="append", choices=tuple(THINGS))
    parser.add_argument("--tilted", action="store_true", help="turn the hand on the way")
    asked = parser.parse_args()
    print(f"{'thing':12}{'speed':>7}{'worst mm':>10}{'median mm':>11}{'worst deg':>11}{'dropped':>9}{'CPU/sim':>9}")
    worst = 0.0
    for name in asked.thing or THINGS:
        for speed in SPEEDS:
            every = [trial(name, speed, seed, asked.tilted) for seed in range(asked.trials)]
            done = [one for one in every if one is not None]
            dropped = len(every) - len(done)
            worst = max(worst, math.inf if dropped else 0.0, *(one[0] for one in done))
            slips, turns = [one[0] for one in done] or [math.nan], [one[1] for one in done] or [math.nan]
            share = sum(one[3] for one in done) / max(sum(one[2] for one in done), 1e-9)
            print(
                f"{name:12}{speed:7.1f}{max(slips):10.2f}{statistics.median(slips):11.2f}{max(turns):11.2f}"
                f"{dropped:9d}{share:9.3f}",
                flush=True,
            )
    print(f"worst slip {worst:.2f} mm, bar {BAR_MM} mm")
    return 0 if worst < BAR_MM else 1


if __name__ == "__main__":
    raise SystemExit(main())
