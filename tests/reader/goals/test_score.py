"""The score of the goal reader: which goals count as right for a household game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import pytest
from case_tables import stored

from benchmarks.score_goals import DOMAINS, Game, game_of, judged, own_game, own_games, scene, score, type_name
from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.pddl.reader import read
from clairify_cli.languages.pddl.task import Task, make_task
from clairify_cli.reader.goals import GoalReading, Reading
from clairify_cli.reader.goals.facts import facts_of
from clairify_cli.reader.goals.vocabulary import vocabulary_of

Result = TypeVar("Result")

CLEAN = Game("pick_clean_then_place_in_recep", "apple", "dining-table", None, None, False)
TWO = Game("pick_two_obj_and_place", "apple", "fridge", None, None, False)
LOOK = Game("look_at_obj_in_light", "book", None, None, "desk-lamp", False)
BOWL = Game("pick_and_place_with_movable_recep", "apple", "fridge", "bowl", None, True)
GAMES = {"CLEAN": CLEAN, "TWO": TWO, "LOOK": LOOK, "BOWL": BOWL}


@pytest.fixture(scope="module")
def task() -> Task:
    domain = read(Source((DOMAINS / "household.pddl").read_text(encoding="utf-8")))[0]
    problem = read(Source(scene(domain)))[0]
    assert domain.domain is not None and problem.problem is not None
    return make_task(domain.domain, problem.problem)


@pytest.mark.parametrize(("game", "goal", "outcome"), stored(__file__, "judgement"))
def test_judgement(game: str, goal: str, outcome: list[str], task: Task) -> None:
    text = f"(:goal {goal})"
    assert judged(GoalReading(text, (Reading(text, ""),), (), ()), GAMES[game], task) == tuple(outcome)


def test_no_goal_is_not_right(task: Task) -> None:
    assert judged(GoalReading(None, (), (), ()), CLEAN, task) == ("none",)


@pytest.mark.parametrize(
    ("name", "type_"), [("TVStand", "tv-stand"), ("CD", "cd"), ("SinkBasin", "sink-basin"), ("", None)]
)
def test_names_of_types(name: str, type_: str | None) -> None:
    assert type_name(name) == type_


def test_a_game() -> None:
    entry = {
        "task_type": "look_at_obj_in_light",
        "object_target": "AlarmClock",
        "parent_target": "",
        "mrecep_target": "",
        "toggle_target": "DeskLamp",
        "object_sliced": False,
    }
    assert game_of(entry) == Game("look_at_obj_in_light", "alarm-clock", None, None, "desk-lamp", False)


@pytest.mark.parametrize(
    ("name", "game"),
    [
        ("cool sliced apple > fridge", Game("pick_cool_then_place_in_recep", "apple", "fridge", None, None, True)),
        ("nested pen in box > desk", Game("pick_and_place_with_movable_recep", "pen", "desk", "box", None, False)),
        ("look book", LOOK),
    ],
)
def test_a_game_of_the_projects_own(name: str, game: Game) -> None:
    assert own_game(name) == game


def test_own_sentences(monkeypatch: pytest.MonkeyPatch) -> None:
    """All are read for one problem, whose facts and words are gathered once."""
    monkeypatch.setattr("clairify_cli.reader.goals.facts_of", _once(facts_of))
    monkeypatch.setattr("clairify_cli.reader.goals.vocabulary_of", _once(vocabulary_of))
    counts, of_task, _ = score(own_games())
    assert counts["all"] >= 800
    assert counts["right"] / counts["all"] >= 0.96
    assert counts["none"] / counts["all"] <= 0.03
    assert all(row["right"] / row["all"] >= 0.85 for row in of_task.values())


def _once(work: Callable[..., Result]) -> Callable[..., Result]:
    """`work`, done at the first call; later ones get what that gave."""
    made: list[Result] = []

    def first(*arguments: Any) -> Result:
        if not made:
            made.append(work(*arguments))
        return made[0]

    return first


def test_own_sentences_name_things_of_the_domain(task: Task) -> None:
    for game, sentences in own_games():
        named = {game.object, game.parent, game.movable, game.lamp} - {None}
        assert named <= set(task.hierarchy.supertypes), game
        assert len(set(sentences)) == len(sentences)
