"""Reading plans: planners' files as they are, any text without an exception, and what is printed read back."""

from __future__ import annotations

import re

import pytest
from case_tables import stored
from effort import costs_less
from hypothesis import given, settings
from hypothesis import strategies as st

from clairify_cli.diagnostics.fixes import apply_fixes
from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.base import CheckOptions, Language
from clairify_cli.languages.pddl.plan import Plan
from clairify_cli.languages.pddl.plan_reader import read_plan
from clairify_cli.planning.validate.language import PlanLanguage
from planning.plan_cases import TASKS

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


# ------------------- Plans as a language: check with and without a task, format, extract, claims, comments that silence


LANGUAGE: Language = PlanLanguage()
CONTEXT = tuple(Source(text, name) for text, name in zip(TASKS["gripper"], ("d.pddl", "p.pddl"), strict=True))
GOOD = "(pick ball1 room-a left)\n(move room-a room-b)\n(drop ball1 room-b left)\n"


def codes(text: str, *context: Source) -> list[str]:
    return [one.code for one in LANGUAGE.check(Source(text, "t.plan"), CheckOptions(context=context))]


def test_with_a_task_the_plan_is_validated() -> None:
    assert codes(GOOD, *CONTEXT) == []
    assert codes(GOOD.splitlines()[0], *CONTEXT) == ["PLN106"]
    assert codes(GOOD.splitlines()[0]) == []


def test_domain_and_problem_may_come_in_any_order_or_in_one_text() -> None:
    assert codes(GOOD, *reversed(CONTEXT)) == []
    assert codes(GOOD, Source("".join(one.text for one in CONTEXT), "both.pddl")) == []


def test_faults_of_the_text_and_of_the_plan_come_in_one_run_in_order() -> None:
    text = "1. (pick ball1 room-a left)\n(move room-a room-c)\nthen stop.\n"
    assert codes(text, *CONTEXT) == ["PLN002", "PLN103", "PLN001"]


def test_comments_silence_findings() -> None:
    assert codes("(move room-a room-b) ; clairify: ignore PLN106\n", *CONTEXT) == []
    assert codes("; clairify: ignore PLN106 -- it goes on later\n(move room-a room-b)\n", *CONTEXT) == []
    assert codes("; clairify: ignore-file PLN1\n; more\n\n(move room-a room-b)\n", *CONTEXT) == []
    assert codes(f"; clairify: ignore PLN105\n{GOOD}", *CONTEXT) == ["CLA001"]


def test_format_is_one_action_a_line_with_the_comments_where_they_stood() -> None:
    text = "; take it\n0: (PICK Ball1, room-a left) [1] ; gently\n\n1. (move room-a\n room-b)\n(look) (look) ; there\n"
    made = LANGUAGE.format(Source(text), CheckOptions())
    assert made == ("; take it\n(pick ball1 room-a left)  ; gently\n(move room-a room-b)\n(look)\n(look)  ; there\n")
    assert LANGUAGE.format(Source(made), CheckOptions()) == made


def test_format_refuses_what_it_cannot_read() -> None:
    with pytest.raises(ValueError, match="line 2: `no idea!` is not an action"):
        LANGUAGE.format(Source("(look)\nno idea!\n"), CheckOptions())


def test_claims_have_every_step() -> None:
    claims = LANGUAGE.claims(Source(GOOD), CheckOptions())
    assert [(one.number, one.name) for one in claims] == [(1, "pick"), (2, "move"), (3, "drop")]


def test_the_description_holds_a_plan_that_is_one() -> None:
    text = LANGUAGE.describe(CheckOptions())
    assert codes(re.findall(r"(?:^\(.*\n)+", text, re.MULTILINE)[0], *CONTEXT) == []
