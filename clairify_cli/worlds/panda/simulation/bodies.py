"""The objects of a scene as simulator bodies.

A body's frame in the simulator is at its centre of mass; all other code uses an object's origin, the middle of its
bottom. `Loaded` keeps the offset between the two.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from clairify_cli.records import dataclass
from clairify_cli.worlds.geometry import Box, Cup, Cylinder, Mesh, Pose, Shape, Solid, Sphere, Tray, Vector
from clairify_cli.worlds.panda import poses
from clairify_cli.worlds.panda.arm import hulls
from clairify_cli.worlds.panda.simulation import lids, looks
from clairify_cli.worlds.panda.simulation.engine import Bullet, SceneError
from clairify_cli.worlds.scene import solids
from clairify_cli.worlds.scene.model import Item, Scene, Thing, Vessel, shape_of

TABLE = "table"
"""The id of the table."""

ROLLING = 0.0006
"""The rolling friction (m) of objects: enough for a ball to come to rest."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """A body: its number in the simulator, its shape, and its centre of mass (m) in the object's own frame.

    `fixed`: it never moves.
    """

    number: int
    shape: Shape | Cup | Tray
    centre: Vector
    fixed: bool


def load(bullet: Bullet, scene: Scene) -> dict[str, Loaded]:
    """Create the table and all objects of a scene, in its order, and the lids of capped bottles.

    Raises `SceneError` if a mesh is missing or has no volume.
    """
    table = scene.table
    x, y = table.centre
    slab = Box((*table.size, table.thickness))
    loaded = {TABLE: _make(bullet, slab, (Solid(slab, Pose((0.0, 0.0, 0.0))),), Pose((x, y, -table.thickness)), 0.0)}
    bullet.changeVisualShape(loaded[TABLE].number, -1, rgbaColor=looks.TABLE)
    for thing in scene.things:
        loaded[thing.id] = add(bullet, thing)
        if isinstance(thing, Vessel) and thing.capped:
            loaded[lids.lid_of(thing.id)] = add_lid(bullet, thing)
    return loaded


def add(bullet: Bullet, thing: Thing) -> Loaded:
    """Create one object. Raises `SceneError` if its mesh is missing or has no volume."""
    shape = shape_of(thing)
    grams = 0.0
    if isinstance(thing, Vessel):
        grams = thing.mass_g + sum(content.grams for content in thing.contents)
    elif isinstance(thing, Item):
        grams = thing.mass_g
    try:
        parts = solids.parts(shape)
        loaded = _make(bullet, shape, parts, thing.pose, grams, looks.look(bullet, thing, centre_of(shape)))
    except (OSError, ValueError) as error:
        raise SceneError(f"{thing.id}: its mesh cannot be read: {error}") from None
    surface(bullet, loaded, thing.friction if isinstance(thing, Vessel | Item) else 0.8)
    return loaded


def add_lid(bullet: Bullet, bottle: Vessel) -> Loaded:
    """Create the lid of a capped bottle, on its mouth."""
    pose = poses.pose_of(poses.matrix(bottle.pose) @ poses.matrix(lids.seat(bottle.shape)))
    parts = lids.lid_solids(bottle.shape)
    outline = lids.lid_outline(bottle.shape)
    look = looks.made(bullet, parts, LID_CENTRE, [looks.LID] * len(parts))
    loaded = _make(bullet, outline, parts, pose, lids.LID_MASS_G, look, LID_CENTRE)
    surface(bullet, loaded, 0.8)
    return loaded


LID_CENTRE = (0.0, 0.0, 0.010)
"""The centre of mass of a lid (m), in its own frame."""


def surface(bullet: Bullet, body: Loaded, friction: float) -> None:
    """Set a body's friction, and let it sleep while nothing happens to it.

    Only round bodies get rolling friction: it costs the solver three more constraints per contact.
    """
    bullet.changeDynamics(
        body.number,
        -1,
        lateralFriction=friction,
        rollingFriction=ROLLING if isinstance(body.shape, Sphere | Cylinder | Mesh) else 0.0,
        restitution=0.0,
        activationState=bullet.ACTIVATION_STATE_ENABLE_SLEEPING,
    )


def rest(bullet: Bullet, loaded: Iterable[Loaded]) -> None:
    """Put bodies to sleep, which would otherwise take 2 s. A touched body wakes up."""
    for one in loaded:
        if not one.fixed:
            bullet.changeDynamics(one.number, -1, activationState=bullet.ACTIVATION_STATE_SLEEP)


def centre_of(shape: Shape | Cup | Tray) -> Vector:
    """Return the centre of mass (m) in an object's frame; of a vessel, a little below the middle."""
    if isinstance(shape, Cup):
        return (0.0, 0.0, 0.4 * shape.height)
    if isinstance(shape, Mesh):
        x, y, z = (float(value) for value in np.mean(hulls.points(shape.file), axis=0) * shape.scale)
        return (x, y, z)
    return (0.0, 0.0, shape.size[2] / 2)


def _make(
    bullet: Bullet,
    shape: Shape | Cup | Tray,
    parts: Sequence[Solid],
    pose: Pose,
    grams: float,
    look: int = -1,
    centre: Vector | None = None,
) -> Loaded:
    centre = centre_of(shape) if centre is None else centre
    where = poses.pose_of(poses.matrix(pose) @ poses.translation(centre))
    number = bullet.createMultiBody(
        baseMass=grams / 1000,
        baseCollisionShapeIndex=looks.made(bullet, parts, centre),
        baseVisualShapeIndex=look,
        basePosition=where.position,
        baseOrientation=where.orientation,
        useMaximalCoordinates=1,  # a plain rigid body: cheaper for the solver than a multibody with one link
    )
    return Loaded(int(number), shape, centre, grams == 0.0)
