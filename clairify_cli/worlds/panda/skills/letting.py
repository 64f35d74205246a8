"""Letting go of what was set down, seeing where it stays, and drawing the hand back from it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from clairify_cli.worlds.base import Motion
from clairify_cli.worlds.panda import checks
from clairify_cli.worlds.panda.arm import paths
from clairify_cli.worlds.panda.arm.surroundings import FINGERS, Surroundings, leaving
from clairify_cli.worlds.panda.belief import UPRIGHT
from clairify_cli.worlds.panda.poses import matrix
from clairify_cli.worlds.panda.simulation.panda import LEFT, RIGHT
from clairify_cli.worlds.panda.skills import placements
from clairify_cli.worlds.panda.skills.lowering import blocked
from clairify_cli.worlds.panda.skills.prepared import Move, Release, Retreat
from clairify_cli.worlds.panda.skills.reach import raised

if TYPE_CHECKING:
    from clairify_cli.worlds.panda.skills.log import Log
    from clairify_cli.worlds.panda.skills.run import Runner


def release(runner: Runner, phase: Release, log: Log) -> None:
    """Opens the fingers and sees whether the thing stays."""
    simulation = runner.simulation
    simulation.open(phase.width)
    simulation.hold(0.25)
    _recentre(runner, phase.thing, log)
    check_location(runner, phase, log)


def retreat(runner: Runner, phase: Retreat, log: Log, scored: Motion | None) -> None:
    """Draws the hand back in a straight line along its approach."""
    simulation = runner.simulation
    surroundings, start = _leaving(runner, phase.touching), simulation.joints()
    line = paths.straight(surroundings, start, phase.tool)
    if isinstance(line, paths.Blocked):
        line = paths.straight(surroundings, start, raised(simulation.tool(), 0.05))
    if isinstance(line, paths.Blocked):
        log.checks.append(blocked(runner.bench, line))
        return
    runner.move(Move("withdraw", line, phase.speed, touching=phase.touching), log, scored)


def check_location(runner: Runner, phase: Release, log: Log) -> None:
    """Notes where the thing is after it was let go."""
    simulation, thing = runner.simulation, phase.thing
    pose = simulation.pose(thing)
    wanted = placements.middle_of(runner.bench, thing, phase.target)
    middle = placements.middle_of(runner.bench, thing, pose)
    distance = float(np.linalg.norm(middle - wanted))
    within = None
    if phase.container is not None:
        container = runner.bench.containers[phase.container]
        within = placements.inside(container.shape, matrix(container.pose), middle, 0.03)
        within = within and not (phase.upright and distance > checks.FAR / 2)
    stands = bool(pose[2, 2] >= UPRIGHT) if phase.upright else None
    log.measured["off_mm"] = round(1000 * distance, 2)
    log.checks = [one for one in log.checks if one.name != "at_location"]
    log.checks.append(
        checks.at_location(
            runner.bench.label(thing),
            runner.bench.label(phase.at),
            distance,
            phase.tolerance,
            inside=within,
            stands=stands,
        )
    )


def _recentre(runner: Runner, thing: str, log: Log) -> None:
    """Moves the open hand so that the thing is midway between the fingers, where one of them still touches it.

    The wall of a vessel is made of boxes: a finger that was pressed on the seam of two of them is caught there in
    the simulation, as it never is on glass. Fingers that open are therefore free of the thing until they are away.
    """
    simulation = runner.simulation
    if not sum(runner.pads(thing)):
        return
    _meet(runner, thing, False)
    simulation.hold(0.05)
    tool = simulation.tool()
    middle = placements.middle_of(runner.bench, thing, simulation.pose(thing))
    aside = float((middle - tool[:3, 3]) @ tool[:3, 1])
    goal = tool.copy()
    goal[:3, 3] += max(-0.008, min(0.008, aside)) * tool[:3, 1]
    line = paths.straight(_leaving(runner, frozenset((thing,))), simulation.joints(), goal)
    if not isinstance(line, paths.Blocked):
        runner.move(Move("let go", line, 0.1, touching=frozenset((thing,))), log, None)
    _meet(runner, thing, True)
    simulation.hold(0.1)


def _meet(runner: Runner, thing: str, do: bool) -> None:
    """Whether the fingers and a thing meet in the simulation."""
    simulation = runner.simulation
    body = simulation.known()[thing].number
    for finger in (LEFT, RIGHT):
        simulation.bullet.setCollisionFilterPair(simulation.panda.number, body, finger, -1, int(do))


def _leaving(runner: Runner, touching: frozenset[str]) -> Surroundings:
    """The bench as it is seen now; what touches already may go on touching while the hand leaves it."""
    simulation = runner.simulation
    bodies, width = runner.bench.bodies(simulation.belief()), simulation.width()
    allowed = frozenset((finger, name) for finger in FINGERS for name in touching)
    return leaving(runner.bench.arm, bodies, simulation.joints(), allowed=allowed, fingers=width)
