"""What generated benches are made of: the table, slots, devices, sinks and filled vessels, put where a layout says."""

from __future__ import annotations

import re
from collections.abc import Container as Collection
from dataclasses import dataclass, field

from clairify_cli.worlds.geometry import Pose, Shape, Tray
from clairify_cli.worlds.scene import model, sizes
from clairify_cli.worlds.scene.layout import Layout

TABLE = model.Table((1.4, 1.9), (0.2, 0.0))
"""The table of generated benches; the robot stands on it, at the origin."""

_STANDS = 0.037
"""The radius that is kept free for a vessel at a place."""
_DEVICE = 0.1
_SINK = 0.17


@dataclass
class Furniture:
    """A bench that is being set up. What is added gets a spot that the layout has left."""

    layout: Layout = field(default_factory=Layout)
    slots: list[model.Place] = field(default_factory=list)
    tops: list[model.Place] = field(default_factory=list)
    basins: list[model.Place] = field(default_factory=list)
    devices: list[model.Device] = field(default_factory=list)
    sinks: list[model.Container] = field(default_factory=list)
    vessels: list[model.Vessel] = field(default_factory=list)

    def slot(self, name: str, *, angle: float) -> model.Place:
        """A slot of the bench. Raises `NoRoomError`, like all that takes room."""
        x, y = self.layout.take(_STANDS, angle=angle)
        place = model.Place(name, words(name), (x, y, 0.0))
        self.slots.append(place)
        return place

    def device(self, name: str, kind: str, *, angle: float) -> model.Place:
        """A device; its top, which has the same id, comes back."""
        x, y = self.layout.take(_DEVICE, angle=angle)
        size = sizes.DEVICE_SIZES[kind]
        ratings = sizes.DEVICE_RATINGS[kind]
        self.devices.append(model.Device(name, words(name), kind, size, Pose((x, y, 0.0)), name, ratings))
        place = model.Place(name, words(name), (x, y, size[2]), name)
        self.tops.append(place)
        return place

    def sink(self, name: str, *, angle: float) -> model.Place:
        """A sink with a low rim; the middle of its floor, which has the same id, comes back."""
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
        """A vessel at a place, with the shape and the mass that go with its kind and capacity."""
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
        """All of it."""
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
    """The place that a sink has in the middle of its floor, under its own id."""
    x, y, z = sink.pose.position
    floor = sink.shape.wall if isinstance(sink.shape, Tray) else sink.shape.bottom
    return model.Place(sink.id, sink.name, (x, y, z + floor), sink.id)


def words(name: str) -> str:
    """An id as people write it: `water-bottle` is "water bottle"."""
    return re.sub(r"[-_]+", " ", name).strip() or name


def usual_item(kind: str) -> tuple[Shape, float, model.Colour] | None:
    """The shape, mass (g) and colour of items of a kind, if they are known."""
    return sizes.ITEMS.get(words(kind.lower()))


def word(text: str, taken: Collection[str] = (), otherwise: str = "x") -> str:
    """An id made of any text, with a number behind it where it is taken.

    What does not begin with a letter gets `otherwise` in front; if nothing is left of the text, it is all of the id.
    """
    made = re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")
    made = made if made[:1].isalpha() else f"{otherwise}-{made}".rstrip("-")
    number, one = 2, made
    while one in taken:
        one, number = f"{made}-{number}", number + 1
    return one
