"""Actions on real scenes with real physics."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("pybullet")
pytest.importorskip("pinocchio")
pytest.importorskip("ompl")

from clairify_cli.worlds.base import Action, Obstruction, Outcome, Parameters, Refusal
from clairify_cli.worlds.geometry import Box, Pose
from clairify_cli.worlds.panda.world import PandaWorld
from clairify_cli.worlds.scene import bench
from clairify_cli.worlds.scene.model import Item, Obstacle, Scene
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


def failed(outcome: Outcome) -> list[str]:
    return [one.name for one in outcome.checks if not one.passed]


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


def test_the_same_seed_gives_the_same_outcome(scene: Scene) -> None:
    outcomes = []
    for _ in range(2):
        with PandaWorld(scene, seed=3) as world:
            outcomes.append(act(world, "pick", "block", "table"))
    assert outcomes[0] == outcomes[1]


def test_a_bottle_is_opened_poured_from_and_closed(scene: Scene) -> None:
    with PandaWorld(scene, seed=0) as world:
        assert act(world, "uncap", "water-bottle").succeeded
        assert "water-bottle" not in world.observe().capped
        assert act(world, "take", "water-bottle", "water-bottle-slot").succeeded
        poured = act(world, "pour", "water", "water-bottle", "beaker1", mass=20.0)
        assert poured.succeeded, poured.checks
        assert poured.measured["poured_g"] == pytest.approx(20.0, rel=0.1)
        assert act(world, "put", "water-bottle", "water-bottle-slot").succeeded
        assert act(world, "cap", "water-bottle").succeeded
        assert "water-bottle" in world.observe().capped


def test_what_is_asked_for_must_be_there(scene: Scene) -> None:
    with PandaWorld(scene, seed=0) as world:
        act(world, "uncap", "water-bottle")
        act(world, "take", "water-bottle", "water-bottle-slot")
        short = act(world, "pour", "water", "water-bottle", "beaker1", mass=50.0)
        assert short.refusal is not None and short.refusal.kind is Obstruction.EMPTY
        assert failed(short) == ["amount"]


def test_preparing_moves_nothing_and_says_what_it_leaves(scene: Scene) -> None:
    with PandaWorld(scene, seed=0) as world:
        before = world.observe()
        prepared = world.prepare(Action("take", ("beaker1", "beaker1-slot")), before, rng=np.random.default_rng(0))
        assert not isinstance(prepared, Refusal)
        assert prepared.after.held is not None and prepared.after.held.thing == "beaker1"
        assert "beaker1-slot" not in prepared.after.places
        assert world.observe() == before


def test_something_out_of_reach_is_refused(scene: Scene) -> None:
    far = replace(scene.items[0], pose=Pose((1.0, 0.6, 0.0)))
    table = replace(scene.table, size=(3.0, 3.0))
    with PandaWorld(replace(scene, items=(far,), table=table), seed=0) as world:
        outcome = act(world, "pick", "block", "table")
        assert outcome.refusal is not None and outcome.refusal.kind is Obstruction.UNREACHABLE
        assert failed(outcome) == ["can_reach"] and outcome.score == -2.0


def test_what_stands_in_the_way_is_named(scene: Scene) -> None:
    x, y, _ = scene.items[0].pose.position
    roof = Obstacle("roof", "roof", Box((0.5, 0.5, 0.02)), Pose((x, y, 0.07)))
    with PandaWorld(replace(scene, obstacles=(roof,)), seed=0) as world:
        outcome = act(world, "pick", "block", "table")
        assert outcome.refusal is not None and outcome.refusal.by == ("roof",)


@pytest.mark.parametrize(
    ("action", "word"),
    [
        (Action("fly"), "fly"),
        (Action("take", ("nothing", "balance")), "nothing"),
        (Action("pour", ("water", "water-bottle", "beaker1")), "hold"),
        (Action("take", ("beaker1", "beaker1-slot"), Parameters(speed=3.0)), "speed"),
    ],
)
def test_actions_that_make_no_sense_are_refused_in_words(scene: Scene, action: Action, word: str) -> None:
    with PandaWorld(scene, seed=0) as world:
        outcome = world.act(action)
        assert outcome.refusal is not None and word in outcome.refusal.message


def test_a_thing_that_is_lost_is_noticed_and_the_arm_goes_home(scene: Scene) -> None:
    with PandaWorld(scene, seed=0) as world:
        assert act(world, "pick", "block", "table").succeeded
        away = np.eye(4)
        away[:3, 3] = (0.3, 0.5, 0.0)
        steps = []

        def lose() -> None:
            steps.append(1)
            if len(steps) == 60:
                world.simulation.put("block", away)

        world.simulation.on_step.append(lose)
        outcome = act(world, "place", "block", "table")
        assert "holding" in failed(outcome)
        world.simulation.on_step.remove(lose)
        assert world.retreat()
        assert np.abs(world.simulation.joints() - np.array(scene.robot.home)).max() < 0.02
