"""Comments that silence rules: which findings they reach, and what is said of those that reach none."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from programs import thorough
from xdl_program import program

from clairify_cli.diagnostics.fixes import fix_until_stable
from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.languages import get
from clairify_cli.languages.base import CheckOptions

XDL = get("xdl")
SOON = '<Stir vessel="beaker" time="soon"/>'
TWO = '<Stir vessel="bucket" time="soon"/>'


def check(text: str) -> list[Diagnostic]:
    return XDL.check(Source(text, "program.xdl"), CheckOptions())


def left(steps: str) -> list[str]:
    """What is found in steps: codes with the text at fault."""
    text = program(steps)
    return [f"{d.code} {text[d.span.start : d.span.end]}" for d in check(text)]


def ignore(codes: str = "", command: str = "ignore") -> str:
    return f"<!-- clairify: {command} {codes} -->".replace("  ", " ")


CASES: dict[str, tuple[str, list[str]]] = {
    "two codes, two findings on one line": (f"{ignore('XDL201 XDL301')}\n{TWO}", []),
    "two codes with a comma": (f"{ignore('XDL201, XDL301')}\n{TWO}", []),
    "one code of two findings": (f"{ignore('XDL201')}\n{TWO}", ["XDL301 soon"]),
    "a prefix for both": (f"{ignore('XDL')}\n{TWO}", ["CLA002 XDL", "XDL201 bucket", "XDL301 soon"]),
    "two groups": (f"{ignore('XDL2 XDL3')}\n{TWO}", []),
    "small letters": (f"{ignore('xdl201 xdl301')}\n{TWO}", []),
    "a reason behind a colon": (f"{ignore('XDL301: the operator says when')}\n{SOON}", []),
    "a reason behind a dash": (f"{ignore('XDL301 – the operator says when')}\n{SOON}", []),
    "on the same line, before": (f"{ignore('XDL301')} {SOON}", []),
    "on the same line, behind": (f"{SOON} {ignore('XDL301')}", []),
    "on the same line, for all that begins there": (f"{SOON}{SOON} {ignore('XDL301')}", []),
    "behind, with the next line untouched": (f"{SOON} {ignore('XDL301')}\n{SOON}", ["XDL301 soon"]),
    "a blank line between": (f"{ignore('XDL301')}\n\n{SOON}", []),
    "another comment between": (f"{ignore('XDL301')}\n<!-- as told -->\n{SOON}", []),
    "two comments in front": (f"{ignore('XDL201')}\n{ignore('XDL301')}\n{TWO}", []),
    "a comment over two lines": (f"<!-- clairify: ignore\n     XDL301 -->\n{SOON}", []),
    "a tag over several lines": (f'{ignore("XDL301")}\n<Stir\n  vessel="beaker"\n  time="soon"\n/>', []),
    "the last line of a tag over several lines": (f'<Stir vessel="beaker"\n  time="soon"/> {ignore("XDL301")}', []),
    "another line of a tag over several lines": (
        f'<Stir vessel="bucket"\n  time="soon"/> {ignore("XDL201")}',
        ["XDL201 bucket", "XDL301 soon", "CLA001 XDL201"],
    ),
    "the step, not what is inside it": (
        f'{ignore("XDL301")}\n<Repeat repeats="2">\n{SOON}\n</Repeat>',
        ["CLA001 XDL301", "XDL301 soon"],
    ),
    "the whole file, from its end": (f"{SOON}\n{TWO}\n{ignore('XDL301', 'ignore-file')}", ["XDL201 bucket"]),
    "the whole file, several codes": (f"{ignore('XDL201 XDL301', 'ignore-file')}\n{SOON}\n{TWO}", []),
    "the whole file, everything": (f"{ignore('', 'ignore-file')}\n{SOON}\n{TWO}", []),
    "unused in the whole file": (f"{ignore('XDL405', 'ignore-file')}", ["CLA001 XDL405"]),
    "unused at all": (ignore("XDL301"), ["CLA001 XDL301"]),
    "one of three is unused": (f"{ignore('XDL201 XDL301 XDL405')}\n{TWO}", ["CLA001 XDL405"]),
    "a code that there is not": (f"{ignore('XDL999')}\n{SOON}", ["CLA001 XDL999", "XDL301 soon"]),
    "a word that is no code": (f"{ignore('no-number')}\n{SOON}", ["CLA002 no-number", "XDL301 soon"]),
    "errors of XML": (f"{ignore('XDL003')}\n<Wait time='5 s' comment='a & b'/>", []),
    "a vessel's state": (f'{ignore("XDL404")}\n<StartStir vessel="beaker"/>', []),
    "in an attribute it is text": (
        '<Stir vessel="beaker" time="soon" comment="&lt;!-- clairify: ignore XDL301 -->"/>',
        ["XDL301 soon"],
    ),
}


@pytest.mark.parametrize("what", CASES)
def test_suppression(what: str) -> None:
    steps, expected = CASES[what]
    assert left(steps) == expected


def test_findings_outside_of_the_procedure_can_be_silenced() -> None:
    text = program("<Wait time='5 s'/>", {"hardware": [{"id": "pot", "type": "cauldron"}], "filled": []})
    assert [d.code for d in check(text)] == ["XDL205", "XDL119", "XDL206"]
    text = text.replace("    <Hardware>\n", "    <Hardware>\n<!-- clairify: ignore XDL119 XDL205: it is one -->\n")
    text = text.replace('<Reagent name="water"/>', '<Reagent name="water"/> <!-- clairify: ignore XDL206 -->')
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
