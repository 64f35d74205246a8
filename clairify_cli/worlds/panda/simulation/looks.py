"""The appearance of objects: smooth glass, recognisable devices, lids."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from clairify_cli.worlds.geometry import Box, Cup, Cylinder, Mesh, Pose, Solid, Sphere, Vector
from clairify_cli.worlds.panda import poses
from clairify_cli.worlds.panda.arm import hulls
from clairify_cli.worlds.panda.simulation.engine import Bullet
from clairify_cli.worlds.scene import solids
from clairify_cli.worlds.scene.meshes import mesh_facets
from clairify_cli.worlds.scene.model import Colour, Device, Thing


def primitive(bullet: Bullet, part: Solid, centre: Vector, *, drawn: bool) -> dict[str, Any]:
    """Return the simulator's arguments for one convex part, around the object's centre of mass.

    Some arguments have other names for visual shapes (`drawn`) than for collision shapes, and only a visual mesh has
    facets. Raises ValueError or OSError if a mesh file cannot be read.
    """
    shape = part.shape
    entry: dict[str, Any]
    if isinstance(shape, Box):
        x, y, z = shape.size
        entry = {"shapeType": bullet.GEOM_BOX, "halfExtents": (x / 2, y / 2, z / 2)}
    elif isinstance(shape, Cylinder):
        length = "length" if drawn else "height"
        entry = {"shapeType": bullet.GEOM_CYLINDER, "radius": shape.radius, length: shape.height}
    elif isinstance(shape, Sphere):
        entry = {"shapeType": bullet.GEOM_SPHERE, "radius": shape.radius}
    else:
        points = hulls.points(shape.file)  # a missing file raises here, rather than being drawn as nothing
        # PyBullet itself reads no STL file that is text.
        corners, faces = mesh_facets(shape.file) if drawn else (points, [])
        scaled = np.asarray(corners) * shape.scale
        entry = {"shapeType": bullet.GEOM_MESH, **(facets(scaled, faces) if drawn else {"vertices": scaled.tolist()})}
    entry["position"], entry["orientation"] = placed(part, centre)
    return entry


def facets(points: ArrayLike, faces: ArrayLike) -> dict[str, Any]:
    """Return the simulator's arguments for flat triangles `faces` (n, 3) of points (m, 3)."""
    corners = np.asarray(points)[np.asarray(faces, dtype=int).reshape(-1, 3)]
    across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    normals = across / np.maximum(np.linalg.norm(across, axis=1, keepdims=True), 1e-12)
    vertices = corners.reshape(-1, 3).tolist()
    return {
        "vertices": vertices,
        "indices": list(range(len(vertices))),
        "normals": np.repeat(normals, 3, axis=0).tolist(),
    }


def placed(part: Solid, centre: Sequence[float]) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return the position and orientation of the middle of a part, around the object's centre of mass."""
    middle = (0.0, 0.0, 0.0 if isinstance(part.shape, Mesh) else part.shape.size[2] / 2)
    pose = poses.pose_of(poses.matrix(part.pose) @ poses.translation(middle))
    return tuple(one - off for one, off in zip(pose.position, centre, strict=True)), pose.orientation


def made(bullet: Bullet, parts: Sequence[Solid], centre: Vector, colours: Sequence[Colour] | None = None) -> int:
    """Create a shape of convex parts around the centre of mass: visual with colours, for collisions without them."""
    kind = "collision" if colours is None else "visual"
    entries = [primitive(bullet, part, centre, drawn=colours is not None) for part in parts]
    places = {f"{kind}Frame{name}": [one.pop(name.lower()) for one in entries] for name in ("Position", "Orientation")}
    create = f"create{kind.title()}Shape"
    if len(entries) == 1:
        tint = {} if colours is None else {"rgbaColor": colours[0]}
        only = {name: values[0] for name, values in places.items()}
        return int(getattr(bullet, create)(**entries[0], **only, **tint))
    tints = {} if colours is None else {"rgbaColors": list(colours)}
    return int(
        getattr(bullet, f"{create}Array")(
            shapeTypes=[one["shapeType"] for one in entries],
            radii=[one.get("radius", 0.0) for one in entries],
            halfExtents=[one.get("halfExtents", (0.0, 0.0, 0.0)) for one in entries],
            lengths=[one.get("length" if colours else "height", 0.0) for one in entries],
            **{f"{name}s": values for name, values in places.items()},
            **tints,
        )
    )


TABLE: Colour = (0.8, 0.76, 0.69, 1.0)
LID: Colour = (0.15, 0.3, 0.55, 1.0)
_PLATE: Colour = (0.92, 0.92, 0.9, 1.0)
_STEEL: Colour = (0.7, 0.72, 0.75, 1.0)
_DISPLAY: Colour = (0.1, 0.35, 0.25, 1.0)
_ICE: Colour = (0.75, 0.88, 0.97, 1.0)
_KNOB: Colour = (0.1, 0.1, 0.1, 1.0)

_AROUND = 32
"""The number of facets of a smooth wall."""

_Part = tuple[Solid, Colour]


def look(bullet: Bullet, thing: Thing, centre: Vector) -> int:
    """Create the visual shape of an object, around its centre of mass (m)."""
    if not isinstance(thing, Device) and isinstance(thing.shape, Cup):
        return _cup(bullet, thing.shape, centre, thing.colour)
    return _coloured(bullet, coloured(thing), centre)


def coloured(thing: Thing) -> list[_Part]:
    """Return the parts of an object, each with its colour."""
    return _device(thing) if isinstance(thing, Device) else [(one, thing.colour) for one in solids.parts(thing.shape)]


def profile(cup: Cup) -> list[tuple[float, float]]:
    """Return the radii and heights (m) whose turning about the axis makes a vessel."""
    inner = cup.radius - cup.wall
    rings = ((0.0, 0.0), (cup.radius, 0.0), (cup.radius, cup.height), (inner, cup.height), (inner, cup.bottom))
    return [*rings, (0.0, cup.bottom)]


def glass(colour: Colour) -> Colour:
    """Return the colour for drawing a translucent object: a little darker, to stand out from the bench."""
    red, green, blue, opacity = colour
    return (0.6 * red, 0.72 * green, 0.82 * blue, opacity) if opacity < 1.0 else colour


def _device(device: Device) -> list[_Part]:
    """Return a case with characteristic parts of the device: a light plate, a pan and a display, knobs, ice."""
    x, y, z = device.size
    parts: list[_Part] = [(Solid(Box(device.size), Pose((0.0, 0.0, 0.0))), device.colour)]
    top, thin = z - 0.0008, 0.001
    front = -x / 2 - 0.001
    if device.kind == "balance":
        parts.append((Solid(Cylinder(0.42 * min(x, y), thin), Pose((0.0, 0.0, top))), _STEEL))
        parts.append((Solid(Box((0.004, 0.4 * y, 0.45 * z)), Pose((front, 0.0, 0.3 * z))), _DISPLAY))
    elif device.kind == "ice-bath":
        parts.append((Solid(Box((0.9 * x, 0.9 * y, thin)), Pose((0.0, 0.0, top))), _ICE))
    else:
        size = (0.88 * x, 0.88 * y, thin)
        plate = Box(size) if device.kind == "hotplate" else Cylinder(0.44 * min(x, y), thin)
        parts.append((Solid(plate, Pose((0.0, 0.0, top))), _PLATE))
        knobs = (-0.28 * y, 0.28 * y) if device.kind == "hotplate" else (0.0,)
        for side in knobs:
            parts.append((Solid(Box((0.008, 0.16 * y, 0.4 * z)), Pose((front, side, 0.3 * z))), _KNOB))
    return parts


def _cup(bullet: Bullet, cup: Cup, centre: Vector, colour: Colour) -> int:
    """Create a smooth vessel by revolving its profile."""
    vertices: list[Vector] = []
    normals: list[Vector] = []
    indices: list[int] = []
    for (r0, z0), (r1, z1) in itertools.pairwise(profile(cup)):
        length = math.hypot(r1 - r0, z1 - z0)
        across, along = (z1 - z0) / length, (r0 - r1) / length
        first = len(vertices)
        for number in range(_AROUND + 1):
            angle = 2 * math.pi * number / _AROUND
            c, s = math.cos(angle), math.sin(angle)
            for r, z in ((r0, z0), (r1, z1)):
                vertices.append((r * c - centre[0], r * s - centre[1], z - centre[2]))
                normals.append((across * c, across * s, along))
        for number in range(_AROUND):
            a = first + 2 * number
            indices += [a, a + 2, a + 1, a + 1, a + 2, a + 3]
    return int(
        bullet.createVisualShape(
            bullet.GEOM_MESH, vertices=vertices, indices=indices, normals=normals, rgbaColor=glass(colour)
        )
    )


def _coloured(bullet: Bullet, parts: Sequence[_Part], centre: Vector) -> int:
    return made(bullet, [part for part, _ in parts], centre, [colour for _, colour in parts])
