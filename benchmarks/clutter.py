"""Random cluttered tables for the arm, each with two places of the hand to go between."""

from __future__ import annotations

import numpy as np

from clairify_cli.worlds.geometry import Box, Cylinder, Pose
from clairify_cli.worlds.panda import poses
from clairify_cli.worlds.panda.arm import inverse
from clairify_cli.worlds.panda.arm.kinematics import Arm, Joints
from clairify_cli.worlds.panda.arm.surroundings import Body, Surroundings

STANDING = 14
HANGING = 8
_TABLE = Body("table", Box((1.0, 1.4, 0.04)), poses.translation((0.4, 0.0, -0.04)))


def bodies(rng: np.random.Generator) -> list[Body]:
    """A table with boxes and cylinders that stand on it, and others that hang above, none close to the base."""
    found = [_TABLE]
    while len(found) < 1 + STANDING + HANGING:
        hanging = len(found) > STANDING
        x, y = rng.uniform((0.0, -0.65), (0.85, 0.65))
        wide, high = rng.uniform(0.03, 0.12, 2), rng.uniform(0.05, 0.35)
        if np.hypot(x, y) < 0.3:
            continue
        z = rng.uniform(0.45, 0.8) if hanging else 0.0
        turned = poses.rotation_about(np.array((0.0, 0.0, 1.0)), rng.uniform(0, np.pi))
        pose = np.eye(4)
        pose[:3, :3], pose[:3, 3] = turned, (x, y, z)
        shape = Cylinder(wide[0] / 2, high) if rng.random() < 0.5 else Box((wide[0], wide[1], high))
        found.append(Body(f"{'hanging' if hanging else 'standing'}-{len(found)}", shape, pose))
    return found


def place(arm: Arm, surroundings: Surroundings, rng: np.random.Generator) -> Joints:
    """Joint angles free of contacts with the hand over the table, tilted by at most 45° or so from downwards."""
    while True:
        tool = np.eye(4)
        tool[:3, 3] = rng.uniform((0.3, -0.5, 0.04), (0.7, 0.5, 0.5))
        down = np.diag((1.0, -1.0, -1.0))
        about = rng.normal(size=3)
        tool[:3, :3] = (
            poses.rotation_about(about / np.linalg.norm(about), rng.uniform(0, np.pi / 4))
            @ poses.rotation_about(np.array((0.0, 0.0, 1.0)), rng.uniform(-np.pi, np.pi))
            @ down
        )
        found = inverse.solve(arm, tool, rng=rng, most=4, accept=surroundings.free)
        if found:
            return found[int(rng.integers(len(found)))]


def clutter(arm: Arm, rng: np.random.Generator) -> tuple[Surroundings, Joints, Joints]:
    """A scene, a start and a goal."""
    surroundings = Surroundings(arm, bodies(rng))
    return surroundings, place(arm, surroundings, rng), place(arm, surroundings, rng)


def base() -> Pose:
    """Where the arm stands in them."""
    return Pose((0.0, 0.0, 0.0))
