"""File format of scenes: annotated dataclasses, with the rules between the fields of each."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

from clairify_cli.documents.fields import Findings
from clairify_cli.documents.forms import (
    MOST_UNITS,
    Choice,
    Either,
    Form,
    Line,
    List,
    Map,
    Number,
    Prose,
    Truth,
    Version,
    Word,
)
from clairify_cli.documents.quantities import (
    ANGLE,
    DENSITY,
    JOINT,
    LENGTH,
    MASS,
    NUMBER,
    POWER,
    TEMPERATURE,
    TURNS,
    VOLUME,
    QuantityError,
    parse_either,
    shown,
)
from clairify_cli.documents.records import Entry, OneOf, Record, Says
from clairify_cli.documents.rules import rules as document_rules
from clairify_cli.documents.yaml_tree import Node, Text
from clairify_cli.records import dataclass, field
from clairify_cli.worlds.geometry import Cup, Quaternion, Vector, turned
from clairify_cli.worlds.scene import sizes
from clairify_cli.worlds.scene.model import AMBIENT, FRICTION, ID, PLACE, Colour, Workspace
from clairify_cli.worlds.scene.rules import rules

SIZE = Number(LENGTH, 0.001, 3.0, unit="mm")
SHAPES = ("box", "cylinder", "sphere", "mesh")
_EXACT = 1e-6
HEX = re.compile(r"#[0-9a-fA-F]{6}(?:[0-9a-fA-F]{2})?")

_BOX = List(SIZE, "a list of three lengths, [x, y, z],", (3,))
_PAIR = List(PLACE, "[x, y]", (2,))
_AT = List(PLACE, "[x, y] or [x, y, z]", (2, 3))
_PLACED = "[x, y], [x, y, z] or the id of a place"
_SHARE = Number(NUMBER, 0, 1)


class ColourForm(Form):
    """A colour by name, as `#rrggbb` or `#rrggbbaa`, or as three or four numbers."""

    words = "name, `#rrggbb` or a list of three or four numbers from 0 to 1"
    numbers = List(_SHARE, f"a {words}", (3, 4))

    def read(self, at: Findings, node: Node, what: str, key: Node) -> Colour | None:
        if isinstance(node, Text) and not HEX.fullmatch(node.text):
            named = Choice(tuple(sizes.COLOURS)).read(at, node, what, key)
            return None if named is None else sizes.COLOURS[named]
        parts: tuple[float, ...] | None
        if isinstance(node, Text):
            parts = tuple(int(node.text[start : start + 2], 16) / 255 for start in range(1, len(node.text), 2))
        else:
            parts = self.numbers.read(at, node, what, key)
        return None if parts is None else (parts[0], parts[1], parts[2], parts[3] if len(parts) > 3 else 1.0)

    def show(self, value: Any) -> str:
        return next((name for name, one in sizes.COLOURS.items() if one == value), self.numbers.show(value))


class AmountForm(Form):
    """A mass in g or a volume in mL, with its unit."""

    def read(self, at: Findings, node: Node, what: str, key: Node) -> tuple[float, str] | None:
        if not isinstance(node, Text):
            at.wrong(node, what, "a mass or a volume")
            return None
        try:
            value, kind = parse_either(node.text, (MASS, VOLUME))
        except QuantityError:
            reason, units = "is neither a mass nor a volume", (*MASS.units, "mL", "L")
            at.add(document_rules.bad_quantity(at.span(node), what, node.text, reason, units[:MOST_UNITS]))
            return None
        if not 0 <= value <= MOST_OF_IT:
            at.add(document_rules.out_of_range(at.span(node), what, node.text, "0 g", f"{MOST_OF_IT:g} {kind.unit}"))
            return None
        return value, kind.unit

    def show(self, value: Any) -> str:
        return shown(*value)


MOST_OF_IT = 20_000.0
_AMOUNT = AmountForm()

Pair = tuple[float, float]
Name = Annotated[str | None, Line()]
At = Annotated[
    str | tuple[float, ...] | None,
    Says(
        Either(_PLACED, scalar=Line(), items=List(PLACE, _PLACED, (2, 3))),
        "write where it is: [x, y] in m, or the id of a place",
        needed=True,
    ),
]
AtBench = Annotated[tuple[float, ...] | None, Says(_AT, "write where it is: [x, y] in m", needed=True)]
Yaw = Annotated[float, Number(ANGLE, -360, 360)]
Turned = Annotated[Quaternion | None, List(Number(NUMBER, -1, 1), "a quaternion, [x, y, z, w],", (4,))]
Coloured = Annotated[Colour | None, ColourForm()]
Friction = Annotated[float, Number(NUMBER, 0, 2)]
Mass = Annotated[float | None, Number(MASS, 0.1, 20_000, unit="g")]
Radius = Annotated[float | None, SIZE]
Diameter = Annotated[float | None, SIZE]
_ROUND = OneOf(("radius", "diameter"))
_TURN = OneOf(("yaw", "orientation"), needed=False)


class Standing(Entry):
    """Something that stands somewhere and may be turned."""

    __slots__ = ()
    one_of: ClassVar[tuple[OneOf, ...]] = (_TURN,)
    yaw: float
    orientation: Quaternion | None

    def check(self) -> None:
        if self.orientation is not None and abs(math.hypot(*self.orientation) - 1) > _EXACT:
            found, what = f"{math.hypot(*self.orientation):.4g} long", self.where.what("orientation")
            at = self.where.span("orientation")
            self.where.findings.add(document_rules.wrong_type(at, what, found, "a quaternion of length 1"))

    @property
    def turn(self) -> Quaternion:
        """Its orientation."""
        return turned(self.yaw) if self.orientation is None else self.orientation


class Hollow(Entry):
    """Something with walls."""

    __slots__ = ()

    def refuse_solid(self, wall: float) -> None:
        """Report that no space is left between the walls."""
        found = f"solid, with a wall of {1000 * wall:g} mm"
        at = self.where.findings.span(self.where.key)
        self.where.findings.add(document_rules.wrong_type(at, self.where.owner, found, "something hollow"))


@dataclass(frozen=True, slots=True, kw_only=True)
class SphereFile(Entry):
    """A sphere."""

    radius: Radius = None
    diameter: Diameter = None
    one_of: ClassVar[tuple[OneOf, ...]] = (_ROUND,)

    @property
    def outer(self) -> float:
        """The radius, however it is given."""
        return (self.diameter or 0.0) / 2 if self.radius is None else self.radius


@dataclass(frozen=True, slots=True, kw_only=True)
class CylinderFile(SphereFile):
    """An upright cylinder."""

    height: Annotated[float, SIZE]


@dataclass(frozen=True, slots=True, kw_only=True)
class CupFile(CylinderFile, Hollow):
    """A round open vessel."""

    wall: Annotated[float | None, SIZE] = None
    bottom: Annotated[float | None, SIZE] = None

    @property
    def cup(self) -> Cup:
        """Its shape."""
        wall, bottom = (0.004 if one is None else one for one in (self.wall, self.bottom))
        return Cup(self.outer, self.height, wall, bottom)

    def check(self) -> None:
        cup = self.cup
        if not self.where.broken and (cup.wall >= cup.radius or cup.bottom >= cup.height):
            self.refuse_solid(max(cup.wall, cup.bottom))


@dataclass(frozen=True, slots=True, kw_only=True)
class TrayFile(Hollow):
    """An open box."""

    size: Annotated[Vector, Says(_BOX, "write [x, y, z]")]
    wall: Annotated[float | None, SIZE] = None

    def check(self) -> None:
        wall = self.wall or 0.0
        if 2 * wall >= min(self.size[:2]) or wall >= self.size[2]:
            self.refuse_solid(wall)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceFile(Entry):
    """A slot of the bench where one vessel can stand. Devices and sinks are places too, under their own ids."""

    name: Name = None
    at: AtBench = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ZoneFile(Entry):
    """An area of the table, for the domain `tabletop`."""

    name: Name = None
    at: Annotated[Pair, Says(_PAIR, "write [x, y] in m")]
    size: Annotated[Pair, Says(List(Number(LENGTH, 0.001, 3), "[x, y]", (2,)), "write [x, y] in m")]


@dataclass(frozen=True, slots=True, kw_only=True)
class KeepOutFile(Standing):
    """A box that no part of the arm and no held object may enter."""

    name: Name = None
    box: Annotated[Vector, Says(_BOX, "write its size, [x, y, z] in m")]
    at: AtBench = None
    yaw: Yaw = 0.0
    orientation: Turned = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ratings(Entry):
    """The limits of a device."""

    hottest: Annotated[float | None, Number(TEMPERATURE, 0, 1000, unit="°C")] = None
    coldest: Annotated[float | None, Number(TEMPERATURE, -100, 50, unit="°C")] = None
    power: Annotated[float | None, Number(POWER, 1, 5000, unit="W")] = None
    fastest: Annotated[float | None, Number(TURNS, 1, 10_000, unit="rpm")] = None
    most: Annotated[float | None, Number(MASS, 1, 50_000, unit="g")] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AmountFile(Entry):
    """The amount of a substance; a volume is converted to a mass by the density."""

    amount: Annotated[tuple[float, str], Says(_AMOUNT, "write how much, such as `amount: 100 g`")]
    density: Annotated[float, Number(DENSITY, 0.01, 25, unit="g/mL")] = 1.0
    solid: Annotated[bool, Truth()] = False

    @property
    def grams(self) -> float:
        """The mass in g."""
        value, unit = self.amount
        return value * self.density if unit == VOLUME.unit else value


@dataclass(frozen=True, slots=True, kw_only=True)
class SubstanceFile(AmountFile):
    """A substance in a list, which may contain it twice."""

    substance: Annotated[str, Says(Line(), "write what it is, such as `substance: water`")]


_SUBSTANCE = Word(re.compile(r"(?=.*\S)[^\x00-\x1f\x7f]*"), "a text of one line")
_CONTENTS = Either(
    "a mapping from substances to amounts, `{water: 100 g}`,",
    items=List(Record(SubstanceFile), "a list of at most 50 substances", range(51)),
    mapping=Map(Either("an amount", scalar=_AMOUNT, mapping=Record(AmountFile)), key=_SUBSTANCE, most=50),
)
Contents = Mapping[str, tuple[float, str] | AmountFile] | tuple[SubstanceFile, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceFile(Standing):
    """A device that treats the vessel standing on it: by default a box of 150 x 150 mm and 40 to 50 mm."""

    kind: Annotated[str, Says(Choice(sizes.DEVICES), f"write one of {', '.join(sizes.DEVICES)}")]
    name: Name = None
    at: At = None
    yaw: Yaw = 0.0
    orientation: Turned = None
    size: Annotated[Vector | None, _BOX] = None
    ratings: Annotated[Ratings | None, Record(Ratings)] = None
    contents: Annotated[Contents, _CONTENTS] = field(default_factory=dict)
    top: Annotated[str | None, ID] = None
    colour: Coloured = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ContainerFile(Standing):
    """A container: bins and sinks are by default open boxes of 240 x 240 x 150 mm, bowls are 140 mm wide."""

    kind: Annotated[str, Says(Choice(sizes.CONTAINERS), f"write one of {', '.join(sizes.CONTAINERS)}")]
    name: Name = None
    at: At = None
    yaw: Yaw = 0.0
    orientation: Turned = None
    tray: Annotated[TrayFile | None, Record(TrayFile)] = None
    cup: Annotated[CupFile | None, Record(CupFile)] = None
    colour: Coloured = None
    one_of: ClassVar[tuple[OneOf, ...]] = (_TURN, OneOf(("tray", "cup"), needed=False))


@dataclass(frozen=True, slots=True, kw_only=True)
class BottleFile(Standing):
    """A bottle or jar, shaped by its capacity: at most 72 mm wide up to about 650 mL."""

    name: Name = None
    capacity: Annotated[float | None, Number(VOLUME, 1, 10_000, unit="mL")] = None
    at: At = None
    yaw: Yaw = 0.0
    orientation: Turned = None
    cup: Annotated[CupFile | None, Record(CupFile)] = None
    mass: Mass = None
    contents: Annotated[Contents, _CONTENTS] = field(default_factory=dict)
    capped: Annotated[bool | None, Truth()] = None
    colour: Coloured = None
    friction: Friction = FRICTION
    kind_of: ClassVar[str] = "bottle"

    def check(self) -> None:
        Standing.check(self)
        if not self.has("capacity", "cup"):
            self.where.missing(("capacity",), "write how much it holds, such as `capacity: 250 mL`")
        if self.capped and self.kind_of != "bottle":
            self.where.wrong("capped", "`false`, since only bottles have a cap,")


@dataclass(frozen=True, slots=True, kw_only=True)
class VesselFile(BottleFile):
    """Glassware, and bottles too, shaped by its capacity: at most 72 mm wide up to about 650 mL."""

    kind: Annotated[str, Says(Choice(sizes.VESSELS), printed=True)] = "beaker"

    @property
    def kind_of(self) -> str:  # type: ignore[override]
        """The kind of the vessel."""
        return self.kind


Boxed = Annotated[Vector | None, _BOX]
Upright = Annotated[CylinderFile | None, Record(CylinderFile)]
Ball = Annotated[SphereFile | None, Record(SphereFile)]
MeshFile = Annotated[str | None, Prose(expected="the name of a file, .obj or .stl")]
Scale = Annotated[float, Number(NUMBER, 1e-6, 1e3)]


class Shaped(Standing):
    """Something with one of several shapes."""

    __slots__ = ()
    box: Vector | None
    cylinder: CylinderFile | None
    sphere: SphereFile | None
    mesh: str | None
    scale: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemFile(Shaped):
    """A solid object to pick up. The kinds apple, paper ball, block, ball and sponge have default shapes and masses."""

    kind: Annotated[str, Says(Line(), printed=True)] = "thing"
    name: Name = None
    box: Boxed = None
    cylinder: Upright = None
    sphere: Ball = None
    mesh: MeshFile = None
    scale: Scale = 1.0
    mass: Mass = None
    at: At = None
    yaw: Yaw = 0.0
    orientation: Turned = None
    colour: Coloured = None
    friction: Friction = FRICTION
    one_of: ClassVar[tuple[OneOf, ...]] = (_TURN, OneOf(SHAPES, needed=False))

    def check(self) -> None:
        Standing.check(self)
        if sizes.usual_item(self.kind) is None and not self.has(*SHAPES):
            self.where.missing(SHAPES)


@dataclass(frozen=True, slots=True, kw_only=True)
class ObstacleFile(Shaped):
    """Something that must not be touched."""

    name: Name = None
    box: Boxed = None
    cylinder: Upright = None
    sphere: Ball = None
    mesh: MeshFile = None
    scale: Scale = 1.0
    at: At = None
    yaw: Yaw = 0.0
    orientation: Turned = None
    colour: Coloured = None
    one_of: ClassVar[tuple[OneOf, ...]] = (_TURN, OneOf(SHAPES))


@dataclass(frozen=True, slots=True, kw_only=True)
class RobotFile(Entry):
    """The arm, by default at the origin; x points to its front, y to its left."""

    base: Annotated[tuple[float, ...], Says(_AT, printed=True)] = (0.0, 0.0)
    yaw: Yaw = 0.0
    home: Annotated[tuple[float, ...] | None, List(Number(JOINT, -10, 10), "a list of 7 angles in rad", (7,))] = None

    def check(self) -> None:
        from clairify_cli.worlds.scene.limits import LOWER, UPPER

        nodes = self.where.nodes("home")
        for joint, (angle, low, high) in enumerate(zip(self.home or (), LOWER, UPPER, strict=False)):
            if not low <= angle <= high:
                at = self.where.findings.span(nodes[joint])
                self.where.findings.add(rules.home_out_of_limits(at, joint + 1, angle, low, high))


@dataclass(frozen=True, slots=True, kw_only=True)
class TableFile(Entry):
    """The bench with its top at z = 0; by default 1.4 m x 1.9 m around [0.2, 0]."""

    size: Annotated[Pair | None, List(Number(LENGTH, 0.1, 10), "[x, y]", (2,))] = None
    centre: Annotated[Pair | None, List(Number(LENGTH, -5, 5), "[x, y]", (2,))] = None
    thickness: Annotated[float | None, SIZE] = None


def _section(kind: type[Any], noun: str) -> Map:
    return Map(Record(kind), noun, ID, partial=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class SceneFile(Entry):
    """The bench of a robot arm. A number without a unit is in the first unit of its kind."""

    scene: Annotated[str, Version(("1",))]
    name: Annotated[str, Says(Line(), printed=True)] = "scene"
    ambient: Annotated[float, Says(Number(TEMPERATURE, -50, 60, unit="°C"), printed=True)] = AMBIENT
    robot: Annotated[RobotFile, Says(Record(RobotFile), printed=True)] = field(default_factory=RobotFile)
    table: Annotated[TableFile, Record(TableFile)] = field(default_factory=TableFile)
    workspace: Annotated[Workspace | None, Record(Workspace)] = None
    places: Annotated[Mapping[str, PlaceFile], _section(PlaceFile, "place")] = field(default_factory=dict)
    zones: Annotated[Mapping[str, ZoneFile], _section(ZoneFile, "zone")] = field(default_factory=dict)
    devices: Annotated[Mapping[str, DeviceFile], _section(DeviceFile, "device")] = field(default_factory=dict)
    containers: Annotated[Mapping[str, ContainerFile], _section(ContainerFile, "container")] = field(
        default_factory=dict
    )
    vessels: Annotated[Mapping[str, VesselFile], _section(VesselFile, "vessel")] = field(default_factory=dict)
    bottles: Annotated[Mapping[str, BottleFile], _section(BottleFile, "bottle")] = field(default_factory=dict)
    items: Annotated[Mapping[str, ItemFile], _section(ItemFile, "item")] = field(default_factory=dict)
    obstacles: Annotated[Mapping[str, ObstacleFile], _section(ObstacleFile, "obstacle")] = field(default_factory=dict)
    keep_out: Annotated[Mapping[str, KeepOutFile], Says(_section(KeepOutFile, "keep-out zone"), key="keep-out")] = (
        field(default_factory=dict)
    )


THINGS = ("devices", "containers", "vessels", "bottles", "items", "obstacles")
"""The sections of objects in reading order: those that provide places come first."""
SECTIONS = ("places", "zones", *THINGS, "keep-out")
