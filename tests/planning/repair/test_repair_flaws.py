"""Few changes by the flaws of the old plan: cases whose least number of changes is known, and what always holds."""

from __future__ import annotations

import pytest
from case_tables import stored

from benchmarks.repair_cases import Case, cases, task_of, texts
from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.pddl.meaning import WorldState, initial_state
from clairify_cli.planning.repair.diff import changes
from clairify_cli.planning.repair.edits import edits_of
from clairify_cli.planning.repair.model import Forbidden, GroundStep, Situation, reaches, run_steps
from clairify_cli.planning.repair.repairing import repair
from clairify_cli.planning.repair.search import Answer, fixed, flaws
from clairify_cli.planning.solvers.base import Solver, SolverMissingError

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
    made = repair(situation, no_solver)
    if fewest < 0:
        assert made.no_way
        return
    assert made.fewest and made.steps is not None
    assert changes(situation.rest, made.steps) == fewest


@pytest.fixture(scope="module")
def perturbed() -> list[Case]:
    return [
        case for case in cases(40, domains=("blocks", "household", "lab", "tabletop")) if len(case.situation.rest) < 20
    ]


def test_a_rest_without_flaws_is_one_that_still_works(perturbed: list[Case]) -> None:
    counted = 0
    for case in perturbed:
        one = case.situation
        edits = edits_of(one)
        found = flaws(edits, edits.start)
        assert (found == 0) == reaches(one.task, one.rest, one.now, one.forbidden), case
        stopped = run_steps(one.task, one.rest, one.now, one.forbidden).stopped
        assert stopped is None or found > 0
        counted += found > 0
    assert counted > 5


@pytest.mark.parametrize("name", [name for name, (_, fewest) in KNOWN.items() if fewest == 2])
def test_the_same_is_found_on_every_run(name: str) -> None:
    situation, fewest = KNOWN[name]
    found = [fixed(edits_of(situation), Answer(None)) for _ in range(2)]
    assert found[0] == found[1]
    assert (found[0].cost, found[0].complete) == (fewest, True)
