"""Goals held to their texts: faults put into right goals are found where they are, and right goals raise no alarm."""

from __future__ import annotations

import pytest
from agents.kitchenette import DOMAIN, SCENE
from case_tables import stored

from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.fidelity import is_about_fidelity
from clairify_cli.fidelity.goals import check_goal
from clairify_cli.files.data import data_path
from clairify_cli.languages.pddl.reader import read
from clairify_cli.reader.goals import load_lexicon, read_goal

KITCHENETTE = (Source(DOMAIN, "d.pddl"), Source(SCENE, "p.pddl"))
HOUSEHOLD = tuple(
    Source(data_path("domains", name).read_text(encoding="utf-8"), name)
    for name in ("household.pddl", "problems/household/kitchen.pddl")
)
LEXICON = load_lexicon(data_path("domains", "household.lexicon.yaml"))


def found(text: str, goal: str) -> list[Diagnostic]:
    return check_goal(Source(f"(:goal {goal})", "<goal>"), Source(text, "<text>"), KITCHENETTE)


def at_home(text: str, goal: str) -> list[str]:
    return [one.code for one in check_goal(Source(f"(:goal {goal})"), Source(text), HOUSEHOLD, LEXICON)]


CLEAN = "Put a clean apple in the fridge."


@pytest.mark.parametrize(("text", "goal"), stored(__file__, "right_goals"))
def test_right_goals(text: str, goal: str) -> None:
    assert found(text, goal) == []


@pytest.mark.parametrize(("text", "codes"), stored(__file__, "called_otherwise"))
def test_things_that_are_called_otherwise_may_be_several(text: str, codes: list[str]) -> None:
    scene = (
        "(define (problem p) (:domain tabletop) (:objects b1 b2 - block dish1 - bowl left - zone) (:init (clear b1)))"
    )
    context = (Source(data_path("domains", "tabletop.pddl").read_text(encoding="utf-8")), Source(scene))
    goal = Source("(:goal (and (in b1 dish1) (at b2 left)))")
    assert [one.code for one in check_goal(goal, Source(text), context)] == codes


@pytest.mark.parametrize(("text", "goal", "codes"), stored(__file__, "faults"))
def test_faults(text: str, goal: str, codes: list[str]) -> None:
    findings = found(text, goal)
    assert sorted(one.code for one in findings) == codes
    assert all(one.is_error and is_about_fidelity(one) for one in findings)


def test_of_what_the_text_says_that_is_told_which_the_goal_lacks() -> None:
    findings = found("Put apple1 in the fridge and put egg1 in shelf1.", "(and (in apple1 fridge1) (in egg1 fridge1))")
    hints = [one.hint for one in findings if one.code == "PDL606"]
    assert hints == ["it says `(in egg1 shelf1)`"]


def test_places() -> None:
    goal = "(exists (?a - apple) (and (in ?a shelf1)))"
    missing, unnamed = sorted(found(CLEAN, goal), key=lambda one: one.code)
    source = Source(f"(:goal {goal})")
    assert source.text[missing.span.start : missing.span.end] == ":goal"
    place = missing.related[0].span
    assert (place.file, CLEAN[place.start : place.end]) == ("<text>", "fridge")
    assert source.text[unnamed.span.start : unnamed.span.end] == "shelf1"
    assert "the text names `apple`, `fridge`" in (unnamed.hint or "")


@pytest.mark.parametrize(("text", "goal"), stored(__file__, "where_words_are_not_known_nothing_is_called_too_much"))
def test_where_words_are_not_known_nothing_is_called_too_much(text: str, goal: str) -> None:
    assert not [one for one in found(text, goal) if one.code in ("PDL604", "PDL605", "PDL606")]


@pytest.mark.parametrize("text", stored(__file__, "what_the_reader_reads_is_faithful"))
def test_what_the_reader_reads_is_faithful(text: str) -> None:
    files = [read(source)[0] for source in HOUSEHOLD]
    goal = read_goal(Source(text), files[0], files[1], LEXICON).goal
    assert goal is not None
    assert at_home(text, goal.removeprefix("(:goal ").removesuffix(")")) == []


def test_where_a_thing_is_now_is_not_asked_for() -> None:
    assert at_home("Move the book from the shelf to the desk.", "(in book1 desk1)") == []
    assert at_home("Slice the bread with a knife.", "(sliced bread1)") == []
    assert at_home("Slice the bread with a knife.", "(sliced apple1)") == ["PDL601", "PDL603"]


def test_without_domain_or_problem_there_is_nothing_to_say() -> None:
    goal = Source("(:goal (clean egg1))")
    assert check_goal(goal, Source(CLEAN), ()) == []
    assert check_goal(goal, Source(CLEAN), KITCHENETTE[:1]) == []
    assert check_goal(Source("nothing"), Source(CLEAN), KITCHENETTE) == []
