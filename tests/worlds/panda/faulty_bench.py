"""A small bench on which things go wrong on purpose, and the moments at which they do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from case_tables import stored

from benchmarks import panda_faults as faults
from clairify_cli.diagnostics.model import Source
from clairify_cli.worlds.base import Check, Outcome
from clairify_cli.worlds.geometry import Box, Pose, Vector
from clairify_cli.worlds.panda import poses
from clairify_cli.worlds.panda.simulation.panda import JOINTS
from clairify_cli.worlds.panda.simulation.simulation import Simulation
from clairify_cli.worlds.panda.world import PandaWorld
from clairify_cli.worlds.scene.model import Scene
from clairify_cli.worlds.scene.reader import read_scene

POURING_TEXT, FRUIT_TEXT = stored(__file__, "POURING"), stored(__file__, "FRUIT")


def read(text: str) -> Scene:
    """The scene in a text without errors."""
    scene, found = read_scene(Source(text))
    assert scene is not None, found
    return scene


POURING, FRUIT = read(POURING_TEXT), read(FRUIT_TEXT)
BOTTLE, BEAKER = POURING.vessels
(APPLE,) = FRUIT.items
ROBOT, TABLE = FRUIT.robot, FRUIT.table
SLOT, SPARE, PAN = (one.position for one in POURING.places)


def changed(scene: Scene, **changes: Any) -> Scene:
    """The scene with fields of its bottle changed."""
    return replace(scene, vessels=tuple(replace(v, **changes) if v.id == BOTTLE.id else v for v in scene.vessels))


@dataclass
class At:
    """Does something once in a simulation: so many s after the phase began that is the `time`-th of that name.

    `done_at` is the simulated time then, `before` the joint angles.
    """

    world: PandaWorld
    phase: str
    what: Callable[[Simulation], object]
    after: float = 0.0
    time: int = 1
    done_at: float | None = None
    phases: list[str] = field(default_factory=list)
    _began: float | None = None

    def __post_init__(self) -> None:
        self.world.runner.progress = self._phase
        self.world.simulation.on_step.append(self._step)

    def _phase(self, name: str) -> None:
        self.phases.append(name)
        if name == self.phase and self.phases.count(name) == self.time:
            self._began = self.world.clock
            if self.after <= 0.0:
                self._do()

    def _step(self) -> None:
        if self._began is not None and self.done_at is None and self.world.clock - self._began >= self.after:
            self._do()

    def _do(self) -> None:
        self.done_at = self.world.clock
        self.what(self.world.simulation)


def failed(outcome: Outcome) -> dict[str, Check]:
    """The checks that failed, by name."""
    return {one.name: one for one in outcome.checks if not one.passed}


def speed(simulation: Simulation) -> float:
    """The fastest joint, in rad/s."""
    states = simulation.bullet.getJointStates(simulation.panda.number, JOINTS)
    return float(max(abs(state[1]) for state in states))


def rests(world: PandaWorld, seconds: float = 0.5) -> bool:
    """Whether the arm does not move: its joints are still, and stay where they are."""
    before = world.simulation.panda.joints()
    world.simulation.hold(seconds)
    return speed(world.simulation) < 0.005 and float(np.max(np.abs(world.simulation.panda.joints() - before))) < 0.005


def where(world: PandaWorld, thing: str) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """The position of a thing (3,) in m."""
    return np.asarray(world.simulation.pose(thing)[:3, 3])


def stands(world: PandaWorld, vessel: str) -> bool:
    """Whether a vessel is upright."""
    return bool(world.simulation.pose(vessel)[2, 2] > 0.95)


def forces(world: PandaWorld, thing: str) -> float:
    """The largest force (N) with which anything but the table touches a thing now."""
    simulation = world.simulation
    if thing not in simulation.ids:
        return 0.0
    table = simulation.ids["table"]
    points = simulation.bullet.getContactPoints(bodyA=simulation.ids[thing])
    return max((float(one[9]) for one in points if table not in (one[1], one[2])), default=0.0)


def lamp(simulation: Simulation, size: Vector, position: Vector) -> None:
    """An obstacle that the scene does not have: a box, by the middle of its bottom."""
    faults.add_obstacle(simulation, "lamp", Box(size), Pose(position))


def near_the_hand(simulation: Simulation, size: Vector, along: Vector, gap: float = 0.01) -> None:
    """A lamp that comes towards the tool from 0.6 m away in the direction `along`, until it is `gap` m from the arm."""
    tool = simulation.tool()[:3, 3]
    x, y, z = (float(one) for one in tool + 0.6 * np.array(along) + (0.06, 0.0, 0.0))
    lamp(simulation, size, (x, y, z - size[2] / 2))
    for _ in range(120):
        before = simulation.pose("lamp")
        simulation.put("lamp", poses.translation((-0.005 * along[0], -0.005 * along[1], -0.005 * along[2])) @ before)
        numbers = [number for name, number in simulation.ids.items() if name not in ("lamp", "table")]
        if any(simulation.bullet.getClosestPoints(one, simulation.ids["lamp"], gap) for one in numbers):
            simulation.put("lamp", before)
            return
