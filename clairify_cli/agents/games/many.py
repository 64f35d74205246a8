"""Many games: each process plays its games one after another, so that a server behind a world is started once per
process.

Processes are spawned: a server behind a world, or an open connection, does not survive forking.
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading
import time
from collections.abc import Callable, Generator, Sequence
from typing import Protocol

from clairify_cli.agents.games.constraints import Constraints
from clairify_cli.agents.games.play import Game, Tell, play
from clairify_cli.agents.games.record import Episode
from clairify_cli.agents.policies.base import Policy, Tally
from clairify_cli.batch.executors.base import SAME_FAILURES, Done, Failures, FatalError, Going, Lost, drive
from clairify_cli.batch.executors.processes import Processes
from clairify_cli.files.addresses import without_secrets
from clairify_cli.outcomes import Outcome
from clairify_cli.records import dataclass, replace
from clairify_cli.worlds.text.base import GameError, TextWorld, WorldError, WorldMissingError

_GRACE = 60.0
"""Seconds beyond the time limit of a game after which its process is ended: a world may take long to begin."""

_PATIENCE = 5.0
"""Seconds that a game has to come to its next command once all are stopped, and a process to close what it opened."""


class Setup(Protocol):
    """The setup of games. It is sent to other processes, where it creates worlds and policies."""

    def name(self, episode: Episode) -> str:
        """The game's name in reports, if its world cannot be asked."""

    def world(self, episode: Episode) -> TextWorld:
        """Raises `WorldError`."""

    def policy(self, episode: Episode, stop: threading.Event) -> Policy:
        """A policy for one game. `stop`, once set, ends its waiting. Raises `ModelSetupError`, `SolverError`."""

    def constraints(self, world: TextWorld) -> Constraints:
        """What must not and what must be done there. Raises `GameError` for what cannot."""


class SetupFailedError(FatalError):
    """No game can be played; the exit code is 3, or 2 if the request names something that does not exist."""


def play_many(
    episodes: Sequence[Episode],
    setup: Setup,
    *,
    jobs: int = 1,
    seconds: float | None = None,
    stopping: threading.Event | None = None,
    enough: Callable[[], bool] = lambda: False,
    tick: Callable[[], None] = lambda: None,
    progress: Callable[[Episode, object], None] | None = None,
    ask: Callable[[object], object] | None = None,
) -> Generator[tuple[Episode, Game], None, None]:
    """Plays the games, `jobs` at the same time, and yields each as it ends; a closed generator ends its processes.

    `seconds` is the limit of a game. Once `stopping` is set, no game is started, and running ones are abandoned without
    being yielded; once `enough` says so, none is started. `tick` is called ten times a second. `progress` receives the
    events of the games (`Began`, `Move`, `Rewound`), and `ask` answers the questions of policies
    (`Doubt`). Raises `SetupFailedError` if something that all of them need is missing, or if they all fail in the same
    way.
    """
    stopping = stopping or threading.Event()
    limit = None if seconds is None else seconds + _GRACE
    players = Processes(
        _Playing(setup, seconds),
        jobs,
        limit=limit,
        method="spawn",
        farewell=_PATIENCE,
        listen=progress,
        answer=None if ask is None else lambda _, question: None if question is None else ask(question),
    )
    going = drive(iter(episodes), players, stopping=stopping, enough=enough, tick=tick, patience=_PATIENCE)
    failures = Failures()
    with contextlib.closing(players):
        for done in going:
            game = _game_of(setup, done)
            # A game that was cut off says nothing, and is played by the next run.
            if game.ending is Outcome.INTERRUPTED or (stopping.is_set() and game.ending is Outcome.DIED):
                continue
            yield done.item, game
            if failures.add(game.reason if game.failed and game.ending is not Outcome.UNREADABLE else None):
                raise SetupFailedError(f"the last {SAME_FAILURES} games failed alike: {game.reason}")


def _game_of(setup: Setup, done: Done[Episode, Game]) -> Game:
    """The game that was played; one whose process is gone was lost with it."""
    if isinstance(done.value, Lost):
        return replace(failed(setup, done.item, done.value.outcome, done.value.why), seconds=done.seconds)
    return done.value


@dataclass(frozen=True, slots=True)
class _Playing:
    """Plays a game in another process."""

    setup: Setup
    seconds: float | None

    def __call__(self, episode: Episode, going: Going) -> Game:
        return one_game(episode, self.setup, going.stop, self.seconds, going.tell, going.ask)


def failed(setup: Setup, episode: Episode, ending: Outcome, reason: str) -> Game:
    """A game that was never played to any end."""
    return Game(setup.name(episode), "", "", seed_of(episode), "", ending, reason, 0, Tally(), "", (), 0, 0.0)


def seed_of(episode: Episode) -> int | None:
    """The seed of a game that was made from one."""
    return episode.seed if episode.path is None else None


def one_game(
    episode: Episode,
    setup: Setup,
    stop: threading.Event | None = None,
    seconds: float | None = None,
    progress: Tell | None = None,
    ask: Callable[[object], object] | None = None,
) -> Game:
    """Opens the world, plays one game and closes it; an error of any kind is a game that failed.

    Raises `SetupFailedError` if something that all games need is missing.
    """
    from clairify_cli.planning.solvers.base import SolverMissingError
    from clairify_cli.translate.models.errors import ModelError, ModelMissingError, ModelSetupError

    begun = time.monotonic()
    stop = stop or threading.Event()
    try:
        with contextlib.closing(setup.world(episode)) as world:
            policy = setup.policy(episode, stop)
            policy.ask = ask
            constraints, seed = setup.constraints(world), seed_of(episode)
            game = play(
                world, policy, seed=seed, progress=progress, stop=stop.is_set, seconds=seconds, constraints=constraints
            )
            return replace(game, seconds=time.monotonic() - begun)
    except (WorldMissingError, SolverMissingError, ModelMissingError) as error:
        raise SetupFailedError(str(error)) from None
    except ModelSetupError as error:
        raise SetupFailedError(str(error), 2) from None
    except GameError as error:
        # Without a file it is the size or the seed, which all games have in common.
        if episode.path is None:
            raise SetupFailedError(str(error), 2) from None
        return failed(setup, episode, Outcome.UNREADABLE, str(error))
    except WorldError as error:
        return failed(setup, episode, Outcome.WORLD_FAILED, str(error))
    except ModelError as error:
        return failed(setup, episode, error.outcome, str(error))
    except Exception as error:
        if os.environ.get("CLAIRIFY_DEBUG"):
            import traceback

            sys.stderr.write(without_secrets(traceback.format_exc()))
        words = " ".join(str(error).split())
        return failed(setup, episode, Outcome.CRASHED, f"internal error: {type(error).__name__}: {words}")
