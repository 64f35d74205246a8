"""A convex part as the simulator wants it told, to collide with and to be drawn."""

from __future__ import annotations

from typing import Any

from clairify_cli.worlds.geometry import Box, Cylinder, Solid, Sphere, Vector
from clairify_cli.worlds.panda import poses
from clairify_cli.worlds.panda.arm import hulls
from clairify_cli.worlds.panda.simulation.engine import Bullet


def primitive(bullet: Bullet, part: Solid, centre: Vector, *, drawn: bool) -> dict[str, Any]:
    """The simulator's arguments for one convex part, around the thing's centre of mass.

    What is `drawn` has other names there than what collides, and a mesh is drawn as it is in its file. Raises
    `SceneError` where the file of a mesh cannot be read.
    """
    shape = part.shape
    entry: dict[str, Any]
    middle = (0.0, 0.0, 0.0)
    if isinstance(shape, Box):
        x, y, z = shape.size
        entry, middle = {"shapeType": bullet.GEOM_BOX, "halfExtents": (x / 2, y / 2, z / 2)}, (0.0, 0.0, z / 2)
    elif isinstance(shape, Cylinder):
        length = "length" if drawn else "height"
        entry = {"shapeType": bullet.GEOM_CYLINDER, "radius": shape.radius, length: shape.height}
        middle = (0.0, 0.0, shape.height / 2)
    elif isinstance(shape, Sphere):
        entry, middle = {"shapeType": bullet.GEOM_SPHERE, "radius": shape.radius}, (0.0, 0.0, shape.radius)
    else:
        points = hulls.points(shape.file)  # a missing file raises here, rather than being drawn as nothing
        entry = (
            {"shapeType": bullet.GEOM_MESH, "fileName": str(shape.file), "meshScale": [shape.scale] * 3}
            if drawn
            else {"shapeType": bullet.GEOM_MESH, "vertices": (points * shape.scale).tolist()}
        )
    placed = poses.pose_of(poses.matrix(part.pose) @ poses.translation(middle))
    px, py, pz = placed.position
    entry["position"] = (px - centre[0], py - centre[1], pz - centre[2])
    entry["orientation"] = placed.orientation
    return entry
