"""What a reading says besides the goal: findings with their places, readings in words, mentions; the model."""

from __future__ import annotations

import pytest
from case_tables import stored

from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.pddl.reader import read
from clairify_cli.reader.goals import GoalReading, read_goal
from clairify_cli.translate.models.base import ModelOptions
from clairify_cli.translate.models.errors import RequestRejectedError
from clairify_cli.translate.models.offline import GoalModel
from reader.goals.goal_cases import scene

KITCHEN = scene("household.pddl", "problems/household/kitchen.pddl")
BLOCKS = scene("blocks.pddl", "problems/blocks/three.pddl")


def quoted(text: str, reading: GoalReading) -> list[tuple[str, str]]:
    return [(one.code, text[one.span.start : one.span.end]) for one in reading.findings]


@pytest.mark.parametrize(
    ("text", "findings"),
    stored(__file__, "findings_say_where"),
)
def test_findings_say_where(text: str, findings: list[list[str]]) -> None:
    assert [list(one) for one in quoted(text, KITCHEN.read(text))] == findings


def test_an_unknown_thing_comes_with_near_names() -> None:
    found = KITCHEN.read("put the forkk in the mug").findings
    assert any("did you mean" in (one.hint or "") for one in found)


def test_readings_are_listed_and_none_is_chosen() -> None:
    reading = BLOCKS.read("put the block on c")
    assert reading.goal is None
    assert [one.goal for one in reading.readings] == ["(:goal (on a c))", "(:goal (on b c))"]
    assert [one.explanation for one in reading.readings] == ["a is on c", "b is on c"]
    assert [one.code for one in reading.findings] == ["PDL694"]
    assert "a is on c; b is on c" in reading.findings[0].message


def test_mentions() -> None:
    text = "put two clean mugs in a cabinet"
    mentions = KITCHEN.read(text).mentions
    said = [(one.kind, text[one.span.start : one.span.end], one.names, one.count) for one in mentions]
    assert ("thing", "mugs", ("mug1", "mug2"), 2) in said
    assert ("type", "mugs", ("mug",), 2) in said
    assert ("count", "two", (), 2) in said
    assert ("state", "clean", ("clean",), 1) in said
    assert ("relation", "in a cabinet", ("in",), 1) in said
    assert ("thing", "cabinet", ("cabinet1", "cabinet2"), 1) in said


def test_mentions_of_what_is_no_goal() -> None:
    text = "take the egg from the fridge, heat it in the microwave and put it on the dining table"
    mentions = KITCHEN.read(text).mentions
    said = [(one.kind, text[one.span.start : one.span.end], one.names) for one in mentions]
    assert ("place", "from the fridge", ("fridge1",)) in said
    assert ("means", "in the microwave", ("microwave1",)) in said
    assert ("step", "take", ("holding",)) in said


def test_without_domain_or_text() -> None:
    empty = read(Source(""))[0]
    for reading in (read_goal(Source("put a on b"), empty, empty), BLOCKS.read(""), BLOCKS.read("…")):
        assert reading.goal is None
        assert [one.code for one in reading.findings] == ["PDL696"]


def test_trees_do_as_well_as_files() -> None:
    assert KITCHEN.domain.domain is not None and KITCHEN.problem.problem is not None
    reading = read_goal(Source("put the egg in the fridge"), KITCHEN.domain.domain, KITCHEN.problem.problem)
    assert reading.goal == "(:goal (in egg1 fridge1))"


@pytest.mark.parametrize(("text", "goal"), stored(__file__, "without_its_lexicon"))
def test_without_its_lexicon_household_is_read_by_names_and_comments(text: str, goal: str) -> None:
    assert read_goal(Source(text), KITCHEN.domain, KITCHEN.problem).goal == f"(:goal {goal})"


def test_as_a_model() -> None:
    model = GoalModel(KITCHEN.domain, KITCHEN.problem, KITCHEN.lexicon)
    assert (model.name, model.deterministic, model.cache_id) == ("reader", True, None)
    reply = model.complete((), ModelOptions(language="pddl", source_text="put the grey egg in the fridge"))
    assert reply.text == "(:goal (in egg1 fridge1))"
    assert reply.cost == 0.0
    assert [one.code for one in reply.diagnostics] == ["PDL690"]
    nothing = model.complete((), ModelOptions(language="pddl", source_text="sing"))
    assert nothing.text == ""
    assert any(one.is_error for one in nothing.diagnostics)
    with pytest.raises(RequestRejectedError, match="PDDL"):
        model.complete((), ModelOptions(language="xdl", source_text="stir"))
