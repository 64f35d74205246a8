"""Pouring: how close to the dose, how much beside it, and how long it takes, by dose and by the shapes of the vessels.

Run with `python -m benchmarks.bench_pour`. A real simulation of the arm: the source is put into the hand where the pour
begins and is gripped there, by friction; the rest is as in a run.
"""

from __future__ import annotations

import math
import sys
import time
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from clairify_cli.worlds.geometry import Box, Cup, Pose
from clairify_cli.worlds.panda import poses
from clairify_cli.worlds.panda.arm import inverse, paths
from clairify_cli.worlds.panda.arm.kinematics import Arm
from clairify_cli.worlds.panda.arm.surroundings import Surroundings
from clairify_cli.worlds.panda.liquids.contents import Liquids
from clairify_cli.worlds.panda.liquids.pour import Poured, pour
from clairify_cli.worlds.panda.liquids.tipping import pour_poses
from clairify_cli.worlds.panda.simulation.simulation import Simulation
from clairify_cli.worlds.scene.model import Content, Obstacle, Robot, Scene, Table, Vessel

BOTTLE = Cup(0.033, 0.11, 0.003, 0.004)
TALL = Cup(0.036, 0.16, 0.003, 0.004)
BEAKER = Cup(0.035, 0.09, 0.003, 0.004)
LARGE = Cup(0.036, 0.15, 0.003, 0.004)


@dataclass(frozen=True, slots=True)
class Set:
    """A simulation with the source in the hand over the target, at the begin of the path."""

    simulation: Simulation
    liquids: Liquids
    arm: Arm
    path: NDArray[np.float64]


def vessel(name: str, kind: str, cup: Cup, at: tuple[float, float, float], grams: float) -> Vessel:
    """An open vessel with so much water in it."""
    room = math.pi * (cup.radius - cup.wall) ** 2 * (cup.height - cup.bottom) * 1e6
    contents = (Content("water", grams),) if grams > 0.0 else ()
    return Vessel(name, name, kind, cup, Pose(at), room, 80.0 + 400.0 * cup.height, contents)


def set_up(source: Cup, target: Cup, grams: float, *, seed: int, already: float = 0.0) -> Set:
    """`grams` of water in the source, which the hand holds; the target stands 5 cm above the table. Needs a path."""
    stands = (0.5, 0.0, 0.05)
    scene = Scene(
        "pour",
        Robot(Pose((0.0, 0.0, 0.0))),
        Table((0.9, 1.2), (0.5, 0.0)),
        vessels=(
            vessel("source", "bottle", source, (0.3, 0.4, 0.0), grams),
            vessel("target", "beaker", target, stands, already),
        ),
        obstacles=(Obstacle("stand", "stand", Box((0.14, 0.14, stands[2])), Pose((stands[0], stands[1], 0.0))),),
    )
    arm = Arm(scene.robot.base)
    rng = np.random.default_rng(seed)
    path, grasp = _path(arm, source, target, stands, rng)
    simulation = Simulation(scene, seed=seed)
    where = arm.tool(path[0]) @ grasp

    def stay() -> None:
        simulation.put("source", where)

    stay()
    simulation.panda.reset(path[0])
    simulation.on_step.append(stay)
    simulation.close()
    simulation.on_step.remove(stay)
    simulation.hold(0.2)
    return Set(simulation, Liquids(simulation, rng=rng), arm, path)


def _path(
    arm: Arm, source: Cup, target: Cup, stands: tuple[float, float, float], rng: np.random.Generator
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    grasp = np.eye(4)
    grasp[:3, :3] = np.column_stack(([0.0, 0.0, -1.0], [0.0, -1.0, 0.0], [-1.0, 0.0, 0.0]))
    grasp[:3, 3] = -grasp[:3, 2] * 0.5 * source.height
    surroundings = Surroundings(arm, ())
    for yaw in np.radians((0.0, 30.0, -30.0, 60.0, -60.0)):
        for direction in (1, -1):
            tools = pour_poses(source, grasp, target, poses.translation(stands), yaw=float(yaw), direction=direction)
            for start in inverse.solve(arm, tools[0], rng=rng, most=6):
                found = paths.cartesian(surroundings, start, tools[1:])
                if not isinstance(found, paths.Blocked):
                    return found, grasp
    raise RuntimeError("no path for the pour")


def run(source: Cup, target: Cup, dose: float | None, there: float, seed: int) -> tuple[Poured, float]:
    """One pour; how it ended, and its CPU time in s."""
    made = set_up(source, target, there, seed=seed)
    try:
        start = time.process_time()
        done = pour(made.simulation, made.liquids, made.arm, made.path, "source", "target", dose)
        return done, time.process_time() - start
    finally:
        made.simulation.end()


def main() -> int:
    """A table on stdout; 1 where less than 95 % of the pours are within 10 % of the dose with less than 5 % spilled."""
    cases = [
        (name, source, target, dose, there)
        for name, source, target, doses in (
            ("bottle into beaker", BOTTLE, BEAKER, (1.0, 5.0, 20.0, 100.0)),
            ("tall bottle into large beaker", TALL, LARGE, (10.0, 50.0, 200.0, 430.0)),
            ("beaker into beaker", BEAKER, BEAKER, (5.0, 50.0, 150.0)),
        )
        for dose in doses
        for there in (max(1.3 * dose, min(3.0 * dose, 500.0)),)
    ]
    print(f"{'what':32}{'dose':>8}{'error':>9}{'spilled':>9}{'tilt':>6}{'sim s':>7}{'CPU s':>8}")
    good, count = 0, 0
    for name, source, target, dose, there in cases:
        for seed in range(3):
            done, seconds = run(source, target, dose, there, seed)
            off = (done.grams - dose) / dose
            good += abs(off) <= 0.1 and done.spilled < 0.05 * dose
            count += 1
            print(
                f"{name:32}{dose:>6g} g{off:>+8.1%}{done.spilled / dose:>9.1%}{done.tilt:>6.0f}"
                f"{done.seconds:>7.1f}{seconds:>8.1f}  {'; '.join(done.remarks)}",
                flush=True,
            )
    print(f"\nwithin 10 % of the dose, less than 5 % spilled: {good} of {count}")
    return 0 if good >= 0.95 * count else 1


if __name__ == "__main__":
    sys.exit(main())
