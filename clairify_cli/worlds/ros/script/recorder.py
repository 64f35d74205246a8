"""Record a run of the twin as a script for an arm.

The script has what was commanded: the joint angles of every step of 1/240 s, the commands to the fingers, and what was
done to vessels without the arm. The recorder only observes: a run is bit-identical with and without it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Self

import numpy as np

from clairify_cli.records import dataclass, field, replace
from clairify_cli.worlds.base import Action, Outcome
from clairify_cli.worlds.panda import checks
from clairify_cli.worlds.panda.arm.kinematics import Arm
from clairify_cli.worlds.panda.heard import Gripped, Moving, Pouring, Treated
from clairify_cli.worlds.panda.liquids.pour import Poured
from clairify_cli.worlds.panda.simulation.motion import Followed
from clairify_cli.worlds.panda.simulation.observe import AT_PLACE
from clairify_cli.worlds.panda.skills.prepared import Grip, Phase, Release
from clairify_cli.worlds.panda.world import PandaWorld
from clairify_cli.worlds.ros.profile.values import RobotProfile
from clairify_cli.worlds.ros.script import pace
from clairify_cli.worlds.ros.script.limits import reach, speeds
from clairify_cli.worlds.ros.script.quintic import Array
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
    Weighing,
)
from clairify_cli.worlds.scene import limits
from clairify_cli.worlds.scene.model import Scene

STILL = 1.0
"""How long (s) nothing moves after a pour, so that a balance comes to rest."""

UNMOVED = 1e-6
"""A motion in which no joint moves more than this (rad) is left out."""

STRAY = 0.02
"""The largest expected gap (rad) between two motions; a larger one means that something unrecorded moved the arm."""

_NOWHERE = Step("(begin)")


@dataclass(slots=True)
class _Taken:
    """The rows of a motion; `first` (7,) is where it begins."""

    name: str
    step: Step
    first: Sequence[float]
    holding: str | None
    may_touch: tuple[str, ...]
    into: str | None = None
    rows: list[Sequence[float]] = field(default_factory=list)

    @property
    def array(self) -> Array:
        return np.array([self.first, *self.rows], dtype=np.float64)


class Recorder:
    """Records what a world does inside a `with` statement; begin before anything has moved."""

    def __init__(self, world: PandaWorld):
        self._world = world
        self._home = tuple(float(angle) for angle in world.simulation.panda.wanted)
        self._taken: list[_Taken | Command] = []
        self._open: _Taken | None = None
        self._step = _NOWHERE
        self._phase: object = None
        self._pouring: Pouring | None = None
        self._failed: str | None = None

    def __enter__(self) -> Self:
        self._world.simulation.listeners.append(self._hear)
        self._world.simulation.on_step.append(self._look)
        return self

    def __exit__(self, *_: object) -> None:
        self._world.simulation.listeners.remove(self._hear)
        self._world.simulation.on_step.remove(self._look)

    def wait(self, seconds: float, step: Step) -> None:
        """Record a pause of some seconds."""
        self._taken.append(Pause("wait", step, seconds))

    # Events

    def _look(self) -> None:
        if self._open is not None:
            self._open.rows.append(self._world.simulation.panda.wanted)

    def _hear(self, told: object) -> None:
        if isinstance(told, Action):
            self._step = Step(told.text, told.step)
        elif isinstance(told, Outcome):
            self._acted(told)
        elif isinstance(told, Phase):
            self._phase = told
        elif isinstance(told, Moving):
            move = told.move
            self._begin(move.name, move.path[0].tolist(), move.holding, tuple(sorted(told.allowed)))
        elif isinstance(told, Followed):
            self._open = None
        elif isinstance(told, Pouring):
            self._pour(told)
        elif isinstance(told, Poured):
            self._poured(told)
        elif isinstance(told, Treated):
            kind, settings = told.kind, dict(told.settings)
            self._taken.append(Treatment(kind, self._step, kind, told.vessel, told.device, settings))
        elif isinstance(told, Gripped):
            self._fingers(told)

    def _acted(self, outcome: Outcome) -> None:
        if not outcome.succeeded and self._failed is None:
            why = "; ".join(one.text for one in outcome.checks if not one.passed)
            self._failed = f"{outcome.action.text}: {why}"

    def _begin(self, name: str, first: Sequence[float], holding: str | None, may_touch: tuple[str, ...]) -> None:
        self._open = _Taken(name, self._step, first, holding, may_touch)
        self._taken.append(self._open)

    def _pour(self, told: Pouring) -> None:
        device = self._balance(told.into)
        if told.grams is not None or device is not None:
            self._taken.append(Tare("tare", self._step, told.into, device))
        self._pouring = told
        self._begin("pour", tuple(self._world.simulation.panda.wanted), told.vessel, ())
        assert self._open is not None
        self._open.into = told.into

    def _poured(self, told: Poured) -> None:
        self._open = None
        asked, device = self._pouring, None
        assert asked is not None
        device = self._balance(asked.into)
        if asked.grams is None and device is None:
            return
        grams = told.grams if asked.grams is None else asked.grams
        tolerance = max(checks.AMOUNT * grams, checks.LEAST_G)
        self._taken.append(Pause("settle", self._step, STILL))
        self._taken.append(Weighing("weigh", self._step, asked.into, device, grams, tolerance))

    def _balance(self, vessel: str) -> str | None:
        """Return the balance on which a vessel stands."""
        simulation = self._world.simulation
        if vessel not in simulation.known():
            return None
        at = simulation.pose(vessel)[:3, 3].tolist()
        for device in self._world.scene.devices:
            top = self._world.scene.place(device.top)
            if device.kind == "balance" and top is not None and math.dist(at, top.position) < AT_PLACE:
                return device.id
        return None

    def _fingers(self, told: Gripped) -> None:
        phase = self._phase
        if told.force is None:
            name = "let go" if isinstance(phase, Release) else "open"
            self._taken.append(Fingers(name, self._step, told.width))
        else:
            thing = phase.thing if isinstance(phase, Grip) else None
            self._taken.append(Fingers("grip", self._step, told.width, told.force, thing))

    # The script

    def script(self, scene: Scene, profile: RobotProfile, scale: float) -> Script:
        """Return the recorded run as a script, at a share (at most 0.5) of the robot's velocity limits.

        Raises `ScriptError` if anything failed, even if a retry succeeded: a real arm would repeat what the twin hit or
        spilled, and the right reaction to a failure depends on how it failed, which a script cannot see.
        """
        if self._failed is not None:
            raise ScriptError(f"a run in which something failed gives no script for a robot: {self._failed}")
        place, arm = np.array(self._home), Arm(scene.robot.base)
        commands: list[Command] = []
        for one in self._taken:
            if not isinstance(one, _Taken):
                commands.append(one)
                continue
            motion = _motion(one, place, profile, scale, (arm, reach(scene, one.holding)))
            if motion is not None:
                commands.append(motion)
                place = np.array(motion.end)
        return Script(scene.name, profile.name, scale, self._home, limits.WIDEST, tuple(commands))


def _motion(taken: _Taken, place: Array, profile: RobotProfile, scale: float, hand: tuple[Arm, float]) -> Motion | None:
    """Return a motion from where the one before ended, slow enough for a robot; None if nothing moves.

    `hand` has the arm and how far what it holds reaches (m)."""
    rows = taken.array
    if float(np.abs(rows[0] - place).max()) > STRAY:
        raise ScriptError(f"before `{taken.name}` of {taken.step.action} the arm was moved by something unknown")
    pours = taken.into is not None
    if pours:
        rows = pace.trimmed(rows)
    if len(rows) < 2 or float(np.abs(rows - place).max()) < UNMOVED:
        return None
    begun = pace.derived(pace.begun_at(rows, place))
    fast = speeds(hand[0], begun[:, 0], begun[:, 1], hand[1]) / profile.hand_speed.limit
    gentle = pace.GENTLE if pours else scale
    points, deviation = pace.paced(begun[:, 0], profile.limits, scale, gentle=gentle, hand=fast)
    points = (replace(points[0], positions=tuple(place.tolist())), *points[1:])
    return Motion(taken.name, taken.step, points, taken.holding, taken.may_touch, deviation, taken.into)
