"""What holds for every text in every scene: no crash, places inside the text, goals without errors, bounded cost."""

from __future__ import annotations

from functools import cache, partial

import pytest
from case_tables import stored
from effort import costs_less
from hypothesis import given, settings
from hypothesis import strategies as st

from clairify_cli.diagnostics.model import Source
from clairify_cli.languages import get
from clairify_cli.languages.base import CheckOptions
from clairify_cli.languages.pddl.reader import read
from clairify_cli.reader.goals import GoalReading, read_goal
from reader.goals.goal_cases import Scene, cases, files, scene, scene_of

ENGLISH = stored(__file__, "ENGLISH")


@cache
def vocabulary(file: str) -> list[str]:
    """Words that the sentences about a scene have, and the names of its objects."""
    there = scene_of(file)
    assert there.problem.problem is not None
    words = {word for case in cases() if case.file == file for word in case.text.split()}
    return [*ENGLISH, *sorted(words), *(one.name.written for one in there.problem.problem.objects)]


def holds(reading: GoalReading, text: str, there: Scene) -> None:
    """What is so for every reading."""
    for span in [one.span for one in reading.findings] + [one.span for one in reading.mentions]:
        assert 0 <= span.start <= span.end <= len(text)
    assert all(one.message and "\n" not in one.message for one in reading.findings)
    assert reading.goal is None or [one.goal for one in reading.readings] == [reading.goal]
    assert reading.goal is not None or any(one.is_error for one in reading.findings)
    context = (Source(there.domain_text, "domain.pddl"), Source(there.problem_text, "problem.pddl"))
    for one in reading.readings:
        found = get("pddl").check(Source(one.goal), CheckOptions(context=context))
        assert [finding.message for finding in found if finding.is_error] == []


@pytest.mark.parametrize("file", files())
@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_words_of_the_scene(file: str, data: st.DataObject) -> None:
    text = " ".join(data.draw(st.lists(st.sampled_from(vocabulary(file)), max_size=14)))
    there = scene_of(file)
    holds(there.read(text), text, there)


@given(text=st.text(max_size=120), file=st.sampled_from(files()))
@settings(max_examples=100, deadline=None)
def test_any_text(text: str, file: str) -> None:
    there = scene_of(file)
    holds(there.read(text), text, there)


@given(data=st.data(), file=st.sampled_from(files()))
@settings(max_examples=80, deadline=None)
def test_broken_domains_and_problems(data: st.DataObject, file: str) -> None:
    there = scene_of(file)
    trees = []
    for text in (there.domain_text, there.problem_text):
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, min(len(text), start + 200)))
        trees.append(read(Source(text[:start] + text[end:]))[0])
    sentence = data.draw(st.sampled_from([case.text for case in cases() if case.file == file]))
    reading = read_goal(Source(sentence), trees[0], trees[1], there.lexicon)
    assert all(0 <= one.span.start <= one.span.end <= len(sentence) for one in reading.findings)


def test_the_same_every_time() -> None:
    for case in cases()[::5]:
        there = scene_of(case.file)
        assert there.read(case.text) == there.read(case.text)


def test_long_texts_do_not_hang() -> None:
    there = scene("household.pddl", "problems/household/house.pddl")
    for text in (
        "put the apple in the fridge and " * 3_200,
        "of the " * 15_000,
        "a" * 100_000,
        "(" * 100_000,
        "1 " * 50_000,
    ):
        assert costs_less(5, partial(there.read, text)).goal is None


def test_texts_at_the_limit_do_not_hang() -> None:
    there = scene("household.pddl", "problems/household/house.pddl")
    for part in (
        "put the apple in the fridge and ",
        "put a cup on a table in a drawer of a cabinet, ",
        "it ",
        "one ",
        "and ",
    ):
        costs_less(20, partial(there.read, part * (900 // len(part.split()))))


def test_a_sentence_takes_a_moment() -> None:
    there = scene("household.pddl", "problems/household/house.pddl")
    sentence = "put two clean mugs in a cabinet and a cold apple in a bowl on the table"
    costs_less(1, lambda: there.read(sentence))
