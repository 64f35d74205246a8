"""The parts of generated benches: slots, devices, sinks and filled vessels, placed by a layout."""

from __future__ import annotations

import re
from collections.abc import Container as Collection

from clairify_cli.records import dataclass, field
from clairify_cli.worlds.scene import sizes
from clairify_cli.worlds.scene.layout import Layout
from clairify_cli.worlds.scene.model import HOME, Content
from clairify_cli.worlds.scene.scene_file import (
    AmountFile,
    BottleFile,
    ContainerFile,
    DeviceFile,
    PlaceFile,
    RobotFile,
    SceneFile,
    TrayFile,
    VesselFile,
)
from clairify_cli.worlds.scene.sizes import words

_STANDS = 0.037
"""The radius (m) kept free for a vessel at a place."""
_DEVICE = 0.1
_SINK = 0.17

ROBOT = RobotFile(home=HOME)


@dataclass
class Furniture:
    """A bench being set up. Added objects get free spots of the layout."""

    layout: Layout = field(default_factory=Layout)
    places: dict[str, PlaceFile] = field(default_factory=dict)
    devices: dict[str, DeviceFile] = field(default_factory=dict)
    sinks: dict[str, ContainerFile] = field(default_factory=dict)
    vessels: dict[str, VesselFile] = field(default_factory=dict)
    bottles: dict[str, BottleFile] = field(default_factory=dict)

    def slot(self, name: str, *, angle: float) -> str:
        """Add a slot; return its id. Raises `NoRoomError`, like every method that needs room."""
        self.places[name] = PlaceFile(at=self.layout.take(_STANDS, angle=angle))
        return name

    def device(self, name: str, kind: str, *, angle: float) -> None:
        """Add a device, whose top is a place with the same id."""
        self.devices[name] = DeviceFile(kind=kind, at=self.layout.take(_DEVICE, angle=angle))

    def sink(self, name: str, *, angle: float) -> None:
        """Add a sink with a low rim; its floor is a place with the same id."""
        tray = TrayFile(size=sizes.LOW_SINK.size, wall=sizes.LOW_SINK.wall)
        at = self.layout.take(_SINK, angle=angle, away=0.55)
        self.sinks[name] = ContainerFile(kind="sink", at=at, tray=tray)

    def vessel(
        self,
        name: str,
        kind: str,
        capacity_ml: float,
        place: str,
        *,
        called: str | None = None,
        contents: tuple[Content, ...] = (),
        capped: bool = False,
    ) -> None:
        """Add a vessel at a place, with the shape and mass for its kind and capacity."""
        amounts = {one.substance: _amount(one) for one in contents}
        shown = None if called == words(name) else called
        if kind == "bottle":
            closed = None if capped else False
            made = BottleFile(name=shown, capacity=capacity_ml, at=place, contents=amounts, capped=closed)
            self.bottles[name] = made
        else:
            self.vessels[name] = VesselFile(name=shown, capacity=capacity_ml, at=place, contents=amounts, kind=kind)

    def document(self, name: str) -> SceneFile:
        """Return the bench as a document."""
        return SceneFile(
            scene="1",
            name=name,
            robot=ROBOT,
            places=self.places,
            devices=self.devices,
            containers=self.sinks,
            vessels=self.vessels,
            bottles=self.bottles,
        )


def _amount(one: Content) -> tuple[float, str] | AmountFile:
    grams = (one.grams, "g")
    plain = one.density == 1 and not one.solid
    return grams if plain else AmountFile(amount=grams, density=one.density, solid=one.solid)


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
