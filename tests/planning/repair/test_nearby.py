"""Plans looked for in process: valid, short, and in agreement with what the plainest meaning of a task says."""

from __future__ import annotations

import pytest
from case_tables import stored

from clairify_cli.files import data_text
from clairify_cli.languages.pddl.meaning import applicable, apply, holds, initial_state, is_applicable
from clairify_cli.languages.pddl.task import Task
from clairify_cli.planning.ground.bits import ground_small
from clairify_cli.planning.ground.grounder import TooLargeError
from clairify_cli.planning.repair.nearby import Nearby, distance_to, distances, plan_nearby
from clairify_cli.planning.solvers.base import Limits
from clairify_cli.planning.solvers.registry import get
from planning.random_tasks import random_task
from planning.solvers.test_solvers_agree import is_valid
from planning.tasks import task_of

SHIPPED = stored(__file__, "SHIPPED")
MOST_STATES = 400


def texts(domain: str, problem: str) -> tuple[str, str]:
    return data_text("domains", f"{domain}.pddl"), data_text(f"domains/problems/{domain}", f"{problem}.pddl")


def carried_out(task: Task, found: Nearby) -> bool:
    state = initial_state(task)
    for step in found.plan or ():
        if not is_applicable(step.action, step.arguments, state, task):
            return False
        state = apply(step.action, step.arguments, state, task)
    return holds(task.goal, {}, state, task)


def fewest_steps(task: Task) -> int | None:
    """By looking at all states; None where the goal is in none of them, -1 where there are too many."""
    layer, seen, steps = [initial_state(task)], {initial_state(task).atoms}, 0
    while layer:
        if any(holds(task.goal, {}, state, task) for state in layer):
            return steps
        after = [apply(*step, one, task) for one in layer for step in applicable(task, one)]
        layer = [state for state in after if not (state.atoms in seen or seen.add(state.atoms))]  # type: ignore[func-returns-value]
        steps += 1
        if len(seen) > MOST_STATES:
            return -1
    return None


@pytest.mark.parametrize(("domain", "problem", "longest"), SHIPPED)
def test_shipped_problems_are_solved_in_few_steps(domain: str, problem: str, longest: int) -> None:
    task = task_of(*texts(domain, problem))
    found = plan_nearby(task)
    assert found.plan is not None
    assert carried_out(task, found)
    assert len(found.plan) <= longest


@pytest.mark.parametrize("seed", range(60))
def test_random_tasks_have_a_plan_where_a_state_of_all_has_the_goal(seed: int) -> None:
    task = random_task(seed, plain=seed % 2 == 0).task
    try:
        fewest = fewest_steps(task)
    except Exception:
        pytest.skip("the task has no plain meaning")
    found = plan_nearby(task)
    if found.plan is not None:
        assert carried_out(task, found)
        assert fewest == -1 or (fewest is not None and fewest <= len(found.plan))
    elif found.complete:
        assert fewest in (None, -1)


@pytest.mark.parametrize(("domain", "name"), [("coin-collector", "apartment"), ("blocks", "three")])
def test_it_agrees_with_a_solver(domain: str, name: str) -> None:
    pair = texts(domain, name)
    answer = get("auto", optimal=True).solve(*pair, Limits(30))
    found = plan_nearby(task_of(*pair))
    assert answer.plan is not None and found.plan is not None
    assert is_valid(answer, *pair)
    assert len(found.plan) == len(answer.plan.steps)


def test_a_search_that_gives_up_says_so() -> None:
    found = plan_nearby(task_of(*texts("blocks", "ten")), most=3)
    assert found.plan is None
    assert not found.complete


def test_no_plan_is_proven_where_nothing_leads_to_the_goal() -> None:
    domain, problem = texts("coin-collector", "three-rooms")
    shut = problem.replace("(in coin1", "(have coin1) (in coin1", 1).replace(
        "(:goal (have coin1))", "(:goal (at nowhere))"
    )
    shut = shut.replace("- room", "nowhere - room", 1)
    found = plan_nearby(task_of(domain, shut))
    assert found.plan is None
    assert found.complete


def test_a_plan_whose_step_has_no_outcome_is_none() -> None:
    """The bits know of no numbers: what the step costs has no value."""
    domain = """(define (domain pay) (:requirements :strips :numeric-fluents)
      (:predicates (p ?x) (q ?x)) (:functions (total-cost) (price ?x))
      (:action buy :parameters (?x) :precondition (p ?x) :effect (and (q ?x) (increase (total-cost) (price ?x)))))"""
    problem = """(define (problem one) (:domain pay) (:objects o)
      (:init (p o) (= (total-cost) 0)VALUE) (:goal (q o)))"""
    assert plan_nearby(task_of(domain, problem.replace("VALUE", " (= (price o) 2)"))).plan is not None
    found = plan_nearby(task_of(domain, problem.replace("VALUE", "")))
    assert found.plan is None
    assert not found.complete


def test_steps_can_be_left_out() -> None:
    task = task_of(*texts("alfworld", "tea-room"))
    found = plan_nearby(task, without={("go", "sink-basin1")}.__contains__)
    assert found.plan is None
    assert found.complete


def test_distances_are_never_more_than_it_takes() -> None:
    task = task_of(*texts("alfworld", "tea-room"))
    asked = {(True, ("at", "cabinet1")), (False, ("closed", "cabinet1")), (True, ("hot", "mug1"))}
    ground = ground_small(task, asked=asked)
    found = distances(ground, ground.start)
    assert distance_to(ground, found, [(True, ("at", "cabinet1"))]) == 1
    assert distance_to(ground, found, [(True, ("at", "cabinet1")), (False, ("closed", "cabinet1"))]) == 2
    assert distance_to(ground, found, [(True, ("hot", "mug1"))]) is None


def test_what_is_too_large_is_not_tried() -> None:
    with pytest.raises(TooLargeError):
        ground_small(task_of(*texts("alfworld", "kitchen")), most=10)
