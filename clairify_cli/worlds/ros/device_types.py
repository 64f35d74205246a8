"""The types of what devices are told: rosbridge only logs a message with a member of another type, and drops it.

`rosapi` knows the members of every type (`/rosapi/message_details`, `/rosapi/service_request_details`: a list of
`rosapi/TypeDef`, that of the type itself first). Where it does not run, only the types of `std_msgs` are known.
"""

from __future__ import annotations

from collections.abc import Mapping

from clairify_cli.worlds.ros.discovery import Graph, ask, short
from clairify_cli.worlds.ros.messages import Fields
from clairify_cli.worlds.ros.profile import BenchDevice, Endpoint, Order
from clairify_cli.worlds.ros.session import Session

Members = Mapping[str, Mapping[str, str]]
"""The types of members by message; the first message is the one that is sent. A list's type ends in `[]`."""

_WHOLE = {
    **{f"int{bits}": (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1) for bits in (8, 16, 32, 64)},
    **{f"uint{bits}": (0, 2**bits - 1) for bits in (8, 16, 32, 64)},
    **{"octet": (0, 255), "char": (0, 255), "byte": (0, 127)},  # a `byte` is signed in ROS 1 and not in ROS 2
}
"""What whole numbers may be."""
_REAL = ("float32", "float64", "float", "double")
_BOOL, _TEXT = ("bool", "boolean"), ("string", "wstring")
_STANDARD = (*_WHOLE, "bool", "float32", "float64", "string")
_DATA = {one.capitalize().replace("Ui", "UI"): one for one in _STANDARD}
"""The type of `data` in the messages of `std_msgs`, by their names: `UInt8`."""


class UnfitError(ValueError):
    """What is to be sent is not of the type that it has to have; the message is a sentence without its end."""


class Types:
    """What is known of the types of topics and services; each is asked for once."""

    def __init__(self, session: Session, known: Graph | None):
        self._session = session
        self._known = known
        self._found: dict[tuple[Endpoint, bool], tuple[str, Members | None]] = {}

    def fitted(self, order: Order) -> Order:
        """The same with every number as its type has it. Raises `UnfitError`."""
        end, key = order.endpoint, (order.endpoint, order.is_service)
        if key not in self._found:
            self._found[key] = self._real(end.name, order.is_service), self._members(end.type, order.is_service)
        real, members = self._found[key]
        if real and short(real) != short(end.type):
            raise UnfitError(f"{end.name} is a {real}, and the profile says {end.type}")
        if members is None:
            return order
        return Order(end, order.is_service, _fitted(order.content, members, next(iter(members))))

    def _real(self, name: str, is_service: bool) -> str:
        """The type that a topic or a service has, empty where nobody knows."""
        if self._known is None:
            return ""
        if not is_service:
            return self._known.types.get(name, "")
        values = ask(self._session, "/rosapi/service_type", {"service": name})
        return str(values.get("type") or "") if isinstance(values, Mapping) else ""

    def _members(self, kind: str, is_service: bool) -> Members | None:
        service = f"/rosapi/{'service_request' if is_service else 'message'}_details"
        if self._known is not None and service in self._known.services:
            values = ask(self._session, service, {"type": kind})
            listed = values.get("typedefs") if isinstance(values, Mapping) else None
            read = [_definition(one) for one in listed] if isinstance(listed, list) else []
            found = {name: members for name, members in read if name}
            if found:
                return found
        package, name = short(kind)
        return {kind: {"data": _DATA[name]}} if package == "std_msgs" and name in _DATA and not is_service else None


def _definition(one: object) -> tuple[str, dict[str, str]]:
    """A `rosapi/TypeDef`: its type and its members."""
    if not isinstance(one, Mapping):
        return "", {}
    names, kinds, sizes = (one.get(key) for key in ("fieldnames", "fieldtypes", "fieldarraylen"))
    if not (isinstance(names, list) and isinstance(kinds, list) and isinstance(sizes, list)):
        return "", {}
    rows = zip(names, kinds, sizes, strict=False)
    return str(one.get("type")), {str(name): f"{kind}{'' if size == -1 else '[]'}" for name, kind, size in rows}


def _fitted(content: Fields, members: Members, name: str) -> dict[str, object]:
    made: dict[str, object] = {}
    for member, value in content.items():
        kind, where = members[name].get(member), f"`{member}` of {name}"
        if kind is None:
            raise UnfitError(f"{name} has no member `{member}`; it has {', '.join(members[name]) or 'none'}")
        if not isinstance(value, Mapping):
            made[member] = _fit(value, kind, where)
        elif kind in members:
            made[member] = _fitted(value, members, kind)
        else:
            raise UnfitError(f"{where} is a {kind}, which has no members")
    return made


def _fit(value: object, kind: str, where: str) -> object:
    """A value as its type has it."""
    if isinstance(value, int | float) and kind in _BOOL and value in (0, 1):
        return bool(value)
    if isinstance(value, int | float) and not isinstance(value, bool):
        if kind in _REAL:
            return float(value)
        low, high = _WHOLE.get(kind, (1, 0))
        if low <= value <= high and value == int(value):
            return int(value)
    elif isinstance(value, str) and kind in _TEXT:
        return value
    raise UnfitError(f"{where} is of type {kind}, which cannot be {value!r}")


def off_messages(devices: tuple[BenchDevice, ...]) -> tuple[Fields, ...]:
    """What switches every device off, as operations of rosbridge: `publish` and `call_service`, each with its type."""
    return tuple(off_message(setting.off) for one in devices for setting in one.settings.values())


def off_message(order: Order) -> Fields:
    """One of them."""
    end = order.endpoint
    if order.is_service:
        return {"op": "call_service", "service": end.name, "type": end.type, "args": dict(order.content)}
    return {"op": "publish", "topic": end.name, "type": end.type, "msg": dict(order.content)}
