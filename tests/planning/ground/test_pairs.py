"""Pairs of facts that are said to exclude each other are never true at once in any state."""

from __future__ import annotations

from itertools import combinations

import pytest
from effort import costs_less
from hypothesis import given, settings
from hypothesis import strategies as st

from clairify_cli.languages.pddl.task import Task
from clairify_cli.planning.ground.grounder import Fact, TooLargeError
from clairify_cli.planning.ground.pairs import Operator, Pairs, pairs
from clairify_cli.planning.ground.reachability import reach
from clairify_cli.planning.ground.task import operators_of
from planning.random_tasks import Books, random_task, states
from planning.tasks import task_of

SEEDS = st.integers(0, 10**9)


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
