"""Engines of unified-planning: processes like every other solver, and PDDL written as unified-planning reads it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from unified_planning.io import PDDLReader

from clairify_cli.planning.solvers.base import Limits, SolverMissingError, SolverOutcome
from clairify_cli.planning.solvers.engine_process import _REAL, _in_whole_numbers
from clairify_cli.planning.solvers.engines import _java, for_features, plainer
from clairify_cli.planning.solvers.process import run
from clairify_cli.planning.solvers.registry import get
from clairify_cli.planning.solvers.support import read_task

LEVELS = Path(__file__).parents[2] / "pddl" / "levels"
LIMITS = Limits(60)


def texts(stem: str) -> tuple[str, str]:
    return (LEVELS / f"{stem}.pddl").read_text(), (LEVELS / f"{stem}-problem.pddl").read_text()


def test_an_engine_that_is_missing_is_named() -> None:
    with pytest.raises(SolverMissingError, match="pip install up-aries"):
        get("up:aries")


def test_an_engine_that_there_is_not() -> None:
    domain, problem = texts("drivers")
    answer = get("up:nothing").solve(domain, problem, LIMITS)
    assert answer.outcome is SolverOutcome.CRASHED
    assert answer.message == "up:nothing failed: unified-planning has no engine `nothing` here"


def test_none_is_preferred_that_is_not_installed() -> None:
    assert for_features(frozenset()) == []


def test_time_runs_out() -> None:
    answer = get("up:nothing").solve(*texts("counters"), Limits(0.05))
    assert answer.outcome is SolverOutcome.TIMEOUT


@pytest.mark.parametrize(
    ("condition", "scale"),
    [("(>= (stock ?p) 0.5)", 8), ("(>= (* 2 (stock ?p)) 1)", None), ("(>= (stock ?p) .00001)", None)],
)
def test_numbers_are_made_whole_for_engines_without_real_ones(
    condition: str, scale: int | None, tmp_path: Path
) -> None:
    """What is multiplied holds of sums and comparisons; names with digits stay as they are."""
    (tmp_path / "domain.pddl").write_text(
        "(define (domain d-2) (:requirements :typing :durative-actions :fluents) (:types place)\n"
        "(:predicates (done)) (:functions (stock ?p - place) (long ?p - place))\n"
        "(:durative-action act-1 :parameters (?p - place) :duration (= ?duration (long ?p)) ; 0.3\n"
        f":condition (at start {condition}) :effect (and (at start (decrease (stock ?p) 0.25)) (at end (done)))))"
    )
    (tmp_path / "problem.pddl").write_text(
        "(define (problem p-1) (:domain d-2) (:objects x2 - place)\n"
        "(:init (= (stock x2) 2) (= (long x2) 1.125)) (:goal (done)))"
    )
    made = _in_whole_numbers(str(tmp_path / "domain.pddl"), str(tmp_path / "problem.pddl"))
    assert (made and made[1]) == scale
    if made is not None:
        values = {str(name): str(value) for name, value in made[0].explicit_initial_values.items()}
        assert values == {"stock(x2)": "16", "long(x2)": "9"}
        assert not made[0].kind.features & _REAL


@pytest.mark.skipif(shutil.which("java") is None, reason="there is no Java here")
def test_a_java_machine_starts_within_the_limit_of_memory(tmp_path: Path) -> None:
    limits = Limits(60)
    ran = run(["java", "-version"], tmp_path, limits, environment=_java(limits.memory_mb))
    assert (ran.ended_by, ran.exit_code) == ("itself", 0), ran.stderr


# --------------------------------------- What is written for unified-planning can be read by it, and has the same plans


@pytest.mark.parametrize("stem", ["drivers", "flying"])
def test_unified_planning_reads_it(stem: str) -> None:
    domain, problem = plainer(
        read_task((LEVELS / f"{stem}.pddl").read_text(), (LEVELS / f"{stem}-problem.pddl").read_text())
    )
    task = PDDLReader().parse_problem_string(domain, problem)
    assert task.goals
    assert not task.kind.has_hierarchical_typing()
