"""Goals in domains without a lexicon: what is read, and that nothing that a text names is left out."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.pddl.reader import read
from clairify_cli.languages.pddl.syntax import File
from clairify_cli.reader.goals import read_goal

GOALS = Path(__file__).parents[3] / "benchmarks" / "goals"
TABLE = yaml.safe_load(Path(__file__).with_name("tables").joinpath("test_plain.yaml").read_text(encoding="utf-8"))
CASES = [(name, text, goal) for name, cases in TABLE.items() for text, goal in cases]
OPEN = yaml.safe_load((GOALS / "open.yaml").read_text(encoding="utf-8"))
TEXTS = [(name, one["text"]) for name, tasks in OPEN.items() for one in tasks if one["goal"] != "refused"]


@cache
def scene(name: str) -> tuple[File, File]:
    one, other = (
        read(Source((GOALS / folder / f"{name}.pddl").read_text(encoding="utf-8")))[0]
        for folder in ("domains", "scenes")
    )
    return one, other


@pytest.mark.parametrize(("name", "text", "goal"), CASES, ids=[f"{name}: {text}" for name, text, _ in CASES])
def test_case(name: str, text: str, goal: str | None) -> None:
    reading = read_goal(Source(text), *scene(name))
    assert reading.goal == (None if goal is None else f"(:goal {goal})")
    assert (goal is None) == any(one.is_error for one in reading.findings)


@settings(deadline=None, max_examples=60)
@given(st.sampled_from(TEXTS), st.sampled_from(("c97", "tile_9-9", "zebra", "the walrus", "frobnicated", "17")))
def test_what_is_unknown_is_never_left_out(case: tuple[str, str], unknown: str) -> None:
    name, text = case
    for changed in (f"{text[:-1]} and {unknown}.", f"{unknown} and {text}", f"{text[:-1]} {unknown}."):
        reading = read_goal(Source(changed), *scene(name))
        assert reading.goal is None, changed
        assert any(one.is_error for one in reading.findings)


@settings(deadline=None, max_examples=60)
@given(st.sampled_from(TEXTS), st.data())
def test_every_object_that_is_named_is_in_the_goal(case: tuple[str, str], data: st.DataObject) -> None:
    name, text = case
    problem = scene(name)[1].problem
    assert problem is not None
    objects = [one.name.text for one in problem.objects if len(one.name.text) > 1] or [
        one.name.text for one in problem.objects[1:]
    ]
    words = text[:-1].split()
    at = data.draw(st.integers(0, len(words)))
    other = data.draw(st.sampled_from(objects))
    reading = read_goal(Source(" ".join([*words[:at], other, *words[at:]])), *scene(name))
    if reading.goal is not None and "forall" not in reading.goal:
        assert other in reading.goal.replace("(", " ").replace(")", " ").split()
