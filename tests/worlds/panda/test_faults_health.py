"""An arm that cannot follow, and actions that take too long."""

from __future__ import annotations

from dataclasses import replace

import pytest

from clairify_cli.worlds.base import Action
from clairify_cli.worlds.panda.simulation.simulation import Simulation
from clairify_cli.worlds.panda.skills.log import Log
from clairify_cli.worlds.panda.skills.prepared import Move, Prepared
from clairify_cli.worlds.panda.world import PandaWorld
from worlds.panda.faulty_bench import FRUIT, At, failed, rests

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
