"""Engines of unified-planning: processes like every other solver, and PDDL written as unified-planning reads it."""

from __future__ import annotations

from pathlib import Path

import pytest

from clairify_cli.planning.solvers.base import Limits, SolverMissingError, SolverOutcome
from clairify_cli.planning.solvers.engines import for_features
from clairify_cli.planning.solvers.registry import get

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
