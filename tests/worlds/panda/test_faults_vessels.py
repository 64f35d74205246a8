"""Vessels that are knocked over, bottles with too little in them: pours are watched, what is lost is counted."""

from __future__ import annotations

from dataclasses import replace

import pytest

from benchmarks import panda_faults as faults
from clairify_cli.worlds.base import Action, Obstruction
from clairify_cli.worlds.geometry import Pose
from clairify_cli.worlds.panda.world import PandaWorld
from clairify_cli.worlds.scene.model import Content
from worlds.panda.faulty_bench import BEAKER, POURING, At, changed, failed, rests, stands

TAKE = Action("take", ("water-bottle", "slot"))
PUT = Action("put", ("water-bottle", "spare"))
WEIGH = Action("weigh", ("water", "water-bottle", "beaker", "balance"), settings={"mass": 20.0})

NEIGHBOUR = replace(
    BEAKER, id="glass", name="glass", pose=Pose((0.62, 0.1, 0.0)), place=None, contents=(Content("juice", 120.0),)
)
CROWDED = replace(POURING, vessels=(*POURING.vessels, NEIGHBOUR))


def test_nothing_is_poured_into_a_vessel_that_was_knocked_over_before() -> None:
    with PandaWorld(POURING, seed=0) as world:
        assert world.act(TAKE).succeeded
        faults.tip_over(world.simulation, "beaker")
        world.simulation.hold(0.5)
        outcome = world.act(WEIGH)
        assert outcome.refusal is not None
        assert outcome.refusal.message == "beaker lies on its side"
        assert outcome.refusal.what == "beaker"
        assert outcome.seconds == 0.0
        assert world.liquids.grams("water-bottle") == pytest.approx(100.0)
        assert world.observe().held is not None


@pytest.mark.parametrize(("phase", "after"), [pytest.param("carry", 1.0, marks=pytest.mark.long), ("pour", 1.0)])
def test_pouring_ends_when_the_target_is_knocked_over(phase: str, after: float) -> None:
    with PandaWorld(POURING, seed=0) as world:
        assert world.act(TAKE).succeeded
        fault = At(world, phase, lambda simulation: faults.tip_over(simulation, "beaker"), after)
        outcome = world.act(WEIGH)
        check = failed(outcome)
        assert "at_location" in check
        assert check["at_location"].expected.startswith("beaker")
        assert "fallen over" in check["at_location"].observed
        assert "amount" in check
        assert fault.done_at is not None
        assert world.liquids.grams("water-bottle") > 90.0, "it went on pouring beside the beaker"
        assert world.liquids.total_g == pytest.approx(100.0)
        world.retreat()
        assert rests(world)
        assert stands(world, "water-bottle")
        held = world.observe().held
        assert held is not None and held.thing == "water-bottle"


def test_what_runs_out_of_a_vessel_that_falls_is_spilled() -> None:
    with PandaWorld(POURING, seed=0) as world:
        faults.tip_over(world.simulation, "water-bottle")
        world.simulation.hold(1.0)
        outcome = world.act(TAKE)
        assert outcome.refusal is not None
        assert outcome.refusal.kind is Obstruction.NO_GRASP
        assert outcome.refusal.message == "water (water-bottle) lies on its side"
        seen = world.observe()
        assert seen.spilled_g > 30.0
        left = sum(one.grams for one in seen.contents["water-bottle"])
        assert seen.spilled_g + left == pytest.approx(100.0)
        assert "slot" not in seen.places


def test_a_neighbour_that_is_knocked_over_fails_the_action_and_is_named() -> None:
    with PandaWorld(CROWDED, seed=0) as world:
        assert world.act(TAKE).succeeded
        fault = At(world, "carry", lambda simulation: faults.tip_over(simulation, "glass"), 0.3)
        outcome = world.act(PUT)
        check = failed(outcome)
        assert {"upright", "spilled"} <= set(check)
        assert "glass" in check["upright"].expected + check["upright"].observed
        assert outcome.measured["spilled_g"] > 40.0
        assert world.observe().spilled_g == pytest.approx(outcome.measured["spilled_g"], abs=1e-3)
        assert fault.done_at is not None
        world.retreat()
        assert rests(world)


@pytest.mark.parametrize("grams", [0.0, 10.0])
def test_a_bottle_with_too_little_in_it_is_refused_in_grams(grams: float) -> None:
    with PandaWorld(changed(POURING, contents=(Content("water", grams),)), seed=0) as world:
        assert world.act(TAKE).succeeded
        outcome = world.act(WEIGH)
        said = f"there are {grams:.1f} g of water in water (water-bottle), and 20.0 g are asked for"
        assert outcome.refusal is not None and outcome.refusal.message == said
        assert outcome.refusal.kind is Obstruction.EMPTY and outcome.seconds == 0.0
        assert set(failed(outcome)) == {"amount"}


def test_a_bottle_that_is_empty_when_it_is_tilted_is_noticed_soon() -> None:
    with PandaWorld(POURING, seed=0) as world:
        assert world.act(TAKE).succeeded
        At(world, "over", lambda _: world.liquids.empty("water-bottle"))
        outcome = world.act(WEIGH)
        assert set(failed(outcome)) == {"amount"}
        assert any("is empty" in one for one in outcome.remarks)
        poured = next(one for one in outcome.motions if one.name == "pour")
        assert poured.seconds < 10.0
