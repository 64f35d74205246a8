"""From the text of a profile (YAML) to a `RobotProfile`: everything that is wrong with it is found in one pass.

What a profile does not say it has from the one that it `extends`, field by field; lists are not mixed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields as fields_of
from typing import TYPE_CHECKING

from clairify_cli.diagnostics.model import Diagnostic, Source, in_source_order
from clairify_cli.files.data import data_path
from clairify_cli.worlds.ros import profile_rules as own
from clairify_cli.worlds.ros.profile import (
    DESCRIPTION,
    Dialect,
    Gripper,
    Model,
    ProfileError,
    RobotProfile,
    Watching,
)
from clairify_cli.worlds.ros.profile_bounds import read_hand_speed, read_keep_in
from clairify_cli.worlds.ros.profile_fields import (
    JOINTS,
    RATE,
    SPEED,
    WATCHED,
    WIDTH,
    Names,
    listed,
)
from clairify_cli.worlds.ros.profile_limits import read_limits
from clairify_cli.worlds.ros.profile_modes import read_robot_state
from clairify_cli.worlds.scene.fields import Fields, opened
from clairify_cli.worlds.scene.nodes import Node, Text
from clairify_cli.worlds.scene.nodes import Sequence as SequenceNode
from clairify_cli.worlds.scene.quantities import LENGTH, NUMBER

if TYPE_CHECKING:
    from clairify_cli.worlds.ros.profile import BenchDevice, Endpoint

VERSION = "1"
KEYS = (
    "profile",
    "name",
    "extends",
    "dialect",
    "model",
    "trajectory",
    "joints",
    "other_joints",
    "joint_states",
    "robot_state",
    "robot_description",
    "limits",
    "keep_in",
    "hand_speed",
    "gripper",
    "status",
    "devices",
    "watching",
    "unattended",
    "rate",
)
_OF_MODEL = {Model.PANDA: "franka-ros1", Model.FR3: "franka-ros2"}
"""The bundled profile with the limits that the maker publishes for a model."""
_FOLDER = "robots"
_SUFFIX = ".yaml"
_MOST_DEVICES = 50
_SPEED, _WIDEST = 0.05, 0.08
"""How fast (m/s) the fingers of Franka's hand move unless it is said, and how far they go apart (m)."""
_STATUSES = {Dialect.ROS1: ({3}, {2, 8}), Dialect.ROS2: ({4}, {5})}
"""The statuses that mean that a goal succeeded, and those that it was cancelled: `actionlib_msgs/GoalStatus` and
`action_msgs/GoalStatus`. A profile may name fewer, and no others: an aborted goal is no success."""
_CARELESS = 4.0
"""A limit of the watchdog this many times the usual one is remarked on."""


def shipped() -> tuple[str, ...]:
    """The names of the profiles that come along."""
    return tuple(sorted(path.stem for path in data_path(_FOLDER, ".").glob(f"*{_SUFFIX}")))


def profile_named(name: str) -> RobotProfile:
    """A profile that comes along. Raises `ProfileError` where there is none of that name."""
    if name not in shipped():
        raise ProfileError(f"there is no profile `{name}`: those that come along are {', '.join(shipped())}")
    path = data_path(_FOLDER, name + _SUFFIX)
    made, found = _read(Source(path.read_text(encoding="utf-8"), str(path)), lambda _: None)
    if made is None:
        raise ProfileError(f"the profile {name} is broken: {found[0].message}")
    return made


def read_profile(source: Source) -> tuple[RobotProfile | None, list[Diagnostic]]:
    """The profile in a text, and what is wrong with it, in source order; there is none where there is an error.

    Never raises.
    """
    return _read(source, published)


def published(model: Model) -> RobotProfile:
    """The bundled profile with the joints and the limits that the maker publishes for a model."""
    return profile_named(_OF_MODEL[model])


def _read(
    source: Source, published: Callable[[Model], RobotProfile | None]
) -> tuple[RobotProfile | None, list[Diagnostic]]:
    """The same; `published` gives the bundled profile of a model, None while that itself is read."""
    fields, found = opened(source, "profile", "the profile", VERSION, own.not_a_profile)
    if fields is None:
        return None, found
    made = _Reading(fields, published).profile()
    ordered = in_source_order(fields.findings.found)
    return (None if any(one.is_error for one in ordered) else made), ordered


class _Reading:
    """Reads one profile; `base` is the one that it extends."""

    def __init__(self, fields: Fields, published: Callable[[Model], RobotProfile | None]) -> None:
        self.fields = fields
        self.published = published
        self.base: RobotProfile | None = None
        self.names = Names(Dialect.ROS2)

    def profile(self) -> RobotProfile | None:
        fields = self.fields
        fields.known(KEYS)
        self.base = base = self._base()
        dialect = self._dialect()
        if dialect is None:
            return None  # names and types cannot be judged without it
        self.names = Names(dialect)
        name = fields.text("name", base.name if base is not None else "")
        if not name and "name" not in fields.values:
            fields.missing("name")
        word = fields.choice("model", tuple(one.value for one in Model), base.model.value if base is not None else None)
        if word is None:
            return None  # limits cannot be judged without it
        published = self.published(model := Model(word))
        usual = published if base is not None and model is not base.model else base
        trajectory, others = self._trajectory()
        joints = self._joints("joints", None if usual is None else usual.joints)
        other_joints = self._other_joints()
        joint_states = self._joint_states(None if base is None else base.joint_states)
        robot_state, modes = read_robot_state(fields, self.names, base)
        limits = read_limits(fields, usual, published)
        node = fields.values.get("robot_description")
        description = None if node is None else self.names.name(fields, node, fields.what("robot_description"))
        keep_in = read_keep_in(fields, base, bundled=published is None)
        hand_speed = read_hand_speed(fields, base)
        gripper = self._gripper()
        succeeded, cancelled = self._status(dialect)
        devices = self._devices()
        watching = self._watching()
        unattended = fields.truth("unattended", False)  # whoever extends a profile says so anew
        rate = fields.quantity("rate", NUMBER, RATE) or (base.rate if base is not None else 1.0)
        if trajectory is None or joints is None or joint_states is None or limits is None or gripper is None:
            return None
        return RobotProfile(
            name,
            dialect,
            model,
            trajectory,
            joints,
            joint_states,
            limits,
            gripper,
            succeeded,
            cancelled,
            others,
            other_joints,
            robot_state,
            devices,
            watching,
            unattended,
            rate,
            modes,
            keep_in,
            hand_speed,
            description or (DESCRIPTION if base is None else base.description),
        )

    def _base(self) -> RobotProfile | None:
        node = self.fields.values.get("extends")
        if node is None:
            return None
        if not isinstance(node, Text):
            self.fields.wrong(node, self.fields.what("extends"), "the name of a profile")
            return None
        if node.text not in shipped():
            self.fields.fail(own.unknown_profile(self.fields.span(node), node.text, shipped()))
            return None
        return profile_named(node.text)

    def _dialect(self) -> Dialect | None:
        fields, base = self.fields, self.base
        if base is None and "extends" in fields.values and "dialect" not in fields.values:
            return None  # what is wrong with `extends` is said
        found = fields.choice("dialect", tuple(one.value for one in Dialect), base.dialect.value if base else None)
        if found is None:
            return None
        if base is not None and found != base.dialect.value:
            where = fields.span(fields.values["dialect"])
            fields.fail(own.other_dialect(where, found, base.dialect.value, base.name))
            return None
        return Dialect(found)

    def _trajectory(self) -> tuple[Endpoint | None, tuple[str, ...]]:
        base = self.base
        inner = self.fields.within_mapping("trajectory")
        if inner is None:
            if base is None:
                self.fields.missing("`trajectory`")
                return None, ()
            return base.trajectory, base.other_trajectories
        inner.known(("action", "type", "others"))
        made = self.names.endpoint(inner, ("action",), None if base is None else base.trajectory)
        others = base.other_trajectories if base is not None else ()
        node = inner.values.get("others")
        if node is not None:
            read = [self.names.name(inner, one, "a name in `others`") for one in listed(inner, "others", node)]
            others = tuple(one for one in read if one is not None)
        return made, others

    def _joints(self, name: str, known: tuple[str, ...] | None) -> tuple[str, ...] | None:
        node = self.fields.values.get(name)
        if node is None:
            if known is None:
                self.fields.missing(f"`{name}`")
            return known
        return self._seven(node, self.fields.what(name))

    def _seven(self, node: Node, what: str) -> tuple[str, ...] | None:
        fields = self.fields
        if not isinstance(node, SequenceNode) or len(node.items) != JOINTS:
            fields.wrong(node, what, f"a list of the names of {JOINTS} joints")
            return None
        read = [self.names.joint(fields, one, what) for one in node.items]
        names = tuple(one for one in read if one is not None)
        if len(set(names)) < len(names):
            fields.wrong(node, what, f"{JOINTS} names that differ")
        return names if len(names) == JOINTS else None

    def _other_joints(self) -> tuple[tuple[str, ...], ...]:
        node = self.fields.values.get("other_joints")
        if node is None:
            return self.base.other_joints if self.base is not None else ()
        what = self.fields.what("other_joints")
        read = [self._seven(one, f"a list in {what}") for one in listed(self.fields, "other_joints", node)]
        return tuple(one for one in read if one is not None)

    def _joint_states(self, known: Endpoint | None) -> Endpoint | None:
        inner = self.fields.within_mapping("joint_states")
        if inner is None:
            if known is None:
                self.fields.missing("`joint_states`")
            return known
        inner.known(("topic", "type"))
        return self.names.endpoint(inner, ("topic",), known)

    def _gripper(self) -> Gripper | None:
        base = self.base.gripper if self.base is not None else None
        inner = self.fields.within_mapping("gripper")
        if inner is None:
            if base is None:
                self.fields.missing("`gripper`")
            return base
        inner.known(("homing", "move", "grasp", "stop", "joints", "speed", "widest"))
        read: dict[str, Endpoint | None] = {}
        is_service = base.stop_is_service if base is not None else False
        for name in ("homing", "move", "grasp", "stop"):
            known: Endpoint | None = getattr(base, name) if base is not None else None
            each = inner.within_mapping(name)
            if each is None:
                if known is None:
                    inner.missing(f"`{name}`")
                read[name] = known
                continue
            ways = ("action", "service") if name == "stop" else ("action",)
            each.known((*ways, "type"))
            read[name] = self.names.endpoint(each, ways, known)
            if name == "stop" and any(one in each.values for one in ways):
                is_service = "service" in each.values
        joints = self._fingers(inner, base)
        speed = inner.quantity("speed", SPEED[0], SPEED[1]) or (base.speed if base is not None else _SPEED)
        widest = inner.quantity("widest", LENGTH, WIDTH) or (base.widest if base is not None else _WIDEST)
        homing, move, grasp, stop = (read[name] for name in ("homing", "move", "grasp", "stop"))
        if homing is None or move is None or grasp is None or stop is None or joints is None:
            return None
        return Gripper(homing, move, grasp, stop, is_service, joints, speed, widest)

    def _fingers(self, inner: Fields, base: Gripper | None) -> tuple[str, ...] | None:
        node = inner.values.get("joints")
        if node is None:
            if base is None:
                inner.missing("`joints`")
            return base.joints if base is not None else None
        read = [self.names.joint(inner, one, inner.what("joints")) for one in listed(inner, "joints", node)]
        names = tuple(one for one in read if one is not None)
        if not 1 <= len(names) <= 2:
            inner.wrong(node, inner.what("joints"), "a list of the names of one or two fingers")
            return None
        return names

    def _status(self, dialect: Dialect) -> tuple[tuple[int, ...], tuple[int, ...]]:
        base = self.base
        known = (base.succeeded, base.cancelled) if base is not None else ((), ())
        inner = self.fields.within_mapping("status")
        if inner is None:
            if base is None:
                self.fields.missing("`status`")
            return known
        inner.known(("succeeded", "cancelled"))
        read = []
        for name, values in zip(("succeeded", "cancelled"), known, strict=True):
            node = inner.values.get(name)
            if node is None and not values:
                inner.missing(f"`{name}`")
            read.append(values if node is None else self.names.statuses(inner, name, node))
        both = set(read[0]) & set(read[1])
        if both:
            inner.wrong(inner.node, f"status {min(both)}", "either `succeeded` or `cancelled`")
            return read[0], read[1]
        for name, values, meant in zip(("succeeded", "cancelled"), read, _STATUSES[dialect], strict=True):
            if (node := inner.values.get(name)) is not None and not meant.issuperset(values):
                said = f"{' or '.join(map(str, sorted(meant)))}, as {dialect.value} has it,"
                inner.wrong(node, inner.what(name), said)
        return read[0], read[1]

    def _devices(self) -> tuple[BenchDevice, ...]:
        """The devices of the profile that is extended, and those of this one in their place or beside them."""
        from clairify_cli.worlds.ros.profile_devices import read_device

        known = {one.id: one for one in self.base.devices} if self.base is not None else {}
        section = self.fields.mapping("devices")
        for key, value in section.pairs if section is not None else ():
            if len(known) >= _MOST_DEVICES:
                self.fields.wrong(key, "the list of devices", f"{_MOST_DEVICES} at most")
                break
            made = read_device(self.fields, key, value, self.names)
            if made is not None:
                known[made.id] = made
        return tuple(known.values())

    def _watching(self) -> Watching:
        base = self.base.watching if self.base is not None else Watching()
        inner = self.fields.within_mapping("watching")
        if inner is None:
            return base
        inner.known(WATCHED)
        read = {one.name: getattr(base, one.name) for one in fields_of(Watching)}
        for name, (kind, within) in WATCHED.items():
            value = inner.quantity(name, kind, within)
            if value is None:
                continue
            read[name] = value
            usual = getattr(Watching(), name)
            if value > _CARELESS * usual:
                node = inner.values[name]
                shown, known = (f"{one:g} {kind.unit}".rstrip() for one in (value, usual))
                inner.findings.add(own.unwatched(inner.span(node), inner.what(name), shown, known))
        return Watching(**read)
