"""Set down the held object, starting from its observed pose in the hand, as far down as the path is free."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from clairify_cli.worlds.base import Check, Motion
from clairify_cli.worlds.geometry import Box, Mesh
from clairify_cli.worlds.panda import checks
from clairify_cli.worlds.panda.arm import paths
from clairify_cli.worlds.panda.arm.dense import is_free
from clairify_cli.worlds.panda.arm.surroundings import FINGERS, Surroundings, leaving
from clairify_cli.worlds.panda.belief import UPRIGHT
from clairify_cli.worlds.panda.poses import inverse, matrix, rotation_about
from clairify_cli.worlds.panda.simulation.observe import contained
from clairify_cli.worlds.panda.skills import placements
from clairify_cli.worlds.panda.skills.bench import Bench
from clairify_cli.worlds.panda.skills.prepared import Lower, Move, Path, Release, Retreat, Transform
from clairify_cli.worlds.panda.skills.reach import raised, rated

if TYPE_CHECKING:
    from clairify_cli.worlds.panda.skills.log import Log
    from clairify_cli.worlds.panda.skills.run import Runner

EXACT = 0.0015
"""A set-down object within this distance (m) of its target is not adjusted."""

HIGHER = (0.02, 0.04, 0.06, 0.08)
"""The heights (m) above a container's bottom from which an object may be dropped if it cannot be lowered to it."""


def lower(runner: Runner, phase: Lower, log: Log, scored: Motion | None) -> None:
    """Set down the held object from its observed pose in the hand; adjust it once if that was not exact."""
    simulation, thing = runner.simulation, phase.thing
    surroundings = runner.holding_surroundings(thing, phase.touching)
    line = _line_down(runner, phase, surroundings)
    if isinstance(line, paths.Blocked):
        log.checks.append(blocked(runner.bench, line))
        return
    move = Move("lower", line, phase.speed, thing, phase.touching, phase.tilt)
    if len(line) > 1 and not runner.move(move, log, scored):
        return
    held = simulation.pose(thing)
    target = _facing(runner, phase.target, held, thing)
    if phase.container is not None or float(np.linalg.norm(held[:2, 3] - target[:2, 3])) < EXACT:
        return
    surroundings = runner.holding_surroundings(thing, phase.touching)
    line = _corrected(runner, phase, surroundings, 0.0)
    if not isinstance(line, paths.Blocked):
        move = Move("adjust", line, min(phase.speed, 0.05), thing, phase.touching, phase.tilt)
        runner.move(move, log, rated(surroundings, move))


def _line_down(runner: Runner, phase: Lower, surroundings: Surroundings) -> Path | paths.Blocked:
    """Return the corrected path down; for a container also one that ends higher, or none; else the planned path."""
    line = _corrected(runner, phase, surroundings, 0.0)
    if not isinstance(line, paths.Blocked):
        return line
    if phase.container is not None:
        for rise in HIGHER:
            higher = _corrected(runner, phase, surroundings, rise)
            if not isinstance(higher, paths.Blocked):
                return higher
    if is_free(surroundings, phase.line):
        return phase.line
    if phase.container is not None and _over(runner, phase.thing, phase.container):
        return runner.simulation.commanded()[None]
    return line


def _corrected(runner: Runner, phase: Lower, surroundings: Surroundings, rise: float) -> Path | paths.Blocked:
    """The straight path to the point where the object, as observed in the hand, is `rise` m above its target."""
    simulation = runner.simulation
    held = simulation.pose(phase.thing)
    tool = _facing(runner, phase.target, held, phase.thing) @ inverse(inverse(simulation.tool()) @ held)
    return paths.straight(surroundings, simulation.commanded(), raised(tool, rise))


def _over(runner: Runner, thing: str, container: str) -> bool:
    """Whether an object would fall into a container."""
    box = runner.bench.containers[container]
    middle = placements.middle_of(runner.bench, thing, runner.simulation.pose(thing))
    floor = matrix(box.pose)[2, 3] + 0.01
    return contained(box.shape, matrix(box.pose), np.array((middle[0], middle[1], floor)))


def _facing(runner: Runner, target: Transform, held: Transform, thing: str) -> Transform:
    """Turn a round object's target about the vertical to match the object in the hand, so the hand need not turn."""
    if isinstance(runner.bench.shape(thing), Box | Mesh):
        return target
    turn = math.atan2(held[1, 0], held[0, 0]) - math.atan2(target[1, 0], target[0, 0])
    made = target.copy()
    made[:3, :3] = rotation_about(np.array((0.0, 0.0, 1.0)), turn) @ target[:3, :3]
    return made


def blocked(bench: Bench, line: paths.Blocked) -> Check:
    """Return the failed check of a straight path that ends early: after what share of it, and by what."""
    names = ", ".join(bench.label(name) for pair in line.by for name in pair[1:]) or line.reason
    return Check("can_reach", False, "a straight way", f"blocked after {100 * line.share:.0f} % by {names}")


def release(runner: Runner, phase: Release, log: Log) -> None:
    """Open the fingers and check that the object stays."""
    simulation = runner.simulation
    simulation.open(phase.width)
    simulation.hold(0.25)
    _recentre(runner, phase.thing, log)
    check_location(runner, phase, log)


def retreat(runner: Runner, phase: Retreat, log: Log, scored: Motion | None) -> None:
    """Withdraw the hand in a straight line along its approach."""
    simulation = runner.simulation
    surroundings, start = _leaving(runner, phase.touching), simulation.commanded()
    line = paths.straight(surroundings, start, phase.tool)
    if isinstance(line, paths.Blocked):
        line = paths.straight(surroundings, start, raised(simulation.tool(), 0.05))
    if isinstance(line, paths.Blocked):
        log.checks.append(blocked(runner.bench, line))
        return
    runner.move(Move("withdraw", line, phase.speed, touching=phase.touching), log, scored)
    simulation.meet()


def check_location(runner: Runner, phase: Release, log: Log) -> None:
    """Record where the object is after it was let go."""
    simulation, thing = runner.simulation, phase.thing
    pose = simulation.pose(thing)
    wanted = placements.middle_of(runner.bench, thing, phase.target)
    middle = placements.middle_of(runner.bench, thing, pose)
    distance = float(np.linalg.norm(middle - wanted))
    within = None
    if phase.container is not None:
        container = runner.bench.containers[phase.container]
        within = contained(container.shape, matrix(container.pose), middle, 0.03)
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
    """Centre the open hand on the object if a finger still touches it.

    A vessel's wall consists of boxes: in the simulation, a finger pressed on the seam of two of them gets caught, which
    never happens on glass. Contacts of opening fingers with the object are therefore disabled until they are away.
    """
    simulation = runner.simulation
    if not sum(runner.simulation.touches(thing)):
        return
    simulation.pass_through(thing)
    simulation.hold(0.05)
    tool = simulation.tool()
    middle = placements.middle_of(runner.bench, thing, simulation.pose(thing))
    aside = float((middle - tool[:3, 3]) @ tool[:3, 1])
    goal = tool.copy()
    goal[:3, 3] += max(-0.008, min(0.008, aside)) * tool[:3, 1]
    line = paths.straight(_leaving(runner, frozenset((thing,))), simulation.commanded(), goal)
    if not isinstance(line, paths.Blocked):
        runner.move(Move("let go", line, 0.1, touching=frozenset((thing,))), log, None)
    simulation.meet()
    simulation.hold(0.1)


def _leaving(runner: Runner, touching: frozenset[str]) -> Surroundings:
    """Return the bench as observed now; existing contacts remain allowed while the hand leaves."""
    simulation = runner.simulation
    bodies, width = runner.bench.bodies(simulation.belief()), simulation.width()
    allowed = frozenset((finger, name) for finger in FINGERS for name in touching)
    return leaving(runner.bench.arm, bodies, simulation.commanded(), allowed=allowed, fingers=width)
