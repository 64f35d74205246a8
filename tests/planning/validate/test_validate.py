"""What a validation holds beside its findings: the steps with their changes, the cost, the state, where it stopped."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from effort import costs_less

from benchmarks.plans import random_plans, random_walk
from benchmarks.problems import all_problems
from benchmarks.score_validator import games, pairs, plan_text, task_of
from benchmarks.shared_data import DATA
from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.pddl.plan_reader import read_plan
from clairify_cli.languages.pddl.reader import read
from clairify_cli.languages.pddl.task import Task, make_task
from clairify_cli.planning.solvers.base import Limits
from clairify_cli.planning.solvers.registry import get
from clairify_cli.planning.validate.simulate import Run, validate
from planning.plan_cases import TASKS

GOOD = "(pick ball1 room-a left)\n(move room-a room-b)\n(drop ball1 room-b left)\n"


def run(text: str, task: str = "costly") -> Run:
    made = task_of(*TASKS[task])
    assert made is not None
    source = Source(text, "text.plan")
    return validate(made, read_plan(source)[0], source)


def test_a_good_plan() -> None:
    result = run(GOOD)
    assert result.is_valid and result.goal_reached and result.stopped is None and not result.found
    assert result.cost == 4
    assert ("at", "ball1", "room-b") in result.state.atoms
    second = result.trace[1]
    assert (second.number, second.step and second.step.text) == (2, "(move room-a room-b)")
    assert second.changes.added == {("at-robby", "room-b")}
    assert second.changes.deleted == {("at-robby", "room-a")}
    assert second.changes.numbers == {("total-cost",): 3}


def test_without_a_metric_the_cost_is_the_number_of_steps() -> None:
    result = run(GOOD, "gripper")
    assert result.cost == 3


def test_a_plan_ends_at_the_first_step_that_cannot_be_done() -> None:
    result = run("(pick ball1 room-a left)\n(pick ball2 room-a left)\n(move room-a room-b)\n")
    assert (result.stopped, len(result.trace), result.goal_reached, result.is_valid) == (2, 1, None, False)
    assert ("carry", "ball2", "left") not in result.state.atoms
    assert result.cost == 1


def test_a_step_that_makes_no_sense_ends_it_too_and_all_of_them_are_reported() -> None:
    result = run("(pick ball1 room-a left)\n(fly)\n(move room-a room-b)\n(move room-a)\n(pick ball2 ball2 left)\n")
    assert sorted(one.code for one in result.found) == ["PLN101", "PLN102", "PLN104"]
    assert (result.stopped, len(result.trace)) == (2, 1)


def test_without_the_sources_of_the_task_the_findings_are_the_same_but_for_their_places() -> None:
    text = "(move room-a room-b)\n(pick ball1 room-a left)\n"
    made = task_of(*TASKS["gripper"])
    assert made is not None
    source = Source(text, "text.plan")
    plan, _ = read_plan(source)
    domain, problem = (Source(one, name) for one, name in zip(TASKS["gripper"], ("d", "p"), strict=True))
    bare, full = validate(made, plan, source), validate(made, plan, source, domain, problem)
    assert [one.message for one in bare.found] == [one.message for one in full.found]
    assert {place.span.file for one in bare.found for place in one.related} == {"text.plan"}
    assert {place.span.file for one in full.found for place in one.related} == {"text.plan", "d"}


def test_findings_are_the_same_on_every_run() -> None:
    domain, problem = next((one.domain, one.problem) for one in all_problems() if one.name == "rovers-1")
    runs = []
    for _ in range(2):
        task = task_of(domain, problem)
        assert task is not None
        plans = list(random_plans(task, 20, 8, random.Random(1)))
        sources = [Source(plan_text(steps), "text.plan") for steps in plans]
        runs.append([validate(task, read_plan(source)[0], source).found for source in sources])
    assert runs[0] == runs[1]


@pytest.mark.parametrize("name", ["gripper-1", "transport-1", "elevator-1", "sokoban-1", "power-grid-1", "lab-series"])
def test_plans_of_fast_downward_are_valid_and_cost_what_it_says(name: str) -> None:
    problem = next(one for one in all_problems() if one.name == name)
    answer = get("fast-downward").solve(problem.domain, problem.problem, Limits(seconds=30))
    assert answer.plan is not None, answer.message
    task = task_of(problem.domain, problem.problem)
    assert task is not None
    source = Source("".join(f"{step.text}\n" for step in answer.plan.steps) + f"; cost = {answer.cost:g}\n", name)
    result = validate(task, read_plan(source)[0], source)
    assert result.is_valid and not result.found, [one.message for one in result.found]
    assert result.cost == answer.cost


def first_game() -> Task:
    game = next(games(1), None)
    if game is None:
        pytest.skip(f"the shared data is not there: {Path(DATA).name}")
    task = task_of(game[1], game[2])
    assert task is not None
    return task


def test_tasks_with_faults_are_validated_as_far_as_they_can_be_made_out() -> None:
    """What is handed a broken task raises nothing; the language refuses such a task before."""
    found = 0
    for _, domain_text, problem_text in pairs(300):
        domain, problem = read(Source(domain_text))[0].domain, read(Source(problem_text))[0].problem
        if domain is None or problem is None or not domain.actions:
            continue
        task = make_task(domain, problem)
        for steps in random_plans(task, 4, 5, random.Random(3)):
            source = Source(plan_text(steps), "text.plan")
            result = validate(task, read_plan(source)[0], source, Source(domain_text), Source(problem_text))
            assert result.found or result.goal_reached
            found += 1
    if not found:
        pytest.skip("the shared data is not there")


def test_two_hundred_steps_in_a_household_take_a_moment() -> None:
    task = first_game()
    source = Source(plan_text(random_walk(task, 200, random.Random(5))), "walk.plan")
    result = costs_less(2, lambda: validate(task, read_plan(source)[0], source))
    assert len(result.trace) == 200
