"""The file format of robot profiles: annotated dataclasses, with the rules between their fields."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, ClassVar

from clairify_cli.diagnostics.model import Diagnostic, Span
from clairify_cli.diagnostics.nearest import nearest
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
from clairify_cli.documents.quantities import LENGTH, NUMBER, SPEED, TEMPERATURE, TIME, TURNS, QuantityError, parse
from clairify_cli.documents.records import Entry, OneOf, Record, Says
from clairify_cli.documents.rules import rules as document_rules
from clairify_cli.documents.yaml_tree import Mapping as MappingNode
from clairify_cli.documents.yaml_tree import Node, Text
from clairify_cli.files.data import data_path
from clairify_cli.worlds.ros.profile.rules import rules
from clairify_cli.worlds.ros.profile.values import (
    DESCRIPTION,
    JOINTS,
    ROBOT_MODE,
    STALE,
    Dialect,
    Endpoint,
    Given,
    HandSpeed,
    JointLimits,
    Mode,
    Model,
    Watching,
)
from clairify_cli.worlds.scene.model import ID, Workspace

FOLDER, SUFFIX = "robots", ".yaml"
SHIPPED = tuple(sorted(path.stem for path in data_path(FOLDER, ".").glob(f"*{SUFFIX}")))
"""The names of the bundled profiles."""

SETTINGS = {"hotplate": ("temperature", "rpm"), "stirrer": ("rpm",)}
"""What can be set, by kind of device: °C and revolutions per minute."""
BALANCE = "balance"
KINDS = (BALANCE, *SETTINGS)

MOVABLE = (Mode.IDLE, Mode.MOVE, Mode.OTHER)
"""The modes that a profile may allow: in the others the arm cannot be moved, or a person has it."""
_MODES = tuple(one.value for one in Mode)

_STATUSES = {Dialect.ROS1: ({3}, {2, 8}), Dialect.ROS2: ({4}, {5})}
"""The statuses that mean that a goal succeeded, and those that it was cancelled: `actionlib_msgs/GoalStatus` and
`action_msgs/GoalStatus`. A profile may name fewer, and no others: an aborted goal is no success."""

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
"""A full name of the graph: http://wiki.ros.org/Names and https://design.ros2.org/articles/topic_and_service_names.html
"""
_TYPE = _named(
    r"[A-Za-z][A-Za-z0-9_]*/(?:(?:msg|srv|action)/)?[A-Za-z][A-Za-z0-9_]*", "type of ROS", "std_msgs/msg/Float64"
)
_JOINT = _named(r"[A-Za-z_][A-Za-z0-9_./-]*", "joint", "fr3_joint1")
_SEVEN = List(_JOINT, f"a list of the names of {JOINTS} joints", (JOINTS,), unique=True)
_MEMBER = Word(re.compile(r"[A-Za-z][A-Za-z0-9_]*(?:\.[A-Za-z][A-Za-z0-9_]*)*"), "the name of a member, such as `data`")
_EXTENDS = Word(
    re.compile("|".join(SHIPPED)),
    "the name of a profile",
    lambda at, what, word: rules.unknown_profile(at, word, SHIPPED, nearest(word, SHIPPED)),
)
_STATUS = List(Number(NUMBER, 0, 9, whole=True), "a list of numbers", range(1, 11))


class Movable(Choice):
    """A mode in which an arm can be moved; that the others are none of these is a finding of its own."""


_ALLOWED = List(Movable(_MODES), "a list of modes", range(1, len(Mode) + 1))


@dataclass(frozen=True, slots=True)
class _Reached(Entry):
    """What is reached in one way, with its type."""

    type: Annotated[str, _TYPE]
    partial: ClassVar[bool] = True

    @property
    def way(self) -> str | None:
        """The key that names it, if it is one."""
        ways = [one for one in _WAYS if getattr(self, one, None) is not None]
        return ways[0] if len(ways) == 1 else None

    @property
    def endpoint(self) -> Endpoint:
        """Its name and its type."""
        return Endpoint(getattr(self, self.way or "topic"), self.type)

    def check(self) -> None:
        given, way = self.where.findings.context, self.way
        dialect = given.dialect if isinstance(given, Given) else None
        if dialect is None or way is None:
            return
        match = _TYPES[dialect].fullmatch(self.type)
        if match is None or (dialect is Dialect.ROS2 and match[1] != _WAYS[way]):
            expected = f"type of {'an' if way == 'action' else 'a'} {way} in {dialect.value.upper()}"
            example = _EXAMPLES[dialect].replace("/msg/", f"/{_WAYS[way]}/")
            at, what = self.where.span("type"), self.where.what("type")
            self.where.findings.add(rules.bad_ros_name(at, what, self.type, expected, example))


@dataclass(frozen=True, slots=True)
class Topic(_Reached):
    """A topic of ROS."""

    topic: Annotated[str, NAME]


@dataclass(frozen=True, slots=True)
class Action(_Reached):
    """An action of ROS."""

    action: Annotated[str, NAME]


@dataclass(frozen=True, slots=True)
class Trajectory(Action):
    """The `FollowJointTrajectory` action."""

    others: Annotated[tuple[str, ...], List(NAME, "a list of names")] = ()


@dataclass(frozen=True, slots=True)
class Stop(_Reached):
    """The stop of the hand: an action in ROS 1, a service in ROS 2."""

    action: Annotated[str | None, NAME] = None
    service: Annotated[str | None, NAME] = None
    one_of: ClassVar[tuple[OneOf, ...]] = (OneOf(("action", "service")),)


@dataclass(frozen=True, slots=True)
class GripperFile(Entry):
    """The hand."""

    partial: ClassVar[bool] = True
    homing: Annotated[Action, Record(Action)]
    move: Annotated[Action, Record(Action)]
    grasp: Annotated[Action, Record(Action)]
    stop: Annotated[Stop, Record(Stop)]
    joints: Annotated[tuple[str, ...], List(_JOINT, "a list of the names of one or two fingers", (1, 2))]
    speed: Annotated[float, Number(SPEED, 0.001, 0.5)] = 0.05
    widest: Annotated[float, Number(LENGTH, 0.01, 0.3)] = 0.08


@dataclass(frozen=True, slots=True)
class RobotState(Topic):
    """The topic on which the robot reports its mode, and the modes in which a run may start and continue.

    Numbers that are not named are not good. Without `modes` only the age of the messages is watched.
    """

    watched: Annotated[bool, Truth()] = True
    member: Annotated[str, _MEMBER] = ROBOT_MODE
    modes: Annotated[Mapping[str, int], Map(Number(NUMBER, 0, 255, whole=True), least=1, known=_MODES)] = field(
        default_factory=dict
    )
    begin: Annotated[tuple[str, ...], _ALLOWED] = ()
    running: Annotated[tuple[str, ...], _ALLOWED] = ()

    def allowed(self, key: str) -> tuple[Mode, ...]:
        """The modes of a list; the usual ones of those that have a number if there is none."""
        usual = tuple(one for one in ("idle", "move") if one in self.modes)
        return tuple(Mode(one) for one in dict.fromkeys(getattr(self, key) or usual))

    def check(self) -> None:
        Topic.check(self)
        if self.where.broken:
            return
        if not self.modes and self.has("member", "begin", "running"):
            self.where.missing(("modes",))
        at, seen = self.where.findings, dict[int, str]()
        for (word, number), node in zip(self.modes.items(), _values(self.where.values.get("modes")), strict=True):
            if number in seen:
                at.wrong(node, f"`{word}` of {self.where.what('modes')}", f"another number than `{seen[number]}` has")
            seen[number] = word
        for key in ("begin", "running"):
            for word, node in zip(getattr(self, key), self.where.nodes(key), strict=False):
                if Mode(word) not in MOVABLE:
                    movable = ", ".join(one.value for one in MOVABLE)
                    at.wrong(node, f"a mode in {self.where.what(key)}", f"one in which an arm can be moved ({movable})")
                elif self.modes and word not in self.modes:
                    at.wrong(node, f"a mode in {self.where.what(key)}", "one of those in `modes`")
        lacking = [one.value for one in self.allowed("begin") if one not in self.allowed("running")]
        if lacking and not at.failed:
            said = "running" if self.has("running") else "begin"
            at.wrong(self.where.values[said], self.where.what("running"), f"a list that has `{lacking[0]}` too")


def _values(node: Node | None) -> list[Node]:
    return [value for _, value in node.pairs] if isinstance(node, MappingNode) else []


@dataclass(frozen=True, slots=True)
class Status(Entry):
    """The statuses of a goal that mean so."""

    partial: ClassVar[bool] = True
    succeeded: Annotated[tuple[int, ...], _STATUS]
    cancelled: Annotated[tuple[int, ...], _STATUS]

    def check(self) -> None:
        both = set(self.succeeded) & set(self.cancelled)
        if both:
            self.where.findings.wrong(self.where.node, f"status {min(both)}", "either `succeeded` or `cancelled`")
        given = self.where.findings.context
        if both or not isinstance(given, Given) or given.dialect is None:
            return
        for name, meant in zip(("succeeded", "cancelled"), _STATUSES[given.dialect], strict=True):
            if not meant.issuperset(getattr(self, name)):
                numbers = " or ".join(map(str, sorted(meant)))
                self.where.wrong(name, f"{numbers}, as {given.dialect.value} has it,")


@dataclass(frozen=True, slots=True)
class ReadingFile(Topic):
    """The reading of a device."""

    partial: ClassVar[bool] = False
    member: Annotated[str | None, _MEMBER] = None
    stale: Annotated[float, Number(TIME, 0.1, 60)] = STALE


class Arguments(Form):
    """A message as it is written: mappings, numbers, `true`, `false`, text."""

    def read(self, at: Findings, node: Node, what: str, key: Node) -> dict[str, object] | None:
        if not isinstance(node, MappingNode):
            at.wrong(node, what, "a mapping")
            return None
        made: dict[str, object] = {}
        for name, value in node.pairs:
            if not isinstance(name, Text) or not isinstance(value, Text | MappingNode):
                at.wrong(value, what, "made of mappings, numbers, `true`, `false` and text")
            else:
                made[name.text] = _scalar(value) if isinstance(value, Text) else self.read(at, value, what, name)
        return made


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
    one_of: ClassVar[tuple[OneOf, ...]] = (OneOf(("topic", "service")),)


@dataclass(frozen=True, slots=True)
class Off(_Sent):
    """A topic or service that switches a setting off."""

    args: Annotated[Mapping[str, object], Arguments()] = field(default_factory=dict)
    reading: Annotated[ReadingFile | None, Record(ReadingFile)] = None


def _off(value: Number) -> Either:
    return Either("a value, or a topic or service", scalar=value, mapping=Record(Off))


_CELSIUS, _RPM = Number(TEMPERATURE, -100, 1500), Number(TURNS, 0, 50_000)


@dataclass(frozen=True, slots=True)
class SettingFile(_Sent):
    """The settings of a device."""

    member: Annotated[str | None, _MEMBER] = None
    off: Annotated[float | Off | None, _off(_RPM)] = None
    reading: Annotated[ReadingFile | None, Record(ReadingFile)] = None
    limit: Annotated[float | None, _RPM] = None
    band: Annotated[float | None, Number(TURNS, 0.1, 50_000)] = None
    unconfirmed: Annotated[str | None, Choice(("allowed",))] = None


@dataclass(frozen=True, slots=True)
class RpmFile(SettingFile):
    """The speed of a stirrer; 0 switches it off. Its band is 30 rpm."""


@dataclass(frozen=True, slots=True)
class TemperatureFile(SettingFile):
    """The temperature of a hotplate. It has an `off`, for 0 °C does not switch a heater off. Its band is 10 °C."""

    off: Annotated[float | Off | None, _off(_CELSIUS)] = None
    limit: Annotated[float | None, _CELSIUS] = None
    band: Annotated[float | None, Number(TEMPERATURE, 0.1, 1500)] = None


@dataclass(frozen=True, slots=True)
class Settings(Entry):
    """The settings of a device."""

    temperature: Annotated[TemperatureFile | None, Record(TemperatureFile)] = None
    rpm: Annotated[RpmFile | None, Record(RpmFile)] = None

    def each(self) -> dict[str, SettingFile]:
        """The settings by name."""
        both: dict[str, SettingFile | None] = {"temperature": self.temperature, "rpm": self.rpm}
        return {name: one for name, one in both.items() if one is not None}


@dataclass(frozen=True, slots=True)
class DeviceFile(Entry):
    """A device of the bench that ROS reaches. A balance is read, others are set."""

    kind: Annotated[str | None, Choice(KINDS)] = None
    reading: Annotated[ReadingFile | None, Record(ReadingFile)] = None
    settings: Annotated[Settings | None, Record(Settings)] = None
    member: Annotated[str, _MEMBER] = "data"

    @property
    def kind_of(self) -> str | None:
        """Its kind, by its id if nothing is said."""
        return self.kind or (self.where.name if self.where.name in KINDS else None)

    def check(self) -> None:
        where, kind = self.where, self.kind_of
        if kind is None and not self.has("kind"):
            where.missing(("kind",), f"write one of {', '.join(KINDS)}")
        if where.broken or kind is None:
            return
        needed, other, why = ("reading", "settings", "it is read and not set")
        if kind != BALANCE:
            needed, other, why = ("settings", "reading", "each setting has its own")
        if self.has(other):
            where.findings.wrong(where.values[other], f"`{other}` of a {kind}", f"nothing, for {why},")
        if not self.has(needed):
            where.missing((needed,))
        if kind != BALANCE and self.settings is not None and not self.has(other):
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
            if name == "temperature" and one.off is None:
                where.findings.add(rules.no_off(at, what))
            elif one.reading is None and one.unconfirmed is None:
                where.findings.add(rules.not_read_back(at, what))


_BOXES = List(Record(Workspace), "a list of 1 to 10 boxes", range(1, 11), alone=True)
"""More boxes than this are not read: the space around them is cut into pieces."""


@dataclass(frozen=True, slots=True)
class ProfileFile(Entry):
    """The names and limits of a robot behind rosbridge.

    A profile inherits missing fields from the one that it `extends`; lists are not merged.
    """

    partial: ClassVar[bool] = True
    profile: Annotated[str, Says(Version(("1",)), needed=True)]
    name: Annotated[str, Line()]
    dialect: Annotated[str, Choice(tuple(one.value for one in Dialect))]
    model: Annotated[str, Choice(tuple(one.value for one in Model))]
    trajectory: Annotated[Trajectory, Record(Trajectory)]
    joints: Annotated[tuple[str, ...], _SEVEN]
    joint_states: Annotated[Topic, Record(Topic)]
    limits: Annotated[JointLimits, Record(JointLimits)]
    gripper: Annotated[GripperFile, Record(GripperFile)]
    status: Annotated[Status, Record(Status)]
    extends: Annotated[str | None, _EXTENDS] = None
    other_joints: Annotated[tuple[tuple[str, ...], ...], List(_SEVEN, "a list of lists of seven names")] = ()
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
