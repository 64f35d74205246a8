"""What ROS messages are made of, and how strictly a rosbridge reads them.

A bridge makes a message from JSON field by field: a field that the type does not have, or one of a wrong type, is an
error, and fields that are left out get their defaults. Numbers that are none arrive as null going out.

Sources: `schemas/ros-messages.toml`, which names them, and the documented conversion of `rosbridge_library`.
"""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from typing import Any

from case_tables import stored

from clairify_cli.worlds.ros.profile.messages import table
from clairify_cli.worlds.ros.profile.values import Dialect

Message = dict[str, Any]

_HEADER_1 = {"seq": "uint32", "stamp": "time", "frame_id": "string"}
_HEADER_2 = {"stamp": "time", "frame_id": "string"}

TYPES: dict[str, dict[str, str]] = {
    name: members for types in table()["type"].values() for name, members in types.items()
}
"""The fields of each type by its last name. Only the types that a bridge of an arm knows."""

_FINE = {"bool": (bool,), "string": (str,), "float64": (int, float), "float32": (int, float)}
_DEFAULTS: dict[str, object] = {"bool": False, "string": "", "float64": 0.0, "float32": 0.0}
_INTEGERS = stored(__file__, "_INTEGERS")


class WrongMessageError(Exception):
    """A message is not of its type. A genuine bridge writes that into its own log."""


def short(name: str) -> str:
    """The last name of a type: `JointState` of `sensor_msgs/msg/JointState`."""
    return name.rsplit("/", 1)[-1]


def fields_of(name: str, dialect: Dialect) -> Mapping[str, str]:
    """The fields of a type. The messages of actionlib are made from those of the action."""
    last = short(name)
    if last == "Header":
        return _HEADER_1 if dialect is Dialect.ROS1 else _HEADER_2
    if last in TYPES:
        return TYPES[last]
    for ending, second in (("ActionGoal", "Goal"), ("ActionResult", "Result"), ("ActionFeedback", "Feedback")):
        inner = last.removesuffix(ending) + second
        if last.endswith(ending) and inner in TYPES:
            about = {"goal_id": "GoalID"} if second == "Goal" else {"status": "GoalStatus"}
            return {"header": "Header", **about, second.lower(): inner}
    raise WrongMessageError(f"Unable to load the message type {name}")


def populate(value: object, name: str, dialect: Dialect) -> Message:
    """A whole message of the type `name` from what JSON gave; raises `WrongMessageError` as a bridge logs it."""
    found = _read(value, name, dialect, "")
    assert isinstance(found, dict)
    return found


def as_type(message: Mapping[str, Any], name: str, dialect: Dialect) -> Message:
    """What a node tells, with each number as its type has it: a node in C++ or Python converts by itself."""
    made: Message = {}
    for member, kind in fields_of(name, dialect).items():
        value = message.get(member, default(kind, dialect))
        if kind == "Header":
            value = {**value, "stamp": stamp(time.time(), dialect)}
        if isinstance(value, Mapping) and kind not in ("time", "duration", "Header"):
            value = as_type(value, kind, dialect)
        made[member] = int(value) if kind in _INTEGERS else bool(value) if kind == "bool" else value
    return made


def typedefs(name: str, dialect: Dialect, seen: tuple[str, ...] = ()) -> list[Message]:
    """A type and those of its members, as `rosapi` tells them: `rosapi/TypeDef`."""
    fields = fields_of(name, dialect)
    own: Message = {"type": name.replace("/msg/", "/").replace("/srv/", "/"), "fieldnames": list(fields)}
    own["fieldtypes"] = [kind.removesuffix("[]") for kind in fields.values()]
    own["fieldarraylen"] = [0 if kind.endswith("[]") else -1 for kind in fields.values()]
    own |= {"examples": ["" for _ in fields], "constnames": [], "constvalues": []}
    inner = [one for one in own["fieldtypes"] if one in TYPES and one not in seen]
    return [own, *(made for one in inner for made in typedefs(one, dialect, (*seen, name, *inner)))]


def _read(value: object, kind: str, dialect: Dialect, where: str) -> object:
    if kind.endswith("[]"):
        if not isinstance(value, list):
            raise WrongMessageError(f"field {where}: a {kind} is needed, but got a {type(value).__name__}")
        return [_read(one, kind[:-2], dialect, where) for one in value]
    if kind in _FINE:
        is_real = kind.startswith("float")
        if not isinstance(value, _FINE[kind]) or (is_real and isinstance(value, bool)):
            raise WrongMessageError(f"field {where}: a {kind} is needed, but got a {type(value).__name__}")
        return float(value) if isinstance(value, int) and is_real else value
    if kind in _INTEGERS:
        low, high = _INTEGERS[kind]
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise WrongMessageError(f"field {where}: a {kind} is needed, but got {value!r}")
        return value
    if kind in ("time", "duration"):
        return _read_time(value, dialect, where)
    return _read_object(value, kind, dialect, where)


def _read_object(value: object, kind: str, dialect: Dialect, where: str) -> Message:
    if not isinstance(value, dict):
        raise WrongMessageError(f"field {where}: a JSON object for {kind} is needed, but got a {type(value).__name__}")
    fields = fields_of(kind, dialect)
    unknown = [str(one) for one in value if one not in fields]
    if unknown:
        raise WrongMessageError(f"Message type {kind} does not have a field {where}.{unknown[0]}".replace(" .", " "))
    made = {one: default(field, dialect) for one, field in fields.items()}
    if short(kind) == "Header":  # a header that is there, without a stamp, is stamped by the bridge
        made["stamp"] = stamp(time.time(), dialect)
    made.update({one: _read(value[one], fields[one], dialect, f"{where}.{one}".strip(".")) for one in value})
    return made


def _read_time(value: object, dialect: Dialect, where: str) -> Message:
    """Names of the other ROS are passed over without a word, which makes the time 0."""
    if not isinstance(value, dict):
        raise WrongMessageError(f"field {where}: a time is needed, but got a {type(value).__name__}")
    made = stamp(0.0, dialect)
    for one in made:
        given = value.get(one, 0)
        if not isinstance(given, int) or isinstance(given, bool):
            raise WrongMessageError(f"field {where}.{one}: an integer is needed, but got a {type(given).__name__}")
        if not -(2**31) <= given < 2**32:
            raise WrongMessageError(f"field {where}.{one}: {given} is out of range")
        made[one] = given
    return made


def default(kind: str, dialect: Dialect) -> object:
    """What a field is where it was left out."""
    if kind.endswith("[]"):
        return []
    if kind in ("time", "duration"):
        return stamp(0.0, dialect)
    if kind in _INTEGERS:
        return 0
    if kind in _DEFAULTS:
        return _DEFAULTS[kind]
    return {one: default(field, dialect) for one, field in fields_of(kind, dialect).items()}


def stamp(seconds: float, dialect: Dialect) -> Message:
    """A time or a duration: `secs` and `nsecs` in ROS 1, `sec` and `nanosec` in ROS 2."""
    whole = math.floor(seconds)
    rest = min(round((seconds - whole) * 1e9), 999_999_999)
    first, second = ("secs", "nsecs") if dialect is Dialect.ROS1 else ("sec", "nanosec")
    return {first: whole, second: rest}


def seconds_of(value: Mapping[str, int]) -> float:
    """The s of a time or a duration of either ROS."""
    whole, rest = value.values()
    return whole + rest * 1e-9


def outgoing(value: object) -> object:
    """As a bridge sends it: NaN and infinities are null."""
    if isinstance(value, dict):
        return {name: outgoing(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [outgoing(one) for one in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
