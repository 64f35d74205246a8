"""The history of parameters, for models that tune."""

from __future__ import annotations

from dataclasses import replace

import pytest
from translate.scripted import Scripted as Failing

pytest.importorskip("numpy")
pytest.importorskip("up_fast_downward")

from agents.execution.test_retune_model import Scripted
from clairify_cli.agents.execution.retune import History
from clairify_cli.agents.execution.tuning.retune_model import model_tuner
from clairify_cli.planning.solvers import registry
from clairify_cli.translate import ModelError
from clairify_cli.worlds.base import Action, Check, Motion, Outcome, Parameters

SOLVER = registry.get("auto", optimal=True)
TAKE = Action("take", ("beaker", "slot"))


def test_a_model_sees_the_history_of_an_action_with_its_scores() -> None:
    model = Scripted(['[{"parameter": "speed", "value": 0.2}]'])
    history = History()
    quick = replace(TAKE, parameters=Parameters(speed=0.9))
    history.add(Outcome(quick, (), (Motion("reach", 1.0, 0.1, 0.05),), 1.0), "")
    outcome = Outcome(TAKE, (Check("holding", False, "held", "gone"),), (), 1.0)
    history.add(outcome, "holding: gone")
    assert model_tuner(model)(TAKE, outcome, 0, history) is not None
    assert "- speed 0.9" in model.prompts[0] and "score 0.150, succeeded" in model.prompts[0]


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
