"""The parts of a profile: names and types as ROS has them, and numbers per joint within what can be meant."""

from __future__ import annotations

import re

from clairify_cli.worlds.ros import profile_rules as own
from clairify_cli.worlds.ros.profile import Dialect, Endpoint
from clairify_cli.worlds.scene.fields import Fields, Range
from clairify_cli.worlds.scene.nodes import Node, Sequence, Text
from clairify_cli.worlds.scene.quantities import JOINT, NUMBER, Kind

JOINTS = 7

SECONDS = Kind("time", {"s": "1", "ms": "0.001"})
_VELOCITY = Kind("angular velocity", {"rad/s": "1", "deg/s": "0.017453292519943295", "°/s": "0.017453292519943295"})
_ACCELERATION = Kind("angular acceleration", {"rad/s²": "1", "rad/s2": "1"})
_JERK = Kind("angular jerk", {"rad/s³": "1", "rad/s3": "1"})
_SPEED = Kind("speed", {"m/s": "1", "mm/s": "0.001"})

PER_JOINT = {
    "lower": (JOINT, Range(-10, 10)),
    "upper": (JOINT, Range(-10, 10)),
    "velocity": (_VELOCITY, Range(0.001, 20)),
    "acceleration": (_ACCELERATION, Range(0.001, 200)),
    "jerk": (_JERK, Range(0.01, 100_000)),
}
"""The lists of `limits`, each with its unit and what its numbers may be."""

NEAR_ENDS = {
    "offset": (_VELOCITY, Range(0, 20)),
    "deceleration": (_ACCELERATION, Range(0.001, 200)),
}
"""The same for those that need not be there, and are only there together."""

WATCHED = {
    "start": (JOINT, Range(0.0001, 0.1)),
    "end": (JOINT, Range(0.0001, 0.1)),
    "standing": (JOINT, Range(0.0001, 0.1)),
    "following": (JOINT, Range(0.001, 0.5)),
    "lag": (SECONDS, Range(0, 5)),
    "stale": (SECONDS, Range(0.02, 5)),
    "robot_state": (SECONDS, Range(0.1, 10)),
    "feedback": (SECONDS, Range(0.05, 10)),
    "answer": (SECONDS, Range(0.1, 30)),
    "times": (NUMBER, Range(1, 3)),
    "grace": (SECONDS, Range(0, 30)),
}
"""The limits of the watchdog, each with its unit and what it may be."""

SPEED = (_SPEED, Range(0.001, 0.5))
HAND = (_SPEED, Range(0.001, 1.7))
"""The speed of the arm's hand; Franka's specifications allow 1.7 m/s for a Panda."""
WIDTH = Range(0.01, 0.3)
RATE = Range(0.01, 1000)
_STATUSES = Range(0, 9)

_LONGEST = 200
_NAME = re.compile(r"(?:/[A-Za-z_][A-Za-z0-9_]*)+")
"""A full name of the graph: http://wiki.ros.org/Names and https://design.ros2.org/articles/topic_and_service_names.html
"""
_JOINT = re.compile(r"[A-Za-z_][A-Za-z0-9_./-]*")
_MEMBER = re.compile(r"[A-Za-z][A-Za-z0-9_]*(?:\.[A-Za-z][A-Za-z0-9_]*)*")
_TYPES = {
    Dialect.ROS1: re.compile(r"[A-Za-z][A-Za-z0-9_]*/[A-Za-z][A-Za-z0-9_]*"),
    Dialect.ROS2: re.compile(r"[a-z][a-z0-9_]*/(msg|srv|action)/[A-Z][A-Za-z0-9]*"),
}
_EXAMPLES = {Dialect.ROS1: "std_msgs/Float64", Dialect.ROS2: "std_msgs/msg/Float64"}
_KINDS = {"action": "action", "service": "srv", "topic": "msg"}


class Names:
    """Reads names and types of one dialect; what is wrong is a finding, and None."""

    def __init__(self, dialect: Dialect) -> None:
        self.dialect = dialect

    def endpoint(self, fields: Fields, ways: tuple[str, ...], known: Endpoint | None) -> Endpoint | None:
        """What is reached in one of `ways` (`action`, `service`, `topic`), with its type; the rest is as `known`."""
        named = [one for one in ways if one in fields.values]
        if len(named) > 1:
            fields.wrong(fields.values[named[1]], fields.owner, f"reached as {' or '.join(f'`{one}`' for one in ways)}")
            return None
        if not named and known is None:
            fields.missing(" or ".join(f"`{one}`" for one in ways))
        name = self.name(fields, fields.values[named[0]], fields.what(named[0])) if named else None
        node = fields.values.get("type")
        if node is None and known is None:
            fields.missing("`type`")
        kind = self.type(fields, node, named[0] if named else ways[0]) if node is not None else None
        if known is not None:
            name, kind = name or known.name, kind or known.type
        return None if name is None or kind is None else Endpoint(name, kind)

    def name(self, fields: Fields, node: Node, what: str) -> str | None:
        """A name of the graph."""
        if not isinstance(node, Text):
            fields.wrong(node, what, "a name")
            return None
        if not _NAME.fullmatch(node.text) or len(node.text) > _LONGEST:
            fields.fail(own.bad_ros_name(fields.span(node), what, node.text, "full name in ROS", "/joint_states"))
            return None
        return node.text

    def type(self, fields: Fields, node: Node, way: str) -> str | None:
        """The type of what is reached in some way."""
        what = fields.what("type")
        if not isinstance(node, Text):
            fields.wrong(node, what, "a type")
            return None
        match = _TYPES[self.dialect].fullmatch(node.text)
        fits = match is not None and (self.dialect is Dialect.ROS1 or match[1] == _KINDS[way])
        if not fits or len(node.text) > _LONGEST:
            example = _EXAMPLES[self.dialect].replace("/msg/", f"/{_KINDS[way]}/")
            expected = f"type of {'an' if way == 'action' else 'a'} {way} in {self.dialect.value.upper()}"
            fields.fail(own.bad_ros_name(fields.span(node), what, node.text, expected, example))
            return None
        return node.text

    def joint(self, fields: Fields, node: Node, what: str) -> str | None:
        """The name of a joint."""
        if not isinstance(node, Text):
            fields.wrong(node, f"a name in {what}", "a word")
            return None
        if not _JOINT.fullmatch(node.text) or len(node.text) > _LONGEST:
            fields.fail(own.bad_ros_name(fields.span(node), f"a name in {what}", node.text, "joint", "fr3_joint1"))
            return None
        return node.text

    def statuses(self, fields: Fields, name: str, node: Node) -> tuple[int, ...]:
        """The numbers of a goal's status."""
        what = f"a status in {fields.what(name)}"
        found = []
        for one in listed(fields, name, node):
            value = fields.quantity_of(one, what, NUMBER, _STATUSES)
            if value is not None and value != int(value):
                fields.wrong(one, what, "a whole number")
            elif value is not None:
                found.append(int(value))
        if not found and not fields.failed:
            fields.wrong(node, fields.what(name), "a list of numbers")
        return tuple(found)


def per_joint(fields: Fields, name: str, kind: Kind, within: Range) -> tuple[float, ...] | None:
    """A number for each joint."""
    return fields.numbers(name, kind, within, (JOINTS,), f"a list of {JOINTS} numbers, one for each joint")


def listed(fields: Fields, name: str, node: Node) -> list[Node]:
    """The items of a list."""
    if isinstance(node, Sequence):
        return node.items
    fields.wrong(node, fields.what(name), "a list")
    return []


def member_of(fields: Fields, known: str) -> str | None:
    """Where in a message something is: names with dots between them."""
    node = fields.values.get("member")
    if node is None:
        return known
    if not isinstance(node, Text) or not _MEMBER.fullmatch(node.text):
        fields.wrong(node, fields.what("member"), f"the name of a member, such as `{known}`")
        return None
    return node.text
