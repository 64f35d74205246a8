"""File format of robot profiles: annotated dataclasses, and the rules between their fields."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, ClassVar

from clairify_cli.diagnostics.model import Diagnostic, Span
from clairify_cli.diagnostics.nearest import nearest, only_near_match
from clairify_cli.documents import quantities
from clairify_cli.documents.fields import Findings
from clairify_cli.documents.forms import (
    FALSE,
    TRUE,
    Choice,
    Either,
    Form,
    Line,
    List,
    Map,
    Number,
    Truth,
    Version,
    Word,
)
from clairify_cli.documents.quantities import LENGTH, NUMBER, SPEED, TIME, QuantityError, parse
from clairify_cli.documents.records import Entry, OneOf, Record, Says, fields_of
from clairify_cli.documents.rules import rules as document_rules
from clairify_cli.documents.yaml_tree import Mapping as MappingNode
from clairify_cli.documents.yaml_tree import Node, Sequence, Text
from clairify_cli.files.data import data_path
from clairify_cli.records import dataclass, field
from clairify_cli.worlds.ros.profile.messages import WHOLE_PACKAGES, members_of, misfits, table
from clairify_cli.worlds.ros.profile.rules import rules
from clairify_cli.worlds.ros.profile.values import (
    CHILLER,
    DESCRIPTION,
    EVERY,
    KINDS,
    QUANTITIES,
    READ,
    ROWS,
    SETTINGS,
    STALE,
    TEMPERATURE,
    Dialect,
    Endpoint,
    Given,
    Gripper,
    HandSpeed,
    JointLimits,
    Model,
    RobotProfile,
    Scale,
    Watching,
    nested,
)
from clairify_cli.worlds.scene.model import ID, Workspace

FOLDER, SUFFIX = "robots", ".yaml"
SHIPPED = tuple(sorted(path.stem for path in data_path(FOLDER, ".").glob(f"*{SUFFIX}")))
"""The names of the bundled profiles."""

_TYPES = {
    Dialect.ROS1: re.compile(r"[A-Za-z][A-Za-z0-9_]*/[A-Za-z][A-Za-z0-9_]*"),
    Dialect.ROS2: re.compile(r"[a-z][a-z0-9_]*/(msg|srv|action)/[A-Z][A-Za-z0-9]*"),
}
_EXAMPLES = {Dialect.ROS1: "std_msgs/Float64", Dialect.ROS2: "std_msgs/msg/Float64"}
_WAYS = {"action": "action", "service": "srv", "topic": "msg"}


def _named(pattern: str, expected: str, example: str) -> Word:
    def refuse(at: Span, what: str, word: str) -> Diagnostic:
        return rules.bad_ros_name(at, what, word, expected, example)

    return Word(re.compile(pattern), f"a {expected}", refuse)


NAME = _named(r"(?:/[A-Za-z_][A-Za-z0-9_]*)+", "full name in ROS", "/joint_states")
"""Full graph name: http://wiki.ros.org/Names and https://design.ros2.org/articles/topic_and_service_names.html"""
_TYPE = _named(
    r"[A-Za-z][A-Za-z0-9_]*/(?:(?:msg|srv|action)/)?[A-Za-z][A-Za-z0-9_]*", "type of ROS", "std_msgs/msg/Float64"
)
_JOINT = _named(r"[A-Za-z_][A-Za-z0-9_./-]*", "joint", "fr3_joint1")
_JOINTS = List(_JOINT, "a list of the names of the joints", ROWS, unique=True)
_MEMBER = Word(re.compile(r"[A-Za-z][A-Za-z0-9_]*(?:\.[A-Za-z][A-Za-z0-9_]*)*"), "the name of a member, such as `data`")
_EXTENDS = Word(
    re.compile("|".join(SHIPPED)),
    "the name of a profile",
    lambda at, what, word: rules.unknown_profile(at, word, SHIPPED, nearest(word, SHIPPED)),
)


@dataclass(frozen=True, slots=True)
class _Reached(Entry):
    """An endpoint named by exactly one key, with its type."""

    type: Annotated[str, _TYPE]
    partial: ClassVar[bool] = True

    @property
    def way(self) -> str | None:
        """The key that names the endpoint, or None if there is not exactly one."""
        ways = [one for one in _WAYS if getattr(self, one, None) is not None]
        return ways[0] if len(ways) == 1 else None

    @property
    def endpoint(self) -> Endpoint:
        """The endpoint's name and type."""
        return Endpoint(getattr(self, self.way or "topic"), self.type)

    def check(self) -> None:
        given, way = self.where.findings.context, self.way
        dialect = given.dialect if isinstance(given, Given) else None
        if dialect is None or way is None:
            return
        at, what = self.where.span("type"), self.where.what("type")
        match, (package, *_, name) = _TYPES[dialect].fullmatch(self.type), self.type.split("/")
        names = table()["names"].get(package, (name,))
        if match is None or (dialect is Dialect.ROS2 and match[1] != _WAYS[way]):
            expected = f"type of {'an' if way == 'action' else 'a'} {way} in {dialect.value.upper()}"
            example = _EXAMPLES[dialect].replace("/msg/", f"/{_WAYS[way]}/")
            self.where.findings.add(rules.bad_ros_name(at, what, self.type, expected, example))
        elif name not in names:
            near = (nearest if package in WHOLE_PACKAGES else only_near_match)(name, names)
            if near is not None or package in WHOLE_PACKAGES:
                self.where.findings.add(rules.no_such_type(at, package, name, near, names))


@dataclass(frozen=True, slots=True)
class Topic(_Reached):
    """A ROS topic."""

    topic: Annotated[str, NAME]


@dataclass(frozen=True, slots=True)
class Action(_Reached):
    """A ROS action."""

    action: Annotated[str, NAME]


@dataclass(frozen=True, slots=True)
class Trajectory(Action):
    """The `FollowJointTrajectory` action."""

    others: Annotated[tuple[str, ...], List(NAME, "a list of names")] = ()


@dataclass(frozen=True, slots=True)
class Stop(_Reached):
    """The hand's stop: an action in ROS 1, a service in ROS 2."""

    action: Annotated[str | None, NAME] = None
    service: Annotated[str | None, NAME] = None
    one_of: ClassVar[tuple[OneOf, ...]] = (OneOf(("action", "service")),)


_FINGERS = List(_JOINT, "a list of the names of one or two fingers", (1, 2))


@dataclass(frozen=True, slots=True)
class GripperFile(Entry):
    """The hand."""

    partial: ClassVar[bool] = True
    homing: Annotated[Action, Record(Action)]
    move: Annotated[Action, Record(Action)]
    grasp: Annotated[Action, Record(Action)]
    stop: Annotated[Stop, Record(Stop)]
    joints: Annotated[tuple[str, ...], _FINGERS]
    speed: Annotated[float, Number(SPEED, 0.001, 0.5)] = 0.05
    widest: Annotated[float, Number(LENGTH, 0.01, 0.3)] = 0.08
    others: Annotated[tuple[str, ...], List(NAME, "a list of names")] = ()
    other_joints: Annotated[tuple[tuple[str, ...], ...], List(_FINGERS, "a list of lists of names")] = ()


@dataclass(frozen=True, slots=True)
class RobotState(Topic):
    """The topic on which the robot reports its mode, unless it is not `watched`."""

    watched: Annotated[bool, Truth()] = True


class Arguments(Form):
    """A free-form message: mappings, lists, numbers, `true`, `false`, text."""

    def read(self, at: Findings, node: Node, what: str, key: Node) -> dict[str, object] | None:
        if not isinstance(node, MappingNode):
            at.wrong(node, what, "a mapping")
            return None
        return {getattr(name, "text", ""): self._value(at, value, what) for name, value in node.pairs}

    def _value(self, at: Findings, node: Node, what: str) -> object:
        if isinstance(node, Text):
            return _scalar(node)
        if isinstance(node, Sequence):
            return [self._value(at, one, what) for one in node.items]
        return self.read(at, node, what, node)


def _scalar(node: Text) -> object:
    if node.plain and node.text.lower() in (*TRUE, *FALSE):
        return node.text.lower() in TRUE
    try:
        value = parse(node.text, NUMBER) if node.plain else None
    except QuantityError:
        value = None
    return node.text if value is None else int(value) if value.is_integer() else value


@dataclass(frozen=True, slots=True)
class _Sent(_Reached):
    """A topic or a service."""

    partial: ClassVar[bool] = False
    topic: Annotated[str | None, NAME] = None
    service: Annotated[str | None, NAME] = None
    args: Annotated[Mapping[str, object], Arguments()] = field(default_factory=dict)
    one_of: ClassVar[tuple[OneOf, ...]] = (OneOf(("topic", "service")),)

    def check(self) -> None:
        _Reached.check(self)
        for name, value in self.args.items() if not self.where.broken else ():
            refuse_unlike(self, name, "type", number=False)
            refuse_unfit(self, name, value, "args")


_UNIT = Word(re.compile(r"[^\s\d]{1,9}\d?"), "a unit, such as `K`")


@dataclass(frozen=True, slots=True)
class ReadingFile(_Sent):
    """The reading of a device."""

    every: Annotated[float, Number(TIME, 0.1, 60)] = EVERY
    member: Annotated[str | None, _MEMBER] = None
    stamp: Annotated[str, _MEMBER] = "header.stamp"
    unit: Annotated[str | None, _UNIT] = None
    stale: Annotated[float, Number(TIME, 0.1, 60)] = STALE

    def check(self) -> None:
        _Sent.check(self)
        if self.where.broken:
            return
        if self.service is None and self.has("stamp"):
            refuse_unlike(self, self.stamp, "stamp", number=False)
        if self.service is not None and self.every > self.stale:
            self.where.wrong("every", f"at most the age at which it is stale, {self.stale:g} s")


@dataclass(frozen=True, slots=True)
class Off(_Sent):
    """The topic or service that switches a setting off."""

    reading: Annotated[ReadingFile | None, Record(ReadingFile)] = None

    def check(self) -> None:
        _Sent.check(self)
        _check_member(self.reading)


_OTHER = ("string", "time", "duration", "]")


def refuse_unlike(entry: _Reached, member: str, key: str, *, number: bool = True) -> None:
    """Report a member that its type lacks, or that is not a `number`: a bridge drops the message."""
    known = members_of(entry.type)
    kind = None if known is None else known.get(member.partition(".")[0])
    is_like = not number or "." in member or (kind is not None and not kind.endswith(_OTHER))
    if known is not None and not (kind is not None and is_like):
        at = entry.where.span(key if entry.has(key) else "type")
        entry.where.findings.add(rules.no_such_member(at, entry.type, member, kind, tuple(known)))


def refuse_unfit(entry: _Reached, member: str, value: object, key: str) -> None:
    """Report a value that the type of its member cannot hold: a bridge drops the message."""
    kind = (members_of(entry.type, table()["type"]) or {}).get(member, "")
    for why, needed in misfits(value, kind, f"`{member}` of {entry.type}"):
        entry.where.findings.add(rules.unfit_value(entry.where.span(key), why, needed))


def _check_member(entry: ReadingFile | SettingFile | None, usual: str = "data") -> None:
    if entry is not None and not entry.where.broken and not (isinstance(entry, ReadingFile) and entry.service):
        refuse_unlike(entry, entry.member or usual, "member")


def _off(value: Number) -> Either:
    return Either("a value, or a topic or service", scalar=value, mapping=Record(Off))


_CELSIUS, _RPM = Number(quantities.TEMPERATURE, -100, 1500), Number(quantities.TURNS, 0, 50_000)
_LITRES = Number(quantities.VOLUME, 0, 100_000)


@dataclass(frozen=True, slots=True)
class SettingFile(_Sent):
    """The settings of a device."""

    member: Annotated[str | None, _MEMBER] = None
    unit: Annotated[str | None, _UNIT] = None
    off: Annotated[float | Off | None, _off(_RPM)] = None
    reading: Annotated[ReadingFile | None, Record(ReadingFile)] = None
    limit: Annotated[float | None, _RPM] = None
    rate: Annotated[float | None, Number(NUMBER, 0.001, 1_000_000)] = None
    band: Annotated[float | None, Number(quantities.TURNS, 0.1, 50_000)] = None
    unconfirmed: Annotated[str | None, Choice(("allowed",))] = None

    def check(self) -> None:
        _Sent.check(self)
        if self.reading is not None and self.topic is not None and self.topic == self.reading.topic:
            self.where.findings.add(rules.reads_itself(self.reading.where.span("topic"), self.topic))


@dataclass(frozen=True, slots=True)
class RpmFile(SettingFile):
    """The speed of a stirrer; 0 switches it off. The default band is 30 rpm."""


@dataclass(frozen=True, slots=True)
class TemperatureFile(SettingFile):
    """The temperature of a hotplate or chiller; `off` is required: 0 °C switches neither off.
    The default band is 10 °C.
    """

    off: Annotated[float | Off | None, _off(_CELSIUS)] = None
    limit: Annotated[float | None, _CELSIUS] = None
    band: Annotated[float | None, Number(quantities.TEMPERATURE, 0.1, 1500)] = None


@dataclass(frozen=True, slots=True)
class VolumeFile(SettingFile):
    """The volume that a pump doses; 0 stops it. The default band is 1 mL; the reading restarts at 0 with each dose."""

    off: Annotated[float | Off | None, _off(_LITRES)] = None
    limit: Annotated[float | None, _LITRES] = None
    band: Annotated[float | None, Number(quantities.VOLUME, 0.001, 1000)] = None


@dataclass(frozen=True, slots=True)
class Settings(Entry):
    """The settings of a device."""

    temperature: Annotated[TemperatureFile | None, Record(TemperatureFile)] = None
    rpm: Annotated[RpmFile | None, Record(RpmFile)] = None
    volume: Annotated[VolumeFile | None, Record(VolumeFile)] = None

    def each(self) -> dict[str, SettingFile]:
        """The settings by name."""
        return {name: one for name in fields_of(Settings) if (one := getattr(self, name)) is not None}


@dataclass(frozen=True, slots=True)
class DeviceFile(Entry):
    """A bench device reachable through ROS. A balance or thermometer is read, others are set."""

    kind: Annotated[str | None, Choice(KINDS)] = None
    reading: Annotated[ReadingFile | None, Record(ReadingFile)] = None
    settings: Annotated[Settings | None, Record(Settings)] = None
    member: Annotated[str, _MEMBER] = "data"

    @property
    def kind_of(self) -> str | None:
        """The given kind, or else the id if it names one."""
        return self.kind or (self.where.name if self.where.name in KINDS else None)

    def check(self) -> None:
        where, kind = self.where, self.kind_of
        if kind is None and not self.has("kind"):
            where.missing(("kind",), f"write one of {', '.join(KINDS)}")
        if where.broken or kind is None:
            return
        needed, other, why = ("reading", "settings", "it is read and not set")
        if kind in SETTINGS:
            needed, other, why = ("settings", "reading", "each setting has its own")
        if self.has(other):
            where.findings.wrong(where.values[other], f"`{other}` of a {kind}", f"nothing, for {why},")
        if not self.has(needed):
            where.missing((needed,))
        if kind in READ and self.reading is not None:
            _check_value(self.reading, READ[kind], self.member)
        if kind in SETTINGS and self.settings is not None and not self.has(other):
            self._check_settings(self.settings, kind)

    def _check_settings(self, settings: Settings, kind: str) -> None:
        where, known = settings.where, SETTINGS[kind]
        for name in where.keys:
            if name not in known:
                at, near = where.findings.span(where.keys[name]), nearest(name, known)
                where.findings.add(document_rules.unknown_key(at, name, where.owner, known, near, None))
        if not where.keys:
            where.missing(known)
        for name, one in settings.each().items():
            if name not in known or one.where.broken:
                continue
            at, what = where.findings.span(where.keys[name]), where.what(name)
            for entry in (one, one.reading):
                _check_value(entry, name, self.member if entry is one else "data")
            off, limit, scale = one.off, one.limit, scale_of(one.unit, name)
            if isinstance(off, float) and scale is not None:
                ((member, value),) = nested(one.member or self.member, off * scale[0] + scale[1]).items()
                refuse_unfit(one, member, value, "off")
            if isinstance(off, float) and limit is not None and (off < limit if kind == CHILLER else off > limit):
                one.where.wrong("off", "a value within the `limit`")
            if name == TEMPERATURE and one.off is None:
                where.findings.add(rules.no_off(at, what))
            elif one.reading is None and one.unconfirmed is None:
                where.findings.add(rules.not_read_back(at, what))


def scale_of(unit: str | None, quantity: str) -> Scale | None:
    """Return factor and offset from our unit to a device's unit; None if the unit does not fit the quantity."""
    kind = QUANTITIES[quantity].kind
    if unit is None or unit in kind.units:
        return (1.0 / float(kind.units[unit or kind.unit]), 0.0)
    return {"K": (1.0, 273.15), "°F": (1.8, 32.0)}.get(unit) if quantity == TEMPERATURE else None


def _check_value(entry: ReadingFile | SettingFile | None, quantity: str, member: str) -> None:
    if entry is not None and scale_of(entry.unit, quantity) is None:
        known = ", ".join(QUANTITIES[quantity].kind.units) + (", K, °F" if quantity == TEMPERATURE else "")
        entry.where.wrong("unit", f"a unit of {quantity} ({known})")
    _check_member(entry, member)


@dataclass(frozen=True, slots=True)
class SetupFile(_Sent):
    """A setting sent and checked before the first motion, while the arm is idle. Messages use its name here."""

    member: Annotated[str | None, _MEMBER] = None
    value: Annotated[float | None, Number(NUMBER, -1e6, 1e6)] = None


_BOXES = List(Record(Workspace), "a list of 1 to 10 boxes", range(1, 11), alone=True)
"""At most ten boxes, because the space around them is cut into pieces."""


@dataclass(frozen=True, slots=True)
class ProfileFile(Entry):
    """The names and limits of a robot behind rosbridge.

    A profile inherits missing fields from the profile it `extends`; lists are not merged.
    """

    partial: ClassVar[bool] = True
    profile: Annotated[str, Says(Version(("1",)), needed=True)]
    name: Annotated[str, Line()]
    dialect: Annotated[str, Choice(tuple(one.value for one in Dialect))]
    model: Annotated[str, Choice(tuple(one.value for one in Model))]
    trajectory: Annotated[Trajectory, Record(Trajectory)]
    joints: Annotated[tuple[str, ...], _JOINTS]
    joint_states: Annotated[Topic, Record(Topic)]
    limits: Annotated[JointLimits, Record(JointLimits)]
    gripper: Annotated[GripperFile, Record(GripperFile)]
    extends: Annotated[str | None, _EXTENDS] = None
    other_joints: Annotated[tuple[tuple[str, ...], ...], List(_JOINTS, "a list of lists of names")] = ()
    robot_state: Annotated[RobotState | None, Record(RobotState)] = None
    robot_description: Annotated[str, NAME] = DESCRIPTION
    keep_in: Annotated[tuple[Workspace, ...], _BOXES] = ()
    hand_speed: Annotated[HandSpeed, Record(HandSpeed)] = field(default_factory=HandSpeed)
    devices: Annotated[Mapping[str, DeviceFile], Map(Record(DeviceFile), "device", ID, most=50)] = field(
        default_factory=dict
    )
    watching: Annotated[Watching, Record(Watching)] = field(default_factory=Watching)
    unattended: Annotated[bool, Truth()] = False
    rate: Annotated[float, Number(NUMBER, 0.01, 1000)] = 1.0
    namespace: Annotated[str, NAME] = ""
    setup: Annotated[Mapping[str, SetupFile], Map(Record(SetupFile), "setup", ID, most=10)] = field(
        default_factory=dict
    )

    def check(self) -> None:
        taken: dict[tuple[object, ...], str] = {}
        for device in self.devices.values():
            for one in device.settings.each().values() if device.settings is not None else ():
                if one.way is not None:
                    same = (one.endpoint, one.member, *sorted(map(repr, one.args.items())))
                    if same in taken:
                        one.where.wrong(one.way, f"one that does not set the {taken[same]}")
                    taken[same] = one.where.owner
        given = self.where.findings.context
        known = (given.published if isinstance(given, Given) else None) or self
        count, fingers = len(known.joints), _all_joints(known.gripper)
        for name, rows in (("joints", (self.joints,)), ("other_joints", self.other_joints)):
            if any(len(one) != count for one in rows):
                self.where.wrong(name, f"of {count} joints, as the model `{self.model}` has them,")
        arm = (_all_joints(self) | _all_joints(known)) - fingers
        for entry, others, of in ((self, fingers, "hand"), (self.gripper, arm, "arm")):
            for name in sorted(_all_joints(entry) & others):
                key = "joints" if name in entry.joints else "other_joints"
                entry.where.findings.add(rules.joint_of_other(entry.where.span(key), entry.where.what(key), name, of))


def _all_joints(part: ProfileFile | GripperFile | RobotProfile | Gripper) -> frozenset[str]:
    return frozenset(part.joints).union(*part.other_joints)
