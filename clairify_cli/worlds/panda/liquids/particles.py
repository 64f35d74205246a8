"""Spheres in the simulation that stand for a liquid or a powder while it can move. The one user of PyBullet here.

They are rigid bodies in maximal coordinates (cheaper than PyBullet's multibodies), with hardly any friction and some
damping, so that they lie level and run over an edge one after the other. How many grams one stands for has nothing to
do with its size: they give fractions of a content, not the flow of a fluid.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from clairify_cli.worlds.geometry import Cup
from clairify_cli.worlds.panda.poses import quaternion
from clairify_cli.worlds.scene.model import Colour, Scene

Array = NDArray[np.float64]

SPHERE = 1 << 10
"""The collision group of spheres, besides that of everything that moves; floors touch nothing else."""

FLOOR = 0.012
"""How thick a floor is, in m."""


class Bench(Protocol):
    """What liquids need of a simulation."""

    scene: Scene
    client: int
    on_step: list[Callable[[], None]]

    @property
    def ids(self) -> Mapping[str, int]:
        """PyBullet's body of each thing, by its id in the scene."""

    @property
    def clock(self) -> float:
        """The simulated time in s."""

    def load(self, vessel: str, grams: float) -> None:
        """Sets what a vessel weighs besides its own mass."""

    def pose(self, thing: str) -> Array:
        """Where a thing is, 4x4."""


class Spheres:
    """The spheres of a simulation; each is known by PyBullet's number of its body."""

    def __init__(self, client: int) -> None:
        import pybullet

        self._p: Any = pybullet
        self._client = client
        self._shapes: dict[tuple[float, Colour], tuple[int, int]] = {}

    def add(self, centres: Array, radius: float, mass_g: float, velocity: Array, colour: Colour) -> list[int]:
        """Spheres at centres (n, 3), each of `mass_g`, moving with the (3,) velocity; returns their bodies."""
        p, client = self._p, self._client
        key = (round(radius, 5), colour)
        if key not in self._shapes:
            self._shapes[key] = (
                p.createCollisionShape(p.GEOM_SPHERE, radius=radius, physicsClientId=client),
                p.createVisualShape(p.GEOM_SPHERE, radius=radius, rgbaColor=colour, physicsClientId=client),
            )
        shape, look = self._shapes[key]
        bodies = []
        for centre in centres:
            body = p.createMultiBody(
                mass_g / 1000.0, shape, look, list(centre), useMaximalCoordinates=True, physicsClientId=client
            )
            p.changeDynamics(
                body,
                -1,
                lateralFriction=0.05,
                rollingFriction=0.0,
                spinningFriction=0.0,
                restitution=0.0,
                linearDamping=0.2,
                angularDamping=0.2,
                physicsClientId=client,
            )
            p.setCollisionFilterGroupMask(body, -1, 1 | SPHERE, -1, physicsClientId=client)
            p.resetBaseVelocity(body, list(velocity), [0.0, 0.0, 0.0], physicsClientId=client)
            bodies.append(body)
        return bodies

    def floor(self, radius: float) -> int:
        """A disc that only spheres touch and that goes where it is put (`move`); invisible."""
        p, client = self._p, self._client
        shape = p.createCollisionShape(p.GEOM_CYLINDER, radius=radius, height=FLOOR, physicsClientId=client)
        body = int(p.createMultiBody(0, shape, -1, [0.0, 0.0, -1.0], physicsClientId=client))
        p.setCollisionFilterGroupMask(body, -1, SPHERE, SPHERE, physicsClientId=client)
        return body

    def move(self, body: int, pose: Array, height: float) -> None:
        """Put a floor into a vessel at a pose (4x4), with its upper side `height` m above the vessel's origin."""
        at = pose[:3, 3] + pose[:3, 2] * (height - FLOOR / 2.0)
        turn = quaternion(pose[:3, :3])
        self._p.resetBasePositionAndOrientation(body, at.tolist(), turn, physicsClientId=self._client)

    def remove(self, bodies: Sequence[int]) -> None:
        """Take spheres out of the simulation."""
        for body in bodies:
            self._p.removeBody(body, physicsClientId=self._client)

    def centres(self, bodies: Sequence[int]) -> Array:
        """Where spheres are, (n, 3)."""
        get, client = self._p.getBasePositionAndOrientation, self._client
        return np.array([get(body, physicsClientId=client)[0] for body in bodies], dtype=np.float64).reshape(-1, 3)

    def velocities(self, bodies: Sequence[int]) -> Array:
        """How fast they move, m/s, (n, 3)."""
        get, client = self._p.getBaseVelocity, self._client
        return np.array([get(body, physicsClientId=client)[0] for body in bodies], dtype=np.float64).reshape(-1, 3)

    def velocity_of(self, body: int) -> Array:
        """The velocity of any body, m/s, (3,)."""
        return np.array(self._p.getBaseVelocity(body, physicsClientId=self._client)[0], dtype=np.float64)

    def weigh(self, body: int, mass_g: float) -> None:
        """Give a body another mass."""
        self._p.changeDynamics(body, -1, mass=mass_g / 1000.0, physicsClientId=self._client)


def inside(cup: Cup, pose: Array, centres: Array, margin: float = 0.0) -> NDArray[np.bool_]:
    """Which points (n, 3) are within a cup at a pose (4x4): within its outer wall and under its rim less `margin` m."""
    local = (centres - pose[:3, 3]) @ pose[:3, :3]
    across = np.hypot(local[:, 0], local[:, 1]) < cup.radius
    return np.asarray(across & (local[:, 2] > 0.0) & (local[:, 2] < cup.height - margin))


def stacked(cup: Cup, radius: float, count: int, bottom: float) -> Array:
    """Centres (n, 3) for up to `count` spheres in a cup, in its frame: hexagonal layers from `bottom` m upwards.

    Fewer than `count` where no more fit under the rim.
    """
    free = cup.radius - cup.wall - radius - 0.0005
    pitch = 2.0 * radius * 1.03
    spots = []
    rows = int(free / (pitch * 0.866)) + 1
    for row in range(-rows, rows + 1):
        for column in range(-2 * rows - 2, 2 * rows + 3):
            x, y = pitch * (column + 0.5 * (row % 2)), pitch * 0.866 * row
            if x * x + y * y <= max(free, 0.0) ** 2 + 1e-12:
                spots.append((x * x + y * y, x, y))
    spots.sort()
    centres: list[tuple[float, float, float]] = []
    z = bottom + radius + 0.0005
    while len(centres) < count and z < cup.height - radius:
        centres += [(x, y, z) for _, x, y in spots]
        z += pitch
    return np.array(centres[:count], dtype=np.float64).reshape(-1, 3)
