"""Programs in the hands of the simulated Panda: assertions, recoveries, parameters, refusals."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from case_tables import stored

pytest.importorskip("numpy")
pytest.importorskip("pybullet")
pytest.importorskip("pinocchio")
pytest.importorskip("ompl")
pytest.importorskip("up_fast_downward")

from agents.execution.thought_world import ThoughtWorld, failed
from agents.programs.pantry import told
from benchmarks import panda_faults as faults
from clairify_cli.agents.execution import events
from clairify_cli.agents.execution.results import OnFailure, Options
from clairify_cli.agents.programs.base import Bounds, GroundFact, Ran
from clairify_cli.agents.programs.panda_executor import PandaExecutor, run_in_panda
from clairify_cli.agents.programs.panda_setting import domain_for, setting_of_problem
from clairify_cli.agents.programs.write_scene import problem_of_scene
from clairify_cli.diagnostics.model import Source
from clairify_cli.files import data_text
from clairify_cli.languages.program.reader import read
from clairify_cli.languages.program.syntax import Program
from clairify_cli.outcomes import Outcome as Ending
from clairify_cli.worlds.base import Action, Outcome, Parameters
from clairify_cli.worlds.geometry import Pose, Sphere, Tray
from clairify_cli.worlds.panda.world import PandaWorld
from clairify_cli.worlds.scene.model import Container, Item, Robot, Scene, Table, Zone

SCENE = Scene(
    "fruit",
    Robot(Pose((0.0, 0.0, 0.0))),
    Table((1.4, 1.6), (0.3, 0.0)),
    items=(Item("apple", "apple", "apple", Sphere(0.033), Pose((0.45, 0.05, 0.0)), 120.0),),
    containers=(Container("bin", "bin", "bin", Tray((0.24, 0.24, 0.12), 0.005), Pose((0.1, 0.5, 0.0))),),
    zones=(Zone("table", "table", (0.3, 0.0), (1.4, 1.6)),),
)
DOMAIN = Source(data_text("domains", "tabletop.pddl"), "tabletop.pddl")
PROBLEM = Source(
    """(define (problem clear) (:domain tabletop)
  (:objects apple - block bin - bowl table - zone red - colour)
  (:init (at apple table) (at bin table) (clear apple) (hand-empty) (has-colour apple red))
  (:goal (and (in apple bin) (hand-empty))))""",
    "problem.pddl",
)
SAFE = stored(__file__, "SAFE")


def written(body: str) -> tuple[Program, Source]:
    lines = "\n".join(f"    {line}" for line in body.strip().split("\n"))
    source = Source(f"def put_the_apple_away():\n{lines}\n", "task.py")
    made, found = read(source)
    assert made is not None and not found
    return made, source


def thought(
    body: str,
    fail: Callable[[Action, int], Outcome | None] = lambda action, time: None,
    *,
    on_failure: OnFailure = "stop",
    bounds: Bounds | None = None,
    parameters: Parameters | None = None,
    said: str = "",
) -> tuple[Ran, PandaExecutor, ThoughtWorld]:
    """A run in a world that does what the domain says, but for what fails."""
    made, source = written(body)
    world = ThoughtWorld(SCENE, fail=fail)
    options = Options(on_failure=on_failure, parameters=parameters or Parameters(), told=said)
    ran, executor = run_in_panda(made, source, setting_of_problem(DOMAIN, PROBLEM, SCENE), world, options, bounds)
    return ran, executor, world


def first_pick_fails(action: Action, time: int) -> Outcome | None:
    return failed(action, "holding") if action.name == "pick" and time == 1 else None


def test_calls_are_actions_of_the_arm_with_the_programs_parameters() -> None:
    ran, executor, world = thought(SAFE, parameters=Parameters(speed=0.9, orientation=0.5))
    assert ran.succeeded and ran.goal and ran.recall == (2, 2)
    assert [one.text for one in world.done] == ["(pick apple table)", "(place-in-bowl apple bin)"]
    assert world.done[0].parameters == Parameters(speed=0.4, orientation=0.5)
    assert world.done[1].parameters == Parameters(speed=0.9, orientation=0.5)
    assert ran.actions[0].done.score == pytest.approx(0.3)
    assert len(executor.stages) == 2


PICKED_AGAIN = stored(__file__, "PICKED_AGAIN")
"""What is done of `SAFE` where the first pick fails."""


def test_what_failed_is_recovered_by_the_assertion_that_looks_after_it() -> None:
    ran, _, world = thought(SAFE, first_pick_fails)
    assert told(ran) == PICKED_AGAIN
    assert ran.succeeded and world.retreated
    first = ran.actions[0].done
    assert first.taken and not first.succeeded and "holding" in first.message


def test_without_assertions_the_failure_ends_it() -> None:
    ran, _, world = thought(SAFE, first_pick_fails, bounds=Bounds(assertions=False))
    assert ran.ending is Ending.ACTION_FAILED and len(world.done) == 1
    assert not ran.succeeded and ran.recall == (1, 2)


def test_retuning_comes_before_the_assertion() -> None:
    ran, _, world = thought(SAFE, first_pick_fails, on_failure="retune")
    assert [one.name for one in world.done] == ["pick", "pick", "place-in-bowl"]
    done = ran.actions[0].done
    assert done.succeeded and done.attempts == 2
    assert done.parameters == Parameters(speed=0.4, grasp="top")
    assert any("again with grasp top" in one for one in done.remarks)


def test_what_a_person_says_comes_before_the_rules() -> None:
    _, _, world = thought(SAFE, first_pick_fails, on_failure="retune", said="Slower, and keep it upright.")
    assert [one.name for one in world.done] == ["pick", "pick", "place-in-bowl"]
    assert world.done[1].parameters == Parameters(speed=0.2, orientation=1.0)


def test_another_way_is_looked_for_to_what_the_action_leads_to() -> None:
    def drops(action: Action, time: int) -> Outcome | None:
        if action.name != "place-in-bowl" or time > 1:
            return None
        poses = {**world.belief.poses, "apple": Pose((0.5, -0.2, 0.0))}
        world.belief = replace(world.belief, held=None, poses=poses)
        return failed(action, "holding")

    made, source = written(SAFE)
    world = ThoughtWorld(SCENE, fail=drops)
    setting = setting_of_problem(DOMAIN, PROBLEM, SCENE)
    ran, _ = run_in_panda(made, source, setting, world, Options(on_failure="replan"))
    assert ran.succeeded, ran.why
    assert [one.name for one in world.done] == ["pick", "place-in-bowl", "pick", "place-in-bowl"]
    assert len(ran.actions) == 2 and ran.actions[1].done.attempts == 3
    assert any("planned again" in one for one in ran.actions[1].done.remarks)


def test_what_cannot_be_done_is_refused_before_anything_moves() -> None:
    ran, _, world = thought('place_in_bowl("apple", "bin")')
    assert ran.ending is Ending.ACTION_FAILED and not world.done
    assert ran.actions[0].done.message == 'it needs holding("apple")'
    assert not ran.actions[0].done.taken and ran.executability == 0.0
    assert thought('pick("pear", "table")')[0].actions[0].done.message == "there is no `pear` here"


def test_facts_are_seen_on_the_bench_or_remembered_or_not_known() -> None:
    _, executor, _ = thought('pick("apple", "table")')
    asked = {
        ("holding", "apple"): True,
        ("hand_empty",): False,
        ("at", "apple", "table"): False,
        ("has_colour", "apple", "red"): True,
        ("has_colour", "bin", "red"): False,
        ("sunny", "apple"): None,
        ("at", "pear", "table"): None,
    }
    assert {key: executor.holds(GroundFact(key[0], key[1:])) for key in asked} == asked


def test_the_domain_is_found_by_the_actions() -> None:
    assert domain_for(written(SAFE)[0]).name == "tabletop.pddl"
    assert domain_for(written('pour("bottle", "water", "beaker")')[0]).name == "lab.pddl"


def test_a_scene_alone_is_a_problem_of_what_is_seen() -> None:
    world = ThoughtWorld(SCENE)
    setting = setting_of_problem(*problem_of_scene(SCENE, DOMAIN), SCENE)
    assert not setting.findings
    assert ("at", "apple", "table") in setting.known.task.init
    made, source = written(SAFE)
    ran, executor = run_in_panda(made, source, setting, world)
    assert ran.goal is None and ran.succeeded and ran.goal_condition_recall is None
    assert executor.holds(GroundFact("has_colour", ("apple", "bin"))) is None


# -------------------------------------------------------------------------------------------------- with the real arm


def dropped(body: str, bounds: Bounds | None = None) -> tuple[Ran, list[Any]]:
    """A run in which the hand lets go at the first lift."""
    made, source = written(body)
    seen: list[Any] = []
    with PandaWorld(SCENE, seed=0) as world:
        setting = setting_of_problem(DOMAIN, PROBLEM, SCENE)

        def phase(name: str) -> None:
            if name == "lift" and "dropped" not in seen:
                seen.append("dropped")
                faults.let_go(world.simulation)

        world.runner.progress = phase
        ran, _ = run_in_panda(made, source, setting, world, bounds=bounds, progress=seen.append)
    return ran, seen


def test_the_panda_drops_an_apple_and_the_program_picks_it_up_again() -> None:
    ran, seen = dropped(SAFE)
    assert told(ran) == PICKED_AGAIN
    assert ran.succeeded and ran.recall == (2, 2)
    for did in ran.actions:
        assert {"collision_free", "timeout", "motion_health"} <= {one.name for one in did.done.checks}
        assert did.done.seconds > 0.5
    assert [did.done.succeeded for did in ran.actions] == [False, True, True]
    assert any(isinstance(one, events.ActionStarted) for one in seen)
    without, _ = dropped(SAFE, Bounds(assertions=False))
    assert without.ending is Ending.ACTION_FAILED and not without.succeeded
