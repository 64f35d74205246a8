"""Reading plans: planners' files as they are, any text without an exception, and what is printed read back."""

from __future__ import annotations

import pytest
from case_tables import stored
from effort import costs_less
from hypothesis import given, settings
from hypothesis import strategies as st

from clairify_cli.diagnostics.fixes import apply_fixes
from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.pddl.plan import Plan
from clairify_cli.languages.pddl.plan_reader import read_plan

PIECES = stored(__file__, "PIECES")

FAST_DOWNWARD = "(move rooma roomb)\n(pick ball1 roomb left)\n; cost = 2 (unit cost)\n"
PYPERPLAN = "(move rooma roomb)\n(pick ball1 roomb left)\n"
TEMPORAL = stored(__file__, "TEMPORAL")
NUMBERED = "0: (move rooma roomb)\n1: (pick ball1 roomb left)\n"
VAL = "0.000: (move rooma roomb) [0.001]\n0.001: (pick ball1 roomb left) [0.001]\r\n"


def read(text: str) -> tuple[Plan, list[str]]:
    plan, found = read_plan(Source(text, "text.plan"))
    return plan, [one.code for one in found]


@pytest.mark.parametrize("text", [FAST_DOWNWARD, PYPERPLAN, TEMPORAL, NUMBERED, VAL])
def test_what_planners_write_is_read_without_a_word(text: str) -> None:
    plan, found = read(text)
    assert found == []
    assert [step.text for step in plan.steps] == ["(move rooma roomb)", "(pick ball1 roomb left)"]
    assert plan.cost == (2 if text is FAST_DOWNWARD else None)


def test_places_are_those_of_the_text() -> None:
    text = "; first\n  (Pick Ball1 left) ; take\n"
    (step,) = read(text)[0].steps
    assert text[step.start : step.end] == "(Pick Ball1 left)"
    assert [text[name.start : name.end] for name in (step.action, *step.arguments)] == ["Pick", "Ball1", "left"]
    assert (step.action.text, step.action.written) == ("pick", "Pick")


@pytest.mark.parametrize("text", ["; cost = 5 (unit cost)", ";; Cost: 5.0", "; cost = 3\n; cost = 5"])
def test_costs(text: str) -> None:
    assert read(text)[0].cost == 5


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join) | st.text(max_size=60))
def test_any_text_is_read(text: str) -> None:
    source = Source(text, "any.plan")
    plan, found = read_plan(source)
    for step in plan.steps:
        assert 0 <= step.start < step.end <= len(text)
        assert step.action.text == text[step.action.start : step.action.end].lower()
    for one in found:
        assert one.code.startswith("PLN0")
        assert 0 <= one.span.start <= one.span.end <= len(text)
    assert plan.steps or found or plan.cost is not None


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=20).map("".join))
def test_fixes_keep_the_steps_and_leave_nothing_to_fix(text: str) -> None:
    plan, found = read_plan(Source(text))
    fixed, _ = apply_fixes(text, found)
    again, left = read_plan(Source(fixed))
    if not any(one.code in {"PLN001", "PLN011"} for one in found):
        assert [step.text for step in again.steps] == [step.text for step in plan.steps]
        assert not any(one.is_error and one.fix for one in left)


NAMES = st.from_regex(r"[a-z][a-z0-9_-]{0,8}", fullmatch=True)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.lists(NAMES, min_size=1, max_size=5), min_size=1, max_size=8))
def test_what_is_printed_is_read_back(steps: list[list[str]]) -> None:
    if steps[0][0] == "define":
        return
    text = "".join(f"({' '.join(step)})\n" for step in steps)
    plan, found = read(text)
    assert found == []
    assert "".join(f"{step.text}\n" for step in plan.steps) == text


@pytest.mark.parametrize("piece", ["(", ")", "(a ", ") ", "a b\n", ")\na\n", "1: ", "\0", "[1]", ";", "(a,\n"])
def test_megabytes_of_anything_are_read_in_seconds(piece: str) -> None:
    text = piece * (2_000_000 // len(piece))
    _, found = costs_less(10, lambda: read(text))
    assert 1 <= len(found) <= 203
