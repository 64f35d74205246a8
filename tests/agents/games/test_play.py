"""Playing one game: how it ends, what is counted, and taking commands back."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest

from agents.games.corridor import Corridor, Fixed
from agents.games.corridor_setup import CorridorSetup
from clairify_cli.agents.games.many import SetupFailedError, play_many
from clairify_cli.agents.games.play import Began, Game, Move, Rewound, play
from clairify_cli.agents.games.record import Episode, as_json, from_json
from clairify_cli.outcomes import Outcome
from clairify_cli.planning.solvers.base import SolverError
from clairify_cli.translate.models.errors import ModelError
from clairify_cli.worlds.text.base import GameError, Observation

EAST, TAKE, WEST = ("go east", "planner"), ("take coin", "model"), ("go west", "model")
LEFT = "no steps were left; the world refused"


def test_a_game_is_won() -> None:
    game = play(Corridor(), Fixed([EAST, WEST, EAST, TAKE, TAKE]), seed=7)
    assert (game.ending, game.won, game.steps, game.seed) == (Outcome.WON, True, 4, 7)
    assert [move.refused for move in game.trace] == [False, True, False, False]
    assert game.trace[1] == Move("go west", "model", "as was said", "Nothing happens.", True)
    assert dict(game.tally.by) == {"planner": 2, "model": 2}
    assert (game.first, game.learned) == ("You are in room 0.", "(define (domain corridor))")


@pytest.mark.parametrize(
    ("world", "policy", "ending", "reason"),
    [
        (Corridor(limit=2), Fixed([WEST] * 5), Outcome.LOST, f"{LEFT} 2 of them, such as `go west`"),
        (Corridor(), Fixed([EAST]), Outcome.GAVE_UP, "there is nothing left to do"),
        (Corridor(), Fixed([EAST], error=ModelError("no answer")), Outcome.MODEL_FAILED, "no answer"),
        (Corridor(), Fixed([EAST], error=SolverError("no solver")), Outcome.SOLVER_FAILED, "no solver"),
        (
            Corridor(trapped=frozenset({1})),
            Fixed([EAST]),
            Outcome.WORLD_FAILED,
            "at `go east`: the world failed: OSError: the server is gone",
        ),
    ],
    ids=["lost", "gave-up", "model", "solver", "world"],
)
def test_other_endings(world: Corridor, policy: Fixed, ending: Outcome, reason: str) -> None:
    game = play(world, policy)
    assert (game.ending, game.reason, game.won, game.learned) == (ending, reason, False, None)
    assert game.steps == world.steps - len(world.trapped)


def test_what_a_policy_gets_wrong_goes_through() -> None:
    with pytest.raises(ZeroDivisionError):
        play(Corridor(), Fixed([EAST], error=ZeroDivisionError()))


def test_a_world_that_cannot_begin() -> None:
    class Broken(Corridor):
        def reset(self) -> Observation:
            raise GameError("corridor.json is no game")

    game = play(Broken(), Fixed([EAST]))
    assert (game.ending, game.reason, game.steps) == (Outcome.UNREADABLE, "corridor.json is no game", 0)


def test_stop_and_time_are_heeded() -> None:
    stops = iter([False, True])
    game = play(Corridor(), Fixed([EAST] * 9), stop=lambda: next(stops))
    assert (game.ending, game.steps) == (Outcome.INTERRUPTED, 1)
    assert play(Corridor(), Fixed([EAST] * 9), seconds=-1).ending is Outcome.TIMEOUT


def test_commands_that_are_taken_back_are_no_steps() -> None:
    world = Corridor(limit=5)
    policy = Fixed([EAST, WEST, WEST, EAST, WEST, TAKE], {3: ("go east",), 5: ("go east", "go east")})
    game = play(world, policy)
    assert (game.ending, game.steps, game.rewinds, world.resets) == (Outcome.WON, 3, 2, 3)
    assert [move.undone for move in game.trace] == [False, True, True, False, True, False]
    assert game.tally.by.total() == game.steps == world.steps
    assert policy.seen.count("You are in room 1.") == 1  # what is repeated is not seen again


def test_a_rewind_may_skip_what_was_refused_and_give_new_commands() -> None:
    policy = Fixed([WEST, EAST, WEST, TAKE], {3: ("go east", "go east")})
    game = play(Corridor(), policy)
    assert [(move.by, move.undone) for move in game.trace] == [
        ("model", True),
        ("planner", False),
        ("model", True),
        ("rewind", False),
        ("model", False),
    ]
    assert (game.won, game.steps) == (True, 3)


def test_rewinding_for_ever_is_giving_up() -> None:
    policy = Fixed([WEST] * 9, dict.fromkeys(range(9), ()))
    game = play(Corridor(), policy, most_rewinds=4)
    assert (game.ending, game.rewinds, len(game.trace)) == (Outcome.GAVE_UP, 4, 5)


def shown(event: object) -> str:
    """An event in a few words."""
    match event:
        case Began(text=text):
            return text
        case Move(command=command, by=by):
            return f"{by}: {command}"
        case Rewound(kept):
            return f"back to {kept}"
    raise AssertionError(event)


def test_a_game_can_be_watched() -> None:
    told: list[object] = []
    play(Corridor(), Fixed([WEST, EAST, EAST, TAKE], {1: ()}), progress=told.append)
    assert [shown(one) for one in told] == [
        "You are in room 0.",
        "model: go west",
        "back to 0",
        "planner: go east",
        "planner: go east",
        "model: take coin",
    ]


# ------------------------ Many games in processes of their own: what each comes to, stopping, and what all of them lack


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
