"""Spheres that represent a liquid or a powder while it can move.

They are rigid bodies in maximal coordinates (cheaper than PyBullet's multibodies), with little friction and some
damping, so they lie level and run over an edge one after the other. The mass of a sphere is unrelated to its size:
spheres are fractions of the contents and do not model the flow of a fluid.

A vessel with spheres gets a liner: a cup that only spheres touch, which follows the vessel. Spheres therefore never
push a vessel out of the hand's friction grasp, nor pass through its thin walls; their weight is added to the vessel's.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from clairify_cli.records import dataclass
from clairify_cli.worlds.geometry import Cup, Quaternion
from clairify_cli.worlds.panda.simulation.engine import GRAVITY, STEP, Bullet
from clairify_cli.worlds.scene.model import Colour
from clairify_cli.worlds.scene.solids import WALLS

Array = NDArray[np.float64]

RATE = 1.0 / STEP
"""The number of simulation steps per second."""

SPHERE = 1 << 10
"""The collision group of spheres; liners collide only with it, and lined vessels do not collide with it."""

THICK = 0.012
"""The thickness of a liner's walls, in m."""

LINER_KG = 1000.0
"""The mass of a liner, so large that spheres do not move it."""

LOOSE_ITERATIONS = 45
"""The largest number of solver iterations per step while there are spheres."""


class Spheres:
    """The spheres of a simulation, each identified by its PyBullet body number."""

    def __init__(self, bullet: Bullet) -> None:
        self._bullet = bullet
        # Two bodies collide only if the masks of both allow it; by default PyBullet needs only one of them.
        bullet.setPhysicsEngineParameter(collisionFilterMode=0)
        self._shapes: dict[tuple[float, Colour], tuple[int, int]] = {}
        self._spheres: set[int] = set()
        self._before = 0

    def add(self, centres: Array, radii: Array, mass_g: float, velocity: Array, colour: Colour) -> list[int]:
        """Add spheres at centres (n, 3), each of `mass_g`, moving with a velocity (3,); return their bodies."""
        bullet = self._bullet
        if not self._spheres:
            self._ease()
        bodies = []
        for centre, radius in zip(centres.tolist(), radii.tolist(), strict=True):
            shape, look = self._shape(radius, colour)
            body = bullet.createMultiBody(mass_g / 1000.0, shape, look, centre, useMaximalCoordinates=True)
            bullet.changeDynamics(
                body,
                -1,
                lateralFriction=0.05,
                rollingFriction=0.0,
                spinningFriction=0.0,
                restitution=0.0,
                linearDamping=0.2,
                angularDamping=0.2,
            )
            bullet.setCollisionFilterGroupMask(body, -1, SPHERE, -1)
            bullet.resetBaseVelocity(body, list(velocity), [0.0, 0.0, 0.0])
            bodies.append(body)
        self._spheres.update(bodies)
        return bodies

    def _ease(self) -> None:
        """Reduce the solver's iterations while there are spheres, which make ten times as much work."""
        bullet = self._bullet
        self._before = bullet.getPhysicsEngineParameters()["numSolverIterations"]
        bullet.setPhysicsEngineParameter(numSolverIterations=min(self._before, LOOSE_ITERATIONS))

    def _unease(self) -> None:
        """Restore the iterations, but never fewer than the hand has requested meanwhile."""
        bullet = self._bullet
        now = bullet.getPhysicsEngineParameters()["numSolverIterations"]
        bullet.setPhysicsEngineParameter(numSolverIterations=max(now, self._before))

    def _shape(self, radius: float, colour: Colour) -> tuple[int, int]:
        bullet = self._bullet
        key = (round(radius, 5), colour)
        if key not in self._shapes:
            self._shapes[key] = (
                bullet.createCollisionShape(bullet.GEOM_SPHERE, radius=radius),
                bullet.createVisualShape(bullet.GEOM_SPHERE, radius=radius, rgbaColor=colour),
            )
        return self._shapes[key]

    def liner(self, inside: Inside) -> int:
        """Create the invisible liner of a vessel, which only spheres touch; `carry` positions it.

        Its walls extend outwards and are thicker than glass, so nothing passes through them at any speed.
        """
        bullet = self._bullet
        middle, height = inside.across + THICK / 2.0, inside.top - inside.bottom
        walls = inside.walls
        turns = [inside.turn + 2.0 * math.pi * number / walls for number in range(walls)]
        width = (inside.across + THICK) * math.tan(math.pi / walls)
        sizes = [[middle * 1.5, middle * 1.5, THICK / 2.0], *([[THICK / 2.0, width, height / 2.0]] * walls)]
        x, y = inside.x, inside.y
        places = [[x, y, inside.bottom - THICK / 2.0]]
        up = inside.bottom + height / 2.0
        places += [[x + middle * math.cos(turn), y + middle * math.sin(turn), up] for turn in turns]
        shape = bullet.createCollisionShapeArray(
            shapeTypes=[bullet.GEOM_BOX] * (walls + 1),
            halfExtents=sizes,
            collisionFramePositions=places,
            collisionFrameOrientations=[[0.0, 0.0, math.sin(t / 2.0), math.cos(t / 2.0)] for t in (0.0, *turns)],
        )
        body = int(bullet.createMultiBody(LINER_KG, shape, -1, useMaximalCoordinates=True))
        bullet.changeDynamics(body, -1, lateralFriction=0.05, restitution=0.0)
        # PyBullet draws the collision shape of a body without a visual shape.
        bullet.changeVisualShape(body, -1, rgbaColor=(0.0, 0.0, 0.0, 0.0))
        bullet.setCollisionFilterGroupMask(body, -1, SPHERE, SPHERE)
        return body

    def carry(self, liner: int, vessel: int, pose: Array) -> None:
        """Move a liner to its vessel's pose (4x4, of its origin) and velocity; call this after each step."""
        bullet = self._bullet
        (lx, ly, lz), (ax, ay, az) = bullet.getBaseVelocity(vessel)
        (cx, cy, cz), turn = bullet.getBasePositionAndOrientation(vessel)
        at = (x, y, z) = pose[:3, 3].tolist()
        rx, ry, rz = x - cx, y - cy, z - cz
        # Compensates what gravity takes off in the step.
        velocity = (lx + ay * rz - az * ry, ly + az * rx - ax * rz, lz + ax * ry - ay * rx + GRAVITY / RATE)
        bullet.resetBasePositionAndOrientation(liner, at, turn)
        bullet.resetBaseVelocity(liner, velocity, (ax, ay, az))

    def bar(self, length: float, thickness: float) -> int:
        """Create a stirrer bar along x, which only spheres touch; `drive` turns it."""
        bullet = self._bullet
        turn = [0.0, math.sqrt(0.5), 0.0, math.sqrt(0.5)]
        size = {"radius": thickness / 2.0, "collisionFrameOrientation": turn}
        shape = bullet.createCollisionShape(bullet.GEOM_CAPSULE, height=length - thickness, **size)
        look = bullet.createVisualShape(
            bullet.GEOM_CAPSULE,
            radius=thickness / 2.0,
            length=length - thickness,
            visualFrameOrientation=turn,
            rgbaColor=[0.95, 0.95, 0.95, 1.0],
        )
        body = int(bullet.createMultiBody(LINER_KG, shape, look, useMaximalCoordinates=True))
        bullet.changeDynamics(body, -1, lateralFriction=0.6, restitution=0.0)
        bullet.setCollisionFilterGroupMask(body, -1, SPHERE << 1, SPHERE)
        return body

    def drive(self, body: int, at: Array, turn: Quaternion, spin: Array) -> None:
        """Position a bar that turns at `spin` rad/s (3,); call this before each step."""
        bullet = self._bullet
        bullet.resetBasePositionAndOrientation(body, at.tolist(), turn)
        bullet.resetBaseVelocity(body, [0.0, 0.0, GRAVITY / RATE], spin.tolist())

    def lined(self, vessel: int, there: bool) -> None:
        """Set whether a vessel has a liner, which then holds the spheres in its place.

        (Not by `setCollisionFilterPair`: PyBullet keeps the pairs of removed bodies and reuses their numbers.)
        """
        mask = -1 & ~SPHERE if there else -1
        self._bullet.setCollisionFilterGroupMask(vessel, -1, 1, mask)

    def remove(self, bodies: Sequence[int]) -> None:
        """Remove spheres or liners from the simulation."""
        there = bool(self._spheres)
        for body in bodies:
            self._bullet.removeBody(body)
        self._spheres.difference_update(bodies)
        if there and not self._spheres:
            self._unease()

    def centres(self, bodies: Sequence[int]) -> Array:
        """Return the centres of spheres, (n, 3)."""
        get = self._bullet.getBasePositionAndOrientation
        return np.array([get(body)[0] for body in bodies], dtype=np.float64).reshape(-1, 3)

    def velocities(self, bodies: Sequence[int]) -> Array:
        """Return the velocities of spheres, m/s, (n, 3)."""
        get = self._bullet.getBaseVelocity
        return np.array([get(body)[0] for body in bodies], dtype=np.float64).reshape(-1, 3)

    def place(self, body: int) -> object:
        """Return the position of any body as an opaque value to compare."""
        return self._bullet.getBasePositionAndOrientation(body)

    def velocity_of(self, body: int) -> Array:
        """Return the velocity of any body, m/s, (3,)."""
        return np.array(self._bullet.getBaseVelocity(body)[0], dtype=np.float64)


def inside(cup: Cup, pose: Array, centres: Array, margin: float = 0.0) -> NDArray[np.bool_]:
    """Return which points (n, 3) are in a cup at a pose (4x4): within its outer wall and `margin` m below its rim."""
    local = (centres - pose[:3, 3]) @ pose[:3, :3]
    across = np.hypot(local[:, 0], local[:, 1]) < cup.radius
    return np.asarray(across & (local[:, 2] > 0.0) & (local[:, 2] < cup.height - margin))


@dataclass(frozen=True, slots=True)
class Inside:
    """The space of the spheres in a vessel, in its frame: an upright prism, in m.

    `across` is the distance from its axis to each of its `walls` flat walls, the first in the direction `turn` (rad).
    Its axis is at `x` and `y`.
    """

    across: float
    bottom: float
    top: float
    walls: int = WALLS
    turn: float = 0.0
    x: float = 0.0
    y: float = 0.0

    @property
    def area(self) -> float:
        """The area of its cross-section, in m²."""
        return self.walls * math.tan(math.pi / self.walls) * self.across**2

    def stacked(self, radius: float, count: int) -> Array:
        """Centres (n, 3) for up to `count` spheres, from the bottom up; fewer if no more fit under the top."""
        free, pitch = self.across - radius - 0.0003, 2.0 * radius * 1.02
        if free < 0.0:
            return np.zeros((0, 3))
        reach = int(2.0 * self.across / pitch) + 1
        grid = np.arange(-reach, reach + 1) * pitch + (0.5 * pitch if int(2.0 * free / pitch) % 2 else 0.0)
        x, y = (part.ravel() for part in np.meshgrid(grid, grid))
        turns = self.turn + 2.0 * math.pi * np.arange(self.walls) / self.walls
        # The grid turns with the walls, so it fills a square inside.
        c, s = math.cos(self.turn), math.sin(self.turn)
        spots = np.column_stack([c * x - s * y, s * x + c * y])
        spots = spots[np.max(spots @ np.vstack([np.cos(turns), np.sin(turns)]), axis=1) <= free + 1e-9]
        spots = spots[np.argsort(np.hypot(spots[:, 0], spots[:, 1]), kind="stable")]
        layers = np.arange(self.bottom + radius + 0.0003, self.top - radius, pitch)
        spots += (self.x, self.y)
        centres = np.array([(*spot, z) for z in layers for spot in spots], dtype=np.float64).reshape(-1, 3)
        return centres[:count]


def whole(cup: Cup) -> Inside:
    """Return the whole inside of a cup."""
    return Inside(cup.radius - cup.wall, cup.bottom, cup.height)


def spout(cup: Cup, volume: float, full: float, towards: float, mouth: float) -> Inside:
    """Return a square shaft below the mouth of a cup, with a corner towards `towards` (rad): a channel when it tilts.

    The corner is at the wall; from there to the opposite one it is as wide as a `mouth` of this radius (m). `volume` m³
    fill it to the share `full`, if the cup is deep enough.
    """
    across = mouth / math.sqrt(2.0)
    depth = volume / (2.0 * across) ** 2 / full
    off = cup.radius - cup.wall - mouth
    return Inside(
        across,
        max(cup.bottom, cup.height - depth),
        cup.height,
        4,
        towards + math.pi / 4.0,
        off * math.cos(towards),
        off * math.sin(towards),
    )
