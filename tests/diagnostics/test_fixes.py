"""Fixes: what is applied, what is left, and that no text is lost."""

from __future__ import annotations

import random
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from case_tables import stored
from hypothesis import given, settings
from hypothesis import strategies as st

from clairify_cli.diagnostics.fixes import apply_fixes, fix_until_stable, unified_diff
from clairify_cli.diagnostics.model import Diagnostic, Edit, Fix, Severity, Source


def finding(text: str, *edits: tuple[int, int, str], safe: bool = True, message: str = "m") -> Diagnostic:
    made = tuple(Edit(*edit) for edit in edits)
    at = min((edit.start for edit in made), default=0)
    return Diagnostic("TST101", Severity.ERROR, message, Source(text).span(at), fix=Fix("mend", made, safe))


CASES: dict[str, tuple[list[list[tuple[int, int, str]]], str, int]] = stored(__file__, "CASES")


@pytest.mark.parametrize("what", CASES)
def test_one_pass(what: str) -> None:
    fixes, expected, count = CASES[what]
    findings = [finding("abcdef", *edits) for edits in fixes]
    after, applied = apply_fixes("abcdef", findings)
    assert after == expected
    assert len(applied) == count


def test_unsafe_fixes_are_applied_only_when_asked() -> None:
    safe = finding("ab", (0, 1, "X"))
    unsafe = finding("ab", (1, 2, "Y"), safe=False)
    assert apply_fixes("ab", [safe, unsafe]) == ("Xb", [safe])
    assert apply_fixes("ab", [safe, unsafe], unsafe=True) == ("XY", [safe, unsafe])


def test_a_finding_without_a_fix_is_left() -> None:
    bare = Diagnostic("TST101", Severity.ERROR, "m", Source("ab").span(0))
    assert apply_fixes("ab", [bare]) == ("ab", [])


TEXT = "abcdefghij"
EDITS = st.builds(
    lambda start, length, text: (start, min(start + length, len(TEXT)), text),
    st.integers(0, len(TEXT)),
    st.integers(0, 3),
    st.text("XYZ", max_size=2),
)
FINDINGS = st.lists(st.lists(EDITS, min_size=1, max_size=3).map(lambda edits: finding(TEXT, *edits)), max_size=8)


@given(FINDINGS)
@settings(max_examples=200, deadline=None)
def test_nothing_outside_the_edits_is_lost(findings: list[Diagnostic]) -> None:
    after, applied = apply_fixes(TEXT, findings)
    edits = {edit for diagnostic in applied if diagnostic.fix for edit in diagnostic.fix.edits}
    replaced = {at for edit in edits for at in range(edit.start, edit.end)}
    kept = [character for at, character in enumerate(TEXT) if at not in replaced]
    assert [character for character in after if character in TEXT] == kept
    added = sorted("".join(edit.text for edit in edits))
    assert sorted(character for character in after if character not in TEXT) == added


@given(FINDINGS, st.randoms(use_true_random=False))
@settings(max_examples=200, deadline=None)
def test_the_order_of_the_findings_does_not_matter(findings: list[Diagnostic], chance: random.Random) -> None:
    shuffled = list(findings)
    chance.shuffle(shuffled)
    assert apply_fixes(TEXT, shuffled) == apply_fixes(TEXT, findings)


@given(FINDINGS)
@settings(max_examples=100, deadline=None)
def test_the_first_sound_fix_is_always_applied(findings: list[Diagnostic]) -> None:
    for alone in findings:
        if apply_fixes(TEXT, [alone])[1]:
            assert apply_fixes(TEXT, findings)[1]


RULES = st.dictionaries(st.sampled_from("abcd"), st.text("abcdx", max_size=2), min_size=1)


@given(st.text("abcdx", max_size=5), RULES)
@settings(max_examples=200, deadline=None)
def test_fixing_what_is_fixed_changes_nothing(text: str, rules: dict[str, str]) -> None:
    def check(text: str) -> list[Diagnostic]:
        return [finding(text, (at, at + 1, rules[c])) for at, c in enumerate(text[:50]) if c in rules]

    result = fix_until_stable(text, check)
    assert result.remaining == check(result.text)
    again = fix_until_stable(result.text, check)
    grows = any(len(new) > 1 and set(new) & set(rules) for new in rules.values())
    if not grows:
        assert again.text == result.text
        assert again.applied == ()
    if result.stable:
        assert not apply_fixes(result.text, result.remaining)[1]


def test_more_missing_declarations_than_passes_are_all_inserted() -> None:
    names = [f"n{number:02}" for number in range(30)]

    def check(text: str) -> list[Diagnostic]:
        return [finding(text, (0, 0, f"<{name}>"), message=name) for name in names if f"<{name}>" not in text]

    result = fix_until_stable("", check, passes=2)
    assert result.stable
    assert result.remaining == []
    assert [applied.message for applied in result.applied] == names


def test_a_fix_that_uncovers_others_is_followed() -> None:
    def check(text: str) -> list[Diagnostic]:
        if text.startswith("&"):
            return [finding(text, (0, 1, ""))]
        return [finding(text, (at, at + 1, "y")) for at, character in enumerate(text) if character == "x"]

    result = fix_until_stable("&" + "x" * 9, check)
    assert (result.text, len(result.applied), result.stable) == ("y" * 9, 10, True)


def test_fixes_that_undo_each_other_end_where_the_circle_closes() -> None:
    after = {"start": "a", "a": "b", "b": "c", "c": "a"}

    def check(text: str) -> list[Diagnostic]:
        return [finding(text, (0, len(text), after[text]))]

    result = fix_until_stable("start", check)
    assert (result.text, len(result.applied), result.stable) == ("a", 1, False)
    assert result.remaining == check("a")
    assert fix_until_stable("a", check).text == "a"


def test_a_fix_that_never_helps_is_given_up() -> None:
    def check(text: str) -> list[Diagnostic]:
        return [finding(text, (0, 0, "x"))]

    result = fix_until_stable("", check, passes=4)
    assert (result.text, len(result.applied), result.stable) == ("xxxx", 4, False)


def test_many_fixes_are_made_in_one_pass() -> None:
    text = "ab\n" * 20_000
    source = Source(text)
    findings = [
        Diagnostic("TST101", Severity.ERROR, "m", source.span(at), fix=Fix("mend", (Edit(at, at + 1, "X"),)))
        for at in range(0, len(text), 3)
    ]
    after, applied = apply_fixes(text, findings)
    assert after == "Xb\n" * 20_000
    assert len(applied) == 20_000


DIFFS = stored(__file__, "DIFFS")


def applied_by_git(before: str, after: str, name: str, folder: Path) -> bytes:
    """The file as git leaves it when it has applied our diff."""
    git = shutil.which("git")
    if git is None:
        pytest.skip("git is not installed")
    (folder / name).write_bytes(before.encode())
    diff = unified_diff(before, after, name)
    command = [git, "-c", "core.autocrlf=false", "apply", "-p0", "--whitespace=nowarn", "-"]
    done = subprocess.run(command, input=diff.encode(), cwd=folder, capture_output=True, check=False)
    assert done.returncode == 0, (done.stderr, diff)
    return (folder / name).read_bytes()


@pytest.mark.parametrize(("before", "after"), DIFFS)
@pytest.mark.parametrize("name", ["plan.xdl", "two words.xdl", "ünicode.xdl"])
def test_git_applies_the_diff(before: str, after: str, name: str, tmp_path: Path) -> None:
    assert applied_by_git(before, after, name, tmp_path) == after.encode()


LINES = st.lists(st.sampled_from("abc"), min_size=1, max_size=25).map("\n".join)


@given(LINES, LINES, st.sampled_from(["", "\n"]), st.sampled_from(["", "\n"]))
@settings(max_examples=40, deadline=None)
def test_git_applies_any_diff(before: str, after: str, end: str, new_end: str) -> None:
    if before + end != after + new_end:
        with TemporaryDirectory() as folder:
            applied = applied_by_git(before + end, after + new_end, "plan.xdl", Path(folder))
        assert applied == (after + new_end).encode()


def test_the_diff_of_equal_texts_is_empty() -> None:
    assert unified_diff("a\n", "a\n", "plan.xdl") == ""


def test_a_name_cannot_break_the_diff() -> None:
    diff = unified_diff("a\n", "b\n", 'x\n+++ "evil"\udc80')
    assert diff.split("\n")[:2] == ['--- "x\\012+++ \\"evil\\"\\200"', '+++ "x\\012+++ \\"evil\\"\\200"']
