"""A log of a run on a robot, checked against the script that it has, and against the simulated twin.

The log has every command before it was carried out, with all of its waypoints; of every goal where it began and ended,
when, and how many waypoints it had; and states while the arm moved. From these it can be told whether what was sent is
what the script says, and how far the arm was from where the twin was.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from clairify_cli.worlds.ros.journal_file import Entry, JournalError, number_in
from clairify_cli.worlds.ros.script.text import read_command
from clairify_cli.worlds.ros.script.values import Motion, Script, ScriptError

if TYPE_CHECKING:
    from clairify_cli.agents.robot.played import Played
    from clairify_cli.worlds.scene.model import Scene

EQUAL = 1e-6
"""What was sent may differ by so much (rad, s) from the script: times are rounded to nanoseconds."""

LAG = 0.5
"""A state may be so late (s): it is held to where the twin was within so long before."""

SLOWEST, FASTEST = 0.001, 10_000.0
"""What the clock of a robot may be faster than that on the wall: beyond what a profile may say."""

STEP = 0.01


@dataclass(slots=True)
class Sent:
    """A motion in a log: what the script has, what was sent, and the states seen, each s after it was sent."""

    number: int
    motion: Motion
    goals: list[Mapping[str, Any]] = field(default_factory=list)
    states: list[tuple[float, tuple[float, ...]]] = field(default_factory=list)
    done: bool = False
    sent_at: float | None = None


@dataclass(frozen=True, slots=True)
class Compared:
    """A motion of a log. `equal` is whether what was sent is what the script says, None if nothing was sent, and it
    was not done either.

    `difference` (rad) is the largest of a joint between a state seen and the twin, None if none was seen.
    """

    number: int
    name: str
    action: str
    equal: bool | None
    states: int
    difference: float | None
    done: bool


@dataclass(frozen=True, slots=True)
class Replayed:
    """What a replay found. `played` is how it went in the twin, `end` the last entry's words, None if it was cut."""

    script: Script
    motions: tuple[Compared, ...]
    played: Played
    ended: str | None
    whole: bool
    """Whether the log has the script to its end."""

    @property
    def succeeded(self) -> bool:
        """Whether all that was sent is what the script says, and the twin did it without a fault, if it is whole."""
        return all(one.equal is not False for one in self.motions) and (not self.whole or self.played.succeeded)


def script_of(entries: Sequence[Entry]) -> tuple[Script, list[Sent], bool]:
    """The script of a log as far as it was carried out, its motions, and whether that is all of it.

    Raises `JournalError`.
    """
    head = next((one for one in entries if one.kind == "start"), None)
    if head is None:
        raise JournalError("the log ends before anything was carried out: it has no entry `start`")
    found = next((one for one in entries if one.kind == "found"), head)
    commands = []
    motions: list[Sent] = []
    now: Sent | None = None
    for entry in entries:
        if entry.kind == "command":
            try:
                command = read_command(entry.fields.get("command"), f"line {entry.line}")
            except ScriptError as error:
                raise JournalError(str(error)) from None
            commands.append(command)
            if entry.fields.get("number") != len(commands):
                said = f"is of command {entry.fields.get('number')!r:.20}, and {len(commands)} comes next"
                raise JournalError(f"line {entry.line} {said}: entries are missing, or those of another run are there")
            now = Sent(len(commands), command) if isinstance(command, Motion) else None
            motions += [now] if now is not None else []
        elif now is not None:
            _note(now, entry, found.fields.get("joints"))
    fields = head.fields
    home, scale, width = _joints(fields.get("home")), number_in(fields.get("scale")), number_in(fields.get("width"))
    if home is None or scale is None or width is None:
        raise JournalError(f"line {head.line} has no `home`, `width` and `scale` of a script")
    if any(len(one.motion.start) != len(home) for one in motions):
        raise JournalError(f"line {head.line} has a `home` of other joints than the motions have")
    count = fields.get("commands")
    if isinstance(count, bool) or not isinstance(count, int) or len(commands) > count:
        raise JournalError(f"line {head.line} has not as many `commands` as there are after it")
    script = Script(str(fields.get("scene")), str(fields.get("robot")), scale, home, width, tuple(commands))
    return script, motions, count == len(commands)


def _note(now: Sent, entry: Entry, names: object) -> None:
    """What an entry says of the motion that goes on."""
    if entry.kind == "goal" and entry.fields.get("what") == "motion":
        now.goals.append(entry.fields)
        now.sent_at = entry.seconds
    elif entry.kind in ("state", "halt") and now.sent_at is not None:  # where it was when it was decided to stop, too
        joints = _joints(entry.fields.get("joints"))
        if joints is not None and len(joints) == len(now.motion.start):
            now.states.append((entry.seconds - now.sent_at, joints))
    elif entry.kind == "states" and now.sent_at is not None and isinstance(names, list):  # from MCAP, all that came
        rows = zip(entry.fields["names"], entry.fields["positions"] or (), strict=False)
        at = {str(name): angle for name, angle in rows}
        joints = _joints([at.get(str(name)) for name in names])
        if joints is not None and len(joints) == len(now.motion.start):
            now.states.append((entry.seconds - now.sent_at, joints))
    elif entry.kind in ("done", "result"):  # what comes later is no longer of the motion
        now.done = now.done or entry.kind == "done"
        now.sent_at = None if entry.kind == "done" else now.sent_at


def replay(entries: Sequence[Entry], scene: Scene, *, seed: int = 0) -> Replayed:
    """Have the twin do what a log says, and compare. Raises `JournalError`, and what `play` raises."""
    script, motions, whole = script_of(entries)
    head = next(one for one in entries if one.kind == "start")
    rate = number_in(head.fields.get("rate", 1.0))
    if rate is None or not SLOWEST <= rate <= FASTEST:
        raise JournalError(f"line {head.line} has a `rate` that no robot has")
    end = next((one for one in reversed(entries) if one.kind == "end"), None)
    if end is not None and end.fields.get("succeeded") is True and not (whole and all(one.done for one in motions)):
        raise JournalError(f"line {end.line} says that all was done, and the log lacks entries of it")
    from clairify_cli.agents.robot.play import play

    played = play(script, scene, seed=seed)
    return Replayed(
        script,
        tuple(compared(one, rate) for one in motions),
        played,
        None if end is None else _ended(end.fields),
        whole,
    )


def compared(sent: Sent, rate: float) -> Compared:
    """A motion of a log checked against the script; the twin follows the script as closely as `Played.deviation`
    says."""
    motion = sent.motion
    equal: bool | None = len(sent.goals) == 1 and is_as_sent(motion, sent.goals[0])
    if not sent.goals and not sent.done:
        equal = None
    worst: float | None = None
    if sent.states and len(motion.points) > 1:
        worst = max(_apart(motion, seconds * rate, joints, LAG * rate) for seconds, joints in sent.states)
    return Compared(sent.number, motion.name, motion.step.action, equal, len(sent.states), worst, sent.done)


def is_as_sent(motion: Motion, goal: Mapping[str, Any]) -> bool:
    """Whether a goal, as the log has it, is that of a motion: where it begins and ends, how long it lasts, and how many
    waypoints it has."""
    seconds = number_in(goal.get("seconds"))
    if seconds is None or goal.get("points") != len(motion.points):
        return False
    ends = (_joints(goal.get("from")), motion.start), (_joints(goal.get("to")), motion.end)
    if any(found is None or len(found) != len(wanted) for found, wanted in ends):
        return False
    return abs(seconds - motion.seconds) <= EQUAL and all(
        found is not None and max(abs(one - other) for one, other in zip(found, wanted, strict=True)) <= EQUAL
        for found, wanted in ends
    )


def _apart(motion: Motion, seconds: float, joints: Sequence[float], lag: float) -> float:
    """How far (rad) a joint is at most from where the motion was within `lag` s before a time."""
    from clairify_cli.worlds.panda.extra import need

    numpy = need("numpy")
    from clairify_cli.worlds.ros.script.quintic import Curve

    last = motion.seconds
    begin, end = (min(max(one, 0.0), last) for one in (seconds - lag, seconds))
    times = numpy.linspace(begin, end, max(2, math.ceil((end - begin) / STEP) + 1))
    return float(numpy.abs(Curve(motion.points).at(times) - numpy.array(joints)).max(axis=1).min())


def _joints(value: object) -> tuple[float, ...] | None:
    read = [number_in(one) for one in value] if isinstance(value, list) else []
    found = tuple(one for one in read if one is not None)
    return found if read and len(found) == len(read) else None


def _ended(fields: Mapping[str, Any]) -> str:
    if fields.get("succeeded") is True:
        return "all was done"
    if fields.get("unconfirmed") is True:
        return "all was done, and a setting of a device is unconfirmed"
    why = fields.get("halted") or fields.get("failed") or "it ended early"
    return f"stopped: {why}"
