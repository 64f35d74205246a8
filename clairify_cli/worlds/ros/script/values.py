"""A script: everything that an arm will do, in order, as the simulated twin did and checked it.

A script is data: nothing in it is decided during its execution. Times are in s, joint angles in rad, widths in m.

As JSON it is an object with `script: 1`, the fields of `Script`, and `commands`, each an object whose `do` names its
type (`motion`, `fingers`, `pause`, `treatment`, `tare`, `weighing`). A waypoint is a list of numbers: its time, and one
for each joint of positions, velocities and accelerations.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from clairify_cli.records import dataclass, field


class ScriptError(ValueError):
    """A text is not a script, or a run yields none. The message is for people."""


Joints = tuple[float, ...]
"""An angle (rad) for each joint, or velocities (rad/s), or accelerations (rad/s²), from the base to the hand."""


@dataclass(frozen=True, slots=True)
class Waypoint:
    """The positions, velocities and accelerations of the arm `seconds` after the beginning of a motion.

    Between two of them each joint follows the quintic polynomial that has these positions, velocities and
    accelerations at its ends, as `joint_trajectory_controller` interpolates.
    """

    seconds: float
    positions: Joints
    velocities: Joints
    accelerations: Joints


@dataclass(frozen=True, slots=True)
class Step:
    """Where in a program a command belongs: the action as a plan writes it, and the number of its step, from 1."""

    action: str
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Motion:
    """A motion of the arm from rest to rest. The first waypoint is at 0 s and is where the arm must be.

    `holding` is the id of what is in the hand, `into` that of the vessel into which it is poured. `may_touch` are
    the ids that the hand and what it holds may touch. `deviation` is the largest difference (rad) of a joint from the
    twin's path.
    """

    name: str
    step: Step
    points: tuple[Waypoint, ...]
    holding: str | None = None
    may_touch: tuple[str, ...] = ()
    deviation: float = 0.0
    into: str | None = None

    @property
    def start(self) -> Joints:
        """Where it begins."""
        return self.points[0].positions

    @property
    def end(self) -> Joints:
        """Where it ends."""
        return self.points[-1].positions

    @property
    def seconds(self) -> float:
        """How long it lasts."""
        return self.points[-1].seconds


@dataclass(frozen=True, slots=True)
class Fingers:
    """The fingers open (or close) to `width` m or, with a `force` in N, close on `thing`, about `width` wide.

    After a grasp they must be within `tolerance` m of `width`: if closed further, the thing is not between them.
    """

    name: str
    step: Step
    width: float
    force: float | None = None
    thing: str | None = None
    tolerance: float = 0.005


@dataclass(frozen=True, slots=True)
class Pause:
    """Nothing moves for some time, so that liquids settle or a balance comes to rest."""

    name: str
    step: Step
    seconds: float


@dataclass(frozen=True, slots=True)
class Treatment:
    """A vessel is treated without the arm: `wash`, `stir`, `heat`, `cool`, `let-cool` or `let-warm`.

    `device` is the id of the device, `settings` are those of `Action.settings` (`time` s, `temperature` °C, `rpm`).
    """

    name: str
    step: Step
    kind: str
    vessel: str
    device: str | None
    settings: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Weighing:
    """The increase since the last `Tare` that the balance must show: `grams`, within `tolerance` g.

    `vessel` stands on `device`; without a device, a person weighs it or confirms it.
    """

    name: str
    step: Step
    vessel: str
    device: str | None
    grams: float
    tolerance: float


@dataclass(frozen=True, slots=True)
class Tare:
    """Zero the balance before something is poured into `vessel`."""

    name: str
    step: Step
    vessel: str
    device: str | None


Command = Motion | Fingers | Pause | Treatment | Tare | Weighing


@dataclass(frozen=True, slots=True)
class Script:
    """What an arm will do. Its first motion begins at `home`, with the fingers `width` (m) apart.

    `robot` is the profile against whose limits it was checked, `scale` the share of the velocity limits that it uses.
    """

    scene: str
    robot: str
    scale: float
    home: Joints
    width: float
    commands: tuple[Command, ...]

    @property
    def motions(self) -> tuple[Motion, ...]:
        """The motions of the arm, in order."""
        return tuple(one for one in self.commands if isinstance(one, Motion))

    @property
    def seconds(self) -> float:
        """The duration of its motions and pauses, without fingers and treatments."""
        return sum(one.seconds for one in self.commands if isinstance(one, Motion | Pause))


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
    for one in fields(command)[2:]:  # those of its own, after name and step
        value = getattr(command, one.name)
        if one.name == "points":
            value = [[p.seconds, *p.positions, *p.velocities, *p.accelerations] for p in value]
        # Defaults are left out, except for tolerances.
        if value is not None and (value != one.default or one.name == "tolerance"):
            found[one.name] = list(value) if isinstance(value, tuple) else value
    return found
