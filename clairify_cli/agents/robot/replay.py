"""What the log of a run on a robot shows: for each command what was measured and confirmed, and the arm in a film."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from clairify_cli.agents.robot.words import duration
from clairify_cli.records import dataclass, replace
from clairify_cli.worlds.ros.link.log import Entry, LogError
from clairify_cli.worlds.ros.script.values import Joints, Waypoint

if TYPE_CHECKING:
    from clairify_cli.worlds.panda.film_frames import Recording
    from clairify_cli.worlds.scene.model import Scene

_MEASURED = {
    "fingers": ("command", "wanted"),
    "reading": ("device",),
    "weighing": ("vessel", "device", "grams", "tolerance"),
    "asked": ("question",),
}
"""The kinds of entries that say what was measured of a command, and which of their fields do not."""

_TOLD = ("do", "name", "action", "step", "settings")
"""The fields of a command that are told elsewhere."""

Row = tuple[str, str, str, str, str]
"""A command in words: its number, its action, what was commanded, what was measured, whether it was confirmed."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """A log's commands, and how it ended; it `succeeded` if the whole script was confirmed."""

    rows: tuple[Row, ...]
    ended: str
    succeeded: bool


def replayed(log: Sequence[Entry]) -> Replayed:
    """Return what a log shows. Raises `LogError`."""
    names = _names(log)
    starts = [at for at, entry in enumerate(log) if entry.kind == "command"]
    parts = [log[at:end] for at, end in zip(starts, [*starts[1:], None], strict=False)]
    with _refusing():
        rows = tuple(_row(number, part, names) for number, part in enumerate(parts, 1))
        whole = [one.fields["commands"] for one in log if one.kind == "start"] == [len(rows)]
        end = next((one.fields for one in log if one.kind == "end"), {})
        good = whole and end.get("succeeded") is True and all(row[-1] == "yes" for row in rows)
        why = end.get("halted") or end.get("failed") or ("all was done" if good else "not all was done")
    ended = f"ended: {why}" if end else f"cut off after {duration(log[-1].seconds)}"
    return Replayed(rows, ended, good)


@contextmanager
def _refusing() -> Iterator[None]:
    """Raise `LogError` for fields that are missing or of another type: a log may be anybody's file."""
    try:
        yield
    except (AttributeError, ArithmeticError, LookupError, TypeError, ValueError) as error:
        raise LogError("it has an entry that no run writes, or lacks one") from error


def _row(number: int, part: Sequence[Entry], names: Sequence[str]) -> Row:
    command = part[0].fields["command"]
    if part[0].fields["number"] != number:
        raise ValueError
    done = any(one.kind == "done" and one.fields["number"] == number for one in part)
    halts = [str(one.fields["cause"]) for one in part if one.kind == "halt"]
    if command["do"] == "motion":
        points = [_waypoint(one, len(names)) for one in command["points"]]
        commanded: Mapping[str, object] = {"for": duration(points[-1].seconds)}
        measured = _course(points, [one for one in (_joints(entry, names) for entry in part) if one is not None])
    else:
        commanded = {name: one for name, one in command.items() if name not in _TOLD} | command.get("settings", {})
        entries = [(one.fields, _MEASURED[one.kind]) for one in part if one.kind in _MEASURED]
        measured = _listed({name: one for fields, but in entries for name, one in fields.items() if name not in but})
    said = f"{command['name']} {_listed(commanded)}"
    return str(number), str(command["action"]), said, measured, "yes" if done else ", ".join(["no", *halts])


def _listed(fields: Mapping[str, object]) -> str:
    told = {name: f"{one:g}" if isinstance(one, float) else str(one) for name, one in fields.items()}
    return ", ".join(f"{name} {value}" for name, value in told.items())


def _waypoint(row: Sequence[float], joints: int) -> Waypoint:
    if len(row) != 1 + 3 * joints or not all(map(math.isfinite, row)):
        raise ValueError
    return Waypoint(row[0], *(tuple(row[1 + at * joints : 1 + (at + 1) * joints]) for at in range(3)))


def _course(points: Sequence[Waypoint], states: Sequence[Joints]) -> str:
    """Say how far the states during a motion were from its path, and the last one from its end."""
    from clairify_cli.worlds.ros.script.quintic import Course, apart

    if not states:
        return "no state"
    course = Course(points)
    worst = max(course.nearest(one, 0.0, course.seconds)[1] for one in states)
    end = apart(states[-1], points[-1].positions)
    return f"{len(states)} states, {worst:.4f} rad off its path, {end:.4f} rad from its end"


def _names(log: Sequence[Entry]) -> Sequence[str]:
    """Return the names of the arm's joints, from its base on."""
    found = next((one.fields.get("joints") for one in log if one.kind == "found"), None)
    if not isinstance(found, list):
        raise LogError("it ends before the arm was found")
    return found


def _joints(entry: Entry, names: Sequence[str]) -> Joints | None:
    """Return the arm's measured angles (rad) in an entry; None if it has none."""
    fields = entry.fields
    values = fields.get("joints")
    if entry.kind.startswith("/") and "position" in fields:
        at = dict(zip(fields["name"], fields["position"], strict=False))
        values = [at.get(one) for one in names]
    if not isinstance(values, list) or len(values) != len(names):
        return None
    return tuple(values) if all(isinstance(one, float | int) and math.isfinite(one) for one in values) else None


def recorded(log: Sequence[Entry], rows: Sequence[Row], scene: Scene, title: str) -> Recording:
    """Return the arm's measured motion on a bench as a recording, with each command of a log as an action.

    What the hand was confirmed to hold is drawn with it; all else stays, because no entry says where it is. Raises
    `LogError`, and what a simulation raises.
    """
    from clairify_cli.worlds.panda import poses
    from clairify_cli.worlds.panda.film import Recorder
    from clairify_cli.worlds.panda.simulation.engine import STEP
    from clairify_cli.worlds.panda.simulation.simulation import Simulation
    from clairify_cli.worlds.scene import limits

    names, width, note, held = _names(log), limits.WIDEST, "", None
    with Simulation(scene, seed=0) as simulation, _refusing():
        recorder, left = Recorder(simulation, title), list(rows)
        for entry in log:
            simulation.steps = max(simulation.steps, round(entry.seconds / STEP))
            if entry.kind == "command":
                command = entry.fields["command"]
                held = None if command["do"] == "fingers" else held
                recorder.end(note)
                number, action, commanded, note, _ = left.pop(0)
                recorder.begin(int(number), action, commanded)
            elif entry.kind == "done" and command.get("thing") in simulation.known():
                held = command["thing"], poses.inverse(simulation.tool()) @ simulation.pose(command["thing"])
            elif (joints := _joints(entry, names)) is not None:
                width = min(max(entry.fields.get("width") or width, 0.0), limits.WIDEST)
                simulation.panda.reset(joints, width)
                if held is not None:
                    simulation.put(held[0], simulation.tool() @ held[1])
                for look in simulation.on_step:
                    look()
        recorder.end(note)
        made = recorder.recording()
    # The displays of devices would be those of the simulation.
    return replace(made, frames=tuple(replace(one, shown=()) for one in made.frames))
