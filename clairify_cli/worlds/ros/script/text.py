"""Scripts as JSON.

A text is an object with `script: 1`, the fields of `Script`, and `commands`, each an object whose `do` names its type
(`motion`, `fingers`, `pause`, `treatment`, `tare`, `weighing`). A waypoint is a list of numbers: its time, and one
for each joint of positions, velocities and accelerations.
"""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Any

from clairify_cli.worlds.ros.script.values import Command, Script

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
    for field in fields(command)[2:]:  # those of its own, after name and step
        value = getattr(command, field.name)
        if field.name == "points":
            value = [[p.seconds, *p.positions, *p.velocities, *p.accelerations] for p in value]
        # Defaults are left out, except for tolerances.
        if value is not None and (value != field.default or field.name == "tolerance"):
            found[field.name] = list(value) if isinstance(value, tuple) else value
    return found
