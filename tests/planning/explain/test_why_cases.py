"""Every rule of PLN3xx says what its cases in `why/` ask for, where they ask for it, and its page is true."""

from __future__ import annotations

import re
from textwrap import dedent

import pytest

from clairify_cli.diagnostics.model import Source
from clairify_cli.planning.explain.model import Verdict
from clairify_cli.planning.explain.rules import findings
from clairify_cli.rulebook import all_rules
from planning.why_cases import WhyCase, load_cases, texts, why

CASES = load_cases()
RULES = {code: rule for code, rule in all_rules().items() if code.startswith("PLN3")}


def case_id(case: WhyCase) -> str:
    return f"{case.code} {case.name}"


@pytest.mark.parametrize("case", [one for one in CASES if one.fails], ids=case_id)
def test_rule_speaks(case: WhyCase) -> None:
    explained = why(case.domain, case.problem, proven=case.data.get("proven", False))
    found = findings(explained)
    shown = "\n".join(f"{d.code} {d.span.line}:{d.span.column} {d.message} [{d.hint}]" for d in found)
    assert [d.code for d in found] == case.data.get("codes", [case.code]), shown
    ours = next(d for d in found if d.code == case.code)
    assert (ours.span.start, ours.span.end) == (case.start, case.end), shown
    assert ours.span.file == "problem.pddl" and ours.is_error
    said = f"{ours.message}; {ours.hint}"
    for words in case.listed("says"):
        assert words in said, f"{words}\n{shown}"
    for words in case.listed("not"):
        assert words not in said, f"{words}\n{shown}"
    sources = {"domain.pddl": case.domain.text, "problem.pddl": case.problem.text}
    pieces = [sources[one.span.file][one.span.start : one.span.end] for one in ours.related]
    for piece in case.listed("near"):
        assert piece in pieces, f"{piece}\n{pieces}"


@pytest.mark.parametrize("case", [one for one in CASES if not one.fails], ids=case_id)
def test_rule_is_silent(case: WhyCase) -> None:
    found = findings(why(case.domain, case.problem, proven=case.data.get("proven", False)))
    assert [d.code for d in found] == case.data.get("codes", []), [d.message for d in found]
    assert case.code not in [d.code for d in found]


@pytest.mark.parametrize("code", RULES)
def test_every_rule_has_two_failing_cases_and_one_that_passes(code: str) -> None:
    assert sum(case.fails for case in CASES if case.code == code) >= 2
    assert sum(not case.fails for case in CASES if case.code == code) >= 1


def test_every_case_belongs_to_a_rule() -> None:
    assert {case.code for case in CASES} == set(RULES)
    assert len({(case.code, case.name) for case in CASES}) == len(CASES)


# ------------------------------------------------------------------------------------------------------- pages

PARTS = re.compile(
    r"(?P<title>.+)\n\n(?P<body>(?:.|\n)+?)\n\nWrong:\n(?P<wrong>( {4}.+\n|\n)+)\nRight:\n(?P<right>(.+\n?|\n)+)"
)
OF_PROBLEM = ("(:objects", "(:init", "(:goal")


def example(text: str) -> tuple[Source, Source]:
    """The two texts that an example stands for: each line is a section of one of them."""
    lines = dedent(text).strip().split("\n")
    problem = "\n".join(line for line in lines if line.startswith(OF_PROBLEM))
    domain = "\n".join(line for line in lines if not line.startswith(OF_PROBLEM))
    if "(:init" not in problem:
        problem = problem.replace("(:goal", "(:init )\n(:goal")
    first, second = texts(domain, problem)
    return Source(first, "domain.pddl"), Source(second, "problem.pddl")


@pytest.mark.parametrize("code", RULES)
def test_examples_of_the_page_do_what_they_say(code: str) -> None:
    page = PARTS.fullmatch(RULES[code].page)
    assert page, RULES[code].page
    assert len(page["title"]) <= 110 and page["title"].endswith(".")
    wrong = findings(why(*example(page["wrong"]), proven=True))
    assert [d.code for d in wrong] == [code], [d.message for d in wrong]
    right = why(*example(page["right"]))
    assert right.verdict is Verdict.REACHABLE, findings(right)
    assert code not in [d.code for d in findings(right)]
