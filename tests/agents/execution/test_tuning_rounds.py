"""Several runs of a task, of which the best counts; the history of parameters."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from schemas_kept import fits
from translate.scripted import Scripted as Failing

pytest.importorskip("numpy")
pytest.importorskip("up_fast_downward")

from agents.execution.chem_edu import prepared, xdl
from agents.execution.test_retune_model import Scripted
from agents.execution.thought_world import ThoughtWorld, failed
from clairify_cli.agents.execution import events
from clairify_cli.agents.execution.carry import best_run
from clairify_cli.agents.execution.report import report, report_text
from clairify_cli.agents.execution.results import Options, Run
from clairify_cli.agents.execution.retune import History
from clairify_cli.agents.execution.run import execute
from clairify_cli.agents.execution.stages import program_task
from clairify_cli.agents.execution.tuning.retune_model import model_tuner
from clairify_cli.files import data_text
from clairify_cli.planning.solvers import registry
from clairify_cli.translate import ModelError
from clairify_cli.worlds.base import Action, Check, Motion, Outcome, Parameters
from clairify_cli.worlds.scene.model import Scene

SOLVER = registry.get("auto", optimal=True)
TAKE = Action("take", ("beaker", "slot"))


class Scored(ThoughtWorld):
    """A world in thought whose motions score what a function of the action says; None is a collision."""

    def __init__(self, scene: Scene, scores: object) -> None:
        super().__init__(scene)
        self.scores = scores

    def act(self, action: Action) -> Outcome:
        outcome = super().act(action)
        score = self.scores(action)  # type: ignore[operator]
        if score is None:
            return failed(action, "collision_free")
        return replace(outcome, motions=(Motion("move", 1.0, score, 0.0),))


class Bench:
    """Runs of one small program; `worlds` are those that there were."""

    def __init__(self, scores: object) -> None:
        _, self.scene, made, _ = prepared(xdl('<Add vessel="beaker" reagent="water" mass="20 g"/>'))
        self.task = program_task(data_text("domains", "lab.pddl"), made, self.scene)
        self.scores = scores
        self.worlds: list[Scored] = []
        self.told: list[events.Event] = []

    def once(self, options: Options, sample: int, history: History) -> Run:
        self.worlds.append(Scored(self.scene, self.scores))
        return execute(self.task, self.worlds[-1], SOLVER, options, sample=sample, history=history)

    def best(self, options: Options, **more: object) -> Run:
        return best_run(self.once, options, tell=self.told.append, **more)  # type: ignore[arg-type]


def alike(action: Action) -> float:
    """Every run is as good."""
    return 0.5


def test_of_several_plans_each_is_run_and_the_best_successful_one_counts() -> None:
    times = iter([0.9, 0.2, 0.6])
    now: list[float] = []

    def scores(action: Action) -> float | None:
        if action.text == "(take beaker beaker-slot)":
            now.append(next(times))
        return None if now[-1] == 0.9 and action.name == "weigh" else now[-1]

    bench = Bench(scores)
    done = bench.best(Options(best_of=3))
    assert [one.succeeded for one in done.rounds] == [False, True, True]
    assert [one.kept for one in done.rounds] == [False, False, True]
    assert done.succeeded and done.score == pytest.approx(0.6) and len(done.scores) == 3
    assert done.options.best_of == 3
    assert [one.number for one in bench.told if isinstance(one, events.RoundStarted)] == [1, 2, 3]


def test_it_ends_where_it_is_stopped_with_the_best_so_far() -> None:
    bench = Bench(alike)
    done = bench.best(Options(best_of=5), stop=lambda: len(bench.worlds) >= 2)
    assert done.succeeded and len(done.rounds) == 2


def test_rounds_are_in_the_report_and_a_plain_run_has_none() -> None:
    bench = Bench(alike)
    done = bench.best(Options(best_of=2))
    value = json.loads(report_text(report(done, bench.scene)))
    fits(value, "run-report")
    assert [one["kept"] for one in value["rounds"]] == [True, False]
    plain = report(bench.once(Options(), 0, History()), bench.scene)
    assert "rounds" not in plain


def test_a_model_sees_the_history_of_an_action_with_its_scores() -> None:
    model = Scripted(['[{"parameter": "speed", "value": 0.2}]'])
    history = History()
    quick = replace(TAKE, parameters=Parameters(speed=0.9))
    history.add(Outcome(quick, (), (Motion("reach", 1.0, 0.1, 0.05),), 1.0), "")
    history.round = 2
    outcome = Outcome(TAKE, (Check("holding", False, "held", "gone"),), (), 1.0)
    history.add(outcome, "holding: gone")
    assert model_tuner(model)(TAKE, outcome, 0, history) is not None
    assert "round 1, speed 0.9" in model.prompts[0] and "score 0.150, succeeded" in model.prompts[0]
    assert "round 2" not in model.prompts[0]


def test_a_model_that_is_of_no_use_is_not_passed_over_in_silence() -> None:
    told: list[str] = []
    outcome = Outcome(TAKE, (Check("holding", False, "held", "gone"),), (), 1.0)
    useless = Scripted(["no"] * 9)
    assert model_tuner(useless, tell=told.append)(TAKE, outcome, 0, History()) is not None
    model_tuner(Scripted(["[]"]), tell=told.append)(TAKE, outcome, 0, History())
    assert told == [
        "no answer of the model can be used (it has no changes): what is changed goes by rule",
        "the model says that no parameter would help",
    ]
    gone = Failing([ModelError("nobody there")])
    assert model_tuner(gone, tell=told.append)(TAKE, outcome, 0, History()) is not None
    assert told[-1] == "the model gave no answer (nobody there): what is changed goes by rule"
