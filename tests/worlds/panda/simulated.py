"""A small bench for tests of the simulation, and ways to move the arm over it."""

from __future__ import annotations

import numpy as np
from case_tables import stored
from numpy.typing import NDArray

from clairify_cli.worlds.geometry import Vector
from clairify_cli.worlds.panda.arm import inverse
from clairify_cli.worlds.panda.arm.kinematics import Arm
from clairify_cli.worlds.panda.arm.timing import timed
from clairify_cli.worlds.panda.simulation.motion import Followed
from clairify_cli.worlds.panda.simulation.simulation import Simulation
from clairify_cli.worlds.scene.model import Item, Obstacle, Scene, Vessel
from worlds.panda.faulty_bench import read

BENCH = read(stored(__file__, "BENCH"))
BEAKER, BOTTLE = BENCH.vessels
APPLE, BLOCK = BENCH.items
(BIN,), (HOTPLATE,) = BENCH.containers, BENCH.devices
ROBOT, TABLE = BENCH.robot, BENCH.table


def bench(*things: Vessel | Item | Obstacle) -> Scene:
    """A table with only these things."""
    return Scene(
        "few",
        ROBOT,
        TABLE,
        vessels=tuple(one for one in things if isinstance(one, Vessel)),
        items=tuple(one for one in things if isinstance(one, Item)),
        obstacles=tuple(one for one in things if isinstance(one, Obstacle)),
    )


def above(position: Vector) -> NDArray[np.float64]:
    """The tool there, pointing down."""
    tool = np.diag((1.0, -1.0, -1.0, 1.0))
    tool[:3, 3] = position
    return tool


def beside(position: Vector) -> NDArray[np.float64]:
    """The tool there, pointing away from the base, level."""
    tool = np.eye(4)
    tool[:3, :3] = ((0.0, 0.0, 1.0), (0.0, 1.0, 0.0), (-1.0, 0.0, 0.0))
    tool[:3, 3] = position
    return tool


def angles(tool: NDArray[np.float64], near: NDArray[np.float64] | None = None) -> NDArray[np.float64]:
    """Joint angles for a pose of the tool."""
    near = np.array(ROBOT.home) if near is None else near
    return inverse.solve(Arm(ROBOT.base), tool, rng=np.random.default_rng(0), near=near, most=1)[0]


def go(
    simulation: Simulation, tool: NDArray[np.float64], speed: float = 0.5, allowed: tuple[str, ...] = ()
) -> Followed:
    """Moves the arm from where it is to a pose of the tool, joint by joint."""
    here = simulation.panda.joints()
    return simulation.follow(timed(np.array((here, angles(tool, here))), speed), allowed=allowed)


def place_arm(simulation: Simulation, tool: NDArray[np.float64]) -> None:
    """Puts the arm at once where the tool is at a pose, the hand open."""
    q = angles(tool)
    simulation.panda.reset(q.tolist())
    simulation.hold(0.02)
