"""What is moved, taken away or slips: the grip is checked where it closes, what is held while it is carried."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from benchmarks import panda_faults as faults
from clairify_cli.worlds.base import Action, Obstruction, Outcome
from clairify_cli.worlds.panda.simulation.simulation import Simulation
from clairify_cli.worlds.panda.world import PandaWorld
from clairify_cli.worlds.scene.model import Scene
from worlds.panda.faulty_bench import FRUIT, POURING, At, changed, failed, rests, stands, where

PICK = Action("pick", ("apple", "table"))
TAKE = Action("take", ("water-bottle", "slot"))
PUT = Action("put", ("water-bottle", "spare"))


def aside(simulation: Simulation) -> None:
    faults.move(simulation, "apple", (0.0, 0.1, 0.0))


def test_what_was_moved_before_the_action_is_gripped_where_it_is_seen() -> None:
    with PandaWorld(FRUIT, seed=0) as world:
        world.prepare(PICK)
        aside(world.simulation)
        assert world.act(PICK).succeeded
        assert world.observe().held is not None
        assert where(world, "apple")[1] == pytest.approx(0.15, abs=0.01)


def test_what_slips_off_at_once_is_not_believed_to_be_held() -> None:
    slippery = replace(FRUIT, items=tuple(replace(one, mass_g=1000.0, friction=0.05) for one in FRUIT.items))
    with PandaWorld(slippery, seed=0) as world:
        assert "holding" in failed(world.act(PICK))
        assert world.retreat() and rests(world)
        assert world.observe().held is None


@pytest.mark.parametrize(("phase", "after"), [("reach", 0.2), ("approach", 0.3), ("grip", 0.0)])
def test_what_is_moved_while_the_hand_comes_is_not_gripped(phase: str, after: float) -> None:
    with PandaWorld(FRUIT, seed=0) as world:
        fault = At(world, phase, aside, after)
        outcome = world.act(PICK)
        check = failed(outcome)
        assert set(check) == {"can_grasp"}
        assert "apple within" in check["can_grasp"].expected
        assert check["can_grasp"].observed.endswith(" mm")
        assert fault.phases[-1] == "grip"
        assert world.retreat()
        assert rests(world)
        assert where(world, "apple")[:2] == pytest.approx((0.45, 0.15), abs=0.01)


@pytest.mark.parametrize(
    ("scene", "thing", "action"), [(FRUIT, "apple", PICK), (POURING, "water-bottle", TAKE)], ids=["item", "vessel"]
)
def test_what_is_gone_is_refused(scene: Scene, thing: str, action: Action) -> None:
    with PandaWorld(scene, seed=0) as world:
        faults.remove(world.simulation, thing)
        before = world.clock
        outcome = world.act(action)
        assert outcome.refusal is not None
        assert outcome.refusal.kind is Obstruction.NO_GRASP
        assert "not on the bench" in outcome.refusal.message
        assert thing in outcome.refusal.message
        assert set(failed(outcome)) == {"can_grasp"}
        assert world.clock - before < 0.1
        assert thing not in world.observe().poses


@pytest.mark.parametrize(
    ("scene", "thing", "action"), [(FRUIT, "apple", PICK), (POURING, "water-bottle", TAKE)], ids=["item", "vessel"]
)
@pytest.mark.parametrize(("phase", "check"), [("approach", "can_grasp"), ("lift", "holding")])
def test_what_vanishes_meanwhile_is_noticed(scene: Scene, thing: str, action: Action, phase: str, check: str) -> None:
    with PandaWorld(scene, seed=0) as world:
        At(world, phase, lambda simulation: faults.remove(simulation, thing), 0.2)
        outcome = world.act(action)
        found = failed(outcome)
        assert set(found) == {check}
        assert thing in found[check].expected
        assert outcome.motions[-1].name == phase and (phase != "lift" or outcome.motions[-1].score <= -2.0)
        assert world.retreat()
        assert rests(world)
        assert world.observe().held is None


@pytest.mark.parametrize(
    ("scene", "thing", "action"), [(FRUIT, "apple", PICK), (POURING, "water-bottle", TAKE)], ids=["item", "vessel"]
)
def test_what_slips_while_it_is_lifted_is_not_held(scene: Scene, thing: str, action: Action) -> None:
    with PandaWorld(scene, seed=0) as world:
        fault = At(world, "approach", lambda simulation: faults.lubricate(simulation, thing))
        outcome = world.act(action)
        check = failed(outcome)
        assert set(check) == {"holding"}, outcome.checks
        assert thing in check["holding"].expected
        assert fault.phases[-1] in ("lift", "grip")
        assert outcome.motions[-1].score <= -2.0
        world.retreat()
        assert rests(world)
        if thing == "water-bottle":
            assert stands(world, thing)
            assert world.liquids.spilled_g == 0.0
        assert where(world, thing)[2] < 0.03


def carried(scene: Scene, at: float) -> tuple[PandaWorld, Outcome, At]:
    world = PandaWorld(scene, seed=0)
    assert world.act(TAKE).succeeded
    fault = At(world, "carry", lambda simulation: faults.lubricate(simulation, "water-bottle"), at)
    return world, world.act(PUT), fault


def test_what_slips_while_it_is_carried_stops_the_arm_before_it_falls_far() -> None:
    world, outcome, fault = carried(POURING, 0.5)
    with world:
        check = failed(outcome)
        assert "holding" in check
        assert "water (water-bottle)" in check["holding"].expected
        assert outcome.motions[-1].name == "carry"
        assert "release" not in fault.phases
        assert world.simulation.belief().places.get("spare") is None
        joints = world.simulation.panda.joints()
        world.retreat()
        assert rests(world)
        assert stands(world, "beaker")
        assert np.all(np.isfinite(joints))


def test_a_good_grip_is_not_taken_for_one_that_slips() -> None:
    scene = changed(POURING, friction=0.5)
    with PandaWorld(scene, seed=0) as world:
        assert world.act(TAKE).succeeded
        assert world.act(PUT).succeeded
