"""Comments that silence rules: which findings they reach, and what is said of those that reach none."""

from __future__ import annotations

import re

import pytest
from case_tables import stored
from checking import check
from hypothesis import given
from hypothesis import strategies as st
from programs import thorough
from xdl_program import program

from clairify_cli.diagnostics.fixes import fix_until_stable
from clairify_cli.diagnostics.model import Source
from clairify_cli.languages import get
from clairify_cli.languages.base import CheckOptions

XDL = get("xdl")
SOON = '<Stir vessel="beaker" time="soon"/>'
TWO = '<Stir vessel="bucket" time="soon"/>'


def left(steps: str) -> list[str]:
    """What is found in steps: codes with the text at fault."""
    text = program(steps)
    return [f"{d.code} {text[d.span.start : d.span.end]}" for d in check(text)]


def ignore(codes: str = "", command: str = "ignore") -> str:
    return f"<!-- clairify: {command} {codes} -->".replace("  ", " ")


CASES: dict[str, tuple[str, list[str]]] = stored(__file__, "CASES")


@pytest.mark.parametrize("what", CASES)
def test_suppression(what: str) -> None:
    steps, expected = CASES[what]
    assert left(steps) == expected


def test_findings_outside_of_the_procedure_can_be_silenced() -> None:
    text = program("<Wait time='5 s'/>", {"hardware": [{"id": "pot", "type": "cauldron"}], "filled": []})
    assert [d.code for d in check(text)] == ["XDL205", "XDL119", "XDL206"]
    text = text.replace("    <Hardware>\n", "    <Hardware>\n<!-- clairify: ignore XDL119 XDL205: it is one -->\n")
    text = text.replace('<Reagent name="water"/>', '<Reagent name="water"/> <!-- clairify: ignore XDL206 because -->')
    assert check(text) == []


def test_a_comment_before_the_root_reaches_the_root() -> None:
    text = "<!-- clairify: ignore XDL102 -->\n<XDL/>\n"
    assert check(text) == []
    assert [d.code for d in check("<XDL/>\n<!-- clairify: ignore XDL102 -->\n")] == ["XDL102", "CLA001"]


def test_what_is_silenced_is_not_mended() -> None:
    text = program('<Stir vessel="beaker" time="20 sec"/> <!-- clairify: ignore XDL304 -->')
    result = fix_until_stable(text, check)
    assert result.text == text
    assert result.applied == ()


def test_suppressions_survive_the_canonical_form() -> None:
    steps = (
        f"{SOON} {ignore('XDL301')}\n{ignore('XDL201')}\n\n<Stir\n vessel='bucket'\n time='5 s'/>\n"
        f"<Repeat repeats='2'>\n{ignore('XDL301')}\n{SOON}</Repeat>"
    )
    text = program(steps)
    assert check(text) == []
    assert check(XDL.format(Source(text), CheckOptions())) == []


LINES = st.lists(
    st.sampled_from([SOON, TWO, "", ignore("XDL301"), ignore("XDL2"), ignore(), f"{SOON} {ignore('XDL3')}"]), max_size=6
)


@thorough(80)
@given(LINES)
def test_suppression_only_takes_away_and_says_what_is_idle(lines: list[str]) -> None:
    text = program("\n".join(lines))
    blank = re.sub(r"<!--.*?-->", lambda comment: " " * len(comment[0]), text)
    everything = {(d.code, d.span.start) for d in check(blank)}
    kept = {(d.code, d.span.start) for d in check(text) if not d.code.startswith("CLA")}
    idle = [d for d in check(text) if d.code == "CLA001"]
    assert kept <= everything
    assert everything - kept or len(idle) == text.count("<!--")
    assert len(idle) <= text.count("<!--")
