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
from clairify_cli.fidelity.groups import groups
from clairify_cli.fidelity.mapped.mapping import source_map
from clairify_cli.fidelity.mapped.verdict import verdict
from clairify_cli.languages import get
from clairify_cli.languages.base import CheckOptions
from clairify_cli.rulebook import all_rules

from .mapped import read_map

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


# ------------------------------- What a person is told of a text and its program, and by what its findings are gathered


def test_every_rule_about_a_text_has_a_group() -> None:
    """A new rule belongs into the table of `clairify_cli/fidelity/groups.toml`, by what a person does about it."""
    assert set(groups()) == {code for code in all_rules() if code.startswith("XDL6")}
    assert all(group.title and group.help for group in groups().values())


@pytest.mark.parametrize(
    ("first", "then"), [("XDL608", "XDL602"), ("XDL620", "XDL601"), ("XDL614", "XDL611"), ("XDL611", "XDL693")]
)
def test_another_product_comes_before_numbers_conditions_and_guesses(first: str, then: str) -> None:
    ranks = list(dict.fromkeys(groups().values()))
    assert ranks.index(groups()[first]) < ranks.index(groups()[then])


def test_a_text_that_was_understood() -> None:
    found = read_map("Add 5 g of salt to a beaker. Stir for 5 min.")
    assert verdict(found) == ("Words for actions: 2 found, 2 with a step.",)


def test_what_was_guessed_left_out_and_is_to_be_decided() -> None:
    text = "Add 5 g of salt. Tap it with a magic wand. Add water and stir until it is clear. Repeat this twice."
    assert verdict(read_map(text)) == (
        "Words for actions: 4 found, 3 with a step.",
        "Guessed: `beaker` for `Add 5 g of salt`.",
        "Left out: `Tap it with a magic wand`.",
        "Only in comments: `until it is clear`.",
        "To decide: how much `water`; `Repeat this twice` is read as all 3 instructions before it; it could also mean "
        "the last instruction only.",
    )


def test_what_a_program_of_another_origin_lacks() -> None:
    text = Source("Add 5 g of salt to 50 mL of water in a flask. Stir for 10 min. Filter.", "text.txt")
    steps = '<Add vessel="flask" reagent="water" volume="50 mL"/><Add vessel="flask" reagent="salt" mass="5 g"/>'
    program = Source(f"<XDL><Synthesis><Procedure>{steps}</Procedure></Synthesis></XDL>", "plan.xdl")
    xdl, options = get("xdl"), CheckOptions()
    found = source_map(text, program, xdl, options, check_fidelity(program, text, xdl, options))
    assert verdict(found) == (
        "Words for actions: 3 found, 1 with a step.",
        "Left out: `Stir`, `10 min`, `Filter`.",
    )


def test_quotations_are_short_and_few() -> None:
    found = read_map(
        "".join(f"Wave the {n}th wand over it, {'very ' * 20}gently. Add {n} g of salt. " for n in range(1, 9))
    )
    (left_out,) = (sentence for sentence in verdict(found) if sentence.startswith("Left out"))
    assert left_out.count(" …`") == 6
    assert left_out.endswith(" and 2 more.")


@pytest.mark.parametrize("text", ["", "Nothing to see here.", "x" * 60_001])
def test_nothing_is_said_of_instructions_where_none_are_known(text: str) -> None:
    assert not any("instructions" in sentence for sentence in verdict(read_map(text)))
