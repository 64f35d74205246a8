"""Plans that are run on the simulated arm."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

pytest.importorskip("pybullet")
pytest.importorskip("pinocchio")
pytest.importorskip("up_fast_downward")

from agents.execution.chem_edu import xdl
from clairify_cli.agents.execution.carry import carried_out
from clairify_cli.agents.execution.program import set_plan, set_program
from clairify_cli.agents.execution.report import report, report_text
from clairify_cli.agents.execution.results import Options, Run
from clairify_cli.agents.execution.run import execute
from clairify_cli.diagnostics.model import Source
from clairify_cli.files import data_text
from clairify_cli.planning.solvers import registry
from clairify_cli.worlds.geometry import Pose
from clairify_cli.worlds.panda.world import PandaWorld
from clairify_cli.worlds.scene.model import Scene

TABLETOP = Source(data_text("domains", "tabletop.pddl"), "tabletop.pddl")
PROBLEM = Source(
    """(define (problem blocks) (:domain tabletop)
      (:objects red-block blue-block - block bowl - bowl middle left - zone)
      (:init (at red-block middle) (at blue-block middle) (at bowl left) (clear red-block) (clear blue-block)
        (hand-empty))
      (:goal (in red-block bowl)))""",
    "problem.pddl",
)
PLAN = "(pick red-block middle)\n(place-in-bowl red-block bowl)\n"


def run(plan: str, options: Options | None = None) -> tuple[Run, Scene]:
    setting = set_plan(Source(plan, "plan"), TABLETOP, PROBLEM)
    assert setting.task is not None, setting.findings
    assert setting.scene is not None
    with PandaWorld(setting.scene, seed=0) as world:
        done = execute(setting.task, world, registry.get("auto", optimal=True), options)
    return done, setting.scene


def test_a_plan_is_carried_out_and_its_report_is_the_same_each_time() -> None:
    reports = []
    for _ in range(2):
        done, scene = run(PLAN)
        assert done.succeeded, done.failure
        assert done.last is not None
        assert done.last.inside == {"red-block": "bowl"}
        reports.append(report_text(report(done, scene, source="plan", text=PLAN)))
    assert reports[0] == reports[1]
    actions = json.loads(reports[0])["steps"][0]["actions"]
    assert [one["name"] for one in actions] == ["pick", "place-in-bowl"]
    assert all(check["passed"] for one in actions for check in one["tries"][0]["checks"])
    assert json.loads(reports[0])["totals"]["simulated_s"] > 1.0


def test_a_plan_that_does_not_reach_its_goal_is_refused() -> None:
    setting = set_plan(Source("(pick blue-block middle)\n", "plan"), TABLETOP, PROBLEM)
    assert setting.task is None
    assert any(one.code.startswith("PLN") and one.is_error for one in setting.findings)


def test_objects_that_the_scene_lacks_are_errors() -> None:
    scene = set_plan(Source(PLAN, "plan"), TABLETOP, PROBLEM).scene
    assert scene is not None
    other = Source(PROBLEM.text.replace("blue-block", "green-block"), "problem.pddl")
    found = set_plan(Source(PLAN, "plan"), TABLETOP, other, scene).findings
    assert [one.code for one in found if one.is_error] == ["RUN111"]


def test_a_program_is_planned_whole_without_moving_anything() -> None:
    steps = '<Add vessel="beaker" reagent="water" mass="20 g"/><Stir vessel="beaker" time="1 min"/>'
    setting = set_program(xdl(steps))
    done = carried_out(setting, Options(dry_run=True, best_of=2))
    assert done.succeeded, done.findings
    assert len(done.scores) == 2 and not done.stages and not done.rounds
    assert done.planned.score == pytest.approx(max(done.scores), abs=1e-6)


def test_a_plan_that_cannot_be_done_is_not_done_in_another_way() -> None:
    setting = set_plan(Source(PLAN, "plan"), TABLETOP, PROBLEM)
    assert setting.task is not None
    assert setting.scene is not None
    far = tuple(replace(one, pose=Pose((1.5, 0.0, 0.0))) for one in setting.scene.items)
    with PandaWorld(replace(setting.scene, items=far), seed=0) as world:
        done = execute(setting.task, world, registry.get("auto", optimal=True), Options())
    assert [one.code for one in done.findings] == ["RUN201"]


def test_what_no_bench_can_hold_is_said() -> None:
    setting = set_program(xdl('<Add vessel="beaker" reagent="water" volume="3 L"/>'))
    assert setting.task is None
    assert [one.code for one in setting.findings if one.is_error] == ["RUN114"]
