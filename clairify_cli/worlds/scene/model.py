"""The data model of scenes. Lengths in m, masses in g, volumes in mL, temperatures in °C; the table's top is z = 0.

Every object has an `id`, unique in the scene and valid in PDDL (lower case, digits, `-`, `_`), and a `name` for people
and programs ("red cabbage solution").
"""

from __future__ import annotations

import re
from typing import Annotated

from clairify_cli.documents.forms import List, Number, Word
from clairify_cli.documents.quantities import LENGTH
from clairify_cli.documents.records import Entry, Says
from clairify_cli.documents.rules import rules
from clairify_cli.records import dataclass, field
from clairify_cli.worlds.geometry import Box, Cup, Pose, Shape, Tray, Vector

PLACE = Number(LENGTH, -3, 3)
"""A coordinate on a bench."""
CORNER = List(PLACE, "[x, y, z]", (3,))

ID = Word(re.compile(r"[a-z][a-z0-9_-]{0,59}"), "an id", lambda at, what, word: rules.bad_id(at, word))
"""Ids, which are also valid in PDDL."""

Colour = tuple[float, float, float, float]
"""Red, green, blue and opacity, each from 0 to 1."""

GLASS: Colour = (0.75, 0.85, 0.95, 0.45)
ITEM_COLOUR: Colour = (0.8, 0.3, 0.2, 1.0)
CONTAINER_COLOUR: Colour = (0.45, 0.45, 0.5, 1.0)
DEVICE_COLOUR: Colour = (0.3, 0.32, 0.36, 1.0)
OBSTACLE_COLOUR: Colour = (0.55, 0.5, 0.45, 1.0)
FRICTION = 0.8
HOME = (0.0, -0.5, 0.0, -2.2, 0.0, 1.7, 0.7854)
"""What things have where nobody says otherwise, and the arm's joint angles at rest."""

AMBIENT = 25.0
"""The default ambient temperature of a bench, in °C."""


@dataclass(frozen=True, slots=True)
class Content:
    """An amount of one substance in a vessel, in g; `density` in g/mL."""

    substance: str
    grams: float
    density: float = 1.0
    solid: bool = False


@dataclass(frozen=True, slots=True)
class Robot:
    """The arm: the pose of its base, and its joint angles (7, rad) at rest."""

    base: Pose
    home: tuple[float, ...] = HOME


@dataclass(frozen=True, slots=True)
class Table:
    """The bench: a box below z = 0 with its middle at (x, y)."""

    size: tuple[float, float]
    centre: tuple[float, float]
    thickness: float = 0.04


@dataclass(frozen=True, slots=True)
class Place:
    """A place for one vessel: a slot of the bench (`device` None), or the top of a device. z is its surface."""

    id: str
    name: str
    position: Vector
    device: str | None = None


@dataclass(frozen=True, slots=True)
class Vessel:
    """Glassware or a bottle. `kind` is a type of the `lab` domain (beaker, flask, vial, dish, cylinder, bottle).

    `pose` is that of the middle of its bottom; `place` is the id of the place where it stands, None if it stands free.
    `mass_g` is the mass of the empty vessel. A capped bottle has a lid on its mouth.
    """

    id: str
    name: str
    kind: str
    shape: Cup
    pose: Pose
    capacity_ml: float
    mass_g: float
    contents: tuple[Content, ...] = ()
    capped: bool = False
    place: str | None = None
    colour: Colour = GLASS
    friction: float = FRICTION


@dataclass(frozen=True, slots=True)
class Item:
    """A solid object to pick up: an apple, a block, a paper ball. `kind` is free text for people."""

    id: str
    name: str
    kind: str
    shape: Shape
    pose: Pose
    mass_g: float
    colour: Colour = ITEM_COLOUR
    friction: float = FRICTION


@dataclass(frozen=True, slots=True)
class Container:
    """A fixed open box or bowl into which objects are put: a bin, a sink, a bowl.

    `kind`: bin, sink, bowl. A sink is also a device of the `lab` domain, where vessels are emptied and washed.
    """

    id: str
    name: str
    kind: str
    shape: Tray | Cup
    pose: Pose
    colour: Colour = CONTAINER_COLOUR


@dataclass(frozen=True, slots=True)
class Device:
    """A device that acts on the vessel standing on it. `kind`: balance, stirrer, hotplate, ice-bath, pump.

    A hotplate also stirs. A pump doses its `contents` into the vessel below its outlet. `top` is the id of its place.
    `ratings` are its limits: `hottest` and `coldest` (°C), `power` (W), `fastest` (rpm), `most` (g).
    """

    id: str
    name: str
    kind: str
    size: Vector
    pose: Pose
    top: str
    ratings: tuple[tuple[str, float], ...] = ()
    colour: Colour = DEVICE_COLOUR
    contents: tuple[Content, ...] = ()


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Something that must not be touched and does not move by itself: a lamp, a rack, a wall."""

    id: str
    name: str
    shape: Shape
    pose: Pose
    colour: Colour = OBSTACLE_COLOUR


@dataclass(frozen=True, slots=True)
class Zone:
    """A named area of the table for the `tabletop` domain: a rectangle around (x, y), its size in m."""

    id: str
    name: str
    centre: tuple[float, float]
    size: tuple[float, float]

    def holds(self, x: float, y: float) -> bool:
        """Whether it contains a spot (m)."""
        return all(abs(a - b) <= size / 2 for a, b, size in zip((x, y), self.centre, self.size, strict=True))


@dataclass(frozen=True, slots=True)
class KeepOut:
    """A box that no part of the arm and no held object may enter; `pose` is that of the middle of its bottom."""

    id: str
    name: str
    size: Vector
    pose: Pose


@dataclass(frozen=True, slots=True)
class Workspace(Entry):
    """The box that the hand and its fingers never leave."""

    low: Annotated[Vector, Says(CORNER, "write the corner [x, y, z] in m")]
    high: Annotated[Vector, Says(CORNER, "write the corner [x, y, z] in m")]

    def check(self) -> None:
        if any(one >= other for one, other in zip(self.low, self.high, strict=True)):
            self.where.wrong("high", "a corner above `low` on every axis")


Thing = Vessel | Item | Container | Device | Obstacle


def shape_of(thing: Thing) -> Shape | Cup | Tray:
    """Return the shape of an object in its own frame; a device is a box."""
    return Box(thing.size) if isinstance(thing, Device) else thing.shape


@dataclass(frozen=True, slots=True)
class Scene:
    """A bench with everything on it, each kind in the order of the file."""

    name: str
    robot: Robot
    table: Table
    places: tuple[Place, ...] = ()
    zones: tuple[Zone, ...] = ()
    vessels: tuple[Vessel, ...] = ()
    items: tuple[Item, ...] = ()
    containers: tuple[Container, ...] = ()
    devices: tuple[Device, ...] = ()
    obstacles: tuple[Obstacle, ...] = ()
    ambient: float = AMBIENT
    keep_out: tuple[KeepOut, ...] = ()
    workspace: Workspace | None = None
    keep_in: tuple[Workspace, ...] = ()
    """The boxes in which a real arm must stay, from its profile; they are not part of a scene's text."""
    written: Entry | None = field(default=None, compare=False, repr=False)
    """The document that it was built from; None if it was put together in Python."""

    @property
    def things(self) -> tuple[Thing, ...]:
        """All physical objects, each kind in the order of the file."""
        return (*self.vessels, *self.items, *self.containers, *self.devices, *self.obstacles)

    def thing(self, name: str) -> Thing | None:
        """Return the object with that id."""
        return next((one for one in self.things if one.id == name), None)

    def place(self, name: str) -> Place | None:
        """Return the place with that id."""
        return next((one for one in self.places if one.id == name), None)
