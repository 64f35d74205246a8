"""A small bench for tests of the simulation, and ways to move the arm over it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from clairify_cli.worlds.geometry import Box, Cup, Pose, Sphere, Tray, Vector
from clairify_cli.worlds.panda.arm import inverse
from clairify_cli.worlds.panda.arm.kinematics import Arm
from clairify_cli.worlds.panda.arm.timing import timed
from clairify_cli.worlds.panda.simulation.motion import Followed
from clairify_cli.worlds.panda.simulation.simulation import Simulation
from clairify_cli.worlds.scene.model import (
    Container,
    Content,
    Device,
    Item,
    Obstacle,
    Place,
    Robot,
    Scene,
    Table,
    Vessel,
)

ROBOT = Robot(Pose((0.0, 0.0, 0.0)))
TABLE = Table((0.9, 1.2), (0.35, 0.0))

BEAKER = Vessel(
    "beaker",
    "beaker",
    "beaker",
    Cup(0.036, 0.16, 0.004, 0.004),
    Pose((0.5, -0.25, 0.05)),
    400.0,
    90.0,
    (Content("water", 540.0),),
    place="plate",
)
BOTTLE = Vessel(
    "acid",
    "acid",
    "bottle",
    Cup(0.033, 0.12, 0.004, 0.004),
    Pose((0.5, 0.2, 0.0)),
    200.0,
    90.0,
    (Content("acid", 100.0),),
    capped=True,
    place="slot1",
)
APPLE = Item("apple", "apple", "apple", Sphere(0.035), Pose((0.45, 0.0, 0.0)), 150.0)
BLOCK = Item("block", "block", "block", Box((0.04, 0.04, 0.04)), Pose((0.3, -0.2, 0.0)), 60.0)
BIN = Container("bin", "bin", "bin", Tray((0.24, 0.24, 0.15), 0.005), Pose((0.2, 0.42, 0.0)))
HOTPLATE = Device("hotplate", "hotplate", "hotplate", (0.15, 0.15, 0.05), Pose((0.5, -0.25, 0.0)), "plate")

BENCH = Scene(
    "bench",
    ROBOT,
    TABLE,
    places=(Place("slot1", "slot 1", (0.5, 0.2, 0.0)), Place("plate", "hotplate", (0.5, -0.25, 0.05), "hotplate")),
    vessels=(BEAKER, BOTTLE),
    items=(APPLE, BLOCK),
    containers=(BIN,),
    devices=(HOTPLATE,),
)


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
    here = simulation.joints()
    return simulation.follow(timed(np.array((here, angles(tool, here))), speed), allowed=allowed)


def place_arm(simulation: Simulation, tool: NDArray[np.float64]) -> None:
    """Puts the arm at once where the tool is at a pose, the hand open."""
    q = angles(tool)
    simulation.panda.reset(q.tolist())
    simulation.hold(0.02)
