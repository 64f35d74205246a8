"""The explorer in worlds: it wins, says why it does what it does, and gives up with a sentence where it cannot win."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from case_tables import stored

from clairify_cli.agents.games.play import Game, play
from clairify_cli.agents.policies.base import Doubt
from clairify_cli.agents.policies.explorer.policy import Explorer
from clairify_cli.outcomes import Outcome
from clairify_cli.worlds.text.base import ActionForm, Observation
from clairify_cli.worlds.text.library import open_world

ALFWORLD = Path(os.environ.get("CLAIRIFY_SHARED_DATA", Path(__file__).parents[4] / "shared" / "data")) / "alfworld"
needs_games = pytest.mark.skipif(not ALFWORLD.is_dir(), reason=f"no games in {ALFWORLD}; set CLAIRIFY_SHARED_DATA")

GAMES = stored(__file__, "GAMES")


def facts(game: Game) -> str:
    return "\n".join([game.reason, game.first, *(f"> {one.command}  [{one.why}]\n{one.text}" for one in game.trace)])


@pytest.mark.parametrize(("seed", "size"), [(0, 3), (1, 7), (2, 11)])
def test_the_coin_is_found(seed: int, size: int) -> None:
    with open_world("coin_collector", seed=seed, size=size) as world:  # type: ignore[attr-defined]
        game = play(world, Explorer())
    assert game.won, facts(game)
    assert game.steps <= 4 * size


@pytest.mark.parametrize("seed", range(6))
def test_every_kind_of_task_is_done_at_home(seed: int) -> None:
    game = play(open_world("household", seed=seed), Explorer())
    assert game.won, facts(game)
    assert game.steps <= 25
    assert not any(one.refused for one in game.trace)


def test_what_is_in_another_room_is_found() -> None:
    game = play(open_world("household", seed=9, size=3), Explorer())
    assert game.won, facts(game)


@needs_games
@pytest.mark.parametrize(("name", "longest"), GAMES)
def test_games_of_alfworld_are_won(name: str, longest: int) -> None:
    game = play(open_world("alfworld", path=ALFWORLD / f"{name}.tw-pddl"), Explorer())
    assert game.won, facts(game)
    assert game.steps <= longest


@pytest.mark.skipif(shutil.which("java") is None, reason="TextWorldExpress needs Java")
@pytest.mark.parametrize(("seed", "size"), [(4, 5), (5, 11)])
def test_the_original_coin_collector_is_won(seed: int, size: int) -> None:
    pytest.importorskip("textworld_express")
    game = play(open_world("textworld-express", seed=seed, size=size), Explorer())
    assert game.won, facts(game)


def test_the_same_game_is_played_alike() -> None:
    games = [play(open_world("household", seed=3), Explorer()) for _ in range(2)]
    assert games[0].trace == games[1].trace


def test_a_step_says_what_it_is_for() -> None:
    game = play(open_world("household", seed=0), Explorer())
    assert {one.by for one in game.trace} <= {"explorer", "planner"}
    assert game.trace[-1].by == "planner"
    assert game.trace[-1].why.startswith("to ")
    looks = [one.why for one in game.trace if one.by == "explorer"]
    assert all(why.startswith("looking for a") for why in looks)


# ------------------------------------------------------------------------------------------- worlds that do not help


@dataclass
class Stubborn:
    """A world that says what it is given, over and over."""

    kind: str = "alfworld"
    task: str = "Your task is to: put some apple on desk."
    says: str = "Nothing happens."
    refuses: bool = True
    first: str = "You are in the middle of a room. Looking quickly around you, you see a desk 1, and a fridge 1."
    may: tuple[str, ...] = ()
    name: str = "stubborn"
    limit: int = 60
    forms: tuple[ActionForm, ...] = ()
    given: list[str] = field(default_factory=list)

    def reset(self) -> Observation:
        self.given.clear()
        return Observation(self.first)

    def act(self, command: str) -> Observation:
        self.given.append(command)
        done = len(self.given) >= self.limit
        return Observation(self.says, done=done, refused=self.refuses, steps=len(self.given))

    def commands(self) -> tuple[str, ...]:
        return self.may

    def close(self) -> None:
        pass


def test_what_is_refused_is_not_tried_again_in_the_same_state() -> None:
    world = Stubborn()
    game = play(world, Explorer())
    assert game.ending is Outcome.GAVE_UP
    assert len(world.given) <= 12, world.given


@pytest.mark.parametrize(
    ("world", "reason"),
    [
        (Stubborn(kind="chess"), "chess"),
        (Stubborn(task="Your task is to: frobnicate the wug."), "was not understood"),
        (Stubborn(first="You are in the middle of a room. Looking quickly around you, you see nothing."), "apple"),
        (Stubborn(says="You arrive at desk 1. On the desk 1, you see nothing.", refuses=False), "apple"),
        (Stubborn(says="The walls are blue.", refuses=False), ""),
        (Stubborn(kind="textworld-express", task="Find the coin and take it.", first="You are in the den."), "coin"),
        (Stubborn(kind="household", task="Put an apple on the desk.", first="It is dark."), ""),
    ],
)
def test_it_gives_up_with_a_sentence(world: Stubborn, reason: str) -> None:
    game = play(world, Explorer())
    assert game.ending is Outcome.GAVE_UP, (game.ending, world.given)
    assert reason in game.reason
    assert len(world.given) < world.limit


def test_the_goal_is_kept_with_what_was_found_in_the_words() -> None:
    task = "Put a purple apple on the desk."
    game = play(Stubborn(task=task), Explorer())
    assert game.goal == "(:goal (exists (?apple - apple ?desk - desk) (in ?apple ?desk)))"
    assert [one.split(" is not")[0] for one in game.findings][:1] == ["`purple`"]


@pytest.mark.parametrize(
    ("task", "seen", "goal", "said"),
    stored(__file__, "a_place_that_is_not_told_at_first_is_not_there"),
)
def test_a_place_that_is_not_told_at_first_is_not_there(task: str, seen: str, goal: str | None, said: str) -> None:
    first = f"You are in the middle of a room. Looking quickly around you, you see a {seen}."
    game = play(Stubborn(task=task, first=first, says="On the desk 1, you see nothing.", refuses=False), Explorer())
    assert (goal is None) is (game.goal is None)
    assert goal is None or goal in str(game.goal)
    assert said in " ".join((*game.findings, game.reason))


def test_a_goal_that_is_reached_without_a_win_is_said_to_differ() -> None:
    first = "You are in the middle of a room. Looking quickly around you, you see a desk 1, and a shelf 1."
    says = "You arrive at desk 1. On the desk 1, you see a mug 1, and a book 1."
    game = play(Stubborn(task="Put a mug on the desk.", first=first, says=says, refuses=False), Explorer())
    assert (game.ending, game.steps) == (Outcome.GAVE_UP, 1)
    assert "the world does not say that it is" in game.findings[-1]


def test_a_goal_with_an_error_is_played_only_where_that_is_accepted() -> None:
    world = Stubborn(task="Put the apple on the desk or on the shelf.")
    game = play(world, Explorer())
    assert (game.ending, world.given) == (Outcome.GAVE_UP, [])
    assert game.goal is None
    first = "You are in the middle of a room. Looking quickly around you, you see a desk 1, and a shelf 1."
    world = Stubborn(task="Put the mug on the desk while singing.", first=first)
    game = play(world, Explorer())
    assert (game.goal, world.given) == (
        None,
        [],
    ) and "`singing` is unknown; --accept-goal plays for (:goal (" in game.reason
    game = play(world, Explorer(accept_goal=True))
    assert "desk" in (game.goal or "") and world.given and any("singing" in one for one in game.findings)
    # What can be read in two ways has a goal to accept; what cannot be read at all has none.
    assert play(Stubborn(task="Frobnicate the wug."), Explorer(accept_goal=True)).goal is None


@pytest.mark.parametrize(
    ("answers", "place", "task"),
    [
        ((0,), "desk", "Put the mug on the desk while singing."),
        (("Put the mug on the shelf.",), "shelf", "Put the mug on the shelf."),
        (("Put the mug on the shelf while singing.", 0), "shelf", "Put the mug on the shelf while singing."),
        ((None,), None, "Put the mug on the desk while singing."),
    ],
)
def test_a_person_settles_what_a_task_means(answers: tuple[object, ...], place: str | None, task: str) -> None:
    first = "You are in the middle of a room. Looking quickly around you, you see a desk 1, and a shelf 1."
    explorer, left, doubts = Explorer(), iter(answers), list[Doubt]()

    def person(doubt: Doubt) -> object:
        doubts.append(doubt)
        return next(left)

    explorer.ask = person
    game = play(Stubborn(task="Put the mug on the desk while singing.", first=first), explorer)
    assert (game.task, len(doubts)) == (task, len(answers))
    assert "singing" in doubts[0].why[0] and "desk" in doubts[0].goals[0].goal
    assert game.goal is None if place is None else place in (game.goal or "")
