"""The message members known without a bridge: `schemas/ros-messages.toml`, with its sources."""

from __future__ import annotations

import functools
from collections.abc import Container, Iterator, Mapping
from typing import Any

from clairify_cli.files.data import data_path, toml

Members = Mapping[str, str]
"""Types of members by name; that of a list ends in `[]`."""
Types_ = Mapping[str, Members]
"""The member types of each message; the first message is the one to send."""

_WHOLE = {
    **{f"int{bits}": (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1) for bits in (8, 16, 32, 64)},
    **{f"uint{bits}": (0, 2**bits - 1) for bits in (8, 16, 32, 64)},
    **{"octet": (0, 255), "char": (0, 255), "byte": (0, 127)},  # a `byte` is signed in ROS 1 and not in ROS 2
}
"""The range of each integer type."""
WHOLE_PACKAGES = ("std_msgs", "std_srvs", "sensor_msgs")
"""The packages whose types are all known by name."""
_REAL = ("float32", "float64", "float", "double")
_BOOL, _TEXT = ("bool", "boolean"), ("string", "wstring")


class UnfitError(ValueError):
    """A value does not fit its ROS type; the message is a sentence without its end."""


@functools.cache
def table() -> Mapping[str, Any]:
    """Return the whole table."""
    return toml(data_path("schemas", "ros-messages.toml"))


def members_of(kind: str, packages: Container[str] = WHOLE_PACKAGES) -> Members | None:
    """Return the member types of a message or service request of some packages; None if unknown."""
    package, *_, name = kind.split("/")
    known: Mapping[str, Mapping[str, Members]] = table()["type"]
    return known.get(package, {}).get(name) if package in packages else None


def fitted(content: Mapping[str, object], members: Types_, name: str) -> dict[str, object]:
    """Return a message of a type with each value converted to that of its member. Raises `UnfitError`."""
    made: dict[str, object] = {}
    for member, value in content.items():
        kind, where = members[name].get(member), f"`{member}` of {name}"
        if kind is None:
            raise UnfitError(f"{name} has no member `{member}`; it has {', '.join(members[name]) or 'none'}")
        if not isinstance(value, Mapping):
            made[member] = fit(value, kind, where)
        elif kind in members:
            made[member] = fitted(value, members, kind)
        else:
            raise UnfitError(f"{where} is a {kind}, which has no members")
    return made


def fit(value: object, kind: str, where: str) -> object:
    """Convert a value to its type. Raises `UnfitError`."""
    if isinstance(value, list) and kind.endswith("[]"):
        return [fit(one, kind[:-2], where) for one in value]
    # An `off` of 0 also switches off a device with a boolean member.
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


def misfits(value: object, kind: str, where: str) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with a value or its parts, with the type; anything fits an unknown type (an empty `kind`)."""
    known = next((types[kind] for types in table()["type"].values() if kind in types), None)
    if isinstance(value, list) and kind.endswith("[]"):
        for one in value:
            yield from misfits(one, kind[:-2], where)
    elif isinstance(value, Mapping) and known is not None:
        for member, one in value.items():
            yield from misfits(one, known.get(member, ""), f"`{member}` of {kind}")
    elif kind and not (isinstance(value, Mapping) and kind in ("time", "duration")):
        try:
            fit(value, kind, where)
        except UnfitError as error:
            yield str(error), kind
