"""Perform prepared actions in the simulation: each phase with its checks, ending at the first failure."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

import numpy as np

from clairify_cli.worlds.base import COULD_NOT_RUN, Motion
from clairify_cli.worlds.panda import checks
from clairify_cli.worlds.panda.arm.surroundings import Surroundings
from clairify_cli.worlds.panda.arm.timing import timed
from clairify_cli.worlds.panda.heard import Moving
from clairify_cli.worlds.panda.liquids.contents import Liquids
from clairify_cli.worlds.panda.liquids.thermal import Body
from clairify_cli.worlds.panda.poses import inverse
from clairify_cli.worlds.panda.simulation.engine import GRAVITY
from clairify_cli.worlds.panda.simulation.lids import LID, lid_of
from clairify_cli.worlds.panda.simulation.panda import LEFT, RIGHT
from clairify_cli.worlds.panda.simulation.simulation import FORCE, Simulation
from clairify_cli.worlds.panda.skills import lowering, treating
from clairify_cli.worlds.panda.skills.bench import Bench
from clairify_cli.worlds.panda.skills.grasps import kind_of
from clairify_cli.worlds.panda.skills.log import Log
from clairify_cli.worlds.panda.skills.prepared import (
    Grip,
    Lower,
    Move,
    Open,
    Phase,
    Pour,
    Prepared,
    Release,
    Retreat,
)
from clairify_cli.worlds.panda.skills.watch import Watch
from clairify_cli.worlds.scene.model import Device

SAME = 1e-9
"""The largest difference (rad) of equal joint angles."""


class Runner:
    """Performs phases in one simulation.

    `temperatures` (°C) has the vessels that were heated or cooled; `progress` gets each phase's name first.
    """

    def __init__(self, bench: Bench, simulation: Simulation, liquids: Liquids):
        self.bench = bench
        self.simulation = simulation
        self.liquids = liquids
        self.temperatures: dict[str, float] = {}
        self.progress: Callable[[str], None] | None = None

    def body(self, vessel: str, device: Device | None = None) -> Body:
        """Return a vessel with its contents and its temperature, at a device or in the air."""
        ambient = self.bench.scene.ambient
        now = self.temperatures.get(vessel, ambient)
        return Body(self.bench.vessels[vessel], self.liquids.contents(vessel), device, now, ambient)

    def run(self, prepared: Prepared) -> Log:
        """Perform all phases while their checks pass."""
        log = Log(remarks=list(prepared.remarks))
        left = list(prepared.motions)
        last: Release | None = None
        health = self.simulation.health
        health.begin()
        for phase in prepared.phases:
            last = phase if isinstance(phase, Release) else last
            if self.progress is not None:
                self.progress(getattr(phase, "name", type(phase).__name__.lower()))
            self.simulation.tell(phase)
            if not self._gone(phase, log):
                self.phase(phase, log, left)
            if isinstance(phase, Retreat) and last is not None and not log.failed:
                lowering.check_location(self, last, log)  # again, since the hand may have moved it
            if log.failed:
                break
        log.error, log.torque, log.commanded = max(log.error, health.error), health.torque, health.share()
        log.deepest = max(health.deepest, self.simulation.meet())
        return log

    def _gone(self, phase: Phase, log: Log) -> bool:
        """Whether the object that a phase needs in the hand was removed from the bench."""
        thing = _held_by(phase)
        if thing is None or thing in self.simulation.known():
            return False
        log.checks.append(checks.holding(self.bench.label(thing), 0, 0))
        return True

    def phase(self, phase: Phase, log: Log, left: list[Motion]) -> None:
        """Perform one phase. The expected score of its motion is the first of its name in `left`, and is removed."""

        def expected(name: str) -> Motion | None:
            found = next((number for number, one in enumerate(left) if one.name == name), None)
            return None if found is None else left.pop(found)

        if isinstance(phase, Move) and phase.name == "swirl":
            treating.swirl(self, phase, log, expected(phase.name))
        elif isinstance(phase, Move):
            self.move(phase, log, expected(phase.name))
        elif isinstance(phase, Open):
            if abs(self.simulation.width() - phase.width) > 0.001:
                self.simulation.open(phase.width)
        elif isinstance(phase, Grip):
            self.grip(phase, log)
        elif isinstance(phase, Lower):
            lowering.lower(self, phase, log, expected("lower"))
        elif isinstance(phase, Release):
            lowering.release(self, phase, log)
        elif isinstance(phase, Retreat):
            lowering.retreat(self, phase, log, expected("withdraw"))
        elif isinstance(phase, Pour):
            treating.pour(self, phase, log, expected("pour"))
        else:
            treating.treat(self, phase, log)

    # Motions

    def move(self, move: Move, log: Log, scored: Motion | None) -> bool:
        """Follow a path; return whether it was completed."""
        simulation = self.simulation
        # After an object was set down by its observed pose in the hand, the arm is not exactly where its plan
        # continues.
        start = simulation.commanded()
        on = np.abs(move.path[0] - start).max() < SAME
        trajectory = timed(move.path if on else np.vstack((start, move.path)), move.speed)
        watch = Watch(self.bench, simulation, move.holding, log)
        allowed = set(move.touching)
        if move.holding is not None:
            allowed.add(lid_of(move.holding))
            if move.holding.endswith(LID):
                allowed.add(move.holding.removesuffix(LID))
        if log.tilt_most is None:
            log.tilt_most = move.tilt
        simulation.tell(Moving(move, frozenset(allowed)))
        done = simulation.follow(trajectory, watch=watch, allowed=allowed)
        simulation.tell(done)
        log.moved = True
        log.error = max(log.error, done.error)
        log.touched += [(one.part, self.bench.label(one.thing), one.force) for one in done.contacts]
        isotropy, clearance = (scored.isotropy, scored.clearance) if scored is not None else (0.0, 0.0)
        if not done.complete:
            isotropy, clearance = COULD_NOT_RUN, 0.0
        log.motions.append(Motion(move.name, done.seconds, isotropy, clearance))
        if move.holding is not None:
            left, right = (0, 0) if watch.lost else self.simulation.touches(move.holding)
            log.checks.append(checks.holding(self.bench.label(move.holding), left, right, watch.slipped))
        return done.complete

    def grip(self, grip: Grip, log: Log) -> None:
        """Close the fingers on an object between them."""
        simulation, label = self.simulation, self.bench.label(grip.thing)
        log.checks.append(checks.can_grasp(label, self.finger_distance(grip.thing), grip.distance))
        if log.failed:
            return
        # A vessel held from the side will be tilted and must not turn in the grip.
        firm = grip.thing in self.bench.vessels and kind_of(simulation.tool()) == "side"
        mass = self.bench.mass_g(grip.thing, simulation.belief())
        simulation.close(FORCE if firm else _force(mass))
        log.carried = grip.thing
        log.checks.append(checks.holding(label, *self.simulation.touches(grip.thing)))

    def finger_distance(self, thing: str) -> float:
        """Return the distance (m) of the farther finger from an object; infinite beyond 0.2 m."""
        bullet, loaded = self.simulation.bullet, self.simulation.known().get(thing)
        if loaded is None:
            return math.inf
        arm = self.simulation.panda.number
        found = []
        for finger in (LEFT, RIGHT):
            points = bullet.getClosestPoints(arm, loaded.number, 0.2, linkIndexA=finger)
            found.append(min((float(point[8]) for point in points), default=math.inf))
        return max(0.0, *found)

    def holding_surroundings(self, thing: str, touching: Iterable[str]) -> Surroundings:
        """Return the bench as observed now, with an object in the hand that may touch others."""
        belief = self.simulation.belief()
        grasp = inverse(self.simulation.tool()) @ self.simulation.pose(thing)
        attached = self.bench.attached(belief, thing, grasp)
        names = {body.id for body in attached}
        allowed = frozenset((name, other) for name in names for other in touching)
        lids = {lid_of(thing), thing.removesuffix(LID) if thing.endswith(LID) else ""}
        bodies = self.bench.bodies(belief, names)
        allowed |= frozenset((name, other) for name in names for other in lids)
        return Surroundings(self.bench.arm, bodies, attached, allowed, fingers=self.simulation.width())


def _held_by(phase: Phase) -> str | None:
    """Return the object that must be in the hand for a phase."""
    if isinstance(phase, Move):
        return phase.holding
    if isinstance(phase, Lower | Release):
        return phase.thing
    return phase.vessel if isinstance(phase, Pour) else None


def _force(mass_g: float) -> float:
    """Return the grip force (N) for a light object: four times its weight plus a constant, less for a very light one.

    An object gripped too hard creeps out of the simulated fingers, or sticks to one of them when they open. Contacts
    of a rolling ball break off for a step now and then, and the fingers go 2 mm deep into one of 8 g with 8 N.
    """
    weight = GRAVITY * mass_g / 1000.0
    return min(3.0 + 20.0 * weight, 8.0 + 4.0 * weight, FORCE)
