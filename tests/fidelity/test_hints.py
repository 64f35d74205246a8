"""Hints about fidelity are followed to the letter over the cases: what they say makes no other error."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.fidelity import check_fidelity
from clairify_cli.languages import get
from clairify_cli.languages.base import CheckOptions
from fidelity.test_cases import CASES, program, text_of

_ATTRIBUTE = re.compile(r'\s+([\w:.-]+)="[^"]*"')
_TAG = re.compile(r"<(\w+)[^<>]*?(/?)>")
_VESSELS = re.compile(r'\b(from_vessel|to_vessel)="([^"]*)"')
_WRITES = re.compile(r"write (?:the value of the text, )?`([^`]+)`(?!,? (?:as|in))")
PARTS_OF_A_SUM = "portions written out that come to more"
"""Where three portions of 1 g stand for 2 g, the value of one is not the fault."""


def check(whole: str, text: str) -> list[Diagnostic]:
    source, xdl, options = Source(whole, "plan.xdl"), get("xdl"), CheckOptions()
    return [*xdl.check(source, options), *check_fidelity(source, Source(text, "text.txt"), xdl, options)]


def followed(whole: str, found: Diagnostic) -> Iterator[str]:
    """The program after its hint, if that says what to write, or to leave the step or its repeats out."""
    hint, span = found.hint or "", found.span
    tag = next((one for one in _TAG.finditer(whole) if one.start() <= span.start < one.end()), None)
    if tag is None:
        return
    written = _WRITES.match(hint) or re.search(r"\((repeats=\"\d+\")\)", hint)
    if written is not None and "=" in written[1]:
        name = written[1].partition("=")[0]
        kept = _ATTRIBUTE.sub(lambda one: "" if one[1] == name else one[0], tag[0])
        yield whole[: tag.start()] + kept.replace(f"<{tag[1]}", f"<{tag[1]} {written[1]}", 1) + whole[tag.end() :]
    elif written is not None and found.code != "XDL614":
        yield whole[: span.start] + written[1] + whole[span.end :]
    if hint == "leave the step out" and tag[2]:
        yield whole[: tag.start()] + whole[tag.end() :]
    if found.code == "XDL614" and written is not None:  # it is declared, too
        yield whole.replace(f'="{whole[span.start : span.end]}"', f'="{written[1]}"')
    if "exchange the two vessels" in hint:
        given = dict(_VESSELS.findall(tag[0]))
        other = {"to_vessel": given["from_vessel"], "from_vessel": given["to_vessel"]}
        turned = _VESSELS.sub(lambda one: f'{one[1]}="{other[one[1]]}"', tag[0])
        yield whole[: tag.start()] + turned + whole[tag.end() :]
    if hint == "leave `repeats` out":
        yield whole[: tag.start()] + re.sub(r'\s+repeats="[^"]*"', "", tag[0]) + whole[tag.end() :]


@pytest.mark.parametrize("case", [case for case in CASES if case.get("finds")], ids=lambda case: case["name"])
def test_what_a_hint_says_makes_no_other_error(case: dict[str, Any]) -> None:
    whole, text = program(case["steps"]), text_of(case)
    before = check(whole, text)
    for found in before:
        for after in followed(whole, found) if found.is_error and case["name"] != PARTS_OF_A_SUM else ():
            new = Counter(one.code for one in check(after, text) if one.is_error)
            new -= Counter(one.code for one in before if one.is_error)
            assert not new, (new, found.code, found.message, found.hint, after)


def test_hints_of_several_kinds_are_followed() -> None:
    tried = Counter(
        found.code
        for case in CASES
        for found in check(program(case["steps"]), text_of(case))
        for _ in followed(program(case["steps"]), found)
    )
    assert {"XDL602", "XDL604", "XDL609", "XDL614", "XDL615", "XDL622", "XDL642"} <= set(tried)
