"""Engines of unified-planning: processes like every other solver, and PDDL written as unified-planning reads it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from unified_planning.io import PDDLReader

from clairify_cli.planning.solvers.base import Limits, SolverMissingError, SolverOutcome
from clairify_cli.planning.solvers.engines import _java, for_features, plainer
from clairify_cli.planning.solvers.process import run
from clairify_cli.planning.solvers.registry import get
from clairify_cli.planning.solvers.support import Use, read_task

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


@pytest.mark.skipif(shutil.which("java") is None, reason="there is no Java here")
def test_a_java_machine_starts_within_the_limit_of_memory(tmp_path: Path) -> None:
    limits = Limits(60)
    ran = run(["java", "-version"], tmp_path, limits, environment=_java(limits.memory_mb))
    assert (ran.ended_by, ran.exit_code) == ("itself", 0), ran.stderr


# --------------------------------------- What is written for unified-planning can be read by it, and has the same plans


@pytest.mark.parametrize("stem", ["drivers", "flying"])
def test_unified_planning_reads_it(stem: str) -> None:
    made = plainer(read_task(*texts(stem)))
    assert not isinstance(made, Use)
    assert PDDLReader().parse_problem_string(*made).goals
