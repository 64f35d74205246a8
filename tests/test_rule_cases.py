"""Every rule of every language does what its cases say: it speaks where it should, and is silent where it should be."""

from __future__ import annotations

import re
from textwrap import dedent

import pytest
from rule_cases import KINDS, Case, Kind, cases_of

from clairify_cli.diagnostics.fixes import apply_fixes
from clairify_cli.diagnostics.model import Diagnostic
from clairify_cli.rulebook import all_rules

PAGE = re.compile(r".+\n\n(?:.|\n)*?Wrong:\n(?P<wrong>(?: {4}.+\n|\n)+)\nRight:\n(?P<right>(?: {4}.+\n?|\n)+)")
CASES = [case for kind in KINDS for case in cases_of(kind)]
RULES = all_rules()
PAGES = [(kind, code) for kind in KINDS if kind.page for code in kind.rules]


def shown(found: list[Diagnostic]) -> str:
    return "\n".join(f"{d.code} {d.span.line}:{d.span.column} {d.message} [{d.hint}]" for d in found)


@pytest.mark.parametrize("case", [case for case in CASES if case.fails], ids=str)
def test_rule_speaks(case: Case) -> None:
    found = case.found()
    ours = [d for d in found if d.code == case.code]
    assert len(ours) == case.data.get("times", 1), shown(found)
    first, text = ours[0], case.text
    if case.start >= 0:
        assert text[first.span.start : first.span.end] == text[case.start : case.end], shown(found)
        assert (first.span.start, first.span.end) == (case.start, case.end), shown(found)
        assert first.span.line == text.count("\n", 0, case.start) + 1
        assert first.span.column == case.start - (text.rfind("\n", 0, case.start) + 1) + 1
    if "at" in case.data:
        assert text[first.span.start : first.span.end] == case.data["at"], shown(found)
    assert first.severity.value == case.data.get("severity", RULES[case.code].severity.value), shown(found)
    for words in case.listed("says"):
        assert words in f"{first.message}; {first.hint}", shown(found)
    for words in case.listed("not"):
        assert words not in f"{first.message}; {first.hint}", shown(found)
    assert {d.code for d in found} - {case.code} == set(case.data.get("also", ())), shown(found)
    if "related" in case.data:
        texts = {first.span.file: text, **{source.name: source.text for source in case.context}}
        places = [texts[one.span.file][one.span.start : one.span.end] for one in first.related]
        assert places == case.data["related"]
    fixes_do_what_the_case_says(case, ours)


def fixes_do_what_the_case_says(case: Case, ours: list[Diagnostic]) -> None:
    """The findings of its rule have the fix that it names, or none."""
    safe, applied = apply_fixes(case.text, ours)
    if "fix" in case.data:
        assert safe == case.fixed("fix")
        assert case.code not in {d.code for d in case.found(safe)}
        return
    assert not applied, f"there is a safe fix, and no `fix` in the case:\n{safe}"
    unsafe, applied = apply_fixes(case.text, ours, unsafe=True)
    if "unsafe_fix" in case.data:
        assert unsafe == case.fixed("unsafe_fix")
    else:
        assert not applied, f"there is an unsafe fix, and no `unsafe_fix` in the case:\n{unsafe}"


@pytest.mark.parametrize("case", [case for case in CASES if not case.fails], ids=str)
def test_rule_is_silent(case: Case) -> None:
    found = case.found()
    assert case.code not in {d.code for d in found}, shown(found)
    assert {d.code for d in found} == set(case.data.get("also", ())), shown(found)


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_every_rule_has_cases_that_fail_and_one_that_passes(kind: Kind) -> None:
    made = cases_of(kind)
    due = kind.rules.keys() - kind.without.keys()
    failing = {case.code for case in made if case.fails}
    assert {code for code in failing if not code.startswith(kind.others)} == due
    assert due <= {case.code for case in made if not case.fails} <= kind.rules.keys()
    assert len({str(case) for case in made}) == len(made)
    if kind.name in ("xdl", "pddl", "why"):
        assert min(sum(case.fails and case.code == code for case in made) for code in due) >= 2


@pytest.mark.parametrize(
    ("kind", "code"), [(kind, code) for kind in KINDS if kind.page for code in kind.rules], ids=str
)
def test_page_does_what_it_says(kind: Kind, code: str) -> None:
    page = PAGE.fullmatch(RULES[code].page)
    assert page is not None, f"{code} has no page of the form title, Wrong, Right"
    if code in kind.described or kind.page is None:
        return
    wrong, right = (kind.page(code, dedent(page[part])) for part in ("wrong", "right"))
    may = kind.may.get(code, set())
    assert {d.code for d in wrong} - may == {code}, shown(wrong)
    assert {d.code for d in right} <= may, shown(right)
