"""Many games in processes of their own: what each comes to, stopping, and what all of them lack."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest

from agents.games.corridor_setup import CorridorSetup
from clairify_cli.agents.games.many import SetupFailedError, play_many
from clairify_cli.agents.games.play import Began, Game, Move, Rewound
from clairify_cli.agents.games.record import Episode, as_json, from_json
from clairify_cli.outcomes import Outcome


def played(*kinds: str, jobs: int = 2, seconds: float | None = None) -> dict[int, Game]:
    paths = [Path("corridor.json") if kind == "broken" else None for kind in kinds]
    episodes = [Episode(number, seed=number, path=path) for number, path in enumerate(paths)]
    found = play_many(episodes, CorridorSetup(kinds), jobs=jobs, seconds=seconds)
    return {episode.number: game for episode, game in found}


def test_each_game_is_an_outcome() -> None:
    games = played("won", "dies", "lost", "broken", "gives up", "no model", "wrong", "slow")
    assert [games[number].ending for number in range(8)] == [
        Outcome.WON,
        Outcome.DIED,
        Outcome.LOST,
        Outcome.UNREADABLE,
        Outcome.GAVE_UP,
        Outcome.MODEL_FAILED,
        Outcome.CRASHED,
        Outcome.WON,
    ]
    assert games[1].reason == "the worker process was ended by SIGKILL"
    assert (games[1].world, games[1].seed) == ("corridor-1", 1)
    assert games[6].reason == "internal error: ZeroDivisionError: division by zero"
    assert len({game.world.split(" of ")[-1] for game in games.values() if " of " in game.world}) <= 3
    for number, game in games.items():
        assert from_json(as_json(Episode(number), game, "")).trace == game.trace


def test_one_process_plays_one_game_after_another(capfd: pytest.CaptureFixture[str]) -> None:
    games = played("won", "slow", "won", jobs=1)
    assert len({game.world.split(" of ")[-1] for game in games.values()}) == 1
    printed = capfd.readouterr()
    assert (printed.out, printed.err) == ("", "a world that prints\n" * 2)


def test_what_all_lack_is_said_once() -> None:
    with pytest.raises(SetupFailedError, match=r"^a corridor needs bricks: buy bricks$") as caught:
        played("missing", "missing", jobs=1)
    assert caught.value.exit_code == 3


def test_games_that_all_fail_alike_are_given_up() -> None:
    with pytest.raises(SetupFailedError, match=r"^the last 5 games failed alike: the model is down$"):
        played(*["no model"] * 9, jobs=1)


def test_a_stop_ends_what_goes_on() -> None:
    stopping, told = threading.Event(), []

    def progress(episode: Episode, event: object) -> None:
        told.append(event)
        if isinstance(event, Move):
            stopping.set()

    begun = time.monotonic()
    games = list(
        play_many([Episode(0), Episode(1)], CorridorSetup(("endless", "won")), stopping=stopping, progress=progress)
    )
    assert games == []
    assert time.monotonic() - begun < 10
    assert isinstance(told[0], Began) and told[0].task == "Take the coin."
    assert not any(isinstance(event, Rewound) for event in told)


def test_a_game_has_a_time_limit() -> None:
    assert played("endless", seconds=0.2)[0].ending is Outcome.TIMEOUT
