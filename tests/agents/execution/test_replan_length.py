"""A plan that is made anew has at most five actions more than what was left, unless there is no other."""

from __future__ import annotations

import pytest

pytest.importorskip("numpy")
pytest.importorskip("pybullet")
pytest.importorskip("up_fast_downward")

from agents.execution.test_replan_panda import SOLVER, Mishap, drops, run
from clairify_cli.agents.execution import replanning
from clairify_cli.agents.execution.replanning import length_words
from clairify_cli.languages.pddl.plan import Plan
from clairify_cli.planning.solvers.base import Limits, Solution


class Roundabout:
    """A solver that picks and places something again and again before it does what is asked."""

    name = "roundabout"

    def __init__(self, rounds: int) -> None:
        self.rounds = rounds
        self.lengths: list[int] = []

    def solve(self, domain: str, problem: str, limits: Limits) -> Solution:
        made = SOLVER.solve(domain, problem, limits)
        assert made.plan is not None
        there_and_back = _plan_of(("pick paper table", "place paper table") * self.rounds)
        steps = (*there_and_back.steps, *made.plan.steps)
        self.lengths.append(len(steps))
        return _with(made, Plan(steps))


def _plan_of(lines: tuple[str, ...]) -> Plan:
    from clairify_cli.diagnostics.model import Source
    from clairify_cli.languages.pddl.plan_reader import read_plan

    return read_plan(Source("".join(f"({one})\n" for one in lines), "plan"))[0]


def _with(solution: Solution, plan: Plan) -> Solution:
    from dataclasses import replace

    return replace(solution, plan=plan)


def test_a_plan_that_is_too_long_is_refused_for_a_shorter_one() -> None:
    solver, world = Roundabout(4), Mishap(drops)
    done = run(world, solver=solver)
    assert done.succeeded, done.failure
    (stage,) = done.stages
    (length,) = solver.lengths
    assert length == 4 + 8
    assert any(
        one.startswith(f"a plan of {length} actions is more than") and "refused for one of 4" in one
        for one in stage.remarks
    )
    assert sum(one.name == "place" for one in world.done) == 0


def test_a_plan_within_the_bound_is_taken_as_it_is() -> None:
    solver, world = Roundabout(2), Mishap(drops)
    done = run(world, solver=solver)
    assert done.succeeded, done.failure
    assert not any("longer than" in one for one in done.stages[0].remarks)
    assert sum(one.name == "place" for one in world.done) == 2


def test_where_there_is_no_shorter_one_the_long_one_is_carried_out_and_that_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(replanning, "WITHIN", -2)
    done = run(Mishap(drops))
    assert done.succeeded, done.failure
    assert any("there is no shorter one, and it is carried out" in one for one in done.stages[0].remarks)


def test_the_lengths_are_said() -> None:
    assert "9 actions is more than 5 longer than the 3" in length_words(9, 3, None)
