"""That there is no plan is said only where a look at all states of the task finds none."""

from __future__ import annotations

import random

import pytest

from clairify_cli.languages.pddl.meaning import NoOutcomeError, WorldState, applicable, apply, holds, initial_state
from clairify_cli.languages.pddl.task import Task
from clairify_cli.planning.explain.rules import findings
from clairify_cli.planning.explain.why_not import explain
from clairify_cli.planning.repair.model import Situation, reaches
from clairify_cli.planning.repair.repairing import repair
from clairify_cli.planning.solvers.base import Solver, SolverMissingError
from clairify_cli.planning.solvers.registry import get
from planning.lossy_tasks import made
from planning.random_tasks import RandomTask

FACTS = [f"(p{number})" for number in range(5)]
MOST_STATES = 3000


def conditional_task(seed: int) -> RandomTask:
    """Propositions with `when`, of every third seed with a derived one, of every other one with a number."""
    chance = random.Random(seed)
    numeric, derived = seed % 2, seed % 3 == 0

    def literal(*, asked: bool = True) -> str:
        if asked and numeric and chance.random() < 0.4:
            return f"({chance.choice(['>=', '<='])} (n) {chance.randrange(3)})"
        fact = chance.choice([*FACTS, "(d)"] if asked and derived else FACTS)
        return fact if chance.random() < 0.6 else f"(not {fact})"

    def effect() -> str:
        if numeric and chance.random() < 0.15:
            return f"({chance.choice(['increase', 'decrease'])} (n) 1)"
        return f"(when {literal()} {literal(asked=False)})" if chance.random() < 0.5 else literal(asked=False)

    actions = [
        f"(:action a{number} :precondition {literal()} :effect (and {effect()} {effect()} {effect()}))"
        for number in range(chance.randint(2, 3))
    ]
    rule = f"(:derived (d) (and {literal(asked=False)} {literal(asked=False)}))"
    domain = (
        f"(define (domain d) (:requirements :adl :fluents :derived-predicates) (:predicates {' '.join(FACTS)} (d))"
        f" {'(:functions (n))' * numeric} {rule * derived} {' '.join(actions)})"
    )
    init = " ".join([*chance.sample(FACTS, 2), "(= (n) 1)" * numeric])
    goal = " ".join(literal(asked=not numeric) for _ in range(2))
    return made(domain, f"(define (problem x) (:domain d) (:init {init}) (:goal (and {goal})))")


def has_plan(task: Task, start: WorldState) -> bool | None:
    """Whether a state that can be reached has the goal; None if there are too many."""
    seen, waiting = {start}, [start]
    for state in waiting:
        if holds(task.goal, {}, state, task):
            return True
        for one in applicable(task, state):
            try:
                after = apply(one.action, one.arguments, state, task)
            except NoOutcomeError:
                continue
            if after not in seen:
                seen.add(after)
                waiting.append(after)
        if len(seen) > MOST_STATES:
            return None
    return False


NUMERIC = """(define (domain d) (:requirements :adl :fluents) (:predicates (p) (q)) (:functions (n))
(:action a :precondition (p) :effect (and (q) (when (>= (n) 2) (not (p))))))"""


def test_a_when_on_a_number_may_not_happen() -> None:
    one = made(NUMERIC, "(define (problem x) (:domain d) (:init (p) (= (n) 1)) (:goal (and (p) (q))))")
    found = repair(Situation(one.task, one.domain, one.problem, initial_state(one.task), ()), missing)
    assert found.steps == (("a",),)


def auto() -> Solver:
    return get("auto")


def missing() -> Solver:
    raise SolverMissingError("there is none")


@pytest.mark.parametrize("seed", [*range(60), *(pytest.param(one, marks=pytest.mark.long) for one in range(60, 400))])
def test_no_way_is_what_a_look_at_all_states_says(seed: int) -> None:
    one = conditional_task(seed)
    start = initial_state(one.task)
    truth = has_plan(one.task, start)
    try:
        found = repair(Situation(one.task, one.domain, one.problem, start, ()), auto if seed % 4 == 0 else missing)
    except SolverMissingError:
        return
    assert found.steps is None or reaches(one.task, found.steps, start)
    assert truth is None or found.no_way is not truth
    if truth:
        assert not findings(explain(one.task, one.domain, one.problem))
