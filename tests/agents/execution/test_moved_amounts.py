"""What steps put into a vessel is known when later steps take it out again: mass, volume and mixtures."""

from __future__ import annotations

import pytest

from agents.execution.chem_edu import prepared, xdl
from agents.execution.thought_world import ThoughtWorld
from clairify_cli.agents.execution.jobs.totals import totals
from clairify_cli.agents.execution.run import execute
from clairify_cli.agents.execution.stages import program_task
from clairify_cli.files import data_text
from clairify_cli.planning.solvers import registry

LAB = data_text("domains", "lab.pddl")
GLASS = "".join(f'<Component id="{one}" type="{one}"/>' for one in ("beaker", "flask", "vial"))
WATER = '<Add vessel="beaker" reagent="water" volume="20 mL"/>'
ETHANOL = '<Add vessel="beaker" reagent="ethanol" volume="20 mL"/>'


def moved(source: str, target: str, amount: str) -> str:
    return f'<Transfer from_vessel="{source}" to_vessel="{target}" volume="{amount}"/>'


PART = moved("beaker", "flask", "10 mL")


@pytest.mark.parametrize(
    ("steps", "poured", "held"),
    [
        pytest.param(
            WATER + PART,
            ["(weigh water beaker flask balance)"],
            {("flask", "water"): 9.97},
            id="a part",
        ),
        pytest.param(
            WATER
            + moved("beaker", "flask", "10 mL")
            + moved("flask", "vial", "5 mL")
            + moved("beaker", "flask", "all"),
            ["(weigh water beaker flask balance)", "(weigh water flask vial balance)", "(transfer beaker flask)"],
            {("flask", "water"): 14.955, ("vial", "water"): 4.985},
            id="several in a row",
        ),
        pytest.param(
            WATER + ETHANOL + PART + moved("flask", "vial", "5 mL"),
            ["(weigh mixture beaker flask balance)", "(weigh mixture flask vial balance)"],
            {
                ("flask", "ethanol"): 1.973,
                ("flask", "water"): 2.4925,
                ("vial", "ethanol"): 1.973,
                ("vial", "water"): 2.4925,
            },
            id="a mixture, by its density",
        ),
    ],
)
def test_what_came_in_can_be_taken_out(steps: str, poured: list[str], held: dict[tuple[str, str], float]) -> None:
    _, scene, jobs, found = prepared(xdl(steps, GLASS))
    assert not [one for one in found if one.is_error]
    world = ThoughtWorld(scene)
    done = execute(program_task(LAB, jobs, scene), world, registry.get("auto", optimal=True))
    assert done.succeeded, done.failure
    assert [one.text for one in world.done if one.name in ("weigh", "transfer") and "bottle" not in one.text] == poured
    every = totals(scene, [one.stage.job for one in done.stages if one.stage.job], world.observe())
    there = {(one.vessel, one.substance): one.there for one in every}
    assert {key: there[key] for key in held} == pytest.approx(held, abs=0.01)
    assert [one.there for one in every] == pytest.approx([one.asked for one in every], rel=1e-3, abs=1e-9)


def test_more_than_there_then_is_stays_refused() -> None:
    steps = WATER + moved("beaker", "flask", "15 mL") + moved("beaker", "flask", "10 mL")
    *_, found = prepared(xdl(steps, GLASS))
    assert [(one.code, one.message) for one in found] == [
        ("RUN108", "9.97 g would be moved out of beaker, which contains 4.985 g")
    ]


def test_the_arm_finds_a_mixture_where_it_was_made() -> None:
    pytest.importorskip("pybullet")
    pytest.importorskip("pinocchio")
    from clairify_cli.worlds.base import Action
    from clairify_cli.worlds.panda.liquids.amounts import MIXTURE
    from clairify_cli.worlds.panda.skills.bench import Now
    from clairify_cli.worlds.panda.skills.pouring import _wrong
    from clairify_cli.worlds.panda.world import PandaWorld

    _, scene, _, _ = prepared(xdl(WATER + ETHANOL + PART, GLASS))
    with PandaWorld(scene, seed=0) as world:
        assert world.act(Action("take", ("beaker", "beaker-slot"))).succeeded
        world.liquids.add("beaker", next(one.contents for one in scene.vessels if one.id == "water-bottle"))
        world.liquids.add("beaker", next(one.contents for one in scene.vessels if one.id == "ethanol-bottle"))
        now = Now(world.bench, world.observe(), world.rng)
        assert _wrong(now, MIXTURE, "beaker", "flask", 10.0, None) is None
        refused = _wrong(now, "water-1", "beaker", "flask", 10.0, None)
    assert refused is not None and "0.0 g of water-1" in refused.message
