"""The points of a mesh file: OBJ and STL (text and binary)."""

from __future__ import annotations

import math
import struct
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from clairify_cli.worlds.geometry import Vector

_MOST_BYTES = 20_000_000
_HEADER = 84
_FACET = struct.Struct("<12fH")


class MeshError(ValueError):
    """A mesh cannot be used; the message completes "the mesh `file` ..."."""


def mesh_box(written: str, folder: Path) -> tuple[Path, Vector, Vector]:
    """Return the path of a mesh, and the corners of the box around its points, in the units of the file.

    `written` is relative to `folder` and must be inside it after resolving links. Raises `MeshError`.
    """
    path = folder / written
    try:
        inside = path.resolve().is_relative_to(folder.resolve())
        if not inside:
            raise MeshError("lies outside of the folder of the scene")
        if not path.is_file():
            raise MeshError("is not there")
        if path.stat().st_size > _MOST_BYTES:
            raise MeshError(f"is larger than {_MOST_BYTES // 1_000_000} MB")
        data = path.read_bytes()
    except (OSError, RuntimeError) as error:
        raise MeshError(f"cannot be read: {getattr(error, 'strerror', None) or error}".lower()) from None
    except ValueError as error:
        if isinstance(error, MeshError):
            raise
        raise MeshError("is no name of a file") from None
    low, high = _extent(mesh_points(path.suffix.lower(), data))
    mesh_facets(path)
    return path, low, high


def mesh_points(suffix: str, data: bytes) -> Iterator[tuple[float, ...]]:
    """Return the points of a mesh, by its file suffix. Raises `MeshError`."""
    if suffix == ".obj":
        return _text_points(data, b"v")
    if suffix == ".stl":
        if len(data) >= _HEADER:
            count = int.from_bytes(data[80:84], "little")
            if len(data) == _HEADER + count * _FACET.size:
                return _binary_points(data)
        return _text_points(data, b"vertex")
    raise MeshError("is neither .obj nor .stl")


def mesh_facets(file: Path) -> tuple[list[tuple[float, ...]], list[list[int]]]:
    """Return the points of a mesh file and its triangles, as numbers of points. Raises `MeshError` and OSError."""
    data = file.read_bytes()
    points = list(mesh_points(file.suffix.lower(), data))
    if file.suffix.lower() == ".stl":
        return points, [[n, n + 1, n + 2] for n in range(0, len(points) - 2, 3)]
    lines = (line.split()[1:] for line in data.split(b"\n") if line.startswith(b"f "))
    try:
        corners = [[int(one.split(b"/")[0]) for one in line] for line in lines]
    except ValueError:
        raise MeshError("cannot be read: a facet has something else than numbers") from None
    faces = [
        [n - 1 if n > 0 else n + len(points) for n in (line[0], *pair)]
        for line in corners
        for pair in pairwise(line[1:])
    ]
    if not faces or any(not 0 <= n < len(points) for face in faces for n in face):
        raise MeshError("has no facets, or some at points that are not there")
    return points, faces


def _text_points(data: bytes, keyword: bytes) -> Iterator[tuple[float, ...]]:
    for line in data.split(b"\n"):
        words = line.split()
        if words and words[0] == keyword:
            try:
                point = tuple(float(one) for one in words[1:4])
            except ValueError:
                raise MeshError("cannot be read: a point has something else than numbers") from None
            if len(point) < 3:
                raise MeshError("cannot be read: a point has fewer than three numbers")
            yield point


def _binary_points(data: bytes) -> Iterator[tuple[float, ...]]:
    for facet in _FACET.iter_unpack(data[_HEADER:]):
        yield facet[3:6]
        yield facet[6:9]
        yield facet[9:12]


def _extent(points: Iterator[tuple[float, ...]]) -> tuple[Vector, Vector]:
    low, high = [math.inf] * 3, [-math.inf] * 3
    count = 0
    for point in points:
        count += 1
        for axis, value in enumerate(point):
            if not math.isfinite(value):
                raise MeshError("cannot be read: a point is not finite")
            low[axis] = min(low[axis], value)
            high[axis] = max(high[axis], value)
    if count < 4:
        raise MeshError(f"has {count} points, too few for a solid")
    return (low[0], low[1], low[2]), (high[0], high[1], high[2])
