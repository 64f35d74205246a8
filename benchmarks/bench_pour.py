"""Doses of 1 to 200 g: how far from what was asked, how much beside it, and how long a pour takes.

`python -m benchmarks.bench_pour` (`--doses 100`, `--first 0`). The doses are spread evenly on a logarithmic scale, in
an order that any beginning of it is spread too, over three pairs of vessels and over how much is in the source. A real
simulation of the arm: the source is put into the hand where the pour begins and is gripped there, by friction; the rest
is as in a run. The bars: 95 % within 1 % or 0.1 g, none over by more than 2 % or 0.1 g, a mean error of 0.3 % at most,
less than 5 % spilled.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from benchmarks import figures
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


PAIRS = (
    ("bottle into beaker", BOTTLE, BEAKER, 150.0),
    ("tall bottle into large beaker", TALL, LARGE, 200.0),
    ("beaker into beaker", BEAKER, BEAKER, 150.0),
)
"""Vessels, and the largest dose (g) that the target and the payload of the arm allow."""

GOLDEN = (math.sqrt(5.0) - 1.0) / 2.0


def dose_of(number: int) -> tuple[str, Cup, Cup, float, float]:
    """The name, source, target, dose and contents (g) of a pour: low-discrepancy sequences of all of them."""
    name, source, target, most = PAIRS[number % len(PAIRS)]
    dose = round(most ** ((0.5 + number * GOLDEN) % 1.0), 2)
    room = 0.8 * math.pi * (source.radius - source.wall) ** 2 * (source.height - source.bottom) * 1e6
    there = max(1.15 * dose, room * (0.25 + 0.75 * ((0.5 + number * math.sqrt(2.0)) % 1.0)))
    return name, source, target, dose, min(there, room)


def main() -> int:
    """A table on stdout; 1 where a bar is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--doses", type=int, default=100)
    parser.add_argument("--first", type=int, default=0)
    asked = parser.parse_args()
    print(
        f"{'what':32}{'there':>8}{'dose':>10}{'error':>9}{'off g':>8}{'spilled':>9}{'tilt':>6}{'sim s':>7}{'CPU s':>8}"
    )
    errors: list[float] = []
    within = over = spilled = 0
    for number in range(asked.first, asked.first + asked.doses):
        name, source, target, dose, there = dose_of(number)
        done, seconds = run(source, target, dose, there, number)
        off = done.grams - dose
        errors.append(off / dose)
        within += abs(off) <= max(0.01 * dose, 0.1)
        over += off > max(0.02 * dose, 0.1)
        spilled += done.spilled >= 0.05 * dose
        print(
            f"{name:32}{there:>8.1f}{dose:>8g} g{off / dose:>+9.2%}{off:>+8.2f}{done.spilled / dose:>9.1%}"
            f"{done.tilt:>6.0f}{done.seconds:>7.1f}{seconds:>8.1f}  {'; '.join(done.remarks)}",
            flush=True,
        )
    mean = sum(errors) / len(errors)
    print(f"\nwithin 1 % or 0.1 g: {within} of {len(errors)}; over by more than 2 % or 0.1 g: {over}")
    print(f"mean error {mean:+.2%}, worst {min(errors):+.2%} and {max(errors):+.2%}; spilled 5 % or more: {spilled}")
    figures.share("doses: within 1 % or 0.1 g", within, len(errors))
    figures.figure("doses: mean error", 100 * mean, "%", n=len(errors), better="less")
    return 0 if within >= 0.95 * len(errors) and not over and abs(mean) <= 0.003 and not spilled else 1


if __name__ == "__main__":
    sys.exit(main())
