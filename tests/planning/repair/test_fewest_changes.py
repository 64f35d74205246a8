"""Few changes: cases whose least number of changes is known."""

from __future__ import annotations

import pytest
from case_tables import stored

from benchmarks.repair_cases import task_of, texts
from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.pddl.meaning import WorldState, initial_state
from clairify_cli.planning.repair.diff import changes
from clairify_cli.planning.repair.model import Forbidden, GroundStep, Situation
from clairify_cli.planning.repair.repairing import repair
from clairify_cli.planning.solvers.base import Solver, SolverMissingError
from clairify_cli.planning.solvers.registry import get

TOWER = stored(__file__, "TOWER")
PLAN = stored(__file__, "PLAN")


def tower(forbid: str = "", *, true: str = "", false: str = "", plan: tuple[str, ...] = PLAN) -> Situation:
    domain, problem = texts("tabletop", "sorting")[0], Source(TOWER, "problem")
    task = task_of(domain, problem)
    now = initial_state(task)
    atoms = (now.atoms | {tuple(one.split()) for one in true.split(",") if one}) - {
        tuple(one.split()) for one in false.split(",")
    }
    now = WorldState(atoms, now.numbers)
    patterns = (tuple(forbid.split()),) if forbid else ()
    return Situation(task, domain, problem, now, steps(plan), Forbidden(patterns))


def steps(plan: tuple[str, ...]) -> tuple[GroundStep, ...]:
    return tuple(tuple(one.split()) for one in plan)


def no_solver() -> Solver:
    raise SolverMissingError("there is none")


KNOWN: dict[str, tuple[Situation, int]] = {
    "it is put elsewhere, and taken from there": (tower("place a back"), 4),
    "nowhere in that zone": (tower("place * back"), 4),
    "the block is on the table already": (tower(true="at a front,clear b", false="on a b"), 2),
    "it fell into the bowl": (tower(true="in a tray,clear b", false="on a b"), 2),
    "half of it is done": (tower(true="in d tray", false="at d back"), 2),
    "the tray is not for that hand": (tower("place-in-bowl"), -1),
}


@pytest.mark.parametrize("name", KNOWN)
def test_the_fewest_changes_are_found_and_proven(name: str) -> None:
    situation, fewest = KNOWN[name]
    if fewest < 0:
        assert repair(situation, lambda: get("auto")).no_way
        assert repair(situation, no_solver).no_way  # all states are looked at, since facts alone are no proof
        return
    made = repair(situation, no_solver)
    assert made.steps is not None and (made.fewest or made.other is not None)
    assert changes(situation.rest, made.other or made.steps) == fewest
