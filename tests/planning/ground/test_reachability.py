"""Reachability against its definition, against real states, and against Fast Downward's translator."""

from __future__ import annotations

import subprocess
import sys
import time
from importlib.util import find_spec
from itertools import combinations
from pathlib import Path

import pytest
from case_tables import stored
from effort import costs_less
from hypothesis import given, settings
from hypothesis import strategies as st

from clairify_cli.languages.pddl.task import GroundAtom, Task
from clairify_cli.planning.ground.datalog import Bounds
from clairify_cli.planning.ground.grounder import Fact, TooLargeError
from clairify_cli.planning.ground.joins import NEGATED
from clairify_cli.planning.ground.pairs import Operator, Pairs, pairs
from clairify_cli.planning.ground.reachability import Reachability, reach
from clairify_cli.planning.ground.task import operators_of
from planning.random_tasks import Books, RandomTask, books_of, random_task, states
from planning.tasks import task_of

SEEDS = st.integers(0, 10**9)


def facts(reached: Reachability) -> set[GroundAtom]:
    names = [name for name in reached.tables.rows if not name.startswith("#") and " " not in name]
    return {(name, *row) for name in names for row in reached.facts(name)}


def told(one: RandomTask) -> str:
    return f"{one.domain.text}\n{one.problem.text}"


def negated(task: Task) -> set[str]:
    """The predicates that stand under a `not`, or may, in some condition."""
    return {one.name.text for one in task.domain.predicates}


@settings(max_examples=400, deadline=None)
@given(SEEDS)
def test_what_can_be_true_is_what_the_definition_says(seed: int) -> None:
    made = random_task(seed)
    reached = reach(made.task, everything=True)
    books = books_of(made.task)
    assert reached.complete
    assert facts(reached) == books.true, told(made)
    assert reached.goal is books.holds(made.task.goal, {}), told(made)
    assert books.false is not None
    for name in negated(made.task):
        found = {(name, *row) for row in reached.tables.rows.get(NEGATED + name, ())}
        assert found <= books.false, told(made)  # only what some condition asks for is worked out


@settings(max_examples=150, deadline=None)
@given(SEEDS)
def test_stopping_at_the_goal_gives_the_same_answer(seed: int) -> None:
    made = random_task(seed)
    assert reach(made.task).goal is reach(made.task, everything=True).goal


@settings(max_examples=150, deadline=None)
@given(SEEDS)
def test_whatever_becomes_true_was_said_to_be_possible(seed: int) -> None:
    made = random_task(seed)
    if made.task.domain.derived:
        return
    reached = reach(made.task, everything=True)
    possible = facts(reached)
    for state in states(made.task, 200):
        assert state.true <= possible, told(made)
        if state.holds(made.task.goal, {}):
            assert reached.goal is True, told(made)


@pytest.mark.slow
@pytest.mark.skipif(find_spec("fast_downward") is None, reason="the extra `plan` is not installed")
@pytest.mark.parametrize("seed", range(24))
def test_it_finds_what_fast_downward_finds_unsolvable(seed: int, tmp_path: Path) -> None:
    made = random_task(seed, plain=True)
    (tmp_path / "domain.pddl").write_text(made.domain.text, encoding="utf-8")
    (tmp_path / "problem.pddl").write_text(made.problem.text, encoding="utf-8")
    command = [sys.executable, "-m", "fast_downward.translate", "domain.pddl", "problem.pddl", "--sas-file", "x.sas"]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    # Without negative conditions the two relaxations are the same.
    assert reach(made.task).goal is ("No relaxed solution" not in run.stdout), told(made)


# ------------------------------------------------------------------------------------------------------ limits


def wide(arity: int, objects: int) -> Task:
    """An action that adds every combination of objects, and a goal that none of them is."""
    names = " ".join(f"?x{number}" for number in range(arity))
    return task_of(
        f"(define (domain w) (:predicates (p {names}) (g)) (:action a :parameters ({names}) :effect (p {names})))",
        f"(define (problem w) (:domain w) (:objects {' '.join(f'o{n}' for n in range(objects))}) (:init) (:goal (g)))",
    )


def test_a_task_that_is_too_large_is_not_decided_in_time() -> None:
    start = time.monotonic()
    reached = reach(wide(8, 60), Bounds(seconds=0.5))
    assert reached.goal is None and not reached.complete
    assert time.monotonic() - start < 10  # many times the bound, for a busy machine: without it, it would take days


def test_a_task_with_too_many_facts_is_not_decided() -> None:
    assert reach(wide(3, 30), Bounds(facts=1000)).goal is None
    assert reach(wide(3, 10), Bounds(facts=5000)).goal is False


def test_arguments_that_no_effect_has_cost_nothing() -> None:
    """An action of eight parameters, of which its effect has one: instantiating it would take 60 to the 8th steps."""
    extra = " ".join(f"?x{number}" for number in range(7))
    chained = " ".join(f"(r ?x{number} ?x{number + 1})" for number in range(6))
    task = task_of(
        "(define (domain w) (:predicates (p ?x) (r ?x ?y) (g))"
        f" (:action a :parameters (?y {extra}) :precondition (and (r ?y ?x0) {chained}) :effect (p ?y)))",
        f"(define (problem w) (:domain w) (:objects {' '.join(f'o{n}' for n in range(60))})"
        f" (:init {' '.join(f'(r o{n} o{m})' for n in range(60) for m in range(60))}) (:goal (g)))",
    )
    reached = costs_less(10, lambda: reach(task))
    assert reached.goal is False and len(reached.facts("p")) == 60


def test_deeply_nested_conditions_and_long_conjunctions_are_no_trouble() -> None:
    deep = "(not " * 190 + "(p a)" + ")" * 190
    many = " ".join(f"(p o{n})" for n in range(3000))
    names = " ".join(f"o{n}" for n in range(3000))
    task = task_of(
        f"(define (domain w) (:predicates (p ?x) (q)) (:action a :precondition (and {many}) :effect (q)))",
        f"(define (problem w) (:domain w) (:objects a {names}) (:init {many}) (:goal (and (q) (not {deep}))))",
    )
    assert reach(task).goal is True


def test_a_forall_over_too_many_objects_is_taken_to_hold() -> None:
    names = " ".join(f"o{n}" for n in range(60))
    task = task_of(
        "(define (domain w) (:predicates (p ?x ?y) (q))"
        " (:action a :precondition (forall (?x ?y) (p ?x ?y)) :effect (q)))",
        f"(define (problem w) (:domain w) (:objects {names}) (:init) (:goal (q)))",
    )
    assert reach(task).goal is True


@pytest.mark.parametrize(
    ("name", "domain", "problem", "goal"),
    stored(__file__, "what_can_be_reached"),
    ids=lambda value: value if isinstance(value, str) and not value.startswith("(") else "",
)
def test_what_can_be_reached(name: str, domain: str, problem: str, goal: bool) -> None:
    task = task_of(f"(define (domain d) {domain})", f"(define (problem p) (:domain d) {problem})")
    assert reach(task).goal is goal, name
    assert reach(task, everything=True).goal is goal, name


# ------------------------------- Pairs of facts that are said to exclude each other are never true at once in any state


def all_pairs(task: Task) -> tuple[Pairs | None, tuple[Operator, ...]]:
    """The pairs of every fact that some operator changes, and of its contrary."""
    operators = operators_of(reach(task, everything=True))
    atoms = {key[1] for one in operators for key in (*one.makes, *one.breaks)}
    keys = [(positive, atom) for atom in sorted(atoms) for positive in (True, False)]
    return pairs(operators, keys, task.init), operators


def holds(state: Books, fact: Fact) -> bool:
    return (fact[1] in state.true) is fact[0]


@settings(max_examples=250, deadline=None)
@given(SEEDS)
def test_what_is_true_at_once_is_possible(seed: int) -> None:
    made = random_task(seed)
    if made.task.domain.derived:
        return
    try:
        found, _ = all_pairs(made.task)
    except TooLargeError:
        return
    assert found is not None
    for state in states(made.task, 150):
        true = [key for key in found.numbers if holds(state, key)]
        for one, other in combinations(true, 2):
            assert found.possible(one, other), (one, other, made.domain.text, made.problem.text)
        assert all(found.possible(one, one) for one in true), (made.domain.text, made.problem.text)


@settings(max_examples=100, deadline=None)
@given(SEEDS)
def test_a_fact_and_its_contrary_exclude_each_other(seed: int) -> None:
    made = random_task(seed)
    try:
        found, operators = all_pairs(made.task)
    except TooLargeError:
        return
    assert found is not None
    for key in found.numbers:
        contrary = (not key[0], key[1])
        assert contrary not in found.numbers or not found.possible(key, contrary)
    for one in operators:
        assert not set(one.makes) & set(one.breaks)


def test_pairs_tell_what_single_facts_do_not() -> None:
    task = task_of(
        "(define (domain d) (:predicates (at ?r))"
        " (:action move :parameters (?a ?b) :precondition (at ?a) :effect (and (at ?b) (not (at ?a)))))",
        "(define (problem p) (:domain d) (:objects x y z) (:init (at x)) (:goal (at y)))",
    )
    found, _ = all_pairs(task)
    assert found is not None
    at = [(True, ("at", name)) for name in "xyz"]
    assert [found.possible(one, one) for one in at] == [True] * 3
    assert not any(found.possible(one, other) for one, other in combinations(at, 2))


def test_too_many_operators_are_not_looked_at() -> None:
    names = " ".join(f"o{number}" for number in range(40))
    task = task_of(
        "(define (domain d) (:predicates (p ?x ?y ?z))"
        " (:action a :parameters (?x ?y ?z) :effect (and (p ?x ?y ?z) (not (p ?z ?y ?x)))))",
        f"(define (problem p) (:domain d) (:objects {names}) (:init) (:goal (p o1 o2 o3)))",
    )

    def ground() -> None:
        with pytest.raises(TooLargeError):
            operators_of(reach(task, everything=True))

    costs_less(10, ground)
