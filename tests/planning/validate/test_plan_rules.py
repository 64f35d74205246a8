"""Rules of plans that cases as data cannot show."""

from __future__ import annotations

from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.base import CheckOptions
from clairify_cli.languages.pddl.plan_reader import read_plan
from clairify_cli.languages.pddl.reader import read
from clairify_cli.languages.pddl.task import make_task
from clairify_cli.planning.validate.language import PlanLanguage
from clairify_cli.planning.validate.simulate import validate
from planning.plan_cases import TASKS


def test_a_task_without_a_goal_is_carried_out_and_reported() -> None:
    domain, problem = (read(Source(text))[0] for text in TASKS["gripper"])
    assert domain.domain is not None and problem.problem is not None
    source = Source("(move room-a room-b)")
    result = validate(make_task(domain.domain, problem.problem._replace(goal=None)), read_plan(source)[0], source)
    assert [d.code for d in result.found] == ["PLN111"]
    assert result.goal_reached is None and not result.is_valid and result.stopped is None and result.cost == 1


def test_a_plan_that_is_too_long_is_read_in_part() -> None:
    found = PlanLanguage().check(Source("(a)\n" * 200_001), CheckOptions())
    assert [d.code for d in found] == ["PLN016"]
    assert found[0].span.line == 200_001
    assert not PlanLanguage().check(Source("(a)\n" * 2_000), CheckOptions())
