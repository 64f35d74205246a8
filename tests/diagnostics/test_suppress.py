"""Inline suppression, on a small language: a comment is `{...}`, a statement is a word."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clairify_cli.diagnostics.fixes import fix_until_stable
from clairify_cli.diagnostics.model import Diagnostic, Severity, Source
from clairify_cli.diagnostics.suppress import Comment, apply, find_suppressions


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
    return apply(find_suppressions(comments(source)), findings, source)


CASES: dict[str, tuple[str, list[str]]] = {
    # what: the text, the findings that are left as `code@line`
    "no comment": ("T301\nT302", ["T301@1", "T302@2"]),
    "another comment": ("{see the clairify manual} T301", ["T301@1"]),
    "on the line": ("T301 {clairify: ignore T301}\nT301", ["T301@2"]),
    "before the line": ("{clairify: ignore T301}\n\nT301\nT301", ["T301@4"]),
    "only that code": ("T301 T302 {clairify: ignore T301}", ["T302@1"]),
    "two codes": ("T301 T302 T303 {clairify: ignore T301, T303}", ["T302@1"]),
    "codes without commas": ("T301 T302 T303 {clairify: ignore T301 T303}", ["T302@1"]),
    "a group": ("T301 T302 T401 {clairify: ignore T3}", ["T401@1"]),
    "every code": ("T301 T401 {clairify: ignore}", []),
    "small letters": ("T301 {clairify: ignore t301}", []),
    "no colon": ("T301 {clairify ignore T301}", []),
    "no space": ("T301 {clairify:ignore T301}", []),
    "a reason behind dashes": ("T301 {clairify: ignore T301 -- it is weighed: T999}", []),
    "a reason behind a dash": ("T301 {clairify: ignore T301 – it is weighed: T999}", []),
    "a reason behind dashes apart": ("T301 {clairify: ignore T301 - - it is weighed}", []),
    "a reason behind a colon": ("T301 {clairify: ignore T301: it is weighed -- T999}", []),
    "a reason for every code": ("T301 {clairify: ignore: it is weighed}", []),
    "the whole file": ("T301\nT302\n{clairify: ignore-file T301}\nT301", ["T302@2"]),
    "everything in the file": ("T301\n{clairify: ignore-file}\nT302", []),
    "several comments on a line": ("T301 T302 {clairify: ignore T301} {clairify: ignore T302}", []),
    "two that cover the same": ("{clairify: ignore T301}\nT301 {clairify: ignore T3}", []),
    "a comment over two lines": ("T301 {clairify: ignore\n T301, T302} T302", []),
    "unused": ("{clairify: ignore T301}\nT302", ["CLA001@1", "T302@2"]),
    "one of two is unused": ("{clairify: ignore T301, T302}\nT302", ["CLA001@1"]),
    "every code, and none found": ("{clairify: ignore}\nfine\nT301", ["CLA001@1", "T301@3"]),
    "nothing follows": ("T301\n{clairify: ignore T301}", ["T301@1", "CLA001@2"]),
    "unused in the file": ("{clairify: ignore-file T301}", ["CLA001@1"]),
    "a word that is no command": ("T301 {clairify: ignor T301}", ["T301@1", "CLA002@1"]),
    "another word": ("T301 {clairify: hush T301}", ["T301@1", "CLA002@1"]),
    "no command": ("T301 {clairify:}", ["T301@1", "CLA002@1"]),
    "no code": ("T301 {clairify: ignore everything}", ["T301@1", "CLA002@1"]),
    "a number": ("T301 {clairify: ignore 301}", ["T301@1", "CLA002@1"]),
    "letters": ("T301 {clairify: ignore T}", ["T301@1", "CLA002@1"]),
    "some codes are read": ("T301 {clairify: ignore T301 and more}", ["CLA002@1", "CLA002@1"]),
    "every code leaves what is said of comments": (
        "{clairify: ignore-file}\n{clairify: ignor}",
        ["CLA001@1", "CLA002@2"],
    ),
    "what is said of comments, by its code": (
        "{clairify: ignore-file CLA}\n{clairify: ignore-file CLA0}\n{clairify: ignor}",
        [],
    ),
    "a code of what is said of comments is never unused": ("{clairify: ignore-file CLA001}\nfine", []),
    "unused, but that is silenced": ("{clairify: ignore-file CLA001}\n{clairify: ignore T301}\nfine", []),
}


@pytest.mark.parametrize("what", CASES)
def test_what_is_left(what: str) -> None:
    text, expected = CASES[what]
    assert [f"{left.code}@{left.span.line}" for left in check(text)] == expected


FIXES = {
    # what: the text, the text after the safe fixes
    "its line goes": ("fine\n  {clairify: ignore T301}\nfine\n", "fine\nfine\n"),
    "its line goes, with CRLF": ("fine\r\n  {clairify: ignore T301}\r\nfine\r\n", "fine\r\nfine\r\n"),
    "its last line goes": ("fine\n{clairify: ignore T301}", "fine\n"),
    "its lines go": ("fine\n {clairify: ignore\n T301 }\nfine\n", "fine\nfine\n"),
    "it goes from the end of a line": ("fine  {clairify: ignore T301}\n", "fine\n"),
    "it goes from within a line": ("fine {clairify: ignore T301} fine\n", "fine  fine\n"),
    "all its codes": ("{ clairify: ignore T301, T302,T4 }\nfine\n", "fine\n"),
    "the first code": ("T302 { clairify: ignore T301, T302: a reason }", "T302 { clairify: ignore T302: a reason }"),
    "two codes": ("T302 {clairify: ignore T301, T302,  T4}", "T302 {clairify: ignore T302}"),
    "what cannot be read stays": ("{clairify: ignore T301 odd}\nfine\n", "{clairify: ignore odd}\nfine\n"),
    "the command": ("T301 {clairify: ignor T301}", "T301 {clairify: ignore T301}"),
    "the command, then the code": ("T301 {clairify: ingore T301, T302}", "T301 {clairify: ignore T301}"),
    "what is used stays": ("T301 {clairify: ignore T301}", "T301 {clairify: ignore T301}"),
}


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
    assert warning.message == "the suppression of `T301` silences nothing: there is no such finding on line 2"


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
    (warning,) = apply(find_suppressions([comment]), [], source)
    assert (warning.span.start, warning.span.end) == (0, 25)
    assert warning.fix is not None
    assert [(edit.start, edit.end, edit.text) for edit in warning.fix.edits] == [(0, 26, "")]


def test_without_directives_the_findings_are_given_back_as_they_are() -> None:
    source = Source("T301", "a")
    findings = [Diagnostic("T301", Severity.ERROR, "found", source.span(0, 4))]
    assert apply(find_suppressions([]), findings, source) is findings


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
