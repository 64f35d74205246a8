"""What can go wrong on a bench, put in on purpose, for tests and for trying how a run ends."""

from __future__ import annotations

import math

import numpy as np

from clairify_cli.worlds.geometry import Cup, Pose, Shape, Vector
from clairify_cli.worlds.panda import poses
from clairify_cli.worlds.panda.simulation.simulation import Simulation
from clairify_cli.worlds.scene import limits
from clairify_cli.worlds.scene.model import Obstacle

SLIPPERY = 0.01
"""Friction of a thing that no grip holds."""


def move(simulation: Simulation, thing: str, offset: Vector) -> None:
    """Moves a thing by an offset in m."""
    simulation.put(thing, poses.translation(offset) @ simulation.pose(thing))


def remove(simulation: Simulation, thing: str) -> None:
    """Takes a thing away for good."""
    simulation.remove(thing)


def add_obstacle(simulation: Simulation, name: str, shape: Shape, pose: Pose) -> None:
    """Puts something that does not move on the bench, under an id that is not taken."""
    simulation.add(Obstacle(name, name, shape, pose))


def tip_over(simulation: Simulation, vessel: str, towards: float = 0.0) -> None:
    """Lays a vessel on its side where it stands, its mouth in the direction `towards` (rad, from x)."""
    shape = simulation.known()[vessel].shape
    assert isinstance(shape, Cup)
    pose = simulation.pose(vessel)
    axis = np.array((-math.sin(towards), math.cos(towards), 0.0))
    tipped = np.eye(4)
    tipped[:3, :3] = poses.rotation_about(axis, math.pi / 2) @ pose[:3, :3]
    tipped[:3, 3] = pose[:3, 3] + (0.0, 0.0, 1.05 * shape.radius)
    simulation.put(vessel, tipped)


def lubricate(simulation: Simulation, thing: str, friction: float = SLIPPERY) -> None:
    """Makes a thing slippery, where fingers hold it as well."""
    bullet, number, panda = simulation.bullet, simulation.known()[thing].number, simulation.panda.number
    bullet.changeDynamics(number, -1, lateralFriction=friction)
    for link in range(bullet.getNumJoints(panda)):
        # A contact keeps the friction that it began with, so that each has to begin again.
        bullet.setCollisionFilterPair(number, panda, -1, link, 0)
        bullet.setCollisionFilterPair(number, panda, -1, link, 1)
    simulation.wake()


def let_go(simulation: Simulation) -> None:
    """Opens the fingers at once, whatever they hold; may be called while the arm moves."""
    simulation.panda.fingers(limits.WIDEST / 2)
