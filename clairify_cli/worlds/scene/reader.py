"""Read a scene from text, with everything wrong in it reported in one pass."""

from __future__ import annotations

from pathlib import Path

from clairify_cli.diagnostics.model import Diagnostic, Source, Span
from clairify_cli.diagnostics.nearest import nearest
from clairify_cli.documents.fields import Findings
from clairify_cli.documents.records import opened, read_record
from clairify_cli.documents.rules import rules as document_rules
from clairify_cli.documents.yaml_tree import Mapping, Node, Text
from clairify_cli.languages.base import CheckOptions
from clairify_cli.languages.yaml_language import YamlLanguage
from clairify_cli.records import dataclass, field, fields
from clairify_cli.worlds.geometry import Box, Cylinder, Mesh, Pose, Shape, Sphere, Tray, Vector, turned
from clairify_cli.worlds.scene import model, sizes
from clairify_cli.worlds.scene.checks import check_bench
from clairify_cli.worlds.scene.meshes import MeshError, mesh_box
from clairify_cli.worlds.scene.rules import rules
from clairify_cli.worlds.scene.scene_file import (
    SECTIONS,
    SIZE,
    AmountFile,
    BottleFile,
    ContainerFile,
    Contents,
    DeviceFile,
    ItemFile,
    KeepOutFile,
    ObstacleFile,
    SceneFile,
    Shaped,
)
from clairify_cli.worlds.scene.sizes import TABLE, basin, usual_item, words

Thing = DeviceFile | ContainerFile | BottleFile | ItemFile | ObstacleFile
MOST_THINGS = 400


def read_scene(source: Source, folder: Path | None = None) -> tuple[model.Scene | None, list[Diagnostic]]:
    """Return the scene in a text and its findings, in source order; no scene if there is an error.

    Meshes are looked up only in `folder` (None: the working directory). Never raises.
    """
    root, found = opened(source, "scene", "1", rules.not_a_scene)
    if root is None:
        return None, found
    findings = Findings(source)
    keys = _ids(root)
    if len(keys) > MOST_THINGS:
        at, expected = findings.span(keys[MOST_THINGS]), "something that fits a bench"
        return None, [document_rules.wrong_type(at, "the scene", f"of more than {MOST_THINGS} things", expected)]
    spans: dict[str, Span] = {}
    for key in keys:
        if key.text in spans:
            findings.add(document_rules.duplicate_id(findings.span(key), key.text, spans[key.text]))
        spans.setdefault(key.text, findings.span(key))
    file = read_record(SceneFile, findings, root, "the scene")
    scene = None if file is None else _Bench(folder or Path(), findings).scene(file)
    if scene is not None and not findings.failed:
        findings.found += check_bench(scene, spans)
    return None if findings.failed else scene, findings.ordered


def built(file: SceneFile) -> model.Scene:
    """Return the scene of a document that was made by a program, without errors."""
    return _Bench(Path(), Findings(Source(""))).scene(file)


def _ids(root: Mapping) -> list[Text]:
    """Return the id nodes of all sections; of an id repeated within a section, the first."""
    sections = {key.text: value for key, value in root.pairs if isinstance(key, Text)}
    found: list[Text] = []
    for name in SECTIONS:
        section = sections.get(name)
        pairs: list[tuple[Node, Node]] = section.pairs if isinstance(section, Mapping) else []
        found += {key.text: key for key, _ in reversed(pairs) if isinstance(key, Text)}.values()
    return found


@dataclass
class _Bench:
    """A bench being set up: the places so far, and the ids of entries with errors."""

    folder: Path
    findings: Findings
    places: dict[str, model.Place] = field(default_factory=dict)
    wrong: set[str] = field(default_factory=set)

    def scene(self, file: SceneFile) -> model.Scene:
        """Build the scene, without entries that cannot be read."""
        for name, slot in file.places.items():
            if slot.at is not None:
                self.places[name] = model.Place(name, slot.name or words(name), _point(slot.at))
        devices = [self.device(name, one) for name, one in file.devices.items()]
        containers = [self.container(name, one) for name, one in file.containers.items()]
        good = {one.id for one in (*self.places.values(), *devices, *containers) if one is not None}
        declared = {name for section in ("places", "devices", "containers") for name in file.where.names(section)}
        # Their errors are reported already, so references to them are not reported as unknown places.
        self.wrong = declared - good
        vessels = [self.vessel(name, one) for name, one in (*file.vessels.items(), *file.bottles.items())]
        items = [self.item(name, one) for name, one in file.items.items()]
        obstacles = [self.obstacle(name, one) for name, one in file.obstacles.items()]
        table, zones, robot = file.table, file.zones.items(), file.robot
        base = Pose(_point(robot.base), turned(robot.yaw))
        return model.Scene(
            file.name,
            model.Robot(base) if robot.home is None else model.Robot(base, robot.home),
            model.Table(table.size or TABLE.size, table.centre or TABLE.centre, table.thickness or TABLE.thickness),
            tuple(self.places.values()),
            tuple(model.Zone(name, one.name or words(name), one.at, one.size) for name, one in zones),
            tuple(one for one in vessels if one is not None),
            tuple(one for one in items if one is not None),
            tuple(one for one in containers if one is not None),
            tuple(one for one in devices if one is not None),
            tuple(one for one in obstacles if one is not None),
            file.ambient,
            tuple(_keep_out(name, one) for name, one in file.keep_out.items()),
            file.workspace,
            written=file,
        )

    def device(self, name: str, file: DeviceFile) -> model.Device | None:
        """Build a device; its top becomes a place."""
        size, pose, top = (file.size or sizes.DEVICE_SIZES[file.kind]), self.pose(file), file.top or name
        if top != name and top in self.places:
            file.where.wrong("top", "the id of a place that is not there yet")
        if pose is None:
            return None
        x, y, z = pose.position
        called = file.name or words(name)
        self.places.setdefault(top, model.Place(top, called, (x, y, z + size[2]), name))
        ratings = sizes.DEVICE_RATINGS[file.kind]
        if file.ratings is not None:
            named = ((one.name, getattr(file.ratings, one.name)) for one in fields(file.ratings))
            ratings = tuple((one, value) for one, value in named if value is not None)
        colour, contents = file.colour or model.DEVICE_COLOUR, _contents(file.contents)
        return model.Device(name, called, file.kind, size, pose, top, ratings, colour, contents)

    def container(self, name: str, file: ContainerFile) -> model.Container | None:
        """Build a container; the floor of a sink becomes a place."""
        pose, shape = self.pose(file), sizes.CONTAINER_SHAPES[file.kind]
        if file.cup is not None:
            shape = file.cup.cup
        elif file.tray is not None:
            shape = Tray(file.tray.size, 0.005 if file.tray.wall is None else file.tray.wall)
        if pose is None:
            return None
        colour = file.colour or model.CONTAINER_COLOUR
        made = model.Container(name, file.name or words(name), file.kind, shape, pose, colour)
        if file.kind == "sink":
            self.places.setdefault(name, basin(made))
        return made

    def vessel(self, name: str, file: BottleFile) -> model.Vessel | None:
        """Build a vessel of any kind."""
        kind, pose, capacity = file.kind_of, self.pose(file), file.capacity
        cup = None if file.cup is None else file.cup.cup
        if cup is None and capacity is not None:
            cup = sizes.cup_for(kind, capacity)
        if pose is None or cup is None:
            return None
        return model.Vessel(
            name,
            file.name or words(name),
            kind,
            cup,
            pose,
            sizes.capacity_of(cup) if capacity is None else capacity,
            sizes.mass_for(cup) if file.mass is None else file.mass,
            _contents(file.contents),
            kind == "bottle" if file.capped is None else file.capped,
            file.at if isinstance(file.at, str) else None,
            file.colour or model.GLASS,
            file.friction,
        )

    def item(self, name: str, file: ItemFile) -> model.Item | None:
        """Build an item; its kind may provide shape, mass and colour."""
        usual = usual_item(file.kind)
        shape = self.shape(file) or (None if usual is None or file.mesh else usual[0])
        pose = self.pose(file, 0.0 - shape.lowest if shape is not None else 0.0)
        if pose is None or shape is None:
            return None
        mass = usual[1] if usual is not None and shape == usual[0] else sizes.item_mass(shape)
        colour = file.colour or (model.ITEM_COLOUR if usual is None else usual[2])
        mass = mass if file.mass is None else file.mass
        return model.Item(name, file.name or words(name), file.kind, shape, pose, mass, colour, file.friction)

    def obstacle(self, name: str, file: ObstacleFile) -> model.Obstacle | None:
        """Build an obstacle."""
        shape = self.shape(file)
        pose = self.pose(file, 0.0 - shape.lowest if shape is not None else 0.0)
        if pose is None or shape is None:
            return None
        return model.Obstacle(name, file.name or words(name), shape, pose, file.colour or model.OBSTACLE_COLOUR)

    def shape(self, file: Shaped) -> Shape | None:
        """Return the given shape, None if there is none."""
        if file.box is not None:
            return Box(file.box)
        if file.cylinder is not None:
            return Cylinder(file.cylinder.outer, file.cylinder.height)
        if file.sphere is not None:
            return Sphere(file.sphere.outer)
        return None if file.mesh is None else self.mesh(file, file.mesh)

    def mesh(self, file: Shaped, written: str) -> Mesh | None:
        """Return the mesh in a file; None, with a finding, if it cannot be used."""
        try:
            path, low, high = mesh_box(written, self.folder)
            x, y, z = (file.scale * (b - a) for a, b in zip(low, high, strict=True))
            size = (x, y, z)
            if not all(one <= SIZE.high for one in size):
                large = " x ".join(f"{one:.3g}" for one in size)
                raise MeshError(f"is {large} m large: is it in mm, with a `scale` of 0.001?")
        except MeshError as error:
            self.findings.add(rules.bad_mesh(file.where.span("mesh"), written, str(error)))
            return None
        return Mesh(path, file.scale, size, file.scale * low[2])

    def pose(
        self, file: DeviceFile | ContainerFile | BottleFile | ItemFile | ObstacleFile, above: float = 0.0
    ) -> Pose | None:
        """Return the pose of an object, `above` m above its surface unless z is given; None if its place is unknown."""
        if isinstance(file.at, str):
            if file.at not in self.places and file.at not in self.wrong:
                near = nearest(file.at, self.places)
                self.findings.add(rules.unknown_place(file.where.span("at"), file.at, tuple(self.places), near))
            place = self.places.get(file.at)
            return None if place is None else Pose((*place.position[:2], place.position[2] + above), file.turn)
        return None if file.at is None else Pose(_point(file.at, above), file.turn)


def _keep_out(name: str, file: KeepOutFile) -> model.KeepOut:
    return model.KeepOut(name, file.name or words(name), file.box, Pose(_point(file.at or (0.0, 0.0)), file.turn))


def _point(at: tuple[float, ...], above: float = 0.0) -> Vector:
    return at[0], at[1], at[2] if len(at) > 2 else above


class SceneLanguage(YamlLanguage):
    """Scenes. Meshes are looked up in the folder of the source file."""

    name = "scene"
    dialects = ("1",)
    key = "scene"
    no_such_file = ("RUN001", "RUN002")

    def findings(self, source: Source, options: CheckOptions) -> list[Diagnostic]:
        path = Path(source.name)
        return read_scene(source, path.parent if path.suffix.lower() in self.suffixes else None)[1]


def _contents(given: Contents) -> tuple[model.Content, ...]:
    made = []
    for one in given if isinstance(given, tuple) else given.items():
        substance, amount = one if isinstance(one, tuple) else (one.substance, one)
        amount = amount if isinstance(amount, AmountFile) else AmountFile(amount=amount)
        made.append(model.Content(substance, amount.grams, amount.density, amount.solid))
    return tuple(made)
