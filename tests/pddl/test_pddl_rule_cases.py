"""Every rule of PDDL does what its cases in `rules/` say: it speaks where it should, and nowhere else."""

from __future__ import annotations

import pytest
from pddl_cases import PddlCase, load_cases

from clairify_cli.diagnostics.fixes import apply_fixes
from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.languages import get
from clairify_cli.rulebook import all_rules

CASES = load_cases()
RULES = {code: rule for code, rule in all_rules().items() if code.startswith("PDL") and code < "PDL6"}

TOO_LONG = {"PDL008": "its text has millions of words; test_pddl_hostile_input.py has one"}
"""Rules without failing cases, and why."""


def check(case: PddlCase, text: str) -> list[Diagnostic]:
    return get("pddl").check(Source(text, "text.pddl"), case.options)


def shown(found: list[Diagnostic]) -> str:
    return "\n".join(f"{d.code} {d.span.line}:{d.span.column} {d.message} [{d.hint}]" for d in found)


@pytest.mark.parametrize("case", [c for c in CASES if c.fails], ids=lambda c: f"{c.code} {c.name}")
def test_rule_speaks(case: PddlCase) -> None:
    found = check(case, case.text)
    ours = [d for d in found if d.code == case.code]
    assert len(ours) == case.data.get("times", 1), shown(found)
    first = ours[0]
    assert case.text[first.span.start : first.span.end] == case.text[case.start : case.end], shown(found)
    assert (first.span.start, first.span.end) == (case.start, case.end), shown(found)
    assert first.span.line == case.text.count("\n", 0, case.start) + 1
    assert first.span.column == case.start - (case.text.rfind("\n", 0, case.start) + 1) + 1
    assert first.severity.value == case.data.get("severity", RULES[case.code].severity.value)
    if "says" in case.data:
        assert case.data["says"] in f"{first.message}; {first.hint}"
    assert {d.code for d in found} - {case.code} == set(case.data.get("also", ())), shown(found)


@pytest.mark.parametrize("case", [c for c in CASES if c.fails], ids=lambda c: f"{c.code} {c.name}")
def test_fix_does_what_the_case_says(case: PddlCase) -> None:
    ours = [d for d in check(case, case.text) if d.code == case.code]
    safe, applied = apply_fixes(case.text, ours)
    if "fix" in case.data:
        assert safe == case.fixed("fix")
        assert case.code not in {d.code for d in check(case, safe)}
        return
    assert not applied, "there is a safe fix, and no `fix` in the case"
    unsafe, applied = apply_fixes(case.text, ours, unsafe=True)
    if "unsafe_fix" in case.data:
        assert unsafe == case.fixed("unsafe_fix")
    else:
        assert not applied, f"there is an unsafe fix, and no `unsafe_fix` in the case:\n{unsafe}"


@pytest.mark.parametrize("case", [c for c in CASES if not c.fails], ids=lambda c: f"{c.code} {c.name}")
def test_rule_is_silent(case: PddlCase) -> None:
    found = check(case, case.text)
    assert [f"{d.code} {d.span.line}:{d.span.column} {d.message}" for d in found if d.code == case.code] == []
    assert {d.code for d in found} == set(case.data.get("also", ())), shown(found)


@pytest.mark.parametrize("code", RULES)
def test_every_rule_has_two_failing_cases_and_one_that_passes(code: str) -> None:
    assert sum(case.fails for case in CASES if case.code == code) >= (0 if code in TOO_LONG else 2)
    assert sum(not case.fails for case in CASES if case.code == code) >= 1


def test_every_case_belongs_to_a_rule() -> None:
    assert {case.code for case in CASES} == set(RULES)
    assert len({(case.code, case.name) for case in CASES}) == len(CASES)
