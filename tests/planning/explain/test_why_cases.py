"""The cases of PLN3xx in `why/`: all findings, and related places; and the pages of the rules."""

from __future__ import annotations

import re
from textwrap import dedent

import pytest
from rule_cases import WHY, Case, cases_of

from clairify_cli.diagnostics.model import Source
from clairify_cli.planning.explain.model import Verdict
from clairify_cli.planning.explain.rules import findings
from planning.why_cases import texts, why

CASES = cases_of(WHY)
RULES = WHY.rules


@pytest.mark.parametrize("case", CASES, ids=str)
def test_case(case: Case) -> None:
    found = case.found()
    shown = "\n".join(f"{d.code} {d.message}" for d in found)
    assert [d.code for d in found] == case.data.get("codes", [case.code] if case.fails else []), shown
    ours = [d for d in found if d.code == case.code]
    assert all(d.is_error and d.span.file == "problem.pddl" for d in ours)
    sources = {"domain.pddl": case.context[0].text, "problem.pddl": case.text}
    pieces = [sources[one.span.file][one.span.start : one.span.end] for d in ours[:1] for one in d.related]
    assert set(case.listed("near")) <= set(pieces), shown


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
