"""A plan step by step: what changes when, in numbers and times too, what fails, and what holds of the goal."""

from __future__ import annotations

from pathlib import Path

import pytest
from case_tables import stored

from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.base import CheckOptions
from clairify_cli.languages.pddl.plan_reader import read_plan
from clairify_cli.planning.validate.language import PlanLanguage
from clairify_cli.planning.validate.story import story_of
from clairify_cli.planning.validate.story_text import annotated, report
from planning.plan_cases import TASKS

LEVELS = Path(__file__).parents[2] / "pddl" / "levels"


def options(task: str) -> CheckOptions:
    files = [LEVELS / f"{task}{end}.pddl" for end in ("", "-problem")]
    texts = TASKS.get(task) or [one.read_text(encoding="utf-8") for one in files]
    return CheckOptions(context=tuple(Source(one, f"{at}.pddl") for at, one in enumerate(texts)))


@pytest.mark.parametrize(("task", "plan", "told"), stored(__file__, "what_happens"))
def test_what_happens(task: str, plan: str, told: str) -> None:
    source = Source(plan, "p.plan")
    story = story_of(source, options(task))
    assert story is not None
    assert report(story) == told
    found = [one for one in PlanLanguage().check(source, options(task)) if one.is_error]
    assert story.goal_reached == (not found)
    assert [one.message for one in story.faults] == [one.message for one in found], "one semantics, one verdict"


@pytest.mark.parametrize(("task", "plan", "_told"), stored(__file__, "what_happens"))
def test_with_its_states_a_plan_is_still_that_plan(task: str, plan: str, _told: str) -> None:
    source = Source(plan, "p.plan")
    short, whole = (story_of(source, options(task), whole=one) for one in (False, True))
    assert short is not None and whole is not None
    assert short.start is None and all(one.state is None for one in short.events)
    assert whole.start is not None and all(one.state is not None for one in whole.events)
    steps, again = (read_plan(Source(one))[0].steps for one in (plan, annotated(whole)))
    assert [(one.text, one.time, one.duration) for one in again] == [
        (one.text, one.time, one.duration) for one in steps[: len(again)]
    ]
    assert len(again) == len(steps) or short.stopped is not None


def test_it_stops_at_the_step_that_fails_not_at_the_one_that_makes_it_fail() -> None:
    plan = "0: (light_match m1) [8]\n5.5: (mend_fuse f2 m1) [5]\n"
    story = story_of(Source(plan, "p.plan"), options("match"))
    assert story is not None and story.stopped == 2


def test_what_cannot_be_validated_has_no_story() -> None:
    assert story_of(Source("(pick ball1 room-a left)", "p.plan"), CheckOptions()) is None
