"""The parts of generated benches: table, slots, devices, sinks and filled vessels, placed by a layout."""

from __future__ import annotations

import re
from collections.abc import Container as Collection

from clairify_cli.records import dataclass, field
from clairify_cli.worlds.geometry import Pose, Shape, Tray
from clairify_cli.worlds.scene import model, sizes
from clairify_cli.worlds.scene.layout import Layout

TABLE = model.Table((1.4, 1.9), (0.2, 0.0))
"""The table of generated benches; the robot stands on it, at the origin."""

_STANDS = 0.037
"""The radius (m) kept free for a vessel at a place."""
_DEVICE = 0.1
_SINK = 0.17


@dataclass
class Furniture:
    """A bench being set up. Added objects get free spots of the layout."""

    layout: Layout = field(default_factory=Layout)
    slots: list[model.Place] = field(default_factory=list)
    tops: list[model.Place] = field(default_factory=list)
    basins: list[model.Place] = field(default_factory=list)
    devices: list[model.Device] = field(default_factory=list)
    sinks: list[model.Container] = field(default_factory=list)
    vessels: list[model.Vessel] = field(default_factory=list)

    def slot(self, name: str, *, angle: float) -> model.Place:
        """Add a slot. Raises `NoRoomError`, like every method that needs room."""
        x, y = self.layout.take(_STANDS, angle=angle)
        place = model.Place(name, words(name), (x, y, 0.0))
        self.slots.append(place)
        return place

    def device(self, name: str, kind: str, *, angle: float) -> model.Place:
        """Add a device; return its top, a place with the same id."""
        x, y = self.layout.take(_DEVICE, angle=angle)
        size = sizes.DEVICE_SIZES[kind]
        ratings = sizes.DEVICE_RATINGS[kind]
        self.devices.append(model.Device(name, words(name), kind, size, Pose((x, y, 0.0)), name, ratings))
        place = model.Place(name, words(name), (x, y, size[2]), name)
        self.tops.append(place)
        return place

    def sink(self, name: str, *, angle: float) -> model.Place:
        """Add a sink with a low rim; return the middle of its floor, a place with the same id."""
        x, y = self.layout.take(_SINK, angle=angle, away=0.55)
        self.sinks.append(model.Container(name, words(name), "sink", sizes.LOW_SINK, Pose((x, y, 0.0))))
        self.basins.append(basin(self.sinks[-1]))
        return self.basins[-1]

    def vessel(
        self,
        name: str,
        kind: str,
        capacity_ml: float,
        place: model.Place,
        *,
        called: str | None = None,
        contents: tuple[model.Content, ...] = (),
        capped: bool = False,
    ) -> None:
        """Add a vessel at a place, with the shape and mass for its kind and capacity."""
        shape = sizes.cup_for(kind, capacity_ml)
        self.vessels.append(
            model.Vessel(
                name,
                called or words(name),
                kind,
                shape,
                Pose(place.position),
                capacity_ml,
                sizes.mass_for(shape),
                contents,
                capped,
                place.id,
            )
        )

    def scene(self, name: str) -> model.Scene:
        """Return the bench as a scene."""
        return model.Scene(
            name,
            model.Robot(Pose((0.0, 0.0, 0.0))),
            TABLE,
            (*self.slots, *self.tops, *self.basins),
            vessels=tuple(self.vessels),
            containers=tuple(self.sinks),
            devices=tuple(self.devices),
        )


def basin(sink: model.Container) -> model.Place:
    """Return the place in the middle of a sink's floor, under the sink's id."""
    x, y, z = sink.pose.position
    floor = sink.shape.wall if isinstance(sink.shape, Tray) else sink.shape.bottom
    return model.Place(sink.id, sink.name, (x, y, z + floor), sink.id)


def words(name: str) -> str:
    """Return an id in readable form: `water-bottle` is "water bottle"."""
    return re.sub(r"[-_]+", " ", name).strip() or name


def usual_item(kind: str) -> tuple[Shape, float, model.Colour] | None:
    """Return the default shape, mass (g) and colour of items of a kind, if known."""
    return sizes.ITEMS.get(words(kind.lower()))


def word(text: str, taken: Collection[str] = (), otherwise: str = "x") -> str:
    """Make an id from any text, with a number appended if it is taken.

    `otherwise` is prepended if the id would not begin with a letter, or is the id if nothing of the text is left.
    """
    made = re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")
    made = made if made[:1].isalpha() else f"{otherwise}-{made}".rstrip("-")
    number, one = 2, made
    while one in taken:
        one, number = f"{made}-{number}", number + 1
    return one
