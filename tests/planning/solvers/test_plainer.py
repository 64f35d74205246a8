"""What is written for unified-planning can be read by it, and has the same plans."""

from __future__ import annotations

from pathlib import Path

import pytest
from unified_planning.io import PDDLReader

from clairify_cli.planning.solvers.engines import plainer
from clairify_cli.planning.solvers.support import read_task

LEVELS = Path(__file__).parents[2] / "pddl" / "levels"


@pytest.mark.parametrize("stem", ["drivers", "flying"])
def test_unified_planning_reads_it(stem: str) -> None:
    domain, problem = plainer(
        read_task((LEVELS / f"{stem}.pddl").read_text(), (LEVELS / f"{stem}-problem.pddl").read_text())
    )
    task = PDDLReader().parse_problem_string(domain, problem)
    assert task.goals
    assert not task.kind.has_hierarchical_typing()
