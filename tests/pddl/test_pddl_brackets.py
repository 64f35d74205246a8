"""A bracket taken out of a text, or put in, is found in its line, and nothing else is reported."""

from __future__ import annotations

from typing import Any

import pytest
from case_tables import stored
from pddl_trees import bare

from clairify_cli.diagnostics.fixes import apply_fixes
from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.pddl.reader import read

DOMAIN = stored(__file__, "DOMAIN")
PROBLEM = stored(__file__, "PROBLEM")
TEXTS = {"domain": DOMAIN, "problem": PROBLEM}
CLOSING = [(name, at) for name, text in TEXTS.items() for at, written in enumerate(text) if written == ")"]
OPENING = [(name, at) for name, text in TEXTS.items() for at, written in enumerate(text) if written == "("]


def faults(text: str) -> list[tuple[str, int]]:
    return [(one.code, one.span.line) for one in read(Source(text))[1] if one.is_error]


def tree(text: str) -> Any:
    """What a text is read as, without offsets."""
    return bare(read(Source(text))[0].definitions)


def line_of(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1


def lines_of_run(text: str, at: int) -> range:
    """Lines of the run of closing brackets around an offset, with the word before it.

    A bracket may be missing or too many anywhere in its run: the text means the same.
    """
    first = last = at
    while text[first - 1] in ") \n":
        first -= 1
    while last + 1 < len(text) and text[last + 1] in ") \n":
        last += 1
    return range(line_of(text, first - 1), line_of(text, last) + 1)


@pytest.mark.parametrize(("name", "at"), CLOSING)
def test_a_closing_bracket_is_missing(name: str, at: int) -> None:
    text = TEXTS[name]
    broken = text[:at] + text[at + 1 :]
    found = faults(broken)
    assert [code for code, _ in found] == ["PDL004"], found
    assert found[0][1] in lines_of_run(text, at), found
    mended, _ = apply_fixes(broken, read(Source(broken))[1], unsafe=True)
    assert faults(mended) == []
    assert tree(broken) == tree(mended)


@pytest.mark.parametrize(("name", "at"), CLOSING)
def test_a_closing_bracket_is_too_many(name: str, at: int) -> None:
    text = TEXTS[name]
    broken = f"{text[:at]}){text[at:]}"
    found = faults(broken)
    assert [code for code, _ in found] == ["PDL005"], found
    assert found[0][1] in lines_of_run(text, at), found
    mended, _ = apply_fixes(broken, read(Source(broken))[1], unsafe=True)
    assert faults(mended) == []
    assert tree(broken) == tree(mended) == tree(text)


@pytest.mark.parametrize(("name", "at"), OPENING)
def test_an_opening_bracket_is_missing(name: str, at: int) -> None:
    text = TEXTS[name]
    broken = text[:at] + text[at + 1 :]
    found = faults(broken)
    assert found, "nothing is found"
    assert found[0][1] in (line_of(text, at), line_of(text, at) + 1), found
