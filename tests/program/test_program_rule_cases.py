"""Every rule of programs does what its cases in `cases/` say, and what its manual page says."""

from __future__ import annotations

import re
from textwrap import dedent

import pytest

from clairify_cli.diagnostics.fixes import apply_fixes
from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.languages.base import CheckOptions
from clairify_cli.languages.program.language import ProgramLanguage
from clairify_cli.rulebook import all_rules
from program.program_cases import CONTEXTS, ProgramCase, load_cases

CASES = load_cases()
RULES = {code: rule for code, rule in all_rules().items() if code.startswith(("PRG0", "PRG1", "PRG2"))}
DESCRIBED = {"PRG112", "PRG113", "PRG213"}
"""Rules whose examples are about a domain or a list, and what only models that write are told of: see
test_program_language.py, test_program_skills.py and test_write_model.py."""
PAGE_CONTEXT = {"PRG202": "household", "PRG210": "goal"}
"""What the examples of a manual page are held to, where it is not the kitchen."""

PAGE = re.compile(r".+\n\n(?:.|\n)*?Wrong:\n(?P<wrong>(?: {4}.+\n|\n)+)\nRight:\n(?P<right>(?: {4}.+\n?|\n)+)")


def check(text: str, options: CheckOptions) -> list[Diagnostic]:
    return ProgramLanguage().check(Source(text, "task.py"), options)


def shown(found: list[Diagnostic]) -> str:
    return "\n".join(f"{d.code} {d.span.line}:{d.span.column} {d.message} [{d.hint}]" for d in found)


@pytest.mark.parametrize("case", [c for c in CASES if c.fails], ids=lambda c: f"{c.code} {c.name}")
def test_rule_speaks(case: ProgramCase) -> None:
    found = check(case.text, case.options)
    ours = [d for d in found if d.code == case.code]
    assert len(ours) == case.data.get("times", 1), shown(found)
    first = ours[0]
    assert case.text[first.span.start : first.span.end] == case.text[case.start : case.end], shown(found)
    assert (first.span.start, first.span.end) == (case.start, case.end), shown(found)
    assert first.span.line == case.text.count("\n", 0, case.start) + 1
    assert first.span.column == case.start - (case.text.rfind("\n", 0, case.start) + 1) + 1
    assert first.severity.value == case.data.get("severity", RULES[case.code].severity.value), shown(found)
    says = case.data.get("says", [])
    for words in [says] if isinstance(says, str) else says:
        assert words in f"{first.message}; {first.hint}", shown(found)
    assert {d.code for d in found} - {case.code} == set(case.data.get("also", ())), shown(found)


@pytest.mark.parametrize("case", [c for c in CASES if c.fails], ids=lambda c: f"{c.code} {c.name}")
def test_fix_does_what_the_case_says(case: ProgramCase) -> None:
    ours = [d for d in check(case.text, case.options) if d.code == case.code]
    fixed, applied = apply_fixes(case.text, ours)
    if case.fixed is None:
        assert not applied, f"there is a safe fix, and no `fix` in the case:\n{fixed}"
        return
    assert fixed == case.fixed
    assert case.code not in {d.code for d in check(fixed, case.options)}


@pytest.mark.parametrize("case", [c for c in CASES if not c.fails], ids=lambda c: f"{c.code} {c.name}")
def test_rule_is_silent(case: ProgramCase) -> None:
    found = check(case.text, case.options)
    assert case.code not in {d.code for d in found}, shown(found)
    assert {d.code for d in found} == set(case.data.get("also", ())), shown(found)


@pytest.mark.parametrize("code", RULES)
def test_every_rule_has_a_case_that_fails_and_one_that_passes(code: str) -> None:
    if code in DESCRIBED:
        return
    assert any(case.fails for case in CASES if case.code == code)
    assert any(not case.fails for case in CASES if case.code == code)


@pytest.mark.parametrize("code", sorted(RULES))
def test_page_does_what_it_says(code: str) -> None:
    page = PAGE.fullmatch(RULES[code].page)
    assert page is not None, f"{code} has no page of the form title, Wrong, Right"
    if code in DESCRIBED:
        return
    context = CONTEXTS[PAGE_CONTEXT.get(code, "kitchen" if code >= "PRG1" else "none")]
    wrong, right = (check(dedent(page[name]), CheckOptions(context=context)) for name in ("wrong", "right"))
    assert code in {d.code for d in wrong}, shown(wrong)
    assert code not in {d.code for d in right}, shown(right)
    allowed = {"PRG040"} if code in ("PRG041", "PRG042", "PRG043", "PRG044") else set()
    assert {d.code for d in right} <= allowed, shown(right)
