"""Texts that want out, and texts that are nonsense: nothing is executed, nothing is raised, every place lies within."""

from __future__ import annotations

import builtins
import os
import random
import string
from pathlib import Path
from typing import Any

import pytest
from case_tables import stored
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rule_cases import PROGRAMS, cases_of

from clairify_cli.diagnostics.fixes import apply_fixes
from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.languages.base import CheckOptions
from clairify_cli.languages.program.language import ProgramLanguage
from clairify_cli.languages.program.reader import read
from clairify_cli.languages.program.reading.scan import MOST_CHARACTERS, scan
from program.program_cases import CONTEXTS

LANGUAGE = ProgramLanguage()
TEXTS = [case.text for case in cases_of(PROGRAMS)]

ESCAPES = {
    **stored(__file__, "ESCAPES"),
    "huge number": "take('a', speed=" + "9" * 10_000 + ")",
    "deep brackets": "take(" + "(" * 500 + ")" * 500 + ")",
    "deep attribute": "take" + ".a" * 5_000,
    "deep operators": "take(" + "-" * 5_000 + "1)",
    "deep not": "assert " + "not " * 5_000 + "a()",
    "deep lambda": "take(" + "lambda: " * 2_000 + "1)",
    "deep formatted string": "take(f'" + "{" * 500 + "}" * 500 + "')",
    "long chain": "take(" + "+".join(["'a'"] * 5_000) + ")",
    "many elif": "if a(): pass\n" + "    elif a(): pass\n" * 3_000,
    "deep blocks": "\n".join("    " * depth + "if a():" for depth in range(1, 90)) + "\n" + "    " * 90 + "pass",
}


def check(text: str, context: str = "none") -> list[Diagnostic]:
    return LANGUAGE.check(Source(text, "task.py"), CheckOptions(context=CONTEXTS[context]))


@pytest.mark.parametrize("context", ["none", "kitchen"])
@pytest.mark.parametrize("escape", ESCAPES.values(), ids=ESCAPES)
def test_escapes_are_errors_and_nothing_else(
    escape: str, context: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    text = f"def task():\n    {escape}\n"
    check(text, context)  # which imports what it needs, and importing executes modules
    forbid(monkeypatch)
    found = check(text, context)
    monkeypatch.undo()
    assert any(one.is_error for one in found), "it is no error"
    assert_places(text, found)
    assert os.listdir(tmp_path) == []


def forbid(monkeypatch: pytest.MonkeyPatch) -> None:
    """While this holds, whoever executes something fails the test."""

    def refuse(*_arguments: Any, **_named: Any) -> Any:
        raise AssertionError("a program was executed")

    for name in ("eval", "exec", "breakpoint", "input"):
        monkeypatch.setattr(builtins, name, refuse)
    monkeypatch.setattr(os, "system", refuse)


def assert_places(text: str, found: list[Diagnostic]) -> None:
    """Every finding stands within the text, and every fix can be applied."""
    source = Source(text)
    for one in found:
        assert 0 <= one.span.start <= one.span.end <= len(text)
        assert (one.span.line, one.span.column) == source.position(one.span.start)
        for edit in one.fix.edits if one.fix is not None else ():
            assert 0 <= edit.start <= edit.end <= len(text)
    apply_fixes(text, found, unsafe=True)


@pytest.mark.parametrize(
    "piece", ["(", "[", "{", "'", '"""', "\\", "if a():\n ", "f'{", "-", "not ", "a.", "#", "é", "\0"]
)
def test_a_megabyte_of_anything_is_one_finding(piece: str) -> None:
    for text in (piece * (1_000_000 // len(piece)), "def f():\n    " + piece * (150_000 // len(piece))):
        found = check(text)
        assert sum(one.is_error for one in found) <= 1, [one.code for one in found]
        assert found or piece in '\'"""', "an even number of quotes is a text without words"
        assert_places(text, found)


def test_the_size_is_looked_at_before_anything_else() -> None:
    assert [one.code for one in check("x" * (MOST_CHARACTERS + 1))] == ["PRG002"]


def test_the_text_that_python_reads_is_as_long_as_the_one_that_was_written() -> None:
    for text in ("\ufeffdef f(): pass", "def f():\r\n    pass\r", "a\0b\ud800c", "f'{x}' rf'''\n{y}'''"):
        assert len(scan(text).text) == len(text)


WORDS = """
def if else elif for in while assert try except pass lambda not and or import from class return is True None
take put at holding closed range speed grasp checks __import__ actions é ß 日本 _ x
( ) [ ] { } : , . = == := + - * ** / % @ ; # \\ ' " f' f" -> ... 0 1 1e9 0x1f 1_0 0.5 😀 'apple1' "table1"
"""
SPACES = (" ", "\n", "\n    ", "\n        ", "\n\t", "\r\n", "\r", "\f", "\u2028", "\x00", "\ud800", "'''", '"""')
PYTHON_WORDS = (*WORDS.split(), *SPACES)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.lists(st.sampled_from(PYTHON_WORDS), max_size=60), st.sampled_from(["", "def f():\n    "]))
def test_random_words_of_python(words: list[str], start: str) -> None:
    text = start + " ".join(words)
    assert_places(text, check(text, "kitchen"))


@settings(max_examples=200, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
@given(st.text(max_size=200))
def test_random_characters(text: str) -> None:
    assert_places(text, check(text, "household"))


@pytest.mark.parametrize("seed", range(8))
def test_mutated_programs(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(120):
        text = mutated(chance.choice(TEXTS), chance)
        found = check(text, chance.choice(["none", "household", "kitchen", "goal"]))
        assert_places(text, found)
        LANGUAGE.extract(text)
        LANGUAGE.claims(Source(text), CheckOptions())
        program, faults = read(Source(text))
        if program is not None and not any(one.is_error for one in faults):
            printed = LANGUAGE.format(Source(text), CheckOptions())
            assert LANGUAGE.format(Source(printed), CheckOptions()) == printed


def mutated(text: str, chance: random.Random) -> str:
    """A text with a few characters or words left out, doubled, swapped or put in."""
    for _ in range(chance.randint(1, 4)):
        at, to = sorted(chance.randrange(len(text) + 1) for _ in range(2))
        to = min(to, at + 12)
        match chance.randrange(5):
            case 0:
                text = text[:at] + text[to:]
            case 1:
                text = text[:to] + text[at:to] + text[to:]
            case 2:
                text = text[:at] + chance.choice(PYTHON_WORDS) + text[at:]
            case 3:
                text = text[:at] + chance.choice(string.printable) + text[at + 1 :]
            case _:
                lines = text.splitlines(keepends=True)
                chance.shuffle(lines)
                text = "".join(lines)
    return text
