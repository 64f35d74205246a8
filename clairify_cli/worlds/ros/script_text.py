"""Scripts as JSON, and back: `read_script(script_json(script)) == script`.

A text is an object with `script: 1`, the fields of `Script`, and `commands`, each an object whose `do` says what it is
(`motion`, `fingers`, `pause`, `treatment`, `tare`, `weighing`). A waypoint is a list of 22 numbers: its time, and seven
each of positions, velocities and accelerations.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from clairify_cli.worlds.ros.script import (
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

__all__ = ["VERSION", "ScriptError", "command_fields", "read_command", "read_script", "script_json"]

VERSION = 1
MOST_CHARACTERS = 200_000_000
"""A longer text is not read."""

_JOINTS = 7


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
    if isinstance(command, Motion):
        if command.holding is not None:
            found["holding"] = command.holding
        if command.stretch != 1.0:
            found["stretch"] = command.stretch
        if command.may_touch:
            found["may_touch"] = list(command.may_touch)
        if command.deviation:
            found["deviation"] = command.deviation
        if command.into is not None:
            found["into"] = command.into
        found["points"] = [[p.seconds, *p.positions, *p.velocities, *p.accelerations] for p in command.points]
    elif isinstance(command, Fingers):
        found |= {"width": command.width, "tolerance": command.tolerance}
        found |= {} if command.force is None else {"force": command.force}
        found |= {} if command.thing is None else {"thing": command.thing}
    elif isinstance(command, Pause):
        found["seconds"] = command.seconds
    else:
        found["vessel"] = command.vessel
        found |= {} if command.device is None else {"device": command.device}
        if isinstance(command, Treatment):
            found |= {"kind": command.kind, "settings": dict(command.settings)}
        elif isinstance(command, Weighing):
            found |= {"grams": command.grams, "tolerance": command.tolerance}
    return found


def read_script(text: str) -> Script:
    """The script in a text. Raises `ScriptError`, which says where the text is none."""
    if len(text) > MOST_CHARACTERS:
        raise ScriptError(f"the script has {len(text):,} characters, and {MOST_CHARACTERS:,} are read")
    try:
        found = json.loads(text, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise ScriptError(f"this is no JSON: {error}") from None
    fields = _Fields("the script", found)
    if fields.get("script") != VERSION:
        raise ScriptError(f"this is no script of version {VERSION}: `script` is {fields.get('script')!r:.40}")
    script = Script(
        fields.text("scene"),
        fields.text("robot"),
        fields.number("scale"),
        fields.numbers("home", _JOINTS),
        fields.number("width"),
        tuple(read_command(one, f"command {number}") for number, one in enumerate(fields.list("commands"), 1)),
    )
    fields.nothing_else()
    return script


def _no_number(word: str) -> float:
    raise ValueError(f"{word} is no number that a robot could be given")


def read_command(value: object, where: str = "a command") -> Command:
    """One command as JSON has it. Raises `ScriptError`."""
    fields = _Fields(where, value)
    kind = fields.text("do")
    if kind not in _COMMANDS:
        raise ScriptError(f"{where}: there is no `{kind:.40}`; there are {', '.join(_COMMANDS)}")
    step = Step(fields.text("action"), fields.whole("step"))
    command = _COMMANDS[kind](fields, fields.text("name"), step)
    fields.nothing_else()
    return command


def _motion(fields: _Fields, name: str, step: Step) -> Motion:
    holding, stretch = fields.word("holding"), fields.number("stretch", 1.0)
    touch = tuple(_text(one, f"{fields.where}, `may_touch`") for one in fields.list("may_touch", []))
    points = [_waypoint(one, f"{fields.where}, waypoint {n}") for n, one in enumerate(fields.list("points"), 1)]
    if not points:
        raise ScriptError(f"{fields.where}: a motion has a waypoint at least")
    deviation, into = fields.number("deviation", 0.0), fields.word("into")
    return Motion(name, step, tuple(points), holding, stretch, touch, deviation, into)


def _waypoint(value: object, where: str) -> Waypoint:
    numbers = _numbers(value, 1 + 3 * _JOINTS, where)
    parts = [numbers[1 + 7 * part : 8 + 7 * part] for part in range(3)]
    return Waypoint(numbers[0], *parts)


def _fingers(fields: _Fields, name: str, step: Step) -> Fingers:
    force = fields.number("force") if "force" in fields.values else None
    return Fingers(name, step, fields.number("width"), force, fields.word("thing"), fields.number("tolerance", 0.005))


def _pause(fields: _Fields, name: str, step: Step) -> Pause:
    return Pause(name, step, fields.number("seconds"))


def _treatment(fields: _Fields, name: str, step: Step) -> Treatment:
    settings = _Fields(f"{fields.where}, `settings`", fields.get("settings", {}))
    values = {key: settings.number(key) for key in settings.values}
    return Treatment(name, step, fields.text("kind"), fields.text("vessel"), fields.word("device"), values)


def _tare(fields: _Fields, name: str, step: Step) -> Tare:
    return Tare(name, step, fields.text("vessel"), fields.word("device"))


def _weighing(fields: _Fields, name: str, step: Step) -> Weighing:
    grams, tolerance = fields.number("grams"), fields.number("tolerance")
    return Weighing(name, step, fields.text("vessel"), fields.word("device"), grams, tolerance)


_COMMANDS: Mapping[str, Callable[[_Fields, str, Step], Command]]


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

    def number(self, name: str, default: float | None = None) -> float:
        return _number(self.get(name, default), f"{self.where}, `{name}`")

    def numbers(self, name: str, count: int) -> Joints:
        return _numbers(self.get(name), count, f"{self.where}, `{name}`")

    def whole(self, name: str) -> int | None:
        value = self.get(name)
        if value is not None and (isinstance(value, bool) or not isinstance(value, int)):
            raise ScriptError(f"{self.where}, `{name}`: this is no whole number")
        return value

    def text(self, name: str) -> str:
        return _text(self.get(name), f"{self.where}, `{name}`")

    def word(self, name: str) -> str | None:
        return self.text(name) if self.get(name) is not None else None

    def list(self, name: str, default: object = None) -> list[object]:
        value = self.get(name, default)
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
        raise ScriptError(f"{where}: this is no finite number")
    return found


def _numbers(value: object, count: int, where: str) -> Joints:
    if not isinstance(value, list) or len(value) != count:
        raise ScriptError(f"{where}: this is no list of {count} numbers")
    return tuple(_number(one, where) for one in value)


_COMMANDS = {
    "motion": _motion,
    "fingers": _fingers,
    "pause": _pause,
    "treatment": _treatment,
    "tare": _tare,
    "weighing": _weighing,
}
