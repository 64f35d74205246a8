"""The household tasks of `clairify study arm`: the loop repairs every reply, and programs do what is asked."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import pytest

from benchmarks.score_programs import recorded
from clairify_cli.services.study import household

TASKS = {task.name: task for task in household.tasks()}


@cache
def ran(name: str, seeds: int = 0) -> Sequence[household.Ran]:
    """The runs of a task's programs, which take a while to write."""
    return household.ran(TASKS[name], recorded(TASKS[name]), seeds)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.long] * (at > 1)) for at, name in enumerate(TASKS)]
)
def test_programs_by_rule_and_after_feedback_reach_the_goal_undisturbed(name: str) -> None:
    found = [one for one in ran(name) if "before feedback" not in one.by]
    assert [(one.by, one.assertions) for one in found] == [
        (by, assertions) for by in ("rule", "model after feedback") for assertions in (True, False)
    ]
    assert all((one.succeeded, one.goal_recall, one.executability) == (True, 1.0, 1.0) for one in found)


def test_a_program_before_feedback_runs_with_its_slips() -> None:
    first = [one for one in ran("apple-away") if one.by == "model before feedback"]
    assert first and not any(one.succeeded for one in first)
    assert all(0 < one.executability < 1 for one in first)


def test_a_program_that_cannot_be_read_fails_in_everything() -> None:
    found = household.ran(TASKS["apple-away"], {"a": "def (", "b": "", "c": "def it():\n    pass\n"}, 0)
    measures = {(one.by, one.succeeded, one.goal_recall, one.executability) for one in found}
    assert measures == {
        ("rule", True, 1.0, 1.0),
        ("a", False, 0.0, 0.0),
        ("b", False, 0.0, 0.0),
        ("c", False, 0.0, 1.0),
    }


def test_assertions_help_where_a_thing_is_lost() -> None:
    reached = {
        assertions: sum(
            one.succeeded
            for one in ran("apple-away", 4)
            if one.by == "model after feedback" and one.assertions is assertions and one.seed is not None
        )
        for assertions in (True, False)
    }
    assert reached[True] == 4
    assert reached[False] < 4
