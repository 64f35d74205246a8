"""Reading one thing of each section of a scene. A thing with an error is None, and its findings say why."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from clairify_cli.worlds.geometry import Mesh, Pose
from clairify_cli.worlds.scene import model, rules, shapes, sizes
from clairify_cli.worlds.scene.contents import read_contents
from clairify_cli.worlds.scene.fields import ID, PLACE, SIZE, Fields, Range
from clairify_cli.worlds.scene.furniture import basin, words
from clairify_cli.worlds.scene.quantities import LENGTH, MASS, NUMBER, POWER, TEMPERATURE, TURNS, VOLUME, Kind

MASSES = Range(0.1, 20_000.0)
CAPACITIES = Range(1.0, 10_000.0)
FRICTIONS = Range(0.0, 2.0)
RATINGS: Mapping[str, tuple[Kind, Range]] = {
    "hottest": (TEMPERATURE, Range(0.0, 1000.0)),
    "coldest": (TEMPERATURE, Range(-100.0, 50.0)),
    "power": (POWER, Range(1.0, 5000.0)),
    "fastest": (TURNS, Range(1.0, 10_000.0)),
    "most": (MASS, Range(1.0, 50_000.0)),
}
_SHAPED = (*shapes.SHAPES, "scale")


@dataclass
class Where:
    """What a thing is placed by: the folder of meshes, and the places so far."""

    folder: Path
    places: dict[str, model.Place] = field(default_factory=dict)


def read_slot(name: str, fields: Fields, where: Where) -> model.Place | None:
    """A slot of the bench, from `places`."""
    fields.known(("name", "at"))
    called = fields.text("name", words(name))
    at = shapes.position(fields, {})
    return None if fields.failed or at is None else model.Place(name, called, at)


def read_zone(name: str, fields: Fields, where: Where) -> model.Zone | None:
    """A zone."""
    fields.known(("name", "at", "size"))
    called = fields.text("name", words(name))
    for one in ("at", "size"):
        if one not in fields.values:
            fields.missing(f"`{one}`", "write [x, y] in m")
    at = fields.numbers("at", LENGTH, PLACE, (2,), "[x, y]")
    size = fields.numbers("size", LENGTH, SIZE, (2,), "[x, y]")
    if fields.failed or at is None or size is None:
        return None
    return model.Zone(name, called, (at[0], at[1]), (size[0], size[1]))


def read_keep_out(name: str, fields: Fields, where: Where) -> model.KeepOut | None:
    """A keep-out zone: a box somewhere, on the table where its z is not said."""
    fields.known(("name", "box", *shapes.POSE))
    called = fields.text("name", words(name))
    if "box" not in fields.values:
        fields.missing("`box`", "write its size, [x, y, z] in m")
    size = shapes.box_size(fields, "box")
    at, turned = shapes.position(fields, {}), shapes.orientation(fields)
    if fields.failed or at is None or size is None:
        return None
    return model.KeepOut(name, called, size, Pose(at, turned))


def read_workspace(fields: Fields | None) -> model.Workspace | None:
    """The box of the workspace, from its two corners."""
    if fields is None:
        return None
    fields.known(("low", "high"))
    for one in ("low", "high"):
        if one not in fields.values:
            fields.missing(f"`{one}`", "write the corner [x, y, z] in m")
    low = fields.numbers("low", LENGTH, PLACE, (3,), "[x, y, z]")
    high = fields.numbers("high", LENGTH, PLACE, (3,), "[x, y, z]")
    if fields.failed or low is None or high is None:
        return None
    if any(one >= other for one, other in zip(low, high, strict=True)):
        fields.wrong(fields.values["high"], fields.what("high"), "a corner above `low` on every axis")
        return None
    return model.Workspace((low[0], low[1], low[2]), (high[0], high[1], high[2]))


def read_device(name: str, fields: Fields, where: Where) -> model.Device | None:
    """A device; its top becomes a place."""
    fields.known(("kind", "name", "size", *shapes.POSE, "ratings", "top", "colour"))
    kind = fields.choice("kind", sizes.DEVICES, None)
    called = fields.text("name", words(name))
    size = shapes.box_size(fields, "size") if "size" in fields.values else sizes.DEVICE_SIZES.get(kind or "balance")
    pose = _pose(fields, where)
    ratings = _ratings(fields) if "ratings" in fields.values else sizes.DEVICE_RATINGS.get(kind or "", ())
    colour = shapes.colour(fields, sizes.DEVICE_COLOUR)
    top = fields.text("top", name)
    if not ID.fullmatch(top):
        fields.fail(rules.bad_id(fields.span(fields.values["top"]), top))
    elif top != name and top in where.places:
        fields.wrong(fields.values["top"], fields.what("top"), "the id of a place that is not there yet")
    if pose is not None and size is not None:
        x, y, z = pose.position
        where.places.setdefault(top, model.Place(top, called, (x, y, z + size[2]), name))
    if fields.failed or pose is None or size is None or kind is None:
        return None
    return model.Device(name, called, kind, size, pose, top, ratings, colour)


def read_container(name: str, fields: Fields, where: Where) -> model.Container | None:
    """A container; the floor of a sink becomes a place."""
    fields.known(("kind", "name", "tray", "cup", *shapes.POSE, "colour"))
    kind = fields.choice("kind", sizes.CONTAINERS, None)
    called = fields.text("name", words(name))
    shape = shapes.hollow(fields, sizes.CONTAINER_SHAPES[kind or "bin"])
    pose = _pose(fields, where)
    colour = shapes.colour(fields, sizes.CONTAINER_COLOUR)
    if pose is None or shape is None or kind is None:
        return None
    made = model.Container(name, called, kind, shape, pose, colour)
    if kind == "sink":
        where.places.setdefault(name, basin(made))
    return None if fields.failed else made


def read_vessel(name: str, fields: Fields, where: Where) -> model.Vessel | None:
    """A vessel of any kind, from `vessels`."""
    fields.known(_VESSEL)
    return _vessel(name, fields, where, fields.choice("kind", sizes.VESSELS, "beaker"))


def read_bottle(name: str, fields: Fields, where: Where) -> model.Vessel | None:
    """A vessel of the kind `bottle`, from `bottles`."""
    fields.known(tuple(one for one in _VESSEL if one != "kind"))
    return _vessel(name, fields, where, "bottle")


_VESSEL = ("kind", "name", "capacity", "cup", "mass", "contents", "capped", *shapes.POSE, "colour", "friction")


def _vessel(name: str, fields: Fields, where: Where, kind: str | None) -> model.Vessel | None:
    called = fields.text("name", words(name))
    capacity = fields.quantity("capacity", VOLUME, CAPACITIES)
    shape = None
    if "cup" in fields.values:
        shape = shapes.cup(fields)
    elif "capacity" not in fields.values:
        fields.missing("capacity", "write how much it holds, such as `capacity: 250 mL`")
    elif capacity is not None and kind is not None:
        shape = sizes.cup_for(kind, capacity)
    if "capacity" not in fields.values and shape is not None:
        capacity = sizes.capacity_of(shape)
    pose = _pose(fields, where)
    contents = read_contents(fields)
    capped = fields.truth("capped", kind == "bottle")
    if capped and kind not in ("bottle", None):
        fields.wrong(fields.values["capped"], fields.what("capped"), "`false`, since only bottles have a cap,")
    mass = fields.quantity("mass", MASS, MASSES)
    colour, friction = shapes.colour(fields, sizes.GLASS), fields.quantity("friction", NUMBER, FRICTIONS)
    if fields.failed or None in (pose, capacity, shape, kind):
        return None
    assert pose is not None and capacity is not None and shape is not None and kind is not None
    return model.Vessel(
        name,
        called,
        kind,
        shape,
        pose,
        capacity,
        sizes.mass_for(shape) if mass is None else mass,
        contents,
        capped,
        _place(fields),
        colour,
        sizes.FRICTION if friction is None else friction,
    )


def read_item(name: str, fields: Fields, where: Where) -> model.Item | None:
    """An item."""
    fields.known(("kind", "name", *_SHAPED, "mass", *shapes.POSE, "colour", "friction"))
    kind = fields.text("kind", "thing")
    called = fields.text("name", words(name))
    usual = sizes.ITEMS.get(words(kind.lower()))
    shape = shapes.shape(fields, where.folder, None if usual is None else usual[0])
    pose = _pose(fields, where, -shape.lowest if isinstance(shape, Mesh) else 0.0)
    mass = fields.quantity("mass", MASS, MASSES)
    colour = shapes.colour(fields, sizes.ITEM_COLOUR if usual is None else usual[2])
    friction = fields.quantity("friction", NUMBER, FRICTIONS)
    if fields.failed or pose is None or shape is None:
        return None
    if mass is None:
        mass = usual[1] if usual is not None and shape == usual[0] else sizes.item_mass(shape)
    friction = sizes.FRICTION if friction is None else friction
    return model.Item(name, called, kind, shape, pose, mass, colour, friction)


def read_obstacle(name: str, fields: Fields, where: Where) -> model.Obstacle | None:
    """An obstacle."""
    fields.known(("name", *_SHAPED, *shapes.POSE, "colour"))
    called = fields.text("name", words(name))
    shape = shapes.shape(fields, where.folder, None)
    pose = _pose(fields, where, -shape.lowest if isinstance(shape, Mesh) else 0.0)
    colour = shapes.colour(fields, sizes.OBSTACLE_COLOUR)
    if fields.failed or pose is None or shape is None:
        return None
    return model.Obstacle(name, called, shape, pose, colour)


READERS: Mapping[str, Callable[[str, Fields, Where], object | None]] = {
    "devices": read_device,
    "containers": read_container,
    "vessels": read_vessel,
    "bottles": read_bottle,
    "items": read_item,
    "obstacles": read_obstacle,
}


def _pose(fields: Fields, where: Where, above: float = 0.0) -> Pose | None:
    at, turned = shapes.position(fields, where.places, above), shapes.orientation(fields)
    return None if at is None else Pose(at, turned)


def _place(fields: Fields) -> str | None:
    """The place that `at` names."""
    node = fields.values.get("at")
    return getattr(node, "text", None)


def _ratings(fields: Fields) -> tuple[tuple[str, float], ...]:
    inner = fields.within_mapping("ratings")
    if inner is None:
        return ()
    inner.known(RATINGS)
    read = [(one, inner.quantity(one, *RATINGS[one])) for one in inner.values if one in RATINGS]
    fields.failed |= inner.failed
    return tuple((one, value) for one, value in read if value is not None)
