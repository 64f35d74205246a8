"""The rosbridge protocol: outgoing operations as text, incoming messages as values.

The operations are those of the rosbridge v2 protocol (RobotWebTools/rosbridge_suite, ROSBRIDGE_PROTOCOL.md). A
malformed message raises `HaltError` for `Cause.GARBLED`; non-finite numbers are never sent.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import NoReturn, TypeVar

from clairify_cli.records import dataclass
from clairify_cli.worlds.ros.robot import Cause, HaltError

LARGEST = 4 * 2**20
"""The longest message in characters, in either direction."""

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
    """The answer to a service call. `values` is a JSON object, or the error text if it is not `good`."""

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
    """The end of a ROS 2 action: its status, or not `good` with the bridge's error text in `values`."""

    id: str
    action: str
    good: bool
    status: int
    values: object


@dataclass(frozen=True, slots=True)
class Remark:
    """A message of the bridge about itself (operation `status`): a level such as `error`, and its text."""

    level: str
    text: str


@dataclass(frozen=True, slots=True)
class Unknown:
    """An operation that is not handled here."""

    op: str


Heard = Published | Response | Feedback | Result | Remark | Unknown


def garbled(what: str, actual: object = None) -> NoReturn:
    """Raise the `HaltError` for a message that violates the protocol."""
    raise HaltError(Cause.GARBLED, f"The bridge sent {what}.", actual="" if actual is None else shown(actual))


def shown(value: object, longest: int = 120) -> str:
    """Return a foreign value short enough for a message, without terminal control characters."""
    text = "".join(letter if letter.isprintable() else "�" for letter in str(value)[: longest + 1])
    return text if len(text) <= longest else text[:longest] + "…"


def encode(message: Fields) -> str:
    """Serialize a message. Raises `HaltError` if it has a non-finite number."""
    try:
        return json.dumps(message, allow_nan=False, separators=(",", ":"))
    except ValueError:
        raise HaltError(
            Cause.NOT_FINITE,
            f"What was to be sent to {shown(message.get('topic') or message.get('action') or message.get('service'))} "
            "has a number that is not finite; it was not sent.",
        ) from None


def decode(text: str | bytes) -> dict[str, object]:
    """Parse a JSON object. Python's `NaN` and `Infinity` are accepted, since some bridges write them."""
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
    """Parse a message of the bridge."""
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
    """Read a result. Early bridges with actions put the ROS answer, including the status, into `values`."""
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
    """Return the id as text; ids may be numbers, and a missing one matches nothing."""
    value = message.get("id", "")
    return value if isinstance(value, str) else shown(value)


def _field(message: Fields, key: str, kind: type[T]) -> T:
    value = message.get(key)
    return value if isinstance(value, kind) else garbled(f"a `{shown(message.get('op'))}` without `{key}`", value)


def advertise(topic: str, kind: str) -> Fields:
    """Announce messages of a type on a topic."""
    return {"op": "advertise", "topic": topic, "type": kind}


def subscribe(topic: str, kind: str, throttle: int = 0) -> Fields:
    """Subscribe to a topic: every message, or one per `throttle` ms; no queue, so none is old.

    An empty type lets the bridge choose it.
    """
    message: dict[str, object] = {"op": "subscribe", "topic": topic, "throttle_rate": throttle, "queue_length": 0}
    return message | ({"type": kind} if kind else {})


def unsubscribe(topic: str) -> Fields:
    """Unsubscribe from a topic."""
    return {"op": "unsubscribe", "topic": topic}


def publish(topic: str, message: Fields) -> Fields:
    """Publish a message."""
    return {"op": "publish", "topic": topic, "msg": message}


def call_service(call: str, service: str, kind: str, args: Fields) -> Fields:
    """Call a service. Some bridges need the type; others ignore it."""
    message: dict[str, object] = {"op": "call_service", "id": call, "service": service, "args": args}
    return message | ({"type": kind} if kind else {})


def send_action_goal(goal: str, action: str, kind: str, args: Fields) -> Fields:
    """Send a goal to a ROS 2 action, with feedback."""
    return {
        "op": "send_action_goal",
        "id": goal,
        "action": action,
        "action_type": kind,
        "args": args,
        "feedback": True,
    }


def cancel_action_goal(goal: str, action: str) -> Fields:
    """Cancel a ROS 2 goal. The bridge answers only with the goal's result."""
    return {"op": "cancel_action_goal", "id": goal, "action": action}


def inside(message: Fields, member: str) -> object:
    """Return the value at a name, nested if it has dots; None if there is none."""
    value: object = message
    for name in member.split("."):
        value = value.get(name) if isinstance(value, Mapping) else None
    return value


def object_in(message: Fields, key: str, what: str) -> Fields:
    """Return the JSON object under a key of a ROS message."""
    value = message.get(key)
    return value if isinstance(value, dict) else garbled(f"{what} without `{key}`", value)


def texts_in(message: Fields, key: str, what: str) -> tuple[str, ...]:
    """Return the list of strings under a key."""
    value = message.get(key)
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        garbled(f"{what} without a list of names in `{key}`", value)
    return tuple(value)


def numbers_in(message: Fields, key: str, what: str) -> tuple[float, ...]:
    """Return the list of numbers under a key. rosbridge writes NaN and infinity as `null`; it becomes NaN."""
    value = message.get(key)
    if not isinstance(value, Sequence) or isinstance(value, str):
        garbled(f"{what} without a list of numbers in `{key}`", value)
    return tuple(number(one, f"{what} with `{key}`") for one in value)


def number(value: object, what: str) -> float:
    """Return a number; NaN for `null`, infinity if it is too large for a float."""
    if value is None:
        return float("nan")
    if isinstance(value, bool) or not isinstance(value, int | float):
        garbled(f"{what} that is no number", value)
    try:
        return float(value)
    except OverflowError:
        return float("inf")
