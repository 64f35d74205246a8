"""Performing prepared actions in the simulation: each phase with its checks, and an end at the first that fails."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

import numpy as np

from clairify_cli.worlds.base import COULD_NOT_RUN, Check, Motion
from clairify_cli.worlds.geometry import Box, Mesh
from clairify_cli.worlds.panda import checks, limits
from clairify_cli.worlds.panda.arm import paths
from clairify_cli.worlds.panda.arm.dense import first_contact
from clairify_cli.worlds.panda.arm.surroundings import Surroundings
from clairify_cli.worlds.panda.arm.timing import timed
from clairify_cli.worlds.panda.liquids.contents import Liquids
from clairify_cli.worlds.panda.poses import inverse, matrix
from clairify_cli.worlds.panda.simulation.engine import GRAVITY
from clairify_cli.worlds.panda.simulation.lids import LID, lid_of
from clairify_cli.worlds.panda.simulation.observe import UPRIGHT
from clairify_cli.worlds.panda.simulation.panda import LEFT, RIGHT
from clairify_cli.worlds.panda.simulation.simulation import FORCE, Simulation
from clairify_cli.worlds.panda.skills import placements, treating
from clairify_cli.worlds.panda.skills.bench import Bench
from clairify_cli.worlds.panda.skills.grasps import kind_of
from clairify_cli.worlds.panda.skills.log import Log
from clairify_cli.worlds.panda.skills.prepared import (
    Grip,
    Lower,
    Move,
    Open,
    Path,
    Phase,
    Pour,
    Prepared,
    Release,
    Retreat,
    Transform,
)
from clairify_cli.worlds.panda.skills.reach import raised, rated
from clairify_cli.worlds.panda.skills.take import FINGERS
from clairify_cli.worlds.panda.skills.watch import Watch

EXACT = 0.0015
"""What is set down this near (m) to where it should be is not moved again."""

HIGHER = (0.02, 0.04, 0.06, 0.08)
"""So much higher (m) a thing may be let go above a container's bottom where it cannot be lowered to it."""

FLICKER = 12
"""Contacts are looked for during so many steps."""


class _Scores:
    """The scores that were expected of motions, each given out once, in order of their names."""

    def __init__(self, motions: Iterable[Motion]):
        self._left = list(motions)

    def get(self, name: str) -> Motion | None:
        found = next((one for one in self._left if one.name == name), None)
        if found is not None:
            self._left.remove(found)
        return found


class Runner:
    """Performs phases in one simulation."""

    def __init__(self, bench: Bench, simulation: Simulation, liquids: Liquids):
        self.bench = bench
        self.simulation = simulation
        self.liquids = liquids
        self.temperatures: dict[str, float] = {}
        self.progress: Callable[[str], None] | None = None

    def run(self, prepared: Prepared) -> Log:
        """Performs all phases, as long as their checks pass."""
        log = Log(remarks=list(prepared.remarks))
        scores = _Scores(prepared.motions)
        last: Release | None = None
        for phase in prepared.phases:
            last = phase if isinstance(phase, Release) else last
            if self.progress is not None:
                self.progress(getattr(phase, "name", type(phase).__name__.lower()))
            if not self._gone(phase, log):
                self.phase(phase, log, scores)
            if isinstance(phase, Retreat) and last is not None and not log.failed:
                self.check_location(last, log)  # once more: the hand may have taken it along
            if log.failed:
                break
        return log

    def _gone(self, phase: Phase, log: Log) -> bool:
        """Whether what a phase needs in the hand is not on the bench any more."""
        thing = _held_by(phase)
        if thing is None or thing in self.simulation.known():
            return False
        log.checks.append(checks.holding(self.bench.label(thing), 0, 0))
        return True

    def phase(self, phase: Phase, log: Log, scores: _Scores) -> None:
        """Performs one phase."""
        if isinstance(phase, Move) and phase.name == "swirl":
            treating.swirl(self, phase, log, scores.get(phase.name))
        elif isinstance(phase, Move):
            self.move(phase, log, scores.get(phase.name))
        elif isinstance(phase, Open):
            if abs(self.simulation.width() - phase.width) > 0.001:
                self.simulation.open(phase.width)
        elif isinstance(phase, Grip):
            self.grip(phase, log)
        elif isinstance(phase, Lower):
            self.lower(phase, log, scores.get("lower"))
        elif isinstance(phase, Release):
            self.release(phase, log)
        elif isinstance(phase, Retreat):
            self.retreat(phase, log, scores.get("withdraw"))
        elif isinstance(phase, Pour):
            treating.pour(self, phase, log, scores.get("pour"))
        else:
            treating.treat(self, phase, log)

    # Motions

    def move(self, move: Move, log: Log, scored: Motion | None) -> bool:
        """Follows a path; whether it came to its end."""
        simulation = self.simulation
        trajectory = timed(move.path, move.speed)
        watch = Watch(self.bench, simulation, move.holding, log)
        allowed = set(move.touching)
        if move.holding is not None:
            allowed.add(lid_of(move.holding))
            if move.holding.endswith(LID):
                allowed.add(move.holding.removesuffix(LID))
        if log.tilt_most is None:
            log.tilt_most = move.tilt
        done = simulation.follow(trajectory, watch=watch, allowed=allowed)
        log.moved = True
        log.error, log.torque = max(log.error, done.error), max(log.torque, done.torque)
        shares = np.abs(trajectory.velocities) / np.array(limits.VELOCITY)
        log.velocity = max(log.velocity, float(shares.max(initial=0.0)))
        log.touched += [(one.part, self.bench.label(one.thing), one.force) for one in done.contacts]
        isotropy, clearance = (scored.isotropy, scored.clearance) if scored is not None else (0.0, 0.0)
        if not done.complete:
            isotropy, clearance = COULD_NOT_RUN, 0.0
        log.motions.append(Motion(move.name, done.seconds, isotropy, clearance))
        if move.holding is not None:
            left, right = (0, 0) if watch.lost else self.pads(move.holding)
            log.checks.append(checks.holding(self.bench.label(move.holding), left, right, watch.slipped))
        return done.complete

    def grip(self, grip: Grip, log: Log) -> None:
        """Closes the fingers on a thing that is between them."""
        simulation, label = self.simulation, self.bench.label(grip.thing)
        log.checks.append(checks.can_grasp(label, self.finger_distance(grip.thing), grip.distance))
        if log.failed:
            return
        # A vessel that is held from the side is going to be tilted, and must not turn.
        firm = grip.thing in self.bench.vessels and kind_of(simulation.tool()) == "side"
        mass = self.bench.mass_g(grip.thing, simulation.belief())
        simulation.close(FORCE if firm else _force(mass))
        log.carried = grip.thing
        log.checks.append(checks.holding(label, *self.pads(grip.thing)))

    def pads(self, thing: str) -> tuple[int, int]:
        """The contacts of a thing with the fingers, most of a few steps: single ones come and go."""
        most = (0, 0)
        for _ in range(FLICKER):
            now = self.simulation.pads(thing)
            most = (max(most[0], now[0]), max(most[1], now[1]))
            if min(most) >= 1:
                break
            self.simulation.step()
        return most

    def finger_distance(self, thing: str) -> float:
        """How far the further finger is from a thing, in m; infinite beyond 0.2 m."""
        bullet, loaded = self.simulation.bullet, self.simulation.known().get(thing)
        if loaded is None:
            return math.inf
        arm = self.simulation.panda.number
        found = []
        for finger in (LEFT, RIGHT):
            points = bullet.getClosestPoints(arm, loaded.number, 0.2, linkIndexA=finger)
            found.append(min((float(point[8]) for point in points), default=math.inf))
        return max(0.0, *found)

    def lower(self, lower: Lower, log: Log, scored: Motion | None) -> None:
        """Sets down what is held, where it is seen in the hand; once more where that was not exact."""
        simulation, thing = self.simulation, lower.thing
        surroundings = self.holding_surroundings(thing, lower.touching)
        line = self._line_down(lower, surroundings)
        if isinstance(line, paths.Blocked):
            log.checks.append(_blocked(self.bench, line))
            return
        move = Move("lower", line, lower.speed, thing, lower.touching, lower.tilt)
        if len(line) > 1 and not self.move(move, log, scored):
            return
        held = simulation.pose(thing)
        target = self._facing(lower.target, held, thing)
        if lower.container is not None or float(np.linalg.norm(held[:2, 3] - target[:2, 3])) < EXACT:
            return
        surroundings = self.holding_surroundings(thing, lower.touching)
        line = self._corrected(lower, surroundings, 0.0)
        if not isinstance(line, paths.Blocked):
            move = Move("adjust", line, min(lower.speed, 0.05), thing, lower.touching, lower.tilt)
            self.move(move, log, rated(surroundings, move))

    def _line_down(self, lower: Lower, surroundings: Surroundings) -> Path | paths.Blocked:
        """The corrected way down; into a container also one that ends higher, or none; else the way as planned."""
        line = self._corrected(lower, surroundings, 0.0)
        if not isinstance(line, paths.Blocked):
            return line
        start = self.simulation.joints()
        if lower.container is not None:
            for rise in HIGHER:
                higher = self._corrected(lower, surroundings, rise)
                if not isinstance(higher, paths.Blocked):
                    return higher
        if first_contact(surroundings, lower.line) is None:
            return np.vstack((start, lower.line[1:]))
        if lower.container is not None and self._over(lower.thing, lower.container):
            return start[None]
        return line

    def _corrected(self, lower: Lower, surroundings: Surroundings, rise: float) -> Path | paths.Blocked:
        simulation = self.simulation
        held = simulation.pose(lower.thing)
        tool = self._facing(lower.target, held, lower.thing) @ inverse(inverse(simulation.tool()) @ held)
        return paths.straight(surroundings, simulation.joints(), raised(tool, rise))

    def _over(self, thing: str, container: str) -> bool:
        """Whether a thing would fall into a container."""
        box = self.bench.containers[container]
        middle = placements.middle_of(self.bench, thing, self.simulation.pose(thing))
        floor = matrix(box.pose)[2, 3] + 0.01
        return placements.inside(box.shape, matrix(box.pose), np.array((middle[0], middle[1], floor)))

    def holding_surroundings(self, thing: str, touching: Iterable[str]) -> Surroundings:
        """The bench as it is seen now, with a thing in the hand that may touch others."""
        belief = self.simulation.belief()
        grasp = inverse(self.simulation.tool()) @ self.simulation.pose(thing)
        attached = self.bench.attached(belief, thing, grasp)
        names = {body.id for body in attached}
        allowed = frozenset((name, other) for name in names for other in touching)
        lids = {lid_of(thing), thing.removesuffix(LID) if thing.endswith(LID) else ""}
        bodies = [body for body in self.bench.bodies(belief, names) if body.id not in names]
        allowed |= frozenset((name, other) for name in names for other in lids)
        return Surroundings(self.bench.arm, bodies, attached, allowed, fingers=self.simulation.width())

    def release(self, release: Release, log: Log) -> None:
        """Opens the fingers and sees whether the thing stays."""
        simulation = self.simulation
        simulation.open(release.width)
        simulation.hold(0.25)
        self._recentre(release.thing, log)
        self.check_location(release, log)

    def _recentre(self, thing: str, log: Log) -> None:
        """Moves the open hand so that the thing is midway between the fingers, where one of them still touches it.

        The wall of a vessel is made of boxes: a finger that was pressed on the seam of two of them is caught there in
        the simulation, as it never is on glass. Fingers that open are therefore free of the thing until they are away.
        """
        simulation = self.simulation
        if not sum(self.pads(thing)):
            return
        self._meet(thing, False)
        simulation.hold(0.05)
        tool = simulation.tool()
        middle = placements.middle_of(self.bench, thing, simulation.pose(thing))
        aside = float((middle - tool[:3, 3]) @ tool[:3, 1])
        goal = tool.copy()
        goal[:3, 3] += max(-0.008, min(0.008, aside)) * tool[:3, 1]
        line = paths.straight(self._leaving(frozenset((thing,))), simulation.joints(), goal)
        if not isinstance(line, paths.Blocked):
            self.move(Move("let go", line, 0.1, touching=frozenset((thing,))), log, None)
        self._meet(thing, True)
        simulation.hold(0.1)

    def _meet(self, thing: str, do: bool) -> None:
        """Whether the fingers and a thing meet in the simulation."""
        simulation = self.simulation
        body = simulation.known()[thing].number
        for finger in (LEFT, RIGHT):
            simulation.bullet.setCollisionFilterPair(simulation.panda.number, body, finger, -1, int(do))

    def _leaving(self, touching: frozenset[str]) -> Surroundings:
        """The bench as it is seen now; what touches already may go on touching while the hand leaves it."""
        simulation = self.simulation
        bodies, width = self.bench.bodies(simulation.belief()), simulation.width()
        allowed = frozenset((finger, name) for finger in FINGERS for name in touching)
        around = Surroundings(self.bench.arm, bodies, allowed=allowed, fingers=width)
        pairs = around.contacts(simulation.joints())
        return (
            Surroundings(self.bench.arm, bodies, allowed=allowed | frozenset(pairs), fingers=width) if pairs else around
        )

    def check_location(self, release: Release, log: Log) -> None:
        """Notes where the thing is after it was let go."""
        simulation, thing = self.simulation, release.thing
        pose = simulation.pose(thing)
        wanted = placements.middle_of(self.bench, thing, release.target)
        middle = placements.middle_of(self.bench, thing, pose)
        distance = float(np.linalg.norm(middle - wanted))
        within = None
        if release.container is not None:
            container = self.bench.containers[release.container]
            within = placements.inside(container.shape, matrix(container.pose), middle, 0.03)
            within = within and not (release.upright and distance > checks.FAR / 2)
        stands = bool(pose[2, 2] >= UPRIGHT) if release.upright else None
        log.measured["off_mm"] = round(1000 * distance, 2)
        log.checks = [one for one in log.checks if one.name != "at_location"]
        log.checks.append(
            checks.at_location(
                self.bench.label(thing),
                self.bench.label(release.at),
                distance,
                release.tolerance,
                inside=within,
                stands=stands,
            )
        )

    def retreat(self, retreat: Retreat, log: Log, scored: Motion | None) -> None:
        """Draws the hand back in a straight line along its approach."""
        simulation = self.simulation
        surroundings, start = self._leaving(retreat.touching), simulation.joints()
        line = paths.straight(surroundings, start, retreat.tool)
        if isinstance(line, paths.Blocked):
            line = paths.straight(surroundings, start, raised(simulation.tool(), 0.05))
        if isinstance(line, paths.Blocked):
            log.checks.append(_blocked(self.bench, line))
            return
        self.move(Move("withdraw", line, retreat.speed, touching=retreat.touching), log, scored)

    def _facing(self, target: Transform, held: Transform, thing: str) -> Transform:
        """A target for a round thing, turned about the vertical as the thing is in the hand: the hand need not turn."""
        if isinstance(self.bench.shape(thing), Box | Mesh):
            return target
        turn = math.atan2(held[1, 0], held[0, 0]) - math.atan2(target[1, 0], target[0, 0])
        made = target.copy()
        cosine, sine = math.cos(turn), math.sin(turn)
        made[:3, :3] = np.array(((cosine, -sine, 0.0), (sine, cosine, 0.0), (0.0, 0.0, 1.0))) @ target[:3, :3]
        return made


def _held_by(phase: Phase) -> str | None:
    """What must be in the hand for a phase."""
    if isinstance(phase, Move):
        return phase.holding
    if isinstance(phase, Lower | Release):
        return phase.thing
    return phase.vessel if isinstance(phase, Pour) else None


def _blocked(bench: Bench, line: paths.Blocked) -> Check:
    names = ", ".join(bench.label(name) for pair in line.by for name in pair[1:]) or line.reason
    return Check("can_reach", False, "a straight way", f"blocked after {100 * line.share:.0f} % by {names}")


def _force(mass_g: float) -> float:
    """How hard something light is gripped, in N: four times its weight and some.

    What is gripped too hard creeps out of the fingers of the simulation, or stays on one of them when they open.
    """
    return min(8.0 + 4.0 * GRAVITY * mass_g / 1000.0, FORCE)


__all__ = ["Log", "Path", "Runner"]
