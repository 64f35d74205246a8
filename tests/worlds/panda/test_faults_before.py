"""What is wrong before anything moves: meshes that are missing, ids that are unknown, numbers that make no sense."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from benchmarks import panda_faults as faults
from clairify_cli.diagnostics.model import Source
from clairify_cli.worlds.base import Action, Obstruction, Parameters, Refusal
from clairify_cli.worlds.geometry import Mesh, Pose
from clairify_cli.worlds.panda.simulation.engine import SceneError
from clairify_cli.worlds.panda.world import PandaWorld
from clairify_cli.worlds.scene.model import Content, Device, Item
from clairify_cli.worlds.scene.reader import read_scene
from worlds.panda.faulty_bench import BEAKER, FRUIT, FRUIT_TEXT, PAN, POURING, At, changed, failed, rests, stands

ROCK = Item("rock", "rock", "rock", Mesh(Path("nowhere/rock.obj"), 1.0, (0.04, 0.04, 0.04), 0.0), Pose((0.5, 0, 0)), 50)
HOTPLATE = Device(
    "balance", "hotplate", "hotplate", (0.16, 0.16, 0.03), Pose((*PAN[:2], 0.0)), "pan", (("hottest", 300.0),)
)


def test_a_scene_whose_mesh_is_missing_is_not_set_up() -> None:
    with pytest.raises(SceneError) as told:
        PandaWorld(replace(FRUIT, items=(ROCK,)), seed=0)
    message = str(told.value)
    assert message.startswith("rock: its mesh")
    assert "nowhere/rock.obj" in message
    assert "\n" not in message


def test_the_missing_mesh_of_a_scene_file_is_said_at_its_line(tmp_path: Path) -> None:
    text = FRUIT_TEXT + "  rock: {kind: rock, mesh: rock.obj, mass: 50 g, at: [0.5, -0.2]}\n"
    _, found = read_scene(Source(text, "bench.yaml"), tmp_path)
    errors = [one for one in found if one.is_error]
    assert any("rock.obj" in one.message for one in errors), found
    (mesh,) = [one for one in errors if "rock.obj" in one.message]
    assert text.splitlines()[mesh.span.line - 1].strip().startswith("rock:")


def refused(world: PandaWorld, name: str, arguments: tuple[str, ...], settings: dict[str, Any]) -> Refusal:
    found = world.prepare(Action(name, arguments, settings=settings))
    assert isinstance(found, Refusal), f"{name} {settings} was planned"
    return found


NUMBERS: list[Any] = [0.0, -5.0, math.nan, math.inf, -math.inf, "ten", None, True, 1e9]


def test_doses_that_make_no_sense_are_refused() -> None:
    with PandaWorld(POURING, seed=0) as world:
        assert world.act(Action("take", ("water-bottle", "slot"))).succeeded
        for value in NUMBERS:
            found = refused(world, "weigh", ("water", "water-bottle", "beaker", "balance"), {"mass": value})
            assert "mass" in found.message or "asked for" in found.message
            outcome = world.act(
                Action("weigh", ("water", "water-bottle", "beaker", "balance"), settings={"mass": value})
            )
            assert outcome.refusal is not None and not outcome.succeeded and outcome.seconds == 0.0
        assert world.liquids.grams("water-bottle") == pytest.approx(100.0)


@pytest.mark.parametrize(
    ("name", "setting", "values"),
    [
        ("heat", "temperature", [5000.0, math.nan, math.inf, -300.0, "hot", True]),
        ("heat", "time", [-1.0, math.nan, math.inf, "long"]),
        ("stir", "time", [-1.0, math.nan, math.inf]),
        ("stir", "rpm", [-1.0, 0.0, math.nan, math.inf]),
    ],
)
def test_treatments_that_make_no_sense_are_refused(name: str, setting: str, values: list[Any]) -> None:
    usual = {"heat": {"temperature": 60.0, "time": 10.0}, "stir": {"time": 10.0, "rpm": 200.0}}[name]
    with PandaWorld(replace(POURING, devices=(HOTPLATE,)), seed=0) as world:
        assert not isinstance(world.prepare(Action(name, ("beaker", "balance"), settings=usual)), Refusal)
        for value in values:
            found = refused(world, name, ("beaker", "balance"), {**usual, setting: value})
            assert setting in found.message or "°C" in found.message, found.message


def test_what_is_not_there_is_named() -> None:
    with PandaWorld(POURING, seed=0) as world:
        for action, word in (
            (Action("take", ("cup", "slot")), "cup"),
            (Action("take", ("water-bottle", "shelf")), "shelf"),
            (Action("put", ("water-bottle", "shelf")), "shelf"),
            (Action("fly"), "fly"),
            (Action("take", ("water-bottle",)), "2 arguments"),
            (Action("pick", ("lamp", "table")), "lamp"),
            (Action("weigh", ("water", "water-bottle", "beaker", "balance")), "hold"),
            (Action("take", ("water-bottle", "slot"), Parameters(speed=3.0)), "speed"),
        ):
            found = world.prepare(action)
            assert isinstance(found, Refusal)
            assert word in found.message


def test_a_thing_out_of_reach_is_refused_in_words() -> None:
    with PandaWorld(FRUIT, seed=0) as world:
        faults.move(world.simulation, "apple", (0.3, 0.5, 0.0))
        joints = world.simulation.panda.joints()
        outcome = world.act(Action("pick", ("apple", "table")))
        assert outcome.refusal is not None and outcome.score == -2.0
        assert outcome.refusal.kind is Obstruction.UNREACHABLE
        assert "apple" in outcome.refusal.message and "reach" in outcome.refusal.message
        assert world.simulation.panda.joints() == pytest.approx(joints, abs=1e-3)


# Vessels that are knocked over, bottles with too little in them: pours are watched, what is lost is counted


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
