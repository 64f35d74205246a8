"""Print a scene as canonical YAML, which is read back as an equal scene. Defaults are left out."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from clairify_cli.documents.forms import flow, text
from clairify_cli.documents.quantities import shown
from clairify_cli.documents.records import Entry, Record
from clairify_cli.worlds.geometry import (
    UPRIGHT,
    Box,
    Cup,
    Cylinder,
    Mesh,
    Pose,
    Quaternion,
    Shape,
    Sphere,
    Tray,
    Vector,
    turned,
)
from clairify_cli.worlds.scene import model, sizes
from clairify_cli.worlds.scene.furniture import TABLE, usual_item, words
from clairify_cli.worlds.scene.scene_file import (
    AmountFile,
    BottleFile,
    ContainerFile,
    CupFile,
    CylinderFile,
    DeviceFile,
    ItemFile,
    KeepOutFile,
    ObstacleFile,
    PlaceFile,
    Ratings,
    RobotFile,
    SphereFile,
    SubstanceFile,
    TableFile,
    TrayFile,
    VesselFile,
    ZoneFile,
)


def print_scene(scene: model.Scene, folder: Path | None = None) -> str:
    """Return the text of a scene. Meshes are written relative to `folder` (None: the working directory)."""
    lines = ["scene: 1", f"name: {text(scene.name)}", f"ambient: {shown(scene.ambient, '°C')}"]
    lines += [f"robot: {_entry(_robot(scene.robot))}"]
    if scene.table != TABLE:
        table = TableFile(size=scene.table.size, centre=scene.table.centre, thickness=scene.table.thickness)
        lines += [f"table: {_entry(table)}"]
    if scene.workspace is not None:
        lines += [f"workspace: {_entry(scene.workspace)}"]
    places = {one.id: one for one in scene.places}
    vessels, bottles = _parted(scene.vessels)
    at = folder or Path()
    sections: dict[str, Mapping[str, Entry]] = {
        "places": {one.id: PlaceFile(name=_name(one), at=_at(one.position)) for one in scene.places if not one.device},
        "zones": {one.id: ZoneFile(name=_name(one), at=one.centre, size=one.size) for one in scene.zones},
        "devices": {one.id: _device(one) for one in scene.devices},
        "containers": {one.id: _container(one) for one in scene.containers},
        "vessels": {one.id: VesselFile(**_vessel(one, places), kind=one.kind) for one in vessels},
        "bottles": {one.id: BottleFile(**_vessel(one, places)) for one in bottles},
        "items": {one.id: _item(one, at) for one in scene.items},
        "obstacles": {one.id: _obstacle(one, at) for one in scene.obstacles},
        "keep-out": {one.id: KeepOutFile(name=_name(one), box=one.size, **_pose(one.pose)) for one in scene.keep_out},
    }
    for name, things in sections.items():
        if things:
            lines += ["", f"{name}:", *(f"  {thing}: {_entry(one)}" for thing, one in things.items())]
    return "\n".join(lines) + "\n"


def _entry(entry: Entry) -> str:
    return flow(sorted(Record(type(entry)).pairs(entry), key=lambda pair: pair[0] != "kind"))


def _parted(vessels: tuple[model.Vessel, ...]) -> tuple[tuple[model.Vessel, ...], tuple[model.Vessel, ...]]:
    """Split vessels into glassware and bottles if all bottles come last; otherwise keep them together, in order."""
    kinds = [one.kind == "bottle" for one in vessels]
    first = kinds.index(True) if True in kinds else len(kinds)
    return (vessels[:first], vessels[first:]) if all(kinds[first:]) else (vessels, ())


def _robot(robot: model.Robot) -> RobotFile:
    return RobotFile(base=_at(robot.base.position), yaw=_degrees(robot.base.orientation), home=robot.home)


def _device(one: model.Device) -> DeviceFile:
    return DeviceFile(
        kind=one.kind,
        name=_name(one),
        **_pose(one.pose),
        size=None if one.size == sizes.DEVICE_SIZES[one.kind] else one.size,
        ratings=None if one.ratings == sizes.DEVICE_RATINGS[one.kind] else Ratings(**dict(one.ratings)),
        contents=_contents(one.contents),
        top=None if one.top == one.id else one.top,
        colour=_unless(sizes.DEVICE_COLOUR, one.colour),
    )


def _container(one: model.Container) -> ContainerFile:
    shape = None if one.shape == sizes.CONTAINER_SHAPES[one.kind] else one.shape
    return ContainerFile(
        kind=one.kind,
        name=_name(one),
        **_pose(one.pose),
        tray=TrayFile(size=shape.size, wall=shape.wall) if isinstance(shape, Tray) else None,
        cup=_cup(shape) if isinstance(shape, Cup) else None,
        colour=_unless(sizes.CONTAINER_COLOUR, one.colour),
    )


def _vessel(one: model.Vessel, places: Mapping[str, model.Place]) -> dict[str, Any]:
    """Return the fields that bottles and glassware share."""
    stands = places.get(one.place or "")
    pose = _pose(one.pose)
    return {
        "name": _name(one),
        "capacity": one.capacity_ml,
        **(pose if stands is None or stands.position != one.pose.position else {**pose, "at": stands.id}),
        "cup": None if one.shape == sizes.cup_for(one.kind, one.capacity_ml) else _cup(one.shape),
        "mass": None if one.mass_g == sizes.mass_for(one.shape) else one.mass_g,
        "contents": _contents(one.contents),
        "capped": None if one.capped == (one.kind == "bottle") else one.capped,
        "colour": _unless(sizes.GLASS, one.colour),
        "friction": one.friction,
    }


def _contents(contents: tuple[model.Content, ...]) -> Any:
    # A mapping cannot contain a substance twice.
    if len({one.substance for one in contents}) < len(contents):
        return tuple(SubstanceFile(substance=one.substance, **_amount(one)) for one in contents)
    plain = [one.density == 1 and not one.solid for one in contents]
    each = [
        (one.grams, "g") if simple else AmountFile(**_amount(one)) for one, simple in zip(contents, plain, strict=True)
    ]
    return dict(zip((one.substance for one in contents), each, strict=True))


def _amount(one: model.Content) -> dict[str, Any]:
    return {"amount": (one.grams, "g"), "density": one.density, "solid": one.solid}


def _item(one: model.Item, folder: Path) -> ItemFile:
    usual = usual_item(one.kind)
    as_usual = usual is not None and one.shape == usual[0]
    mass = usual[1] if usual is not None and as_usual else sizes.item_mass(one.shape)
    return ItemFile(
        kind=one.kind,
        name=_name(one),
        **({} if as_usual else _shape(one.shape, folder)),
        mass=None if one.mass_g == mass else one.mass_g,
        **_pose(one.pose, one.shape),
        colour=_unless(sizes.ITEM_COLOUR if usual is None else usual[2], one.colour),
        friction=one.friction,
    )


def _obstacle(one: model.Obstacle, folder: Path) -> ObstacleFile:
    colour = _unless(sizes.OBSTACLE_COLOUR, one.colour)
    return ObstacleFile(name=_name(one), **_shape(one.shape, folder), **_pose(one.pose, one.shape), colour=colour)


def _shape(shape: Shape, folder: Path) -> dict[str, Any]:
    if isinstance(shape, Box):
        return {"box": shape.size}
    if isinstance(shape, Cylinder):
        return {"cylinder": CylinderFile(radius=shape.radius, height=shape.height)}
    if isinstance(shape, Sphere):
        return {"sphere": SphereFile(radius=shape.radius)}
    file = shape.file.relative_to(folder) if shape.file.is_relative_to(folder) else shape.file
    return {"mesh": file.as_posix(), "scale": shape.scale}


def _cup(cup: Cup) -> CupFile:
    return CupFile(radius=cup.radius, height=cup.height, wall=cup.wall, bottom=cup.bottom)


def _pose(pose: Pose, shape: Shape | None = None) -> dict[str, Any]:
    """Return position and orientation, the latter as an angle in degrees if that reproduces it exactly."""
    at = _at(pose.position, -shape.lowest if isinstance(shape, Mesh) else 0.0)
    degrees = _degrees(pose.orientation)
    exact = (
        round(degrees, digits) for digits in (0, 2, 6, 12, 17) if turned(round(degrees, digits)) == pose.orientation
    )
    yaw = next(exact, None)
    return {"at": at, "orientation": pose.orientation} if yaw is None else {"at": at, "yaw": yaw}


def _at(position: Vector, stands: float = 0.0) -> tuple[float, ...]:
    x, y, z = position
    return (x, y) if z == stands else position


def _degrees(orientation: Quaternion) -> float:
    return 0.0 if orientation == UPRIGHT else math.degrees(2 * math.atan2(orientation[2], orientation[3]))


def _name(one: Any) -> str | None:
    return None if one.name == words(one.id) else str(one.name)


def _unless(usual: model.Colour, colour: model.Colour) -> model.Colour | None:
    return None if colour == usual else colour
