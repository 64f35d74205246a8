"""Check the log of a run on a robot against the script in it, and against the simulated twin.

The log has every command before it was executed, with all its waypoints; the start, end, time and number of waypoints
of every goal sent; and states while the arm moved. They show whether the goals sent match the script, and how far the
arm was from the twin.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from clairify_cli.records import dataclass, field
from clairify_cli.worlds.ros.journal_file import Entry, JournalError, number_in
from clairify_cli.worlds.ros.script.text import read_command
from clairify_cli.worlds.ros.script.values import Motion, Script, ScriptError

if TYPE_CHECKING:
    from clairify_cli.agents.robot.played import Played
    from clairify_cli.worlds.scene.model import Scene

EQUAL = 1e-6
"""Goals may differ from the script by this much (rad, s), because times are rounded to nanoseconds."""

LAG = 0.5
"""The largest delay of a state (s): it is compared with the twin's positions within this time before it."""

SLOWEST, FASTEST = 0.001, 10_000.0
"""Range for the rate of the robot's clock relative to wall time; wider than a profile allows."""

STEP = 0.01


@dataclass(slots=True)
class Sent:
    """A motion in a log: the script's motion, the goals sent, and the observed states with seconds since sending."""

    number: int
    motion: Motion
    goals: list[Mapping[str, Any]] = field(default_factory=list)
    states: list[tuple[float, tuple[float, ...]]] = field(default_factory=list)
    done: bool = False
    sent_at: float | None = None


@dataclass(frozen=True, slots=True)
class Compared:
    """A motion of a log. `equal` says whether the goal sent matches the script; None if nothing was sent and the motion
    was not done either.

    `difference` (rad) is the largest difference of a joint between an observed state and the twin; None without states.
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
    """The result of a replay. `played` is the result in the twin, `ended` the last entry in words; None if the log is
    truncated."""

    script: Script
    motions: tuple[Compared, ...]
    played: Played
    ended: str | None
    whole: bool
    """Whether the log contains the complete script."""

    @property
    def succeeded(self) -> bool:
        """Whether all goals sent match the script and, if the log is whole, the twin played it without a fault."""
        return all(one.equal is not False for one in self.motions) and (not self.whole or self.played.succeeded)


def script_of(entries: Sequence[Entry]) -> tuple[Script, list[Sent], bool]:
    """Return the executed part of a log's script, its motions, and whether it is the whole script.

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
    """Add an entry's goal, state or result to the current motion."""
    if entry.kind == "goal" and entry.fields.get("what") == "motion":
        now.goals.append(entry.fields)
        now.sent_at = entry.seconds
    elif entry.kind in ("state", "halt") and now.sent_at is not None:  # a halt has the state at the decision to stop
        joints = _joints(entry.fields.get("joints"))
        if joints is not None and len(joints) == len(now.motion.start):
            now.states.append((entry.seconds - now.sent_at, joints))
    elif entry.kind == "states" and now.sent_at is not None and isinstance(names, list):  # MCAP has all states received
        rows = zip(entry.fields["names"], entry.fields["positions"] or (), strict=False)
        at = {str(name): angle for name, angle in rows}
        joints = _joints([at.get(str(name)) for name in names])
        if joints is not None and len(joints) == len(now.motion.start):
            now.states.append((entry.seconds - now.sent_at, joints))
    elif entry.kind in ("done", "result"):  # later states do not belong to the motion
        now.done = now.done or entry.kind == "done"
        now.sent_at = None if entry.kind == "done" else now.sent_at


def replay(entries: Sequence[Entry], scene: Scene, *, seed: int = 0) -> Replayed:
    """Play a log's script in the twin and compare. Raises `JournalError`, and what `play` raises."""
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
    """Compare a motion of a log with the script; the twin follows the script as closely as `Played.deviation` says."""
    motion = sent.motion
    equal: bool | None = len(sent.goals) == 1 and is_as_sent(motion, sent.goals[0])
    if not sent.goals and not sent.done:
        equal = None
    worst: float | None = None
    if sent.states and len(motion.points) > 1:
        worst = max(_apart(motion, seconds * rate, joints, LAG * rate) for seconds, joints in sent.states)
    return Compared(sent.number, motion.name, motion.step.action, equal, len(sent.states), worst, sent.done)


def is_as_sent(motion: Motion, goal: Mapping[str, Any]) -> bool:
    """Whether a logged goal matches a motion in its start, end, duration and number of waypoints."""
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
    """Return the largest joint difference (rad) from the best-fitting point of the motion in the `lag` s before a
    time."""
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
