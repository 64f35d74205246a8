"""The rosbridge protocol: its operations as text, and incoming messages as values.

The operations are those of the rosbridge v2 protocol (RobotWebTools/rosbridge_suite, ROSBRIDGE_PROTOCOL.md). Whatever
does not have the shape that it must have is a `HaltError` for `Cause.GARBLED`; numbers that are none never leave.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NoReturn, TypeVar

from clairify_cli.worlds.ros.robot import Cause, HaltError

LARGEST = 4 * 2**20
"""How many characters a message may have, in either direction."""

T = TypeVar("T")

Fields = Mapping[str, object]
"""A JSON object."""


@dataclass(frozen=True, slots=True)
class Published:
    """A message on a topic."""

    topic: str
    message: Fields


@dataclass(frozen=True, slots=True)
class Response:
    """The answer to a call of a service. `values` is a JSON object, or the words of an error if it is not `good`."""

    id: str
    service: str
    good: bool
    values: object


@dataclass(frozen=True, slots=True)
class Feedback:
    """The progress of a ROS 2 action."""

    id: str
    action: str
    values: Fields


@dataclass(frozen=True, slots=True)
class Result:
    """How an action of ROS 2 ended: with a status, or not `good`, for which `values` has the bridge's words."""

    id: str
    action: str
    good: bool
    status: int
    values: object


@dataclass(frozen=True, slots=True)
class Remark:
    """What the bridge says about itself: a level such as `error`, and words (the operation `status`)."""

    level: str
    text: str


@dataclass(frozen=True, slots=True)
class Unknown:
    """An operation that nobody here listens to."""

    op: str


Heard = Published | Response | Feedback | Result | Remark | Unknown


def garbled(what: str, actual: object = None) -> NoReturn:
    """Say that the bridge sent what is none of its protocol."""
    raise HaltError(Cause.GARBLED, f"The bridge sent {what}.", actual="" if actual is None else shown(actual))


def shown(value: object, longest: int = 120) -> str:
    """A value from elsewhere, short enough for a message and without characters that a terminal obeys."""
    text = "".join(letter if letter.isprintable() else "�" for letter in str(value)[: longest + 1])
    return text if len(text) <= longest else text[:longest] + "…"


def encode(message: Fields) -> str:
    """A message as it is sent. Raises `HaltError` if it has a number that is none."""
    try:
        return json.dumps(message, allow_nan=False, separators=(",", ":"))
    except ValueError:
        raise HaltError(
            Cause.NOT_FINITE,
            f"What was to be sent to {shown(message.get('topic') or message.get('action') or message.get('service'))} "
            "has a number that is not finite; it was not sent.",
        ) from None


def decode(text: str | bytes) -> dict[str, object]:
    """The JSON object that a text is. Python's `NaN` and `Infinity` are read, since some bridges write them."""
    if isinstance(text, bytes):
        garbled("bytes, where it was asked for text")
    if len(text) > LARGEST:
        garbled(f"a message of {len(text)} characters")
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        garbled("what is not JSON", text)
    if not isinstance(message, dict):
        garbled("JSON that is no object", text)
    return message


def parse(text: str | bytes) -> Heard:
    """What a text says."""
    message = decode(text)
    op = message.get("op")
    if not isinstance(op, str):
        garbled("a message without an operation", text)
    match op:
        case "publish":
            return Published(_field(message, "topic", str), _field(message, "msg", dict))
        case "service_response":
            service, good = _field(message, "service", str), _field(message, "result", bool)
            return Response(_id(message), service, good, message.get("values", {}))
        case "action_feedback":
            return Feedback(_id(message), _field(message, "action", str), _field(message, "values", dict))
        case "action_result":
            return _result(message)
        case "status":
            return Remark(shown(message.get("level", "")), shown(message.get("msg", ""), 400))
        case _:
            return Unknown(shown(op, 40))


def _result(message: Fields) -> Result:
    """The status stands next to the values; the first bridges with actions put the answer of ROS, with both, there."""
    good = _field(message, "result", bool)
    values = message.get("values", {})
    status = message.get("status")
    if status is None and isinstance(values, dict) and "status" in values:
        status, values = values["status"], values.get("result", {})
    if status is None and not good:
        status = 0
    if isinstance(status, bool) or not isinstance(status, int):
        garbled("the result of an action without a status", message.get("action"))
    return Result(_id(message), _field(message, "action", str), good, status, values)


def _id(message: Fields) -> str:
    """Ids are text or numbers; without one it is nobody's."""
    value = message.get("id", "")
    return value if isinstance(value, str) else shown(value)


def _field(message: Fields, key: str, kind: type[T]) -> T:
    value = message.get(key)
    return value if isinstance(value, kind) else garbled(f"a `{shown(message.get('op'))}` without `{key}`", value)


def advertise(topic: str, kind: str) -> Fields:
    """Say that messages of a type are going to be published."""
    return {"op": "advertise", "topic": topic, "type": kind}


def subscribe(topic: str, kind: str, throttle: int = 0) -> Fields:
    """Ask for a topic: every message, or those that are `throttle` ms apart, and none of them old, so no queue.

    An empty type is left to the bridge.
    """
    message: dict[str, object] = {"op": "subscribe", "topic": topic, "throttle_rate": throttle, "queue_length": 0}
    return message | ({"type": kind} if kind else {})


def unsubscribe(topic: str) -> Fields:
    """Ask for no more of a topic."""
    return {"op": "unsubscribe", "topic": topic}


def publish(topic: str, message: Fields) -> Fields:
    """Publish a message."""
    return {"op": "publish", "topic": topic, "msg": message}


def call_service(call: str, service: str, kind: str, args: Fields) -> Fields:
    """Call a service. The type is for bridges that want it; others pass over it."""
    message: dict[str, object] = {"op": "call_service", "id": call, "service": service, "args": args}
    return message | ({"type": kind} if kind else {})


def send_action_goal(goal: str, action: str, kind: str, args: Fields) -> Fields:
    """Send a goal to an action of ROS 2, with feedback."""
    return {
        "op": "send_action_goal",
        "id": goal,
        "action": action,
        "action_type": kind,
        "args": args,
        "feedback": True,
    }


def cancel_action_goal(goal: str, action: str) -> Fields:
    """Cancel a goal of ROS 2. The bridge answers with the result of the goal only."""
    return {"op": "cancel_action_goal", "id": goal, "action": action}


def inside(message: Fields, member: str) -> object:
    """The value of a message under a name, or under several with dots between them; None if there is none."""
    value: object = message
    for name in member.split("."):
        value = value.get(name) if isinstance(value, Mapping) else None
    return value


def object_in(message: Fields, key: str, what: str) -> Fields:
    """The JSON object under a key of a message of ROS."""
    value = message.get(key)
    return value if isinstance(value, dict) else garbled(f"{what} without `{key}`", value)


def texts_in(message: Fields, key: str, what: str) -> tuple[str, ...]:
    """The list of text under a key."""
    value = message.get(key)
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        garbled(f"{what} without a list of names in `{key}`", value)
    return tuple(value)


def numbers_in(message: Fields, key: str, what: str) -> tuple[float, ...]:
    """The list of numbers under a key. `null` is how rosbridge writes NaN and infinity; it becomes NaN again."""
    value = message.get(key)
    if not isinstance(value, Sequence) or isinstance(value, str):
        garbled(f"{what} without a list of numbers in `{key}`", value)
    return tuple(number(one, f"{what} with `{key}`") for one in value)


def number(value: object, what: str) -> float:
    """A number; NaN for `null`, and infinite where it is too large to be one."""
    if value is None:
        return float("nan")
    if isinstance(value, bool) or not isinstance(value, int | float):
        garbled(f"{what} that is no number", value)
    try:
        return float(value)
    except OverflowError:
        return float("inf")
