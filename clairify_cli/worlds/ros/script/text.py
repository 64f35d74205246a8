"""Scripts as JSON, and commands read back from a log: `read_command(command_fields(command)) == command`.

A text is an object with `script: 1`, the fields of `Script`, and `commands`, each an object whose `do` names its type
(`motion`, `fingers`, `pause`, `treatment`, `tare`, `weighing`). A waypoint is a list of numbers: its time, and one
for each joint of positions, velocities and accelerations.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, Field, fields
from typing import Any, TypeVar

from clairify_cli.worlds.ros.script.values import (
    Command,
    Fingers,
    Motion,
    Pause,
    Script,
    ScriptError,
    Step,
    Tare,
    Treatment,
    Waypoint,
    Weighing,
)

T = TypeVar("T")

VERSION = 1


def script_json(script: Script) -> str:
    """Return a script as JSON, one command per line. Numbers round-trip exactly."""
    head = {
        "script": VERSION,
        "scene": script.scene,
        "robot": script.robot,
        "scale": script.scale,
        "home": list(script.home),
        "width": script.width,
    }
    lines = ",\n".join(f"  {_dump(command_fields(one))}" for one in script.commands)
    return f'{_dump(head)[:-1]}, "commands": [\n{lines}\n]}}\n'


def _dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def command_fields(command: Command) -> dict[str, Any]:
    """Return a command's JSON fields. A non-finite number in it raises ValueError only when it is written."""
    found: dict[str, Any] = {"do": type(command).__name__.lower(), "name": command.name, "action": command.step.action}
    if command.step.number is not None:
        found["step"] = command.step.number
    for field in _own(type(command)):
        value = getattr(command, field.name)
        if field.name == "points":
            value = [[p.seconds, *p.positions, *p.velocities, *p.accelerations] for p in value]
        # Defaults are left out, except for tolerances.
        if value is not None and (value != field.default or field.name == "tolerance"):
            found[field.name] = list(value) if isinstance(value, tuple) else value
    return found


def _own(kind: type[Command]) -> Sequence[Field[Any]]:
    """Return the fields specific to a command, without its name and step."""
    return fields(kind)[2:]


def read_command(value: object, where: str = "a command") -> Command:
    """Read a command's JSON fields. Raises `ScriptError`."""
    given: dict[str, object] = dict(value) if isinstance(value, dict) else {}
    given.pop("stretch", None)  # older logs have it
    kind = given.pop("do", None)
    made = _COMMANDS.get(kind) if isinstance(kind, str) else None
    if made is None:
        raise ScriptError(f"{where}: `do` is one of {', '.join(_COMMANDS)}, not {kind!r:.40}")

    def read(name: str, kind: str) -> Any:
        found = given.pop(name, None)
        try:
            return _READ[kind](found)
        except (ValueError, OverflowError):
            raise ScriptError(f"{where}: `{name}` cannot be {found!r:.40}") from None

    name, step = read("name", "str"), Step(read("action", "str"), read("step", "int | None"))
    wanted = [one for one in _own(made) if one.name in given or one.default is MISSING]
    command = made(name, step, **{one.name: read(one.name, str(one.type)) for one in wanted})
    if given:
        raise ScriptError(f"{where} has no `{min(given):.40}`")
    return command


def _of(kind: type[T], value: object) -> T:
    if not isinstance(value, kind) or isinstance(value, bool):
        raise ValueError
    return value


def _number(value: object) -> float:
    found = float(_of(float, value) if isinstance(value, float) else _of(int, value))
    if not math.isfinite(found):
        raise ValueError
    return found


def _waypoint(value: object) -> Waypoint:
    numbers = tuple(map(_number, _of(list, value)))
    joints, rest = divmod(len(numbers) - 1, 3)
    if rest or not joints:
        raise ValueError
    return Waypoint(numbers[0], *(numbers[1 + joints * part : 1 + joints * (part + 1)] for part in range(3)))


def _points(value: object) -> tuple[Waypoint, ...]:
    points = tuple(map(_waypoint, _of(list, value)))
    if len({len(one.positions) for one in points}) != 1:  # no waypoint, or different numbers of joints
        raise ValueError
    return points


_COMMANDS = {kind.__name__.lower(): kind for kind in (Motion, Fingers, Pause, Treatment, Tare, Weighing)}

_READ: Mapping[str, Callable[[object], object]] = {
    "str": lambda value: _of(str, value),
    "str | None": lambda value: None if value is None else _of(str, value),
    "int | None": lambda value: None if value is None else _of(int, value),
    "float": _number,
    "float | None": lambda value: None if value is None else _number(value),
    "tuple[str, ...]": lambda value: tuple(_of(str, one) for one in _of(list, value)),
    "tuple[Waypoint, ...]": _points,
    "Mapping[str, float]": lambda value: {_of(str, key): _number(one) for key, one in _of(dict, value).items()},
}
"""Readers of fields by declared type; they raise `ValueError` for a value of another type."""
