"""Programs held to their texts, case by case; and the manual pages of the rules, whose examples do what they say."""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
import yaml

from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.fidelity import check_fidelity
from clairify_cli.languages import get
from clairify_cli.languages.base import CheckOptions
from clairify_cli.rulebook import all_rules

CASES: list[dict[str, Any]] = yaml.load(
    Path(__file__).with_name("cases.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader
)
RULES = {code: rule for code, rule in all_rules().items() if code.startswith(("XDL60", "XDL61", "XDL62", "XDL64"))}


def program(steps: str) -> str:
    return f"<XDL><Synthesis><Hardware/><Reagents/><Procedure>\n{steps}\n</Procedure></Synthesis></XDL>\n"


def found(text: str, steps: str) -> list[Diagnostic]:
    return check_fidelity(Source(program(steps), "plan.xdl"), Source(text, "text.txt"), get("xdl"), CheckOptions())


def text_of(case: dict[str, Any]) -> str:
    """The text of a case, as often as it says."""
    return str(case["text"]) * int(case.get("copies", 1))


def told(findings: list[Diagnostic]) -> list[str]:
    return sorted(finding.code + ("" if finding.is_error else " warning") for finding in findings)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_case(case: dict[str, Any]) -> None:
    findings = found(text_of(case), case["steps"])
    shown = "\n".join(f"{finding.code} {finding.message}" for finding in findings)
    assert told(findings) == sorted(case.get("finds", [])), shown
    whole = program(case["steps"])
    for finding in findings:
        assert finding.span.file == "plan.xdl"
        assert 0 <= finding.span.start < finding.span.end <= len(whole)
        for related in finding.related:
            assert related.span.file == "text.txt"
            assert 0 <= related.span.start < related.span.end <= len(text_of(case))


def test_every_rule_has_a_case() -> None:
    named = {expected.split()[0] for case in CASES for expected in case.get("finds", [])}
    assert named == set(RULES)


def test_a_missing_thing_is_blamed_on_the_step_before_it() -> None:
    text = "Add 5 g of salt to a beaker. Add 50 mL of water. Stir for 10 min."
    steps = '<Add vessel="beaker" reagent="salt" mass="5 g"/>\n<Stir vessel="beaker" time="10 min"/>'
    (finding,) = found(text, steps)
    assert program(steps)[finding.span.start : finding.span.end] == steps.split("\n", maxsplit=1)[0]
    assert "`50 mL`" in finding.message
    (related,) = finding.related
    assert text[related.span.start : related.span.end] == "50 mL"


def test_an_empty_program_has_no_findings_here() -> None:
    assert found("Add 5 g of salt to a beaker.", "") == []


PAGE = re.compile(
    r"(?P<title>.+\.)\n\n(?P<body>(?:.|\n)+?)\n\nWrong:\n(?P<wrong>(?: {4}.+\n)+)\nRight:\n(?P<right>(?:.+\n?)+)"
)


@pytest.mark.parametrize("code", sorted(RULES.keys() - {"XDL613"}))  # a text that is too long for a page
def test_examples_of_the_manual_page(code: str) -> None:
    page = PAGE.fullmatch(RULES[code].page)
    assert page, f"{code} has no page of the form title, body, Wrong, Right"
    assert len(page["title"]) <= 110
    for part, expected in (("wrong", True), ("right", False)):
        lines = dedent(page[part]).strip().split("\n")
        text = " ".join(line.strip() for line in lines if not line.lstrip().startswith("<") and "=" not in line)
        assert text.startswith("the text: ")
        steps = "\n".join(line for line in lines if line.lstrip().startswith("<") or "=" in line)
        least = RULES[code].severity
        errors = {
            one.code for one in found(text.removeprefix("the text: "), steps) if one.is_error or one.severity is least
        }
        assert (code in errors) is expected, (part, errors)
        if not expected:
            assert not errors
