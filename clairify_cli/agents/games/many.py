"""Many games: processes that play one after another each, so that a server behind a world is started once in each.

Processes are spawned: what runs behind a world, or holds a connection, does not bear being forked. Each has a pipe of
its own and one game at a time, so that the game at which a process died is known; the others are played by the next.
What a world prints goes to stderr.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Protocol

from clairify_cli.agents.games.play import Game, Move, Watcher, play
from clairify_cli.agents.games.record import Episode
from clairify_cli.agents.policies.base import Policy, Tally
from clairify_cli.files.addresses import without_secrets
from clairify_cli.outcomes import Outcome
from clairify_cli.translate.batch.processes import cause_of_death, started
from clairify_cli.worlds.text.base import GameError, Observation, TextWorld, WorldError, WorldMissingError

TICK = 0.1
"""Seconds between two looks at the clock: how long a stop may go unheeded."""

SAME_FAILURES = 5
"""So many games one after the other that fail in the same words, and it is not the games that fail."""

_GRACE = 60.0
"""Seconds beyond the time limit of a game after which its process is ended: a world may take long to begin."""

_PATIENCE = 5.0
"""Seconds that a game has to come to its next command once all are stopped."""


class Setup(Protocol):
    """What games are played with. It is sent to other processes, where it makes worlds and policies."""

    def name(self, episode: Episode) -> str:
        """What reports call the game, where its world cannot be asked."""
        ...

    def world(self, episode: Episode) -> TextWorld:
        """Raises `WorldError`."""
        ...

    def policy(self, episode: Episode, stop: threading.Event) -> Policy:
        """A policy for one game. `stop`, once set, ends what it waits for. Raises `ModelSetupError`, `SolverError`."""
        ...


class SetupFailedError(Exception):
    """No game can be played as things are; the message is one sentence that says what to do.

    `code` is the exit code: 3, or 2 where it was asked for what there is not.
    """

    def __init__(self, message: str, code: int = 3) -> None:
        super().__init__(message, code)
        self.code = code

    def __str__(self) -> str:
        return str(self.args[0])


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
) -> Generator[tuple[Episode, Game], None, None]:
    """Plays the games, `jobs` at the same time, and yields each as it ends; a closed generator ends its processes.

    `seconds` is the limit of a game. Once `stopping` is set no game is begun, and those that go on are given up without
    being yielded; once `enough` says so, none is begun. `tick` is called ten times a second. `progress` is told what
    goes on in the games (`Began`, `Move`, `Rewound`). Raises `SetupFailedError` where what all of them need is missing
    or they all fail alike.
    """
    players = _Players(setup, jobs, seconds, progress)
    stopping = stopping or threading.Event()
    left = deque(episodes)
    same, last = 0, ""
    stopped_at: float | None = None
    try:
        while left or players.is_playing:
            if stopping.is_set():
                left.clear()
                stopped_at = time.monotonic() if stopped_at is None else stopped_at
                players.stop.set()
                if time.monotonic() - stopped_at > _PATIENCE:
                    return
            if left and enough():
                left.clear()
            while left and players.begin(left[0]):
                left.popleft()
            for episode, game in players.done(TICK):
                if game.ending is Outcome.INTERRUPTED or (stopping.is_set() and game.ending is Outcome.DIED):
                    continue
                yield episode, game
                same = same + 1 if game.failed and game.reason == last else 1
                last = game.reason if game.failed else ""
                if same >= SAME_FAILURES and last and game.ending is not Outcome.UNREADABLE:
                    raise SetupFailedError(f"the last {same} games failed alike: {last}")
            tick()
    finally:
        players.close()


@dataclass(frozen=True, slots=True)
class Began:
    """A game has begun: its world's name and task, and what was seen first."""

    world: str
    task: str
    text: str


@dataclass(frozen=True, slots=True)
class Rewound:
    """The world was reset, and `kept` commands were repeated."""

    kept: int


@dataclass(slots=True)
class _Worker:
    """A process, our end of its pipe, and the game it is at, since when (seconds, monotonic)."""

    process: BaseProcess
    pipe: Connection
    episode: Episode | None = None
    since: float = 0.0


class _Players:
    """The processes."""

    def __init__(
        self,
        setup: Setup,
        jobs: int,
        seconds: float | None,
        progress: Callable[[Episode, object], None] | None,
    ) -> None:
        self._context = multiprocessing.get_context("spawn")
        self.stop = self._context.Event()
        self._setup = setup
        self._jobs = jobs
        self._seconds = seconds
        self._progress = progress
        self._workers: list[_Worker] = []

    @property
    def is_playing(self) -> bool:
        return any(worker.episode is not None for worker in self._workers)

    def begin(self, episode: Episode) -> bool:
        """Hands the game to a process, if one is free or there may be one more."""
        worker = next((worker for worker in self._workers if worker.episode is None), None)
        if worker is None:
            if len(self._workers) >= self._jobs:
                return False
            worker = self._start()
            if worker is None:
                return False
        worker.episode, worker.since = episode, time.monotonic()
        with contextlib.suppress(OSError):  # it has died; `done` will find that
            worker.pipe.send(episode)
        return True

    def done(self, seconds: float) -> list[tuple[Episode, Game]]:
        """The games that have ended; waits at most so long. Raises `SetupFailedError`."""
        found: list[tuple[Episode, Game]] = []
        by_pipe = {worker.pipe: worker for worker in self._workers}
        for pipe in wait(list(by_pipe), seconds):
            assert isinstance(pipe, Connection)
            found += self._heard(by_pipe[pipe])
        for worker in list(self._workers):
            limit = None if self._seconds is None else self._seconds + _GRACE
            if worker.episode is not None and limit is not None and time.monotonic() - worker.since > limit:
                found += self._lost(worker, Outcome.TIMEOUT, f"it was not over within {limit:g} s")
        return found

    def close(self) -> None:
        """Ends the processes: those that wait for a game by themselves, so that they close what they opened."""
        waiting = [worker for worker in self._workers if worker.episode is None]
        for worker in self._workers:
            worker.pipe.close()
        for worker in waiting:
            worker.process.join(_PATIENCE)
        for worker in self._workers:
            worker.process.kill()
            worker.process.join()
        self._workers.clear()

    def _start(self) -> _Worker | None:
        """A new process; None where the system gives no more. Raises `SetupFailedError` where it gives none at all."""
        ours, theirs = self._context.Pipe()
        arguments = (self._setup, self.stop, self._seconds, self._progress is not None)
        try:
            process = started(self._context, _serve, (ours, theirs), arguments)
        except OSError as error:
            if not self._workers:
                raise SetupFailedError(f"no process can be started: {error.strerror or error}") from error
            self._jobs = len(self._workers)
            return None
        worker = _Worker(process, ours)
        self._workers.append(worker)
        return worker

    def _heard(self, worker: _Worker) -> list[tuple[Episode, Game]]:
        try:
            while worker.pipe.poll():
                message = worker.pipe.recv()
                episode = worker.episode
                if isinstance(message, SetupFailedError):
                    worker.episode = None
                    raise message
                if episode is not None and isinstance(message, Game):
                    worker.episode = None
                    return [(episode, message)]
                if episode is not None and self._progress is not None:
                    self._progress(episode, message)
        except (EOFError, OSError):
            return self._lost(worker, Outcome.DIED, cause_of_death(worker.process))
        return []

    def _lost(self, worker: _Worker, ending: Outcome, why: str) -> list[tuple[Episode, Game]]:
        worker.pipe.close()
        worker.process.kill()
        worker.process.join()
        self._workers.remove(worker)
        episode = worker.episode
        if episode is None:
            return []
        game = failed(self._setup, episode, ending, why)
        return [(episode, replace(game, seconds=time.monotonic() - worker.since))]


def failed(setup: Setup, episode: Episode, ending: Outcome, reason: str) -> Game:
    """A game that was never played to any end."""
    return Game(setup.name(episode), "", "", seed_of(episode), "", ending, reason, 0, Tally(), "", (), 0, 0.0)


def seed_of(episode: Episode) -> int | None:
    """The seed of a game that was made from one."""
    return episode.seed if episode.path is None else None


@dataclass(frozen=True)
class _Teller:
    """Sends what goes on in a game through the pipe."""

    pipe: Connection

    def began(self, world: TextWorld, first: Observation) -> None:
        self.pipe.send(Began(world.name, world.task, first.text))

    def moved(self, move: Move) -> None:
        self.pipe.send(move)

    def rewound(self, kept: int) -> None:
        self.pipe.send(Rewound(kept))


def _serve(pipe: Connection, setup: Setup, stop: threading.Event, seconds: float | None, tells: bool) -> None:
    """The life of a process: it ends when the other end of its pipe is closed."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    if sys.stdout is not None:
        _print_to_stderr()
    threading.Thread(target=_end_with_parent, daemon=True).start()
    progress = _Teller(pipe) if tells else None
    with contextlib.suppress(EOFError, OSError):
        while True:
            pipe.send(one_game(pipe.recv(), setup, stop, seconds, progress))


def _end_with_parent() -> None:
    """Ends this process when the one that started it has died, whatever is going on."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


def _print_to_stderr() -> None:
    """What a world prints, and whatever it starts, is not for stdout, which is for the report alone."""
    sys.stdout.flush()
    target = 2 if sys.stderr is not None else os.open(os.devnull, os.O_WRONLY)
    with contextlib.suppress(OSError):
        os.dup2(target, 1)


def one_game(
    episode: Episode,
    setup: Setup,
    stop: threading.Event | None = None,
    seconds: float | None = None,
    progress: Watcher | None = None,
) -> Game | SetupFailedError:
    """Opens the world, plays one game and closes it; an error of any kind is a game that failed."""
    from clairify_cli.planning.base import SolverMissingError
    from clairify_cli.translate.models.errors import ModelError, ModelMissingError, ModelSetupError

    begun = time.monotonic()
    stop = stop or threading.Event()
    try:
        with contextlib.closing(setup.world(episode)) as world:
            policy = setup.policy(episode, stop)
            game = play(world, policy, seed=seed_of(episode), progress=progress, stop=stop.is_set, seconds=seconds)
            return replace(game, seconds=time.monotonic() - begun)
    except (WorldMissingError, SolverMissingError, ModelMissingError) as error:
        return SetupFailedError(str(error))
    except ModelSetupError as error:
        return SetupFailedError(str(error), 2)
    except GameError as error:
        if episode.path is None:
            return SetupFailedError(str(error), 2)
        return failed(setup, episode, Outcome.UNREADABLE, str(error))
    except WorldError as error:
        return failed(setup, episode, Outcome.WORLD_FAILED, str(error))
    except ModelError as error:
        return failed(setup, episode, Outcome.MODEL_FAILED, str(error))
    except Exception as error:
        if os.environ.get("CLAIRIFY_DEBUG"):
            import traceback

            sys.stderr.write(without_secrets(traceback.format_exc()))
        words = " ".join(str(error).split())
        return failed(setup, episode, Outcome.CRASHED, f"internal error: {type(error).__name__}: {words}")
