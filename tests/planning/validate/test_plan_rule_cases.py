"""Every rule of plans does what its cases in `plan_rules/` say, and what its manual page says."""

from __future__ import annotations

import re
from textwrap import dedent

import pytest

from clairify_cli.diagnostics.fixes import apply_fixes
from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.languages.base import CheckOptions
from clairify_cli.languages.pddl.plan_reader import read_plan
from clairify_cli.languages.pddl.reader import read
from clairify_cli.languages.pddl.task import make_task
from clairify_cli.planning.validate.language import PlanLanguage
from clairify_cli.planning.validate.simulate import validate
from clairify_cli.rulebook import all_rules
from planning.plan_cases import TASKS, PlanCase, load_cases

CASES = load_cases()
RULES = {code: rule for code, rule in all_rules().items() if code.startswith("PLN") and code < "PLN2"}
DESCRIBED = {
    "PLN015": "an empty text cannot be shown",
    "PLN016": "a million actions are too many to print",
    "PLN108": "the fault is in the domain",
    "PLN109": "the fault is in the domain",
    "PLN110": "the fault is in the domain",
    "PLN111": "the fault is in the problem",
    "PLN114": "the fault is in the task",
    "PLN115": "the fault is between plan and domain",
    "PLN116": "the fault is between plan and domain",
    "PLN112": "the fault is between two files",
}
"""Rules whose examples are only described, and why."""

ELSEWHERE = {"PLN016", "PLN111"}
"""Rules that are tested below: a plan too long to write, and a problem that the reader of PDDL reports already."""

PAGE = re.compile(r".+\n\n(?:.|\n)*?Wrong:\n(?P<wrong>(?: {4}.+\n|\n)+)\nRight:\n(?P<right>(?: {4}.+\n?|\n)+)")


def check(text: str, options: CheckOptions) -> list[Diagnostic]:
    return PlanLanguage().check(Source(text, "text.plan"), options)


def shown(found: list[Diagnostic]) -> str:
    return "\n".join(f"{d.code} {d.span.line}:{d.span.column} {d.message} [{d.hint}]" for d in found)


@pytest.mark.parametrize("case", [c for c in CASES if c.fails], ids=lambda c: f"{c.code} {c.name}")
def test_rule_speaks(case: PlanCase) -> None:
    found = check(case.text, case.options)
    ours = [d for d in found if d.code == case.code]
    assert len(ours) == case.data.get("times", 1), shown(found)
    first = ours[0]
    assert (first.span.start, first.span.end) == (case.start, case.end), shown(found)
    assert first.severity is RULES[case.code].severity
    says = case.data.get("says", [])
    for words in [says] if isinstance(says, str) else says:
        assert words in f"{first.message}; {first.hint}", shown(found)
    assert {d.code for d in found} - {case.code} == set(case.data.get("also", ())), shown(found)
    if "related" in case.data:
        texts = {source.name: source.text for source in (*case.context, Source(case.text, "text.plan"))}
        places = [texts[one.span.file][one.span.start : one.span.end] for one in first.related]
        assert places == case.data["related"]


@pytest.mark.parametrize("case", [c for c in CASES if c.fails], ids=lambda c: f"{c.code} {c.name}")
def test_fix_does_what_the_case_says(case: PlanCase) -> None:
    ours = [d for d in check(case.text, case.options) if d.code == case.code]
    fixed, applied = apply_fixes(case.text, ours)
    if "fix" not in case.data:
        assert not applied, "there is a safe fix, and no `fix` in the case"
        return
    assert fixed == case.data["fix"]
    assert case.code not in {d.code for d in check(fixed, case.options)}


@pytest.mark.parametrize("case", [c for c in CASES if not c.fails], ids=lambda c: f"{c.code} {c.name}")
def test_rule_is_silent(case: PlanCase) -> None:
    found = check(case.text, case.options)
    assert case.code not in {d.code for d in found}, shown(found)


def test_every_rule_has_a_case_that_fails_and_one_that_passes() -> None:
    assert {c.code for c in CASES if c.fails} == set(RULES) - ELSEWHERE
    assert {c.code for c in CASES if not c.fails} == set(RULES) - ELSEWHERE


@pytest.mark.parametrize("code", sorted(RULES))
def test_page_does_what_it_says(code: str) -> None:
    page = PAGE.fullmatch(RULES[code].page)
    assert page is not None, f"{code} has no page of the form title, Wrong, Right"
    if code in DESCRIBED:
        return
    domain, problem = TASKS["gripper"]
    context = (Source(domain, "domain.pddl"), Source(problem, "problem.pddl")) if code >= "PLN1" else ()
    wrong, right = dedent(page["wrong"]), dedent(page["right"])
    assert code in {d.code for d in check(wrong, CheckOptions(context=context))}
    assert code not in {d.code for d in check(right, CheckOptions(context=context))}


def test_a_task_without_a_goal_is_carried_out_and_reported() -> None:
    domain, problem = (read(Source(text))[0] for text in TASKS["gripper"])
    assert domain.domain is not None and problem.problem is not None
    source = Source("(move room-a room-b)")
    result = validate(make_task(domain.domain, problem.problem._replace(goal=None)), read_plan(source)[0], source)
    assert [d.code for d in result.findings] == ["PLN111"]
    assert result.goal_reached is None and not result.is_valid and result.stopped is None and result.cost == 1


def test_a_plan_that_is_too_long_is_read_in_part() -> None:
    found = check("(a)\n" * 200_001, CheckOptions())
    assert [d.code for d in found] == ["PLN016"]
    assert found[0].span.line == 200_001
    assert not check("(a)\n" * 2_000, CheckOptions())
