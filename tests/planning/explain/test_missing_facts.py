"""A fact that is said to be missing mends the task when it is put in, and each of several is needed."""

from __future__ import annotations

from dataclasses import replace

import pytest
from case_tables import stored
from rule_cases import WHY, Case, cases_of
from rule_cases import explained as explain_case

from clairify_cli.languages.pddl.task import Task
from clairify_cli.planning.explain.model import Verdict, WhyNot
from clairify_cli.planning.explain.why_not import explain

NAMED = stored(__file__, "NAMED")
CASES = [case for case in cases_of(WHY) if case.name in NAMED]


def test_the_cases_are_there() -> None:
    assert [case.name for case in CASES] == NAMED


def with_facts(explained: WhyNot, facts: list[tuple[str, ...]]) -> WhyNot:
    """The explanation of the task with further facts, as though a solver had found no plan."""
    task: Task = replace(explained.task, init=explained.task.init | set(facts), notes={})
    return explain(task, explained.domain, explained.problem, proven=True)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_what_is_missing_mends_the_task(case: Case) -> None:
    explained = explain_case(case.text, {**case.data, "proven": True})
    assert explained.verdict is Verdict.EXCLUSIVE and explained.missing
    for one in explained.missing:
        facts = [(x.predicate, *x.arguments) for x in one.facts]
        assert not set(facts) & explained.task.init
        after = with_facts(explained, facts)
        # All states are looked at where there is said to be no plan: with nothing left to say, there is one.
        assert after.verdict is Verdict.REACHABLE and after.conflict is None
        for left_out in facts if len(facts) > 1 else ():
            assert with_facts(explained, [x for x in facts if x != left_out]).verdict is Verdict.EXCLUSIVE
