"""Reading the shape, colour, place and orientation of a thing."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping as MappingOf
from collections.abc import Sequence as ListOf
from pathlib import Path

from clairify_cli.worlds.geometry import UPRIGHT, Box, Cup, Cylinder, Mesh, Quaternion, Shape, Sphere, Tray, Vector
from clairify_cli.worlds.scene import rules
from clairify_cli.worlds.scene.fields import PLACE, SIZE, Fields, Range
from clairify_cli.worlds.scene.meshes import MeshError, mesh_box
from clairify_cli.worlds.scene.model import Colour, Place
from clairify_cli.worlds.scene.nodes import Sequence, Text
from clairify_cli.worlds.scene.quantities import LENGTH, NUMBER
from clairify_cli.worlds.scene.sizes import COLOURS

SHAPES = ("box", "cylinder", "sphere", "mesh")
POSE = ("at", "yaw", "orientation")
_HEX = re.compile(r"#[0-9a-fA-F]{6}(?:[0-9a-fA-F]{2})?")
_UNIT = Range(-1.0, 1.0)
_EXACT = 1e-6


def shape(fields: Fields, folder: Path, default: Shape | None) -> Shape | None:
    """The shape of an item or obstacle: exactly one of `SHAPES`; None with a finding."""
    given = [name for name in SHAPES if name in fields.values]
    if len(given) > 1:
        _two_shapes(fields, given)
        return None
    if not given:
        if default is None:
            fields.missing("shape", f"write one of {', '.join(SHAPES)}")
        return default
    if given == ["box"]:
        size = box_size(fields, "box")
        return None if size is None else Box(size)
    if given == ["cylinder"]:
        inner = fields.within_mapping("cylinder")
        sizes = _lengths(inner, ("radius", "height"))
        fields.failed |= inner is None or inner.failed
        return None if sizes is None else Cylinder(sizes[0], sizes[1])
    if given == ["sphere"]:
        inner = fields.within_mapping("sphere")
        sizes = _lengths(inner, ("radius",))
        fields.failed |= inner is None or inner.failed
        return None if sizes is None else Sphere(sizes[0])
    return _mesh(fields, folder)


def hollow(fields: Fields, default: Tray | Cup) -> Tray | Cup | None:
    """The shape of a container: a `tray` or a `cup`."""
    given = [name for name in ("tray", "cup") if name in fields.values]
    if len(given) > 1:
        _two_shapes(fields, given)
        return None
    if given == ["cup"]:
        return cup(fields)
    if given != ["tray"]:
        return default
    inner = fields.within_mapping("tray")
    if inner is None:
        return None
    inner.known(("size", "wall"))
    if "size" not in inner.values:
        inner.missing("size", "write [x, y, z]")
    size, wall = box_size(inner, "size"), inner.length("wall", 0.005)
    fields.failed |= inner.failed
    if size is None or wall is None:
        return None
    if 2 * wall >= min(size[:2]) or wall >= size[2]:
        _too_thick(fields, inner, wall)
        return None
    return Tray(size, wall)


def cup(fields: Fields) -> Cup | None:
    """The shape of a round vessel."""
    inner = fields.within_mapping("cup")
    sizes = _lengths(inner, ("radius", "height"), ("wall", "bottom"))
    if inner is None or sizes is None:
        fields.failed = True
        return None
    wall, bottom = inner.length("wall", 0.004), inner.length("bottom", 0.004)
    fields.failed |= inner.failed
    if wall is None or bottom is None:
        return None
    if wall >= sizes[0] or bottom >= sizes[1]:
        _too_thick(fields, inner, max(wall, bottom))
        return None
    return Cup(sizes[0], sizes[1], wall, bottom)


def box_size(fields: Fields, name: str) -> Vector | None:
    """Three lengths."""
    size = fields.numbers(name, LENGTH, SIZE, (3,), "a list of three lengths, [x, y, z],")
    return None if size is None else (size[0], size[1], size[2])


def colour(fields: Fields, default: Colour) -> Colour:
    """A name, `#rrggbb` or `#rrggbbaa`, or a list of three or four numbers from 0 to 1."""
    node = fields.values.get("colour")
    if node is None:
        return default
    if isinstance(node, Text):
        if _HEX.fullmatch(node.text):
            parts = [int(node.text[at : at + 2], 16) / 255 for at in range(1, len(node.text), 2)]
            return parts[0], parts[1], parts[2], parts[3] if len(parts) > 3 else 1.0
        if node.text not in COLOURS:
            fields.fail(rules.unknown_kind(fields.span(node), fields.what("colour"), node.text, tuple(COLOURS)))
        return COLOURS.get(node.text, default)
    form = "a name, `#rrggbb` or a list of three or four numbers from 0 to 1"
    values = fields.numbers("colour", NUMBER, Range(0.0, 1.0), (3, 4), form)
    if values is None:
        return default
    return values[0], values[1], values[2], values[3] if len(values) > 3 else 1.0


def position(fields: Fields, places: MappingOf[str, Place], above: float = 0.0) -> Vector | None:
    """Where `at` says: [x, y], [x, y, z], or the id of a place; `above` is added to what has no z."""
    node = fields.values.get("at")
    if node is None:
        fields.missing("`at`", "write where it is: [x, y] in m, or the id of a place")
        return None
    if isinstance(node, Text) and node.text:
        if node.text not in places:
            fields.fail(rules.unknown_place(fields.span(node), node.text, tuple(places)))
            return None
        x, y, z = places[node.text].position
        return x, y, z + above
    values = fields.numbers("at", LENGTH, PLACE, (2, 3), "[x, y], [x, y, z] or the id of a place")
    if values is None:
        return None
    return values[0], values[1], values[2] if len(values) > 2 else above


def orientation(fields: Fields) -> Quaternion:
    """From `yaw` in degrees, or from a unit quaternion [x, y, z, w]."""
    if "orientation" not in fields.values:
        return turned(fields.yaw())
    values = fields.numbers("orientation", NUMBER, _UNIT, (4,), "a quaternion, [x, y, z, w],")
    if "yaw" in fields.values:
        _two_shapes(fields, ["yaw", "orientation"])
    if values is None:
        return UPRIGHT
    if abs(math.hypot(*values) - 1) > _EXACT:
        node = fields.values["orientation"]
        found = f"{math.hypot(*values):.4g} long"
        fields.fail(rules.wrong_type(fields.span(node), fields.what("orientation"), found, "a quaternion of length 1"))
    return values[0], values[1], values[2], values[3]


def turned(yaw: float) -> Quaternion:
    """The orientation of what is turned about z by an angle in degrees."""
    half = math.radians(yaw) / 2
    return UPRIGHT if yaw == 0 else (0.0, 0.0, math.sin(half), math.cos(half))


def _lengths(inner: Fields | None, names: tuple[str, ...], others: tuple[str, ...] = ()) -> tuple[float, ...] | None:
    """Lengths that have to be there; `radius` may be said as `diameter`."""
    if inner is None:
        return None
    round_ = ("diameter",) if "radius" in names else ()
    inner.known((*names, *round_, *others))
    found: list[float] = []
    for name in names:
        by_diameter = name == "radius" and "diameter" in inner.values
        if by_diameter and "radius" in inner.values:
            _two_shapes(inner, ["radius", "diameter"])
        value = inner.length("diameter" if by_diameter else name)
        if value is not None:
            found.append(value / 2 if by_diameter else value)
        elif not by_diameter and name not in inner.values:
            inner.missing(name)
    return None if inner.failed or len(found) < len(names) else tuple(found)


def _two_shapes(fields: Fields, given: ListOf[str]) -> None:
    node = fields.keys[given[1]]
    found = f"given as {' and '.join(f'`{name}`' for name in given)}"
    fields.fail(rules.wrong_type(fields.span(node), fields.owner, found, "one of them"))


def _too_thick(fields: Fields, inner: Fields, wall: float) -> None:
    at = fields.span(inner.key)
    fields.fail(rules.wrong_type(at, inner.owner, f"solid, with a wall of {1000 * wall:g} mm", "something hollow"))


def _mesh(fields: Fields, folder: Path) -> Mesh | None:
    node = fields.values["mesh"]
    if isinstance(node, Sequence) or not isinstance(node, Text) or not node.text:
        fields.wrong(node, fields.what("mesh"), "the name of a file, .obj or .stl")
        return None
    scale = fields.quantity("scale", NUMBER, Range(1e-6, 1e3))
    if scale is None:
        if "scale" in fields.values:
            return None
        scale = 1.0
    try:
        path, low, high = mesh_box(node.text, folder)
    except MeshError as error:
        fields.fail(rules.bad_mesh(fields.span(node), node.text, str(error)))
        return None
    size = tuple(scale * (b - a) for a, b in zip(low, high, strict=True))
    if not all(one <= SIZE.high for one in size):
        large = " x ".join(f"{one:.3g}" for one in size)
        reason = f"is {large} m large: is it in mm, with a `scale` of 0.001?"
        fields.fail(rules.bad_mesh(fields.span(node), node.text, reason))
        return None
    return Mesh(path, scale, (size[0], size[1], size[2]), scale * low[2])
