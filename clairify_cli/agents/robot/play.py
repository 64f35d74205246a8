"""Play a script open loop in a fresh twin: the commands of the run, without any feedback.

The run used feedback to correct itself; a script cannot. This shows that its motions reach the same end without
feedback, hit nothing and lose nothing. It is played at its own speed, or up to five times faster if it is very slow.
The contents of vessels have weight but do not flow.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from clairify_cli.agents.robot.played import Played
from clairify_cli.records import dataclass, field
from clairify_cli.worlds.geometry import Pose
from clairify_cli.worlds.panda import checks, poses
from clairify_cli.worlds.panda.arm.timing import STEP, Trajectory
from clairify_cli.worlds.panda.belief import UPRIGHT
from clairify_cli.worlds.panda.simulation.bodies import rest
from clairify_cli.worlds.panda.simulation.lids import LID
from clairify_cli.worlds.panda.simulation.motion import TOO_HARD, Followed
from clairify_cli.worlds.panda.simulation.simulation import FORCE, Simulation
from clairify_cli.worlds.panda.skills.bench import Bench
from clairify_cli.worlds.ros.script.limits import Zones, guarded
from clairify_cli.worlds.ros.script.quintic import Curve
from clairify_cli.worlds.ros.script.values import Fingers, Motion, Pause, Script, ScriptError, Treatment, Weighing
from clairify_cli.worlds.scene.model import Scene, Vessel

if TYPE_CHECKING:
    from clairify_cli.worlds.ros.script.values import Command

AWAY = 0.03
"""An object further than this (m) from where the run left it counts as having ended elsewhere."""

LONGEST = 0.5
"""Pauses and treatments are cut to this many s, since nothing moves during them."""

LONGEST_MOTION = 3600.0
"""Motions that would last longer than this (s) in the twin are not played."""

QUICK, SLOWEST = 0.1, 0.02
"""A script with a speed scale below `QUICK` is played as if it had that, but at most `QUICK` / `SLOWEST` times faster:
its accelerations are as low. Those of pours are not, so they are played as they are."""

LET_GO = "let go"

Array = NDArray[np.float64]


def play(
    script: Script,
    scene: Scene,
    *,
    seed: int,
    expected: Mapping[str, Pose] | None = None,
    stop: Callable[[], bool] | None = None,
) -> Played:
    """Play a script until the first fault, or until `stop` returns True between two commands.

    `expected` is where everything should end, by id. Raises `ScriptError` for an invalid motion (with fewer than two
    waypoints, for example), and `SceneError` and `RobotMissingError` as the simulation does.
    """
    with Simulation(scene, seed=seed) as simulation:
        if max(abs(one - other) for one, other in zip(script.home, scene.robot.home, strict=True)) > 1e-6:
            simulation.panda.reset(script.home, script.width)
        simulation.hold(0.2)
        rest(simulation.bullet, simulation.known().values())
        player = _Player(simulation, Bench(scene), max(1.0, QUICK / max(script.scale, SLOWEST)))
        for command in script.commands:
            if stop is not None and stop():
                player.faults.append("it was stopped")
            if player.failed:
                break
            player.do(command)
        return player.played(expected or {})


def _check(motion: Motion) -> None:
    """Raise `ScriptError` for a motion that cannot be played."""
    times = [one.seconds for one in motion.points]
    rises = len(times) > 1 and times[0] == 0.0 and all(one < other for one, other in itertools.pairwise(times))
    if not rises or times[-1] > LONGEST_MOTION:
        raise ScriptError(f"`{motion.name}` of {motion.step.action} is no motion that can be played")


@dataclass(slots=True)
class _Player:
    """The state while a script is played: what is in the hand, and what went wrong so far."""

    simulation: Simulation
    bench: Bench
    pace: float
    """How many times faster than in the script a motion is played that does not pour."""
    held: str | None = None
    passing: bool = False
    """Whether the fingers still pass through a released object, which they do until they have moved away from it."""
    poured: tuple[str, str] | None = None
    """Source and target of the last pour until its amount is known."""
    contacts: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    weights: dict[str, float] = field(default_factory=dict)
    """The mass of each vessel's contents, in g."""

    def __post_init__(self) -> None:
        self.weights = {one.id: sum(content.grams for content in one.contents) for one in self.bench.scene.vessels}

    @property
    def failed(self) -> bool:
        """Whether anything went wrong."""
        return bool(self.contacts or self.lost or self.faults)

    def do(self, command: Command) -> None:
        """Play one command."""
        if isinstance(command, Weighing):
            self._moved(command.grams, command.vessel)
        elif isinstance(command, Motion):
            if command.into is None or self.poured != (command.holding, command.into):  # else the same pour continues
                self._moved(None)
            self._motion(command)
        elif isinstance(command, Fingers):
            self._fingers(command)
        elif isinstance(command, Pause):
            self.simulation.hold(min(command.seconds, LONGEST))
        elif isinstance(command, Treatment):
            self.simulation.hold(LONGEST)
            if command.kind == "wash" and command.vessel in self.bench.vessels:
                self.simulation.load(command.vessel, 0.0)
                self.weights[command.vessel] = 0.0

    def _motion(self, motion: Motion) -> None:
        _check(motion)
        called = f"{motion.name} of {motion.step.action}"
        curve = Curve(motion.points)
        self._zones(motion, curve, called)
        pace = self.pace if motion.into is None else 1.0
        count = max(1, round(motion.seconds / pace / STEP))
        times = np.linspace(0.0, motion.seconds, count + 1)
        trajectory = Trajectory(curve.at(times), curve.at(times, 1) * pace)
        done = self.simulation.follow(trajectory, allowed=motion.may_touch)
        self._followed(done, called, motion)
        if motion.into is not None and motion.holding is not None:
            self.poured = motion.holding, motion.into
        if motion.holding is not None and not self._holds(motion.holding):
            self.lost.append(f"{self.bench.label(motion.holding)}, after {called}")
        if self.passing:
            self.passing = self.simulation.meet() > 0.0
            if motion.name == LET_GO:
                self.simulation.hold(0.1)

    def _followed(self, done: Followed, called: str, motion: Motion) -> None:
        # A vessel may touch the vessel it pours into lightly, as in the run.
        least = TOO_HARD if motion.into is not None else 0.0
        for one in done.contacts:
            if one.force > least:
                thing = self.bench.label(one.thing)
                self.contacts.append(f"{one.part} hit {thing} with {one.force:.1f} N in {called}")
        if done.error > checks.TRACKING:
            self.faults.append(f"a joint was {done.error:.3f} rad from its path in {called}")

    def _zones(self, motion: Motion, curve: Curve, called: str) -> None:
        """Check that the held object, in its present grasp, does not enter a forbidden zone."""
        scene, thing = self.bench.scene, motion.holding
        if thing is None or not guarded(scene) or thing not in self.simulation.known():
            return
        if self.bench.movable(thing.removesuffix(LID)) is None:
            return
        grasp = poses.inverse(self.simulation.tool()) @ self.simulation.pose(thing)
        attached = self.bench.attached(self.simulation.belief(), thing, grasp)
        rows = curve.sampled(np.arange(8) / 8).reshape(-1, len(motion.start))
        self.contacts += [f"{one} in {called}" for one in Zones(scene, attached).entered(rows)]

    def _fingers(self, command: Fingers) -> None:
        simulation = self.simulation
        if command.thing is not None or command.force is not None:
            reached = simulation.close(FORCE if command.force is None else command.force)
            if command.thing is not None and not self._holds(command.thing):
                self.lost.append(f"{self.bench.label(command.thing)}, which {command.step.action} grips")
            elif abs(reached - command.width) > command.tolerance:
                widths = f"{1000 * reached:.0f} mm apart, and {1000 * command.width:.0f} mm were expected"
                self.faults.append(f"the fingers closed to {widths} in {command.step.action}")
            self.held = command.thing
            return
        thing, self.held = self.held, None
        simulation.open(command.width)
        if thing is None:
            return
        simulation.hold(0.25)
        if self.simulation.touches(thing) != (0, 0):
            simulation.pass_through(thing)
            self.passing = True
            simulation.hold(0.05)

    def _holds(self, thing: str) -> bool:
        return min(self.simulation.touches(thing)) >= 1

    def _moved(self, grams: float | None, into: str | None = None) -> None:
        """Move the mass of the last pour to the target vessel; all of the source if it was not weighed."""
        if self.poured is None or (into is not None and self.poured[1] != into):
            return
        source, target = self.poured
        self.poured = None
        if not {source, target} <= set(self.weights):
            return
        grams = self.weights[source] if grams is None else min(grams, self.weights[source])
        self.weights[source] -= grams
        self.weights[target] += grams
        for one in (source, target):
            self.simulation.load(one, self.weights[one])

    # How it ended

    def played(self, expected: Mapping[str, Pose]) -> Played:
        """Return the result, once nothing moves any more."""
        self.simulation.hold(LONGEST)
        things: dict[str, object] = {**self.bench.vessels, **self.bench.items}
        for name, thing in things.items():
            if self.failed or name not in expected or name not in self.simulation.known():
                continue
            pose, wanted = self.simulation.pose(name), poses.matrix(expected[name])
            distance = float(np.linalg.norm(pose[:3, 3] - wanted[:3, 3]))
            upright = not isinstance(thing, Vessel) or bool((pose[2, 2] >= UPRIGHT) == (wanted[2, 2] >= UPRIGHT))
            if distance > AWAY or not upright:
                how = f"ended {1000 * distance:.0f} mm from where the run left it" if upright else "fell over"
                self.faults.append(f"{self.bench.label(name)} {how}")
        return Played(tuple(self.contacts), tuple(self.lost), tuple(self.faults), self.simulation.clock)
