"""Inline suppression, on a small language: a comment is `{...}`, a statement is a word."""

from __future__ import annotations

import re

import pytest
from case_tables import stored
from hypothesis import given, settings
from hypothesis import strategies as st

from clairify_cli.diagnostics.fixes import fix_until_stable
from clairify_cli.diagnostics.model import Diagnostic, Severity, Source
from clairify_cli.diagnostics.suppress import Comment, apply


def comments(source: Source) -> list[Comment]:
    """The comments of a text, as a language's reader would find them."""
    found = []
    for match in re.finditer(r"\{([^}]*)\}", source.text):
        line, _ = source.position(match.start())
        end_line, _ = source.position(match.end())
        line_start = source.text.rfind("\n", 0, match.start()) + 1
        line_end = (source.text + "\n").find("\n", match.end())
        beside = source.text[line_start : match.start()] + source.text[match.end() : line_end]
        statement = re.search(r"\w+", re.sub(r"\{[^}]*\}", lambda m: " " * len(m[0]), source.text)[match.end() :])
        next_line = source.position(match.end() + statement.start())[0] if statement else 0
        found.append(Comment(match[1], *match.span(), line, end_line, not beside.strip(), next_line))
    return found


def check(text: str) -> list[Diagnostic]:
    """Each statement `T301` is a finding of that code; what the comments silence is taken out."""
    source = Source(text, "a")
    bare = re.sub(r"\{[^}]*\}", lambda match: " " * len(match[0]), text)
    findings = [
        Diagnostic(match[0], Severity.ERROR, "found", source.span(*match.span()))
        for match in re.finditer(r"[A-Z]+[0-9]+", bare)
    ]
    return apply(comments(source), findings, source)


CASES: dict[str, tuple[str, list[str]]] = stored(__file__, "CASES")


@pytest.mark.parametrize("what", CASES)
def test_what_is_left(what: str) -> None:
    text, expected = CASES[what]
    assert [f"{left.code}@{left.span.line}" for left in check(text)] == expected


FIXES = stored(__file__, "FIXES")


@pytest.mark.parametrize("what", FIXES)
def test_fixes(what: str) -> None:
    text, expected = FIXES[what]
    result = fix_until_stable(text, check, unsafe=True)
    assert result.text == expected
    assert result.stable


def test_the_warning_stands_on_the_code() -> None:
    text = "  {clairify: ignore T301, T302}\nT302"
    (warning,) = check(text)
    assert text[warning.span.start : warning.span.end] == "T301"
    assert warning.message == "the suppression of `T301` has no effect: there is no such finding on line 2"


def test_a_code_that_no_rule_has_is_named_with_the_nearest() -> None:
    (warning,) = check("{clairify: ignore-file CAL001}")
    assert warning.hint == "no rule has the code `CAL001`; did you mean `CLA001`?"


def test_a_rule_name_is_answered_with_its_code() -> None:
    (warning,) = check("{clairify: ignore unused-suppression}\nfine")
    assert warning.hint == "write the rule's code: `CLA001`"


def test_a_command_is_answered_with_the_nearest() -> None:
    (warning,) = check("{clairify: ignorefile T301}")
    assert warning.hint == "did you mean `ignore-file`?"


def test_a_comment_whose_text_is_not_in_the_source_is_still_reported() -> None:
    source = Source("%% clairify:  ignore T301\nfine", "a")
    comment = Comment("clairify: ignore T301", 0, 25, 1, 1, True, 2)
    (warning,) = apply([comment], [], source)
    assert (warning.span.start, warning.span.end) == (0, 25)


def test_without_directives_the_findings_are_given_back_as_they_are() -> None:
    source = Source("T301", "a")
    findings = [Diagnostic("T301", Severity.ERROR, "found", source.span(0, 4))]
    assert apply([], findings, source) is findings


def test_a_long_slip_is_cut_in_the_message() -> None:
    (warning,) = check("{clairify: " + "x" * 100_000 + "}")
    assert len(warning.message) < 100


LINES = st.lists(
    st.sampled_from(
        [
            "fine",
            "T301",
            "T302 T401",
            "{clairify: ignore T301}",
            "T301 {clairify: ignore T3, T4}",
            "{clairify: ignore}",
            "{clairify: ignore-file T4}",
            "T401 {clairify: ignore T301, odd} T302",
            "{clairify: ignre T302}",
            "{note}",
        ]
    ),
    max_size=6,
)


@given(LINES)
@settings(max_examples=150, deadline=None)
def test_fixing_keeps_every_statement_and_leaves_nothing_to_fix(lines: list[str]) -> None:
    def statements(text: str) -> list[str]:
        return re.findall(r"\w+", re.sub(r"\{[^}]*\}", "", text))

    text = "\n".join(lines)
    result = fix_until_stable(text, check, unsafe=True)
    assert statements(result.text) == statements(text)
    assert result.stable
    assert not [left for left in result.remaining if left.fix]


@given(LINES)
@settings(max_examples=100, deadline=None)
def test_a_finding_is_silenced_only_by_a_comment(lines: list[str]) -> None:
    text = "\n".join(line.replace("clairify", "note") for line in lines)
    found = [left.code for left in check(text)]
    assert found == re.findall(r"T\d+", re.sub(r"\{[^}]*\}", "", text))


@given(st.text("clairfy:ign-oreXDL301, \n", max_size=40))
@settings(max_examples=300, deadline=None)
def test_any_comment_can_be_read(words: str) -> None:
    for left in check("{clairify: " + words + "}\nfine"):
        assert left.code in {"CLA001", "CLA002"}
