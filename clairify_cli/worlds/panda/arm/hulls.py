"""Convex hulls of meshes, and scene shapes as coal geometries. Each file is read once per process."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

import coal
import numpy as np
from numpy.typing import NDArray

from clairify_cli.worlds.geometry import Box, Cylinder, Mesh, Shape, Sphere
from clairify_cli.worlds.panda import poses
from clairify_cli.worlds.scene.meshes import mesh_points

Geometry = Any
"""A coal shape in its own frame."""


@functools.cache
def points(file: Path) -> NDArray[np.float64]:
    """Return the distinct corners (n, 3) in a Wavefront (.obj) or STL file, as a read-only array.

    Raises ValueError if there are fewer than four, OSError if the file cannot be read.
    """
    rows = list(mesh_points(file.suffix.lower(), file.read_bytes()))
    found = np.array(rows, dtype=np.float64)
    if len(found) < 4:
        raise ValueError(f"{file} has no body: {len(found)} points")
    corners = np.unique(found, axis=0)
    corners.flags.writeable = False  # cached, so shared by all callers
    return corners


@functools.cache
def hull(file: Path, scale: float = 1.0) -> Geometry:
    """Return the convex hull of a file's points, in m after scaling."""
    corners = coal.StdVec_Vec3s()
    for corner in points(file) * scale:
        corners.append(corner)
    return coal.Convex.convexHull(corners, False, "")


def geometry(shape: Shape) -> tuple[Geometry, poses.Matrix]:
    """Return a shape as coal geometry, and the pose of coal's centre in the shape's frame (origin: bottom middle)."""
    if isinstance(shape, Box):
        return coal.Box(*shape.size), poses.translation((0.0, 0.0, shape.size[2] / 2))
    if isinstance(shape, Cylinder):
        return coal.Cylinder(shape.radius, shape.height), poses.translation((0.0, 0.0, shape.height / 2))
    if isinstance(shape, Sphere):
        return coal.Sphere(shape.radius), poses.translation((0.0, 0.0, shape.radius))
    assert isinstance(shape, Mesh)
    return hull(shape.file, shape.scale), np.eye(4)
