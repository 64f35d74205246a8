"""Sentences and their goals, in the project's own domains and in others that have no lexicon."""

from __future__ import annotations

import pytest

from clairify_cli.diagnostics.model import Source
from clairify_cli.languages import get
from clairify_cli.languages.base import CheckOptions
from reader.goals.goal_cases import Case, cases, scene_of

CASES = cases()


@pytest.mark.parametrize("case", CASES, ids=[f"{case.file}: {case.text}" for case in CASES])
def test_case(case: Case) -> None:
    reading = scene_of(case.file).read(case.text)
    assert reading.goal == (None if case.goal is None else f"(:goal {case.goal})")
    assert sorted({one.code for one in reading.findings}) == sorted(case.codes)
    if case.readings is not None:
        assert len(reading.readings) == case.readings


@pytest.mark.parametrize("case", [case for case in CASES if case.goal], ids=lambda case: f"{case.file}: {case.text}")
def test_goals_are_without_errors(case: Case) -> None:
    there = scene_of(case.file)
    context = (Source(there.domain_text, "domain.pddl"), Source(there.problem_text, "problem.pddl"))
    found = get("pddl").check(Source(f"(:goal {case.goal})"), CheckOptions(context=context))
    assert [one.message for one in found if one.is_error] == []
