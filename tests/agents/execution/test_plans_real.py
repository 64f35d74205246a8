"""Plans of both domains on the simulated arm: every action of them, and geometry that is given back to the solver."""

from __future__ import annotations

from dataclasses import replace

import pytest
from case_tables import stored

pytest.importorskip("pybullet")
pytest.importorskip("pinocchio")
pytest.importorskip("up_fast_downward")

from clairify_cli.agents.execution.program import Setting, set_plan
from clairify_cli.agents.execution.results import Options, Run
from clairify_cli.agents.execution.run import execute
from clairify_cli.diagnostics.model import Source
from clairify_cli.files import data_text
from clairify_cli.planning.solvers import registry
from clairify_cli.worlds.geometry import Box, Pose
from clairify_cli.worlds.panda.belief import Belief
from clairify_cli.worlds.panda.world import PandaWorld
from clairify_cli.worlds.scene.model import Item, Obstacle, Scene

BLOCKS = """(define (problem blocks) (:domain tabletop)
  (:objects red green blue - block bowl - bowl middle left - zone)
  (:init (at red middle) (on green red) (at bowl left) (in blue bowl) (clear green) (clear blue) (hand-empty))
  (:goal (and (on red green) (at blue middle))))"""

LONG = """(define (problem beside) (:domain tabletop)
  (:objects bar wall - block middle left right - zone)
  (:init (at bar middle) (at wall middle) (clear bar) (clear wall) (hand-empty))
  (:goal (at bar right)))"""

GLASSWARE = stored(__file__, "GLASSWARE")

ELSEWHERE = """(define (problem elsewhere) (:domain lab)
  (:objects beaker1 - beaker slot1 far1 near1 - slot)
  (:init (hand-empty) (at beaker1 slot1) (clean beaker1) (free far1) (free near1))
  (:goal (exists (?slot - slot) (and (at beaker1 ?slot) (not (= ?slot slot1))))))"""


def setting_of(domain: str, problem: str, plan: str, scene: Scene | None = None) -> Setting:
    source = Source(data_text("domains", f"{domain}.pddl"), f"{domain}.pddl")
    return set_plan(Source(plan, "plan"), source, Source(problem, "problem.pddl"), scene)


def run(setting: Setting, *, dry: bool = False) -> Run:
    assert setting.task is not None, setting.findings
    assert setting.scene is not None
    with PandaWorld(setting.scene, seed=0) as world:
        begun = world.clock
        solver = registry.get("auto", optimal=setting.task.optimal)
        done = execute(setting.task, world, solver, Options(dry_run=dry))
        assert not dry or world.clock == begun
    return done


def steps_of(done: Run) -> list[str]:
    return [one.action.text for stage in done.stages for one in stage.actions]


def last(done: Run) -> Belief:
    assert done.succeeded, (done.findings, done.failure)
    assert done.last is not None
    return done.last


def test_blocks_are_unstacked_stacked_and_taken_out_of_a_bowl() -> None:
    plan = """(unstack green red)\n(place green middle)\n(pick red middle)\n(stack red green)
(pick-from-bowl blue bowl)\n(place blue middle)"""
    done = run(setting_of("tabletop", BLOCKS, plan))
    seen = last(done)
    assert len(steps_of(done)) == 6
    assert seen.inside == {}
    up = seen.poses["red"].position[2] - seen.poses["green"].position[2]
    assert up == pytest.approx(0.036, abs=0.003)


@pytest.mark.long
def test_a_vial_is_emptied_and_a_dish_is_moved() -> None:
    plan = "(take vial1 slot1)\n(transfer vial1 beaker1)\n(put vial1 slot1)\n(take dish1 slot2)\n(put dish1 slot4)\n"
    scene = setting_of("lab", GLASSWARE, plan).scene
    assert scene is not None
    spots = {"slot1": (0.45, 0.25, 0.0), "slot2": (0.35, -0.35, 0.0), "slot3": (0.5, -0.05, 0.0)}
    spots["slot4"] = (0.55, -0.35, 0.0)
    places = tuple(replace(one, position=spots[one.id]) for one in scene.places)
    vessels = tuple(replace(one, pose=Pose(spots[one.place or ""])) for one in scene.vessels)
    seen = last(run(setting_of("lab", GLASSWARE, plan, replace(scene, places=places, vessels=vessels))))
    grams = {name: sum(one.grams for one in contents) for name, contents in seen.contents.items()}
    assert grams["beaker1"] == pytest.approx(30.0, rel=0.1)
    assert grams["vial1"] == pytest.approx(0.0, abs=3.0)
    assert (seen.places["slot1"], seen.places["slot4"]) == ("vial1", "dish1")


def beside(wall: Item | Obstacle) -> Scene:
    """A bar that can be gripped only across, with something along one side of it."""
    scene = setting_of("tabletop", LONG, "(pick bar middle)\n(place bar right)\n").scene
    assert scene is not None
    bar = Item("bar", "bar", "block", Box((0.03, 0.10, 0.04)), Pose((0.5, 0.0, 0.0)), 60.0)
    if isinstance(wall, Obstacle):
        return replace(scene, items=(bar,), obstacles=(wall,))
    return replace(scene, items=(bar, wall))


WALL = Box((0.03, 0.04, 0.06))
BESIDE = Pose((0.535, 0.0, 0.0))
MOVE = "(pick bar middle)\n(place bar right)\n"


@pytest.mark.parametrize("dry", [False, True])
def test_what_is_in_the_way_of_the_hand_is_moved_first(dry: bool) -> None:
    scene = beside(Item("wall", "wall", "block", WALL, BESIDE, 60.0))
    done = run(setting_of("tabletop", LONG, MOVE, scene), dry=dry)
    assert done.succeeded, (done.findings, done.failure)
    (stage,) = done.planned.stages
    planned = [one.action.text for one in stage.actions]
    assert planned.index("(pick wall middle)") < planned.index("(pick bar middle)")
    assert stage.tried > 1
    assert stage.refused == ("bar cannot be gripped: wall is in the way",)
    if not dry:
        assert last(done).poses["bar"].position[1] < -0.2


@pytest.mark.parametrize("dry", [False, pytest.param(True, marks=pytest.mark.long)])
def test_what_is_in_the_way_and_cannot_be_moved_is_named(dry: bool) -> None:
    problem = (
        LONG.replace("bar wall - block", "bar - block").replace("(at wall middle) ", "").replace("(clear wall)", "")
    )
    scene = beside(Obstacle("shelf", "shelf", WALL, BESIDE))
    done = run(setting_of("tabletop", problem, MOVE, scene), dry=dry)
    assert [one.code for one in done.findings] == ["RUN201"]
    assert "bar cannot be gripped: shelf is in the way" in done.findings[0].message
    assert not done.stages


def test_an_arm_that_begins_in_the_table_is_told_so() -> None:
    scene = beside(Item("wall", "wall", "block", WALL, Pose((0.3, 0.3, 0.0)), 60.0))
    low = replace(scene, robot=replace(scene.robot, home=(-1.0, 1.7, 0, -0.3, 0, 0.5, 0.78)))
    done = run(setting_of("tabletop", LONG, MOVE, low), dry=True)
    assert "since the arm already touches the table where it begins" in done.findings[0].message


@pytest.mark.parametrize("dry", [False, pytest.param(True, marks=pytest.mark.long)])
def test_instead_of_a_place_out_of_reach_another_one_is_taken(dry: bool) -> None:
    plan = "(take beaker1 slot1)\n(put beaker1 far1)\n"
    scene = setting_of("lab", ELSEWHERE, plan).scene
    assert scene is not None
    far = tuple(replace(one, position=(0.2, 0.93, 0.0)) if one.id == "far1" else one for one in scene.places)
    done = run(setting_of("lab", ELSEWHERE, plan, replace(scene, places=far)), dry=dry)
    assert done.succeeded, (done.findings, done.failure)
    (stage,) = done.planned.stages
    assert [one.action.text for one in stage.actions][-1] == "(put beaker1 near1)"
    assert any("beaker1 cannot be put down" in one and "reach" in one for one in stage.refused)
    if not dry:
        assert last(done).places["near1"] == "beaker1"


def test_what_is_out_of_reach_ends_with_the_reason() -> None:
    scene = beside(Item("wall", "wall", "block", WALL, Pose((0.3, 0.3, 0.0)), 60.0))
    items = tuple(replace(one, pose=Pose((0.86, 0.0, 0.0))) if one.id == "bar" else one for one in scene.items)
    problem = LONG.replace("(at bar middle)", "(at bar left)")
    done = run(setting_of("tabletop", problem, MOVE.replace("middle", "left"), replace(scene, items=items)))
    assert [one.code for one in done.findings] == ["RUN201"]
    assert "bar cannot be gripped: it is out of the arm's reach" in done.findings[0].message
