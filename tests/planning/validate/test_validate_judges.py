"""The validator and independent judges never disagree: a sample of what `benchmarks/score_validator.py` compares."""

from __future__ import annotations

import pytest

from benchmarks import score_validator as scores
from benchmarks.plan_oracles import unified_planning_judge
from benchmarks.plan_oracles.fast_downward_judge import chained_domain
from benchmarks.random_adl import Features
from benchmarks.shared_data import DATA

AXIOMATIC, NUMERIC = Features(derived=True), Features(numbers=True)


def assert_agree(score: scores.Score, least: int) -> None:
    """No plan is judged otherwise; some are valid and some fail, or the comparison would show nothing."""
    assert score.disagreements == []
    assert score.plans >= least
    assert 0 < score.valid < score.plans and 0 < score.failing < score.plans


def test_tarski_agrees_on_random_tasks() -> None:
    texts = scores.random_tasks(20, Features(), 5000)
    assert_agree(scores.compare("random", "tarski", texts, scores.tarski, 12), 200)


def test_tarski_agrees_on_planning_problems() -> None:
    score = scores.compare("problems", "tarski", scores.problems(4), scores.tarski, 20, 12, solve=True)
    assert_agree(score, 60)


def test_tarski_agrees_on_pairs_that_models_wrote() -> None:
    if not DATA.is_dir():
        pytest.skip("the shared data is not there")
    assert_agree(scores.compare("pairs", "tarski", scores.pairs(30), scores.tarski, 10), 75)


def test_unified_planning_agrees_on_numbers() -> None:
    if not unified_planning_judge.available():
        pytest.skip("Unified Planning is not installed")
    texts = scores.random_tasks(10, NUMERIC, 6000)
    assert_agree(scores.compare("random", "Unified Planning", texts, scores.unified_planning, 10), 90)


def test_fast_downward_agrees_on_derived_predicates() -> None:
    texts = scores.random_tasks(3, AXIOMATIC, 7000)
    assert_agree(scores.compare("random", "Fast Downward", texts, scores.fast_downward, 3), 6)


def test_fast_downward_agrees_on_household_games() -> None:
    if not DATA.is_dir():
        pytest.skip("the shared data is not there")
    score = scores.compare("games", "Fast Downward", scores.games(2), scores.fast_downward, 4, solve=True)
    assert_agree(score, 4)


def test_a_chained_domain_has_an_action_for_each_step() -> None:
    domain = (
        "(define (domain d) (:predicates (p ?x)) (:action a :parameters (?x ?xy) :precondition (p ?x) :effect (p ?xy)))"
    )
    chained = chained_domain(domain, (("a", "one", "two"),))
    assert "(:predicates (chain-0) (chain-1)  (p ?x))" in chained
    assert ":precondition (and (chain-0) (p one))" in chained
    assert ":effect (and (not (chain-0)) (chain-1) (p two))" in chained


def test_tarski_evaluates_conditions_of_effects_in_a_state_that_is_changed_already() -> None:
    """Why the judge does not leave conditional effects to tarski's `progress`."""
    from tarski.search.operations import progress

    from benchmarks.plan_oracles.tarski_judge import TarskiJudge

    domain = """(define (domain d) (:requirements :adl) (:predicates (p) (q) (r))
      (:action a :parameters () :precondition (p) :effect (and (when (p) (q)) (when (q) (r)))))"""
    problem = "(define (problem one) (:domain d) (:init (p)) (:goal (r)))"
    judge = TarskiJudge(domain, problem)
    after = progress(judge.problem.init, judge.problem.actions["a"])
    assert after.holds(judge.language.get("r"), ())
    assert judge.judge((("a",),)).atoms == frozenset({("p",), ("q",)})
    task = scores.task_of(domain, problem)
    assert task is not None
    assert scores.validated(task, (("a",),)).state.atoms == frozenset({("p",), ("q",)})
