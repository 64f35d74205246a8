"""A model's changes are data that is verified; what cannot be used is told, and then the rules hold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import pytest
from case_tables import stored

from clairify_cli.agents.execution.retune import History, applied, by_rule
from clairify_cli.agents.execution.tuning.retune_model import model_tuner, prompt, read_changes
from clairify_cli.translate import ChatMessage, ModelOptions, Reply
from clairify_cli.worlds.base import CHECKS, RANGES, Action, Check, Obstruction, Outcome, Parameters, Refusal

TAKE = Action("take", ("beaker", "slot"), step=1)


def outcome(name: str, action: Action = TAKE) -> Outcome:
    return Outcome(action, (Check(name, False, "well", "not well"),), (), 1.0, measured={"poured_g": 0.5})


@dataclass
class Scripted:
    """A model that gives its answers one after another."""

    answers: list[str]
    prompts: list[str] = field(default_factory=list)
    systems: list[str] = field(default_factory=list)
    name: str = "scripted"
    deterministic: bool = False
    cache_id: str | None = None

    def complete(self, messages: Sequence[ChatMessage], options: ModelOptions) -> Reply:
        self.prompts.append(messages[-1].content)
        self.systems.append(messages[0].content)
        return Reply(self.answers.pop(0))


@pytest.mark.parametrize("text", stored(__file__, "changes_are_read_as_a_list_or_by_name"))
def test_changes_are_read_as_a_list_or_by_name(text: str) -> None:
    changes = read_changes(text)
    assert not isinstance(changes, str)
    assert [(one.name, one.value) for one in changes] == [("speed", 0.2), ("grasp", "side")]


@pytest.mark.parametrize(
    ("text", "why"),
    stored(__file__, "what_cannot_be_used_is_said"),
)
def test_what_cannot_be_used_is_said(text: str, why: str) -> None:
    changes = read_changes(text)
    assert isinstance(changes, str)
    assert why in changes


def test_a_value_may_be_left_to_the_context_and_a_clearance_may_have_its_unit() -> None:
    text = '[{"parameter": "obstacle_clearance", "value": "by context"}, {"parameter": "grasp", "value": null}]'
    found = read_changes(text)
    assert not isinstance(found, str) and [one.parameter for one in found] == [None, None]
    action = replace(TAKE, parameters=Parameters(speed=0.3, obstacle_clearance=0.06, grasp="top"))
    assert applied(action, found).action.parameters == Parameters(speed=0.3)
    assert read_changes('{"obstacle_clearance": "0.03 m"}') == read_changes('{"obstacle_clearance": 0.03}')


def test_a_model_is_told_the_dose_and_that_nothing_moved() -> None:
    action = Action("weigh", ("salt", "jar", "beaker", "balance"), settings={"mass": 0.25})
    history = History()
    history.add(Outcome(action, (), (), 1.0), "")
    refused = replace(outcome("can_reach", action), refusal=Refusal(Obstruction.NO_PATH, "no path", "jar"))
    _, user = prompt(action, refused, 1, history.of(action))
    assert "The action: (weigh salt jar beaker balance), a dose of 0.25 g\n" in user
    assert "grasp by context, a dose of 0.25 g: score 0.000, succeeded" in user
    assert "refused before anything moved" in user
    assert "refused before" not in prompt(action, outcome("holding", action))[1]


def test_a_model_is_told_what_is_wrong_and_asked_again() -> None:
    model = Scripted(['{"speed": 7}', '[{"parameter": "speed", "value": 0.3}]'])
    tuned = model_tuner(model)(TAKE, outcome("motion_health"), 0, History())
    assert tuned is not None
    assert tuned.action.parameters.speed == 0.3
    assert "from 0.05 to 1" in model.prompts[1]


def test_the_rules_hold_where_a_model_has_no_answer() -> None:
    model = Scripted(["no", "no", "no"])
    tuned = model_tuner(model)(TAKE, outcome("motion_health"), 0, History())
    assert tuned is not None
    assert tuned.action.parameters.speed == 0.25
    assert not model.answers


@pytest.mark.parametrize("check", CHECKS)
def test_every_rule_stays_within_the_ranges(check: str) -> None:
    action = Action("weigh", ("salt", "jar", "beaker", "balance"), settings={"mass": 5.0})
    for times in range(3):
        tuned = by_rule(action, outcome(check, action), times)
        assert tuned is not None
        action = tuned.action
        for name, (low, high) in RANGES.items():
            value = getattr(action.parameters, name)
            assert value is None or low <= value <= high
    assert by_rule(action, outcome(check, action), 3) is None


def test_a_dose_that_is_too_large_is_not_mended() -> None:
    action = Action("weigh", ("salt", "jar", "beaker", "balance"), settings={"mass": 0.3})
    assert by_rule(action, outcome("amount", action), 0) is None


def test_what_was_given_stays_where_it_is_not_changed() -> None:
    action = Action("take", ("beaker", "slot"), Parameters(obstacle_clearance=0.09, speed=0.4))
    tuned = by_rule(action, outcome("collision_free", action), 0)
    assert tuned is not None
    assert tuned.action.parameters == Parameters(obstacle_clearance=0.1, speed=0.4)


def test_an_empty_list_says_that_nothing_would_help() -> None:
    model = Scripted(["[]"])
    assert read_changes("```json\n[ ]\n```") == ()
    assert model_tuner(model)(TAKE, outcome("holding"), 0, History()) is None


def test_a_model_is_told_what_failed_before_and_how_often_it_may_try() -> None:
    model = Scripted(['[{"parameter": "speed", "value": 0.2}]', "[]"])
    tune = model_tuner(model)
    history = History()
    history.add(outcome("holding"), "")
    tuned = tune(TAKE, outcome("holding"), 0, history)
    assert tuned is not None
    history.add(outcome("holding", tuned.action), "")
    assert tune(tuned.action, outcome("holding", tuned.action), 1, history) is None
    first, second = model.prompts
    assert "3 times" in first and "- none" in first
    assert "2 times" in second and "speed by context" in second.split("Earlier tries")[1]
