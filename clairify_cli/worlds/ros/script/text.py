"""Scripts as JSON, and their commands back, as a log has them: `read_command(command_fields(command)) == command`.

A text is an object with `script: 1`, the fields of `Script`, and `commands`, each an object whose `do` says what it is
(`motion`, `fingers`, `pause`, `treatment`, `tare`, `weighing`). A waypoint is a list of numbers: its time, and one
for each joint of positions, velocities and accelerations.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, fields
from typing import Any

from clairify_cli.worlds.ros.script.values import (
    Command,
    Fingers,
    Joints,
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

VERSION = 1


def script_json(script: Script) -> str:
    """A script as JSON, one command a line. Numbers are written so that they are read back to the last bit."""
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
    """One command as JSON has it. ValueError where a number in it is none is raised when it is written."""
    found: dict[str, Any] = {"do": type(command).__name__.lower(), "name": command.name, "action": command.step.action}
    if command.step.number is not None:
        found["step"] = command.step.number
    for field in _own(type(command)):
        value = getattr(command, field.name)
        if field.name == "points":
            value = [[p.seconds, *p.positions, *p.velocities, *p.accelerations] for p in value]
        # What is as always is left out, but never how exact something has to be.
        if value is not None and (value != field.default or field.name == "tolerance"):
            found[field.name] = list(value) if isinstance(value, tuple) else value
    return found


def _own(kind: type[Command]) -> Sequence[Field[Any]]:
    """The fields specific to a command, besides its name and its step."""
    return fields(kind)[2:]


def read_command(value: object, where: str = "a command") -> Command:
    """One command as JSON has it. Raises `ScriptError`."""
    given = _Fields(where, value)
    kind = given.text("do")
    if kind not in _COMMANDS:
        raise ScriptError(f"{where}: there is no `{kind:.40}`; there are {', '.join(_COMMANDS)}")
    step = Step(given.text("action"), given.whole("step"))
    name, made = given.text("name"), _COMMANDS[kind]
    wanted = [one for one in _own(made) if one.name in given.values or one.default is MISSING]
    values: dict[str, Any] = {one.name: _READ[str(one.type)](given, one.name) for one in wanted}
    command = made(name, step, **values)
    given.nothing_else()
    return command


def _waypoint(value: object, where: str) -> Waypoint:
    numbers = _numbers(value, where)
    joints, rest = divmod(len(numbers) - 1, 3)
    if rest or not joints:
        raise ScriptError(f"{where}: this is no time with three numbers for each joint")
    parts = [numbers[1 + joints * part : 1 + joints * (part + 1)] for part in range(3)]
    return Waypoint(numbers[0], *parts)


@dataclass(slots=True)
class _Fields:
    """The fields of an object; those that are asked for are crossed off."""

    where: str
    values: dict[str, Any]
    left: set[str]

    def __init__(self, where: str, value: object) -> None:
        if not isinstance(value, dict):
            raise ScriptError(f"{where} is no object")
        self.where, self.values, self.left = where, value, set(value)

    def get(self, name: str, default: object = None) -> object:
        self.left.discard(name)
        return self.values.get(name, default)

    def number(self, name: str) -> float:
        return _number(self.get(name), f"{self.where}, `{name}`")

    def whole(self, name: str) -> int | None:
        value = self.get(name)
        if value is not None and (isinstance(value, bool) or not isinstance(value, int)):
            raise ScriptError(f"{self.where}, `{name}`: this is no whole number")
        return value

    def text(self, name: str) -> str:
        return _text(self.get(name), f"{self.where}, `{name}`")

    def word(self, name: str) -> str | None:
        return self.text(name) if self.get(name) is not None else None

    def list(self, name: str) -> list[object]:
        value = self.get(name)
        if not isinstance(value, list):
            raise ScriptError(f"{self.where}, `{name}`: this is no list")
        return value

    def nothing_else(self) -> None:
        if self.left:
            raise ScriptError(f"{self.where} has no `{min(self.left):.40}`")


def _text(value: object, where: str) -> str:
    if not isinstance(value, str):
        raise ScriptError(f"{where}: this is no text")
    return value


def _number(value: object, where: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ScriptError(f"{where}: this is no number")
    try:
        found = float(value)
    except OverflowError:
        found = math.inf
    if not math.isfinite(found):
        raise ScriptError(f"{where}: this is not a finite number")
    return found


def _numbers(value: object, where: str) -> Joints:
    if not isinstance(value, list):
        raise ScriptError(f"{where}: this is no list of numbers")
    return tuple(_number(one, where) for one in value)


def _touched(fields: _Fields, name: str) -> tuple[str, ...]:
    return tuple(_text(one, f"{fields.where}, `{name}`") for one in fields.list(name))


def _points(fields: _Fields, name: str) -> tuple[Waypoint, ...]:
    points = [_waypoint(one, f"{fields.where}, waypoint {n}") for n, one in enumerate(fields.list(name), 1)]
    if not points:
        raise ScriptError(f"{fields.where}: a motion has a waypoint at least")
    if len({len(one.positions) for one in points}) > 1:
        raise ScriptError(f"{fields.where}: its waypoints are not of the same joints")
    return tuple(points)


def _settings(fields: _Fields, name: str) -> dict[str, float]:
    settings = _Fields(f"{fields.where}, `{name}`", fields.get(name, {}))
    return {key: settings.number(key) for key in settings.values}


_COMMANDS = {kind.__name__.lower(): kind for kind in (Motion, Fingers, Pause, Treatment, Tare, Weighing)}

_READ: Mapping[str, Callable[[_Fields, str], object]] = {
    "str": _Fields.text,
    "str | None": _Fields.word,
    "float": _Fields.number,
    "float | None": _Fields.number,
    "tuple[str, ...]": _touched,
    "tuple[Waypoint, ...]": _points,
    "Mapping[str, float]": _settings,
}
"""How a field is read, by its type as it is declared."""
