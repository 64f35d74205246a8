"""An arm that cannot follow, and actions that take too long."""

from __future__ import annotations

from dataclasses import replace

import pytest

from clairify_cli.worlds.base import Action, Obstruction
from clairify_cli.worlds.geometry import Vector
from clairify_cli.worlds.panda.simulation.simulation import Simulation
from clairify_cli.worlds.panda.skills.log import Log
from clairify_cli.worlds.panda.skills.prepared import Move, Prepared
from clairify_cli.worlds.panda.world import PandaWorld
from worlds.panda.faulty_bench import (
    FRUIT,
    POURING,
    At,
    failed,
    forces,
    lamp,
    near_the_hand,
    rests,
    stands,
    where,
)

PICK = Action("pick", ("apple", "table"))


@pytest.mark.parametrize("phase", ["reach", "lift"])
def test_an_arm_that_does_not_follow_is_stopped(phase: str) -> None:
    """A link that becomes as heavy as a person is more than the motors hold."""

    def heavy(simulation: Simulation) -> None:
        simulation.bullet.changeDynamics(simulation.panda.number, 6, mass=25.0)

    with PandaWorld(FRUIT, seed=0) as world:
        fault = At(world, phase, heavy, 0.1)
        outcome = world.act(PICK)
        check = failed(outcome)
        assert "motion_health" in check
        assert "rad" in check["motion_health"].observed
        assert "100 % of a torque" in check["motion_health"].observed
        assert fault.phases[-1] == phase, "it went on with the next phase"
        assert outcome.motions[-1].name == phase


def test_a_motion_that_was_planned_from_elsewhere_begins_where_the_arm_is() -> None:
    with PandaWorld(FRUIT, seed=0) as world:
        found = world.prepare(PICK)
        assert isinstance(found, Prepared)
        reach = next(one for one in found.phases if isinstance(one, Move))
        health = world.simulation.health
        health.begin()
        assert world.runner.move(replace(reach, path=reach.path + 0.02), Log(), None)
        assert health.share() <= 1.0
        assert world.simulation.commanded() == pytest.approx(reach.path[-1] + 0.02)


def test_an_action_that_takes_too_long_fails() -> None:
    with PandaWorld(FRUIT, seed=0) as world:
        At(world, "lift", lambda simulation: simulation.hold(30.0))
        outcome = world.act(PICK)
        check = failed(outcome)
        assert set(check) == {"timeout"}
        assert outcome.seconds > 30.0
        assert check["timeout"].observed == f"{outcome.seconds:.1f} s"
        assert world.retreat()
        assert rests(world)
        held = world.observe().held
        assert held is not None and held.thing == "apple"


# Obstacles that appear: those that are seen are planned around or named, those that come too late stop the arm


TAKE = Action("take", ("water-bottle", "slot"))
PUT = Action("put", ("water-bottle", "spare"))


@pytest.mark.parametrize(
    ("size", "position"),
    [((0.1, 0.1, 0.3), (0.25, 0.15, 0.0)), ((0.3, 0.02, 0.3), (0.45, 0.17, 0.0))],
    ids=["in front", "beside"],
)
def test_an_obstacle_that_came_before_the_action_is_gone_around(size: Vector, position: Vector) -> None:
    with PandaWorld(FRUIT, seed=0) as world:
        lamp(world.simulation, size, position)
        outcome = world.act(PICK)
        assert outcome.succeeded, (outcome.refusal, failed(outcome))
        assert "lamp" in world.observe().poses
        assert forces(world, "lamp") == 0.0


def test_an_obstacle_that_cannot_be_gone_around_is_named_before_anything_moves() -> None:
    with PandaWorld(FRUIT, seed=0) as world:
        lamp(world.simulation, (0.2, 0.2, 0.04), (0.45, 0.05, 0.075))
        joints = world.simulation.panda.joints()
        outcome = world.act(PICK)
        assert outcome.refusal is not None
        assert outcome.refusal.kind is Obstruction.BLOCKED
        assert outcome.refusal.by == ("lamp",)
        assert "lamp" in outcome.refusal.message
        assert set(failed(outcome)) == {"can_reach"}
        assert world.simulation.panda.joints() == pytest.approx(joints, abs=1e-3)


@pytest.mark.parametrize(("phase", "direction"), [("approach", -1.0), ("lift", 1.0)], ids=["down", "up"])
def test_an_obstacle_that_comes_meanwhile_stops_the_arm(phase: str, direction: float) -> None:
    heights: list[float] = []

    with PandaWorld(FRUIT, seed=0) as world:
        simulation = world.simulation
        size = (0.05, 0.12, 0.008) if phase == "approach" else (0.2, 0.2, 0.02)
        without = (lambda s: lamp(s, size, (0.45, 0.05, 0.066 + 0.012))) if phase == "approach" else None
        come = without or (lambda s: near_the_hand(s, size, (0.0, 0.0, 1.0)))
        fault = At(world, phase, come, 0.1)

        def watch() -> None:
            if heights or forces(world, "lamp") > 5.0:
                heights.append(float(simulation.tool()[2, 3]))

        simulation.on_step.append(watch)
        outcome = world.act(PICK)
        check = failed(outcome)
        assert set(check) == {"collision_free"}
        assert "hit lamp with" in check["collision_free"].observed
        assert fault.phases[-1] == phase
        assert outcome.motions[-1].score <= -2.0
        simulation.hold(0.3)
        assert max(direction * (one - heights[0]) for one in heights) < 0.01
        assert forces(world, "lamp") < 1.0
        assert world.retreat()
        assert rests(world)
        assert forces(world, "lamp") < 1.0
        held = world.observe().held
        assert (held.thing if held is not None else None) == (None if phase == "approach" else "apple")


def test_what_is_carried_against_an_obstacle_is_neither_dropped_nor_spilled() -> None:
    with PandaWorld(POURING, seed=0) as world:
        assert world.act(TAKE).succeeded
        fault = At(world, "carry", lambda s: lamp(s, (0.2, 0.01, 0.3), (0.42, 0.31, 0.02)), 0.1)
        outcome = world.act(PUT)
        assert fault.phases[-1] == "carry"
        assert set(failed(outcome)) == {"collision_free"}
        assert "lamp" in failed(outcome)["collision_free"].observed
        world.retreat()
        assert rests(world)
        held = world.observe().held
        assert held is not None and held.thing == "water-bottle"
        assert world.liquids.spilled_g == 0.0
        assert stands(world, "beaker") and stands(world, "water-bottle")
        assert where(world, "water-bottle")[2] > 0.05
