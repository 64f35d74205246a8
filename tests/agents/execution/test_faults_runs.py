"""Whole runs in the simulation in which something goes wrong: the step, the check, the safe stop, the report."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from case_tables import stored
from schemas_kept import fits

pytest.importorskip("pybullet")
pytest.importorskip("pinocchio")
pytest.importorskip("ompl")
pytest.importorskip("up_fast_downward")
from worlds.panda.faulty_bench import POURING, near_the_hand, rests, stands

from agents.execution.chem_edu import xdl
from benchmarks import panda_faults as faults
from clairify_cli.agents.execution import events
from clairify_cli.agents.execution.program import set_program
from clairify_cli.agents.execution.report import report, report_text
from clairify_cli.agents.execution.results import Options, Run
from clairify_cli.agents.execution.run import execute
from clairify_cli.diagnostics.model import Source
from clairify_cli.languages import get
from clairify_cli.languages.base import CheckOptions
from clairify_cli.planning.solvers import registry
from clairify_cli.worlds.panda.simulation.simulation import Simulation
from clairify_cli.worlds.panda.world import PandaWorld
from clairify_cli.worlds.scene.model import Scene

SOLVER = registry.get("auto", optimal=True)
ADD = '<Add vessel="beaker" reagent="water" mass="20 g"/>'
TWICE = xdl(ADD + '<Add vessel="beaker" reagent="water" mass="10 g"/>')
"""Take the bottle, weigh, put it back; then the same again."""

Fault = Callable[[Simulation], object]


@dataclass
class Faulty:
    """A run with a fault: put in so many s after the phase of that name began in the action of that name, or, without
    a phase, before that action."""

    action: str
    what: Fault
    phase: str = ""
    after: float = 0.0
    options: Options = field(default_factory=Options)
    told: list[events.Event] = field(default_factory=list)
    current: str = ""
    waits: float | None = None
    done: bool = False

    def run(self, scene: Scene = POURING, source: Source = TWICE) -> tuple[Run, PandaWorld, dict[str, Any]]:
        """The run, the world after it (which is to be ended), and the report, which fits its schema."""
        setting = set_program(source, scene)
        assert setting.task is not None, setting.findings
        world = PandaWorld(scene, seed=0)
        self.world = world
        world.runner.progress = self._phase
        world.simulation.on_step.append(self._step)
        run = execute(setting.task, world, SOLVER, self.options, progress=self._progress)
        made = report(run, scene, source="test.xdl", text=source.text, findings=setting.findings)
        fits(made, "run-report")
        assert report_text(made)
        return run, world, made

    def _progress(self, event: events.Event) -> None:
        self.told.append(event)
        if isinstance(event, events.ActionStarted):
            self.current = event.action.name
            if not self.phase and self.current == self.action:
                self._do()

    def _phase(self, name: str) -> None:
        if self.current == self.action and name == self.phase and self.waits is None:
            self.waits = self.world.clock + self.after
            self._step()

    def _step(self) -> None:
        if self.waits is not None and self.world.clock >= self.waits:
            self._do()

    def _do(self) -> None:
        if not self.done:
            self.done = True
            self.what(self.world.simulation)

    @property
    def actions(self) -> list[str]:
        return [one.action.name for one in self.told if isinstance(one, events.ActionStarted)]


def stopped(run: Run, world: PandaWorld, made: dict[str, Any], action: str, check: str) -> str:
    """Looks at what every stopped run has in common; returns what the check observed."""
    assert not run.succeeded
    assert run.failure is not None and run.failure.action is not None
    failure = made["failure"]
    assert failure["action"]["name"] == run.failure.action.name == action
    assert set(failure["action"]["parameters"]) == {"speed", "obstacle_clearance", "orientation", "grasp"}
    wrong = {one["name"]: one for one in failure["checks"] if not one["passed"]}
    assert check in wrong, failure
    assert failure["step"] == 1
    assert failure["line"] == 1
    assert failure["message"]
    assert failure["state"]["poses"]["beaker"]["position"]
    assert len(failure["state"]["joints"]) == 7
    assert failure["state"]["facts"]
    assert [one["status"] for one in made["steps"]] == ["failed"]
    assert made["steps"][0]["actions"][-1]["name"] == action
    assert made["totals"]["success"] is False
    assert made["state"]["joints"]
    clock = world.clock
    assert rests(world)
    assert world.clock - clock < 1.0
    return str(wrong[check]["expected"]) + ": " + str(wrong[check]["observed"])


def test_a_bottle_that_was_moved_meanwhile_is_not_gripped() -> None:
    fault = Faulty("take", lambda s: faults.move(s, "water-bottle", (0.0, 0.12, 0.0)), "approach", 0.1)
    run, world, made = fault.run()
    with world:
        assert "water (water-bottle)" in stopped(run, world, made, "take", "can_grasp")
        assert fault.actions == ["take"]
        seen = made["failure"]["state"]
        assert seen["poses"]["water-bottle"]["position"][1] == pytest.approx(0.32, abs=0.01)
        assert "slot" not in seen["places"]
        assert "(free slot)" in seen["facts"]


def test_a_bottle_that_was_moved_before_is_no_longer_where_the_plan_has_it() -> None:
    """Free on the bench it has no place that the domain knows: no plan leads there, and nothing moves."""
    fault = Faulty("weigh", lambda simulation: None)
    setting = set_program(TWICE, POURING)
    assert setting.task is not None
    with PandaWorld(POURING, seed=0) as world:
        faults.move(world.simulation, "water-bottle", (0.0, 0.12, 0.0))
        run = execute(setting.task, world, SOLVER, progress=fault.told.append)
        assert not run.succeeded
        assert run.stages == ()
        assert [one.is_error for one in run.findings] == [True]
        fits(report(run, POURING), "run-report")


@pytest.mark.long
def test_an_obstacle_in_the_way_of_the_hand_ends_the_run() -> None:
    fault = Faulty("take", lambda simulation: near_the_hand(simulation, (0.2, 0.2, 0.02), (0.0, 0.0, 1.0)), "lift", 0.1)
    run, world, made = fault.run()
    with world:
        assert "hit lamp with" in stopped(run, world, made, "take", "collision_free")
        assert fault.actions == ["take"]
        assert "lamp" in made["failure"]["state"]["poses"]
        assert made["failure"]["state"]["held"] == "water-bottle"
        assert world.simulation.held() == "water-bottle"
        assert stands(world, "beaker") and stands(world, "water-bottle")


@pytest.mark.long
def test_a_target_that_falls_over_while_it_is_poured_into_ends_the_run() -> None:
    fault = Faulty("weigh", lambda simulation: faults.tip_over(simulation, "beaker"), "pour", 0.5)
    run, world, made = fault.run()
    with world:
        told = stopped(run, world, made, "weigh", "at_location")
        assert "beaker" in told and "fallen over" in told
        assert fault.actions == ["take", "weigh"]
        assert made["failure"]["measured"]["poured_g"] < 2.0
        assert made["failure"]["state"]["held"] == "water-bottle"
        assert world.simulation.held() == "water-bottle"
        assert stands(world, "water-bottle")


def test_a_target_that_was_knocked_over_before_is_named() -> None:
    fault = Faulty("weigh", lambda simulation: faults.tip_over(simulation, "beaker"))
    run, world, made = fault.run()
    with world:
        assert not run.succeeded
        assert run.failure is not None
        assert "beaker" in run.failure.message and "lies on its side" in run.failure.message
        assert fault.actions == ["take", "weigh"]
        assert world.liquids.grams("water-bottle") == pytest.approx(100.0)
        assert world.simulation.held() == "water-bottle"
        assert rests(world)
        assert made["totals"]["spilled_g"] == 0.0


@pytest.mark.long
def test_a_bottle_that_runs_empty_ends_the_run_with_how_much_came_also_where_it_is_retuned() -> None:
    fault = Faulty("weigh", lambda simulation: None, "over", options=Options(on_failure="retune"))

    def half(simulation: Simulation) -> None:
        liquids = fault.world.liquids
        left = tuple(replace(one, grams=10.0) for one in liquids.contents("water-bottle"))
        liquids.empty("water-bottle")
        liquids.add("water-bottle", left)

    fault.what = half
    run, world, made = fault.run()
    with world:
        assert not run.succeeded
        assert fault.actions.count("weigh") <= 4
        assert made["failure"]["action"]["name"] == "weigh"
        weighed = next(one for one in made["steps"][0]["actions"] if one["name"] == "weigh")
        first = weighed["tries"][0]
        (amount,) = [one for one in first["checks"] if not one["passed"]]
        assert (amount["name"], amount["expected"], amount["observed"]) == ("amount", "20.0 g ± 2.0 g", "10.0 g")
        assert any("water-bottle" in one and "is empty" in one and "of 20 g" in one for one in first["remarks"])
        (mass,) = [one for one in made["totals"]["masses"] if one["substance"] == "water"]
        assert mass["in_vessel_g"] == pytest.approx(10.0, abs=0.5)
        assert rests(world)


def test_a_scene_with_half_of_a_dose_is_refused_before_anything_moves() -> None:
    scene = replace(
        POURING,
        vessels=tuple(
            replace(one, contents=tuple(replace(c, grams=10.0) for c in one.contents)) for one in POURING.vessels
        ),
    )
    setting = set_program(TWICE, scene)
    assert setting.task is None
    assert [one.code for one in setting.findings if one.is_error] == ["RUN108"]


@pytest.mark.parametrize(
    "step",
    stored(__file__, "steps_that_make_no_sense_are_refused_before_anything_moves"),
)
def test_steps_that_make_no_sense_are_refused_before_anything_moves(step: str) -> None:
    hardware = '<Component id="beaker" type="beaker"/>'
    if "kettle" in step:
        hardware += '<Component id="kettle" type="flask"/>'
    for scene in (POURING, None):
        if scene is None and ("gold" in step or "kettle" in step):
            continue
        source = xdl(step, hardware)
        found = get("xdl").check(source, CheckOptions())
        if not any(one.is_error for one in found):
            setting = set_program(source, scene)
            assert setting.task is None, (step, setting.findings)
            found = list(setting.findings)
        errors = [one for one in found if one.is_error]
        assert errors and all(one.span.line == 1 for one in errors)
