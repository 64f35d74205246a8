"""From the text of a scene to a `Scene`: everything that is wrong with it is found in one pass."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from clairify_cli.diagnostics.model import Diagnostic, Source, Span, in_source_order
from clairify_cli.worlds.geometry import Pose
from clairify_cli.worlds.scene import model, rules
from clairify_cli.worlds.scene.checks import check_bench
from clairify_cli.worlds.scene.fields import ID, PLACE, Fields, Range, opened
from clairify_cli.worlds.scene.furniture import TABLE
from clairify_cli.worlds.scene.nodes import Mapping, Node, Sequence, Text, is_empty
from clairify_cli.worlds.scene.quantities import JOINT, LENGTH, TEMPERATURE
from clairify_cli.worlds.scene.readers import READERS, Where, read_keep_out, read_slot, read_workspace, read_zone

VERSION = "1"
THINGS = ("devices", "containers", "vessels", "bottles", "items", "obstacles")
"""The sections of things, in the order in which they are read: what has a place on it comes first."""

SECTIONS = ("scene", "name", "ambient", "robot", "table", "workspace", "places", "zones", *THINGS, "keep-out")
AMBIENT = Range(-50.0, 60.0)
MOST_THINGS = 400

T = TypeVar("T")


def read_scene(source: Source, folder: Path | None = None) -> tuple[model.Scene | None, list[Diagnostic]]:
    """The scene in a text, and what is wrong with it, in source order; there is no scene where there is an error.

    Meshes are looked for in `folder` (the working directory where it is None), and only there. Never raises.
    """
    fields, found = opened(source, "scene", "the scene", VERSION, rules.not_a_scene)
    if fields is None:
        return None, found
    findings = fields.findings
    reading = _Reading(fields, folder or Path())
    scene = reading.scene()
    if not any(one.is_error for one in findings.found):
        findings.found += check_bench(scene, reading.spans)
    ordered = in_source_order(findings.found)
    return (None if any(one.is_error for one in ordered) else scene), ordered


@dataclass
class _Reading:
    """What has been read of a scene so far; `spans` has where each id is declared."""

    fields: Fields
    folder: Path
    spans: dict[str, Span] = field(default_factory=dict)
    where: Where = field(init=False)

    def __post_init__(self) -> None:
        self.where = Where(self.folder)

    def scene(self) -> model.Scene:
        fields = self.fields
        fields.known(SECTIONS)
        name = fields.text("name", "scene")
        ambient = fields.quantity("ambient", TEMPERATURE, AMBIENT)
        robot, table = self._robot(), self._table()
        slots = self._section("places", "place", read_slot)
        self.where.places.update({one.id: one for one in slots})
        zones = self._section("zones", "zone", read_zone)
        read: dict[str, tuple[object, ...]] = {}
        for section in THINGS:
            read[section] = self._section(section, section[:-1], READERS[section])
        keep_out = self._section("keep-out", "keep-out zone", read_keep_out)
        return model.Scene(
            name,
            robot,
            table,
            tuple(self.where.places.values()),
            zones,
            _of(read["vessels"], model.Vessel) + _of(read["bottles"], model.Vessel),
            _of(read["items"], model.Item),
            _of(read["containers"], model.Container),
            _of(read["devices"], model.Device),
            _of(read["obstacles"], model.Obstacle),
            model.AMBIENT if ambient is None else ambient,
            keep_out,
            read_workspace(fields.within_mapping("workspace")),
        )

    def _section(self, name: str, what: str, read: Callable[[str, Fields, Where], T | None]) -> tuple[T, ...]:
        """All of a section, without those that have errors."""
        section = self.fields.mapping(name)
        found: list[T] = []
        for key, value in section.pairs if section is not None else ():
            if not self._new_id(key) or not isinstance(key, Text):
                continue
            if len(self.spans) > MOST_THINGS:
                break
            node = _details(value)
            owner = f"{what} `{key.text}`"
            if node is None:
                self.fields.wrong(value, owner, "a mapping")
                continue
            one = read(key.text, Fields(self.fields.findings, owner, node, key), self.where)
            if one is not None:
                found.append(one)
        return tuple(found)

    def _new_id(self, key: Node) -> bool:
        """Whether a key is an id that is not taken yet; a finding says so where it is not."""
        fields, span = self.fields, self.fields.span(key)
        if not isinstance(key, Text):
            fields.wrong(key, "an id", "a word")
            return False
        if not ID.fullmatch(key.text):
            fields.fail(rules.bad_id(span, key.text))
            return False
        if key.text in self.spans:
            fields.fail(rules.duplicate_id(span, key.text, self.spans[key.text]))
            return False
        self.spans[key.text] = span
        if len(self.spans) == MOST_THINGS + 1:
            fields.fail(
                rules.wrong_type(span, "the scene", f"of more than {MOST_THINGS} things", "something that fits a bench")
            )
        return True

    def _robot(self) -> model.Robot:
        base = Pose((0.0, 0.0, 0.0))
        fields = self.fields.within_mapping("robot")
        if fields is None:
            return model.Robot(base)
        from clairify_cli.worlds.scene.shapes import turned

        fields.known(("base", "yaw", "home"))
        at = fields.numbers("base", LENGTH, PLACE, (2, 3), "[x, y] or [x, y, z]")
        if at is not None or "yaw" in fields.values:
            x, y, *z = at or (0.0, 0.0)
            base = Pose((x, y, z[0] if z else 0.0), turned(fields.yaw()))
        home = fields.numbers("home", JOINT, Range(-10, 10), (7,), "a list of 7 angles in rad")
        if home is None:
            return model.Robot(base)
        self._check_home(fields, home)
        return model.Robot(base, home)

    def _check_home(self, fields: Fields, home: tuple[float, ...]) -> None:
        from clairify_cli.worlds.panda.limits import LOWER, UPPER

        node = fields.values["home"]
        places = node.items if isinstance(node, Sequence) else [node] * len(home)
        for joint, (angle, low, high) in enumerate(zip(home, LOWER, UPPER, strict=True)):
            if not low <= angle <= high:
                fields.fail(rules.home_out_of_limits(fields.span(places[joint]), joint + 1, angle, low, high))

    def _table(self) -> model.Table:
        fields = self.fields.within_mapping("table")
        if fields is None:
            return TABLE
        fields.known(("size", "centre", "thickness"))
        size = fields.numbers("size", LENGTH, Range(0.1, 10.0), (2,), "[x, y]") or TABLE.size
        centre = fields.numbers("centre", LENGTH, Range(-5.0, 5.0), (2,), "[x, y]") or TABLE.centre
        thickness = fields.length("thickness", TABLE.thickness) or TABLE.thickness
        return model.Table((size[0], size[1]), (centre[0], centre[1]), thickness)


def _details(value: Node) -> Mapping | None:
    """The mapping of one thing; where nothing is written, one without entries."""
    if is_empty(value):
        return Mapping(value.start, value.end)
    return value if isinstance(value, Mapping) else None


def _of(things: tuple[object, ...], kind: type[T]) -> tuple[T, ...]:
    return tuple(one for one in things if isinstance(one, kind))
