"""The household tasks of `benchmarks/programs`: the loop repairs every reply, and programs do what is asked."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import pytest

from benchmarks.score_programs import Setting, Task, programs, run, tasks
from clairify_cli.agents.programs.disturb import Reach
from clairify_cli.languages.program.syntax import Program
from clairify_cli.languages.program.vocabulary import vocabulary_of
from clairify_cli.planning.solvers.registry import get

TASKS = {task.name: task for task in tasks()}


@cache
def made_of(name: str) -> Mapping[str, tuple[Program, int, int]]:
    """The programs for a task, which take a while to write."""
    return programs(TASKS[name])


@pytest.mark.parametrize(
    "task",
    [pytest.param(one, id=name, marks=[pytest.mark.long] * (at > 1)) for at, (name, one) in enumerate(TASKS.items())],
)
def test_both_programs_reach_the_goal_undisturbed(task: Task) -> None:
    assert task.given.domain is not None
    known, _ = vocabulary_of((task.given.domain, task.problem))
    assert known is not None
    reach = Reach(known.task, task.given.domain, task.problem, get("auto"))
    made = made_of(task.name)
    assert set(made) == {"model", "rule"}
    for program, _, _ in made.values():
        for assertions in (True, False):
            ran = run(task, program, reach, Setting(), None, assertions=assertions)
            assert ran.goal is True
            assert ran.executability == 1.0


def test_some_replies_have_to_be_repaired() -> None:
    made = [made_of(name)["model"] for name in list(TASKS)[:3]]
    assert [rounds for _, rounds, _ in made] == [2, 2, 3]
    assert all(errors > 0 for _, _, errors in made)


def test_assertions_help_where_a_thing_is_lost() -> None:
    task = TASKS["apple-away"]
    assert task.given.domain is not None
    known, _ = vocabulary_of((task.given.domain, task.problem))
    assert known is not None
    program = made_of(task.name)["model"][0]
    reached = {
        assertions: sum(
            run(
                task,
                program,
                Reach(known.task, task.given.domain, task.problem, get("auto")),
                Setting(),
                seed,
                assertions=assertions,
            ).succeeded
            for seed in range(4)
        )
        for assertions in (True, False)
    }
    assert reached[True] == 4
    assert reached[False] < 4
