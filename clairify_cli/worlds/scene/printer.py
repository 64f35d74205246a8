"""A scene as canonical YAML, which is read back as an equal scene. What is as by default is left out."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from pathlib import Path

from clairify_cli.worlds.geometry import UPRIGHT, Box, Cup, Cylinder, Mesh, Pose, Quaternion, Shape, Sphere, Tray
from clairify_cli.worlds.scene import model, sizes
from clairify_cli.worlds.scene.furniture import TABLE, words
from clairify_cli.worlds.scene.quantities import shown, shown_length
from clairify_cli.worlds.scene.readers import RATINGS
from clairify_cli.worlds.scene.shapes import turned

_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_./()-]*(?: [A-Za-z0-9_./()-]+)*")
_WORDS = frozenset(("true", "false", "null", "yes", "no", "on", "off", "y", "n"))

Pairs = list[tuple[str, str]]


def print_scene(scene: model.Scene, folder: Path | None = None) -> str:
    """The text of a scene. Meshes are written relative to `folder` (the working directory where it is None)."""
    lines = ["scene: 1", f"name: {_text(scene.name)}", f"ambient: {shown(scene.ambient, '°C')}"]
    lines += [f"robot: {_flow(_robot(scene.robot))}"]
    if scene.table != TABLE:
        lines += [f"table: {_flow(_table(scene.table))}"]
    if scene.workspace is not None:
        corners = [("low", _list(scene.workspace.low)), ("high", _list(scene.workspace.high))]
        lines += [f"workspace: {_flow(corners)}"]
    slots = [one for one in scene.places if one.device is None]
    places = {one.id: one for one in scene.places}
    parted = _parted(scene.vessels)
    at = folder or Path()
    sections: list[tuple[str, Iterable[tuple[str, Pairs]]]] = [
        ("places", ((one.id, _slot(one)) for one in slots)),
        ("zones", ((one.id, _zone(one)) for one in scene.zones)),
        ("devices", ((one.id, _device(one)) for one in scene.devices)),
        ("containers", ((one.id, _container(one)) for one in scene.containers)),
        ("vessels", ((one.id, _vessel(one, places, "vessels")) for one in parted[0])),
        ("bottles", ((one.id, _vessel(one, places, "bottles")) for one in parted[1])),
        ("items", ((one.id, _item(one, at)) for one in scene.items)),
        ("obstacles", ((one.id, _obstacle(one, at)) for one in scene.obstacles)),
        ("keep-out", ((one.id, _keep_out(one)) for one in scene.keep_out)),
    ]
    for name, things in sections:
        entries = [f"  {thing}: {_flow(pairs)}" for thing, pairs in things]
        if entries:
            lines += ["", f"{name}:", *entries]
    return "\n".join(lines) + "\n"


def _parted(vessels: tuple[model.Vessel, ...]) -> tuple[tuple[model.Vessel, ...], tuple[model.Vessel, ...]]:
    """Glassware and bottles, where all bottles come last; else all together, so that the order is kept."""
    kinds = [one.kind == "bottle" for one in vessels]
    first = kinds.index(True) if True in kinds else len(kinds)
    return (vessels[:first], vessels[first:]) if all(kinds[first:]) else (vessels, ())


def _robot(robot: model.Robot) -> Pairs:
    x, y, z = robot.base.position
    pairs = [("base", _list((x, y, z) if z else (x, y)))]
    if robot.base.orientation != UPRIGHT:
        pairs += [("yaw", shown(_degrees(robot.base.orientation)))]
    return [*pairs, ("home", _list(robot.home))]


def _table(table: model.Table) -> Pairs:
    return [("size", _list(table.size)), ("centre", _list(table.centre)), ("thickness", shown_length(table.thickness))]


def _slot(place: model.Place) -> Pairs:
    return [*_name(place.id, place.name), ("at", _position(Pose(place.position)))]


def _zone(zone: model.Zone) -> Pairs:
    return [*_name(zone.id, zone.name), ("at", _list(zone.centre)), ("size", _list(zone.size))]


def _device(one: model.Device) -> Pairs:
    pairs = [("kind", one.kind), *_name(one.id, one.name), *_pose(one.pose)]
    if one.size != sizes.DEVICE_SIZES[one.kind]:
        pairs += [("size", _lengths(one.size))]
    if one.ratings != sizes.DEVICE_RATINGS[one.kind]:
        pairs += [("ratings", _flow([(name, shown(value, RATINGS[name][0].unit)) for name, value in one.ratings]))]
    if one.top != one.id:
        pairs += [("top", one.top)]
    return pairs + _colour(one.colour, sizes.DEVICE_COLOUR)


def _container(one: model.Container) -> Pairs:
    shape = one.shape
    pairs = [("kind", one.kind), *_name(one.id, one.name), *_pose(one.pose)]
    if shape != sizes.CONTAINER_SHAPES[one.kind]:
        if isinstance(shape, Tray):
            pairs += [("tray", _flow([("size", _lengths(shape.size)), ("wall", shown_length(shape.wall))]))]
        else:
            pairs += [("cup", _cup(shape))]
    return pairs + _colour(one.colour, sizes.CONTAINER_COLOUR)


def _vessel(one: model.Vessel, places: dict[str, model.Place], section: str) -> Pairs:
    pairs = [] if section == "bottles" else [("kind", one.kind)]
    pairs += [*_name(one.id, one.name), ("capacity", shown(one.capacity_ml, "mL"))]
    stands = places.get(one.place or "")
    if stands is not None and stands.position == one.pose.position:
        pairs += [("at", stands.id), *_turn(one.pose.orientation)]
    else:
        pairs += _pose(one.pose)
    if one.shape != sizes.cup_for(one.kind, one.capacity_ml):
        pairs += [("cup", _cup(one.shape))]
    if one.mass_g != sizes.mass_for(one.shape):
        pairs += [("mass", shown(one.mass_g, "g"))]
    if one.contents:
        pairs += [("contents", _contents(one.contents))]
    if one.capped != (one.kind == "bottle"):
        pairs += [("capped", "true" if one.capped else "false")]
    return [*pairs, *_colour(one.colour, sizes.GLASS), *_friction(one.friction, sizes.FRICTION)]


def _contents(contents: tuple[model.Content, ...]) -> str:
    names = [one.substance for one in contents]
    if len(set(names)) < len(names):
        listed = [_flow([("substance", _text(one.substance)), *_amount(one)]) for one in contents]
        return f"[{', '.join(listed)}]"
    plain = [one.density == 1 and not one.solid for one in contents]
    return _flow(
        [
            (_text(one.substance), shown(one.grams, "g") if simple else _flow(_amount(one)))
            for one, simple in zip(contents, plain, strict=True)
        ]
    )


def _amount(one: model.Content) -> Pairs:
    pairs = [("amount", shown(one.grams, "g"))]
    if one.density != 1:
        pairs += [("density", shown(one.density, "g/mL"))]
    return [*pairs, ("solid", "true")] if one.solid else pairs


def _item(one: model.Item, folder: Path) -> Pairs:
    usual = sizes.ITEMS.get(words(one.kind.lower()))
    pairs = [("kind", _text(one.kind)), *_name(one.id, one.name)]
    if usual is None or one.shape != usual[0]:
        pairs += _shape(one.shape, folder)
    mass = usual[1] if usual is not None and one.shape == usual[0] else sizes.item_mass(one.shape)
    if one.mass_g != mass:
        pairs += [("mass", shown(one.mass_g, "g"))]
    pairs += _pose(one.pose, one.shape)
    pairs += _colour(one.colour, sizes.ITEM_COLOUR if usual is None else usual[2])
    return pairs + _friction(one.friction, sizes.FRICTION)


def _obstacle(one: model.Obstacle, folder: Path) -> Pairs:
    pairs = [*_name(one.id, one.name), *_shape(one.shape, folder), *_pose(one.pose, one.shape)]
    return pairs + _colour(one.colour, sizes.OBSTACLE_COLOUR)


def _keep_out(one: model.KeepOut) -> Pairs:
    return [*_name(one.id, one.name), ("box", _lengths(one.size)), *_pose(one.pose)]


def _shape(shape: Shape, folder: Path) -> Pairs:
    if isinstance(shape, Box):
        return [("box", _lengths(shape.size))]
    if isinstance(shape, Cylinder):
        pairs = [("radius", shown_length(shape.radius)), ("height", shown_length(shape.height))]
        return [("cylinder", _flow(pairs))]
    if isinstance(shape, Sphere):
        return [("sphere", _flow([("radius", shown_length(shape.radius))]))]
    file = shape.file.relative_to(folder) if shape.file.is_relative_to(folder) else shape.file
    return [("mesh", _text(file.as_posix())), *([("scale", shown(shape.scale))] if shape.scale != 1 else [])]


def _cup(cup: Cup) -> str:
    names = ("radius", "height", "wall", "bottom")
    return _flow([(name, shown_length(getattr(cup, name))) for name in names])


def _pose(pose: Pose, shape: Shape | None = None) -> Pairs:
    return [("at", _position(pose, shape)), *_turn(pose.orientation)]


def _position(pose: Pose, shape: Shape | None = None) -> str:
    x, y, z = pose.position
    stands = -shape.lowest if isinstance(shape, Mesh) else 0.0
    return _list((x, y) if z == stands else (x, y, z))


def _turn(orientation: Quaternion) -> Pairs:
    """As an angle in degrees, where that gives exactly this orientation, else as it is."""
    if orientation == UPRIGHT:
        return []
    degrees = _degrees(orientation)
    for digits in (0, 2, 6, 12, 17):
        if turned(round(degrees, digits)) == orientation:
            return [("yaw", shown(round(degrees, digits)))]
    return [("orientation", _list(orientation))]


def _degrees(orientation: Quaternion) -> float:
    return math.degrees(2 * math.atan2(orientation[2], orientation[3]))


def _name(thing: str, name: str) -> Pairs:
    return [] if name == words(thing) else [("name", _text(name))]


def _colour(colour: model.Colour, usual: model.Colour) -> Pairs:
    if colour == usual:
        return []
    known = next((name for name, one in sizes.COLOURS.items() if one == colour), None)
    return [("colour", known or _list(colour))]


def _friction(friction: float, usual: float) -> Pairs:
    return [] if friction == usual else [("friction", shown(friction))]


def _flow(pairs: Pairs) -> str:
    return "{" + ", ".join(f"{key}: {value}" for key, value in pairs) + "}"


def _list(values: Iterable[float]) -> str:
    return f"[{', '.join(shown(value) for value in values)}]"


def _lengths(values: Iterable[float]) -> str:
    return f"[{', '.join(shown_length(value) for value in values)}]"


def _text(text: str) -> str:
    """Plain where every reader of YAML takes it for a text, else in quotes."""
    if _PLAIN.fullmatch(text) and text.lower() not in _WORDS:
        return text
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
