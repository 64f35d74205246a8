"""Putting what was written together with what is given: every other byte is kept, and places are known."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.kitchenette import BARE_SCENE, DOMAIN, GOOD, SCENE
from clairify_cli.agents.formalise.assemble import assembled, written_part
from clairify_cli.agents.formalise.given import Given, Write
from clairify_cli.diagnostics.model import Diagnostic, Severity, Source
from clairify_cli.languages.base import CheckOptions
from clairify_cli.languages.pddl.goal_section import goal_section, replace_goal, without_goal
from clairify_cli.languages.pddl.language import Pddl

OLD = "(:goal (and (in apple1 fridge1)))"
GIVEN = Given(Source(DOMAIN, "d.pddl"), Source(SCENE, "p.pddl"))


def test_only_the_goal_is_replaced() -> None:
    text, at = replace_goal(Source(SCENE), GOOD)
    assert text == SCENE.replace(OLD, GOOD)
    assert text[at : at + len(GOOD)] == GOOD


@pytest.mark.parametrize(
    "scene",
    [
        BARE_SCENE,
        BARE_SCENE.replace("(free))\n)", "(free))\n  (:metric minimize (total-cost))\n)"),
        "(define (problem p) (:domain kitchenette) (:init))",
        "(define (problem p) (:domain kitchenette) (:init)\n)",
        "(DEFINE (PROBLEM p)\n\t(:DOMAIN kitchenette)\n\t(:INIT)\n\t(:METRIC minimize (total-cost)))",
    ],
)
def test_a_goal_is_put_where_there_was_none(scene: str) -> None:
    text, at = replace_goal(Source(scene), GOOD)
    before, after = text[:at], text[at + len(GOOD) :]
    kept = before.rstrip() + after.lstrip()
    assert "".join(kept.split()) == "".join(scene.split())
    assert before.startswith(scene[: len(before.rstrip())])
    assert scene.endswith(after.lstrip())
    assert goal_section(Source(text)) == GOOD
    found = Pddl().check(Source(text), CheckOptions(context=(Source(DOMAIN),)))
    assert not [one for one in found if one.code in ("PDL104", "PDL105")]


def test_the_goal_that_is_to_be_written_is_not_held_against_the_scene() -> None:
    broken = SCENE.replace(OLD, "(:goal (nonsense\n appel1))")
    blank = without_goal(Source(broken, "p.pddl"))
    assert len(blank.text) == len(broken)
    assert blank.text.count("\n") == broken.count("\n")
    assert not any(one.is_error for one in Pddl().check(blank, CheckOptions(context=(Source(DOMAIN),))))


@pytest.mark.parametrize(
    ("reply", "part"),
    [
        (GOOD, GOOD),
        (f"{DOMAIN}\n{GOOD}", GOOD),
        (SCENE.replace(OLD, GOOD), GOOD),
        ("(and (clean egg1))", "(:goal (and (clean egg1)))"),
        ("(clean egg1)", "(:goal (clean egg1))"),
        (f"{GOOD}\n(:goal (clean egg1))", GOOD),
        ("; first\n" + GOOD + " ; last", GOOD),
    ],
)
def test_of_a_reply_only_the_goal_counts(reply: str, part: str) -> None:
    assert written_part(reply, Write.GOAL) == part


def test_of_a_reply_only_the_problem_counts() -> None:
    assert written_part(DOMAIN + SCENE, Write.PROBLEM) == SCENE[SCENE.index("(define") :].rstrip()
    assert written_part(DOMAIN + SCENE, Write.BOTH).startswith("(define (domain")


def test_places_in_the_texts_are_places_in_what_was_written() -> None:
    written = Source(f"  \n{GOOD}", "<program>")
    whole = assembled(written, GIVEN, Write.GOAL)
    assert whole is not None and whole.domain is GIVEN.domain
    at = whole.problem.text.index("(in ?a")
    found = Diagnostic("PLN301", Severity.ERROR, "m", whole.problem.span(at, at + 12))
    moved = whole.located(found, written, written.span(0, 5))
    assert written.text[moved.span.start : moved.span.end] == "(in ?a fridg"
    assert (moved.span.file, moved.span.line) == ("<program>", 2)
    elsewhere = Diagnostic("PLN301", Severity.ERROR, "m", GIVEN.domain.span(3, 9) if GIVEN.domain else written.span(0))
    moved = whole.located(elsewhere, written, written.span(0, 5))
    assert (moved.span.start, moved.related[0].span.file) == (0, "d.pddl")


def test_places_in_two_definitions() -> None:
    written = Source(f"\n{DOMAIN}\n\n{SCENE}", "<program>")
    whole = assembled(written, Given(), Write.BOTH)
    assert whole is not None
    for source, word in ((whole.domain, ":action wash"), (whole.problem, "(locked shelf2)")):
        at = source.text.index(word)
        found = Diagnostic("PLN301", Severity.ERROR, "m", source.span(at, at + len(word)))
        moved = whole.located(found, written, written.span(0))
        assert written.text[moved.span.start : moved.span.end] == word
        assert source.span(at).line == moved.span.line


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet="(): goalandefpr;\nx?-", max_size=60))
def test_nothing_that_a_model_writes_gets_past_the_goal(reply: str) -> None:
    """Whatever is written, all of the scene but its goal is the same, and the domain is the given one."""
    written = Source(written_part(reply, Write.GOAL), "<program>")
    whole = assembled(written, GIVEN, Write.GOAL)
    if whole is not None:
        head, tail = SCENE.split(OLD)
        assert whole.domain is GIVEN.domain
        assert whole.problem.text.startswith(head)
        assert whole.problem.text.endswith(tail)
