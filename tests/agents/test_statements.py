"""What happened to a plan, as people, PDDL and reports of runs tell it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from case_tables import stored

from agents.kitchenette import DOMAIN, SCENE
from clairify_cli.agents.repair.facts import (
    Observed,
    StoryError,
    is_pddl,
    read_facts,
    read_pattern,
    read_step,
    together,
)
from clairify_cli.agents.repair.run_report import executed_of, failed_of, observed_of, read_report
from clairify_cli.agents.repair.statements import read_statements
from clairify_cli.agents.repair.story import Story, tell
from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.pddl.meaning import WorldState, initial_state
from clairify_cli.languages.pddl.reader import read
from clairify_cli.languages.pddl.task import Task, make_task
from clairify_cli.reader.goals import read_goal
from clairify_cli.reader.goals.statements import statements

DOMAIN_FILE, SCENE_FILE = read(Source(DOMAIN))[0], read(Source(SCENE))[0]
TAKE, WASH, PUT = ("take", "apple1", "shelf1"), ("wash", "apple1"), ("put", "apple1", "fridge1")


def task() -> Task:
    assert DOMAIN_FILE.domain is not None and SCENE_FILE.problem is not None
    return make_task(DOMAIN_FILE.domain, SCENE_FILE.problem)


@pytest.mark.parametrize(
    ("text", "denied", "wanted"),
    stored(__file__, "statements"),
)
def test_statements(text: str, denied: bool, wanted: str) -> None:
    (found,) = statements(text)
    assert (found.denied, found.text) == (denied, wanted)


def test_several_statements() -> None:
    found = statements("The cup is in the sink, and the fridge is open. The egg is not clean.")
    assert [one.text for one in found] == ["The cup is in the sink", "the fridge is open", "The egg is clean"]
    assert [one.denied for one in found] == [False, False, True]


@pytest.mark.parametrize(("text", "wanted"), stored(__file__, "it_is_what_the_statement_before_is_about"))
def test_it_is_what_the_statement_before_is_about(text: str, wanted: str) -> None:
    found = statements(text)
    assert (found[-1].text, found[-1].is_open) == (wanted, False)


@pytest.mark.parametrize(
    "text", ["it is hot", "I saw that it is hot", "The egg is clean. The gripper lost the cup; it is in the sink"]
)
def test_what_nothing_names_is_not_guessed(text: str) -> None:
    assert statements(text)[-1].is_open
    with pytest.raises(StoryError, match=r"name the thing|was not understood"):
        read_statements(text, task(), initial_state(task()), write)


def write(text: str) -> str:
    found = read_goal(Source(text), DOMAIN_FILE, SCENE_FILE)
    if found.goal is None:
        raise StoryError(f"`{text}` was not understood")
    return found.goal


@pytest.mark.parametrize(("text", "held", "wanted"), stored(__file__, "observations_in_english"))
def test_observations_in_english(text: str, held: bool, wanted: str) -> None:
    state = initial_state(task())
    if held:
        state = WorldState((state.atoms | {("holding", "apple1")}) - {("in", "apple1", "shelf1"), ("free",)})
    said, (follows, _) = read_statements([text], task(), state, write)
    assert " ".join(follows.but(said).texts) == wanted


def test_a_hand_that_another_thing_has_is_empty_too() -> None:
    """`(free ?h)` names neither the fallen apple nor where it lies."""
    domain, scene = DOMAIN, SCENE
    for old, new in (("(free)", "(free ?h - hand)"), ("(holding ?x - item)", "(holding ?x - item ?h - hand)")):
        assert old in domain
        domain = domain.replace(old, new, 1)
    domain = domain.replace("(free)", "(free ?h)").replace("(holding ?x)", "(holding ?x ?h)")
    domain = domain.replace("(:types ", "(:types hand ", 1)
    for name in ("take", "put"):
        start = domain.index(f"(:action {name}")
        at = domain.index(":parameters (", start) + len(":parameters (")
        domain = f"{domain[:at]}?h - hand {domain[at:]}"
    scene = scene.replace("(free)", "(free left)").replace("(:objects ", "(:objects left - hand ", 1)
    read_domain, read_problem = read(Source(domain))[0].domain, read(Source(scene))[0].problem
    assert read_domain is not None
    assert read_problem is not None
    known = make_task(read_domain, read_problem)
    gone = {("in", "apple1", "shelf1"), ("free", "left")}
    held = WorldState((initial_state(known).atoms - gone) | {("holding", "apple1", "left")}, {})

    def seen(beside: Observed) -> tuple[Observed, Observed]:
        said, follows = read_statements(
            ["apple1 is in the fridge"], known, held, lambda _: "(:goal (in apple1 fridge1))", beside
        )
        return said, follows.facts

    _, follows = seen(Observed())
    assert ("free", "left") in follows.true
    assert ("holding", "apple1", "left") in follows.false
    # What is observed goes before what usually follows.
    said, follows = seen(Observed(false=frozenset({("free", "left")})))
    assert ("free", "left") in said.false
    assert not follows.true


def test_an_observation_that_fits_several_things_is_asked() -> None:
    with pytest.raises(StoryError, match=r"which is meant: `\(in apple1 fridge1\)` or `\(in apple2 fridge1\)`"):
        read_statements(["An apple is in the fridge"], task(), initial_state(task()), write)


@pytest.mark.parametrize(("text", "wanted"), stored(__file__, "facts"))
def test_facts(text: str, wanted: str) -> None:
    assert is_pddl(text)
    assert " ".join(read_facts(text, task()).texts) == wanted


@pytest.mark.parametrize(
    ("text", "why"),
    stored(__file__, "facts_that_are_none"),
)
def test_facts_that_are_none(text: str, why: str) -> None:
    with pytest.raises(StoryError) as caught:
        read_facts(text, task())
    assert why in str(caught.value)


@pytest.mark.parametrize(("text", "why"), stored(__file__, "steps_that_are_none"))
def test_steps_that_are_none(text: str, why: str) -> None:
    with pytest.raises(StoryError) as caught:
        read_step(text, task())
    assert why in str(caught.value)


def test_patterns() -> None:
    assert read_step("take apple1 shelf1", task()) == TAKE
    assert read_pattern("(take * shelf*)", task()) == ("take", "*", "shelf*")
    misplaced = [(text, "fits no step") for text in ("(take shelf1)", "(take * apple*)", "(* shelf1 apple1)")]
    for text, why in (
        ("(take a b*)", "no object `a`"),
        ("(take * * *)", "more arguments"),
        ("(fly*)", "no action"),
        *misplaced,
    ):
        with pytest.raises(StoryError) as caught:
            read_pattern(text, task())
        assert why in str(caught.value)


def test_contradictions() -> None:
    one, other = Observed(frozenset({("free",)})), Observed(frozenset(), frozenset({("free",)}))
    with pytest.raises(StoryError, match="observed to be true, and to be false"):
        together((one, other))


# --------------------------------------------------------------------------------------------------------- stories


def told(story: Story) -> Any:
    return tell(task(), Source(DOMAIN), Source(SCENE), (TAKE, WASH, PUT, WASH), story)


def test_how_far_the_plan_came() -> None:
    assert told(Story()).executed == 0
    assert told(Story(2)).situation.rest == (PUT, WASH)
    assert told(Story(failed=PUT)).executed == 2
    assert not told(Story(failed=PUT)).remarks
    assert "is not the next of the plan" in told(Story(1, failed=PUT)).remarks[0]
    assert "its effects are taken to have come about" in told(Story(4)).remarks[0]
    for story, why in (
        (Story(5), "the plan has 4"),
        (Story(failed=WASH), "stands in the plan 2 times (steps 2, 4)"),
        (Story(failed=("take", "apple2", "shelf1")), "is no step of the plan; did you mean `(take apple1 shelf1)`?"),
    ):
        with pytest.raises(StoryError) as caught:
            told(story)
        assert why in str(caught.value)


def test_a_failed_step_that_may_be_tried_again() -> None:
    assert told(Story(failed=PUT)).situation.forbidden.failed is not None
    assert told(Story(failed=PUT, retry=True)).situation.forbidden.failed is None


# --------------------------------------------------------------------------------------------------------- reports


def report(*steps: tuple[tuple[str, ...], bool], failed: tuple[str, ...] | None, facts: list[str]) -> str:
    actions = [{"name": step[0], "arguments": list(step[1:]), "tries": [{"succeeded": done}]} for step, done in steps]
    state = {"facts": facts}
    failure = None if failed is None else {"action": {"name": failed[0], "arguments": failed[1:]}, "state": state}
    made = {"version": 1, "input": {"text": ""}, "steps": [{"actions": actions}], "failure": failure, "state": state}
    return json.dumps(made)


def test_a_report_of_a_run() -> None:
    seen = ["(in apple1 shelf2)", "(in apple2 shelf1)", "(in egg1 shelf2)", "(free)"]
    found = read_report(report((TAKE, True), (WASH, True), (PUT, False), failed=PUT, facts=seen), "run.json")
    assert executed_of(found, (TAKE, WASH, PUT)) == 2
    assert executed_of(found, (TAKE, PUT)) == 1
    assert failed_of(found, task()) == PUT
    expected = told(Story(2)).situation.now
    seen_then = observed_of(found, task(), expected)
    assert seen_then.true == {("in", "apple1", "shelf2"), ("free",)}
    assert seen_then.false == {("holding", "apple1"), ("clean", "apple1")}
    assert ("locked", "shelf2") in seen_then.seen_in(expected).atoms  # which no action changes
    assert failed_of(read_report(report(failed=("turn", "left"), facts=[]), "run.json"), task()) is None


@pytest.mark.parametrize(("text", "why"), stored(__file__, "reports_that_are_none"))
def test_reports_that_are_none(text: str, why: str) -> None:
    with pytest.raises(StoryError) as caught:
        read_report(text, "run.json")
    assert why in str(caught.value)
