"""Actions on real scenes with real physics."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from clairify_cli.worlds.base import Action, Outcome, Refusal
from clairify_cli.worlds.geometry import Box, Pose
from clairify_cli.worlds.panda.heard import Treated
from clairify_cli.worlds.panda.world import PandaWorld
from clairify_cli.worlds.scene import bench
from clairify_cli.worlds.scene.model import Item, Scene
from clairify_cli.worlds.scene.needs import Needed, NeededReagent, NeededVessel


@pytest.fixture(scope="module")
def scene() -> Scene:
    needed = Needed(
        (NeededVessel("beaker1", "beaker", most_ml=60),),
        (NeededReagent("water", "water", (20.0,)),),
        frozenset({"balance"}),
    )
    made = bench.scene_for_program(needed)
    ball = Item("block", "block", "block", Box((0.04, 0.04, 0.04)), Pose((0.35, -0.1, 0.0)), 40.0)
    return replace(made, items=(ball,))


def act(world: PandaWorld, name: str, *arguments: str, **settings: float) -> Outcome:
    return world.act(Action(name, arguments, settings=settings))


def test_a_beaker_is_taken_and_put_on_the_balance(scene: Scene) -> None:
    with PandaWorld(scene, seed=1) as world:
        taken = act(world, "take", "beaker1", "beaker1-slot")
        assert taken.succeeded, taken.checks
        held = world.observe().held
        assert held is not None and held.thing == "beaker1"
        put = act(world, "put", "beaker1", "balance")
        assert put.succeeded, put.checks
        assert put.measured["off_mm"] < 3.0
        assert world.observe().places["balance"] == "beaker1"
        assert len(put.motions) >= 3 and put.score > 0.0


def test_a_bottle_is_opened_poured_from_and_closed(scene: Scene) -> None:
    with PandaWorld(scene, seed=0) as world:
        assert act(world, "uncap", "water-bottle").succeeded
        assert "water-bottle" not in world.observe().capped
        assert act(world, "take", "water-bottle", "water-bottle-slot").succeeded
        there = world.liquids.total_g
        poured = act(world, "pour", "water", "water-bottle", "beaker1", mass=20.0)
        assert poured.succeeded, poured.checks
        assert poured.measured["poured_g"] == pytest.approx(20.0, rel=0.05)
        assert poured.measured["spilled_g"] < 1.0
        assert world.liquids.total_g == pytest.approx(there, rel=1e-9) and world.liquids.loose == 0
        assert act(world, "put", "water-bottle", "water-bottle-slot").succeeded
        assert act(world, "cap", "water-bottle").succeeded
        assert "water-bottle" in world.observe().capped


def test_preparing_moves_nothing_and_says_what_it_leaves(scene: Scene) -> None:
    with PandaWorld(scene, seed=0) as world:
        before = world.observe()
        prepared = world.prepare(Action("take", ("beaker1", "beaker1-slot")), before, rng=np.random.default_rng(0))
        assert not isinstance(prepared, Refusal)
        assert prepared.after.held is not None and prepared.after.held.thing == "beaker1"
        assert "beaker1-slot" not in prepared.after.places
        assert world.observe() == before


@pytest.mark.parametrize("celsius", [60.0, 1.0])
def test_a_vessel_that_stands_comes_to_the_temperature_of_the_room(scene: Scene, celsius: float) -> None:
    with PandaWorld(scene, seed=0) as world:
        world.runner.temperatures["beaker1"] = celsius
        told: list[object] = []
        world.simulation.listeners.append(told.append)
        assert world.let_stand("beaker1", scene.ambient) > 300.0
        kind = "let-cool" if celsius > scene.ambient else "let-warm"
        assert told[-1] == Treated(kind, "beaker1", None, {"temperature": scene.ambient})  # a real arm waits for it
        assert world.observe().temperatures["beaker1"] == pytest.approx(scene.ambient, abs=1.0)
        assert world.let_stand("beaker1", scene.ambient) == pytest.approx(0.0, abs=60.0)
        world.runner.temperatures["beaker1"] = celsius
        world.let_pass(600.0, (), "beaker1")
        assert world.observe().temperatures["beaker1"] == celsius
        world.let_pass(600.0, ("beaker1",))  # it does not stand at the device that is to keep it
        there = world.observe().temperatures["beaker1"]
        assert min(celsius, scene.ambient) + 3.0 < there < max(celsius, scene.ambient) - 3.0
