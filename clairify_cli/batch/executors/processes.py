"""Worker processes, for CPU-bound work and for libraries that are not thread-safe.

On Linux they are forked if possible, so that loaded modules are available within a few milliseconds. Forking a process
with threads can copy a lock that is never released, and macOS does not support it at all; there, and from a process
with threads, workers are spawned, and each takes as long to start as the program. A fork server would cost as much as
spawning the first worker and keep one more process.

Each worker has its own pipe and answers items in order, so the first unanswered item is the one at which a worker
died. Its other items are given to the next worker.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from multiprocessing.connection import Connection, wait
from multiprocessing.context import BaseContext
from multiprocessing.process import BaseProcess
from multiprocessing.reduction import ForkingPickler
from typing import Generic, Literal

from clairify_cli.batch.executors.base import (
    Answer,
    Answering,
    Appended,
    Asked,
    Done,
    FatalError,
    I,
    Lost,
    R,
    Replied,
    Work,
    done_or_raise,
)
from clairify_cli.batch.executors.worker import SIGNALS, STOP, blocked, serve
from clairify_cli.files.jsonl import append_lines
from clairify_cli.files.reading import reason_of
from clairify_cli.files.writing import UnwritableError
from clairify_cli.outcomes import Outcome
from clairify_cli.records import dataclass, field

_MOST_BYTES_AHEAD = 16_000
"""Limit for a worker's items after the first: they must fit into its pipe's buffer, so that sending never blocks."""

_HUNGRY_BYTES = 4_000
"""A worker with fewer bytes waiting than this is given more items."""

_LAST_BREATH = 2.0
"""Seconds that a worker has to exit by itself before it is killed."""


@dataclass(slots=True)
class _Worker(Generic[I]):
    """A process, our end of its pipe, and its unanswered items, oldest first, with their sizes in bytes."""

    process: BaseProcess
    pipe: Connection
    given: deque[tuple[I, int]] = field(default_factory=deque)
    since: float = 0.0
    """When it started the oldest item (seconds, monotonic)."""

    @property
    def bytes_waiting(self) -> int:
        return sum(size for _, size in self.given)


class Processes(Generic[I, R]):
    """At most `workers` processes that process items.

    A worker is killed if an item takes longer than `limit` (seconds). `ahead` is how many items a worker may hold; with
    `fresh`, every item gets its own process. With `interruptible`, `stop` interrupts running work. `load` is called
    before forking, so that all workers share what it loads. Idle workers have `farewell` seconds to close what they
    opened. `listen` receives the reports of the work on an item, `append` the lines for the coordinator's files, and
    `answer` the questions.
    """

    def __init__(
        self,
        work: Work[I, R],
        workers: int,
        *,
        limit: float | None = None,
        ahead: int = 1,
        fresh: bool = False,
        interruptible: bool = True,
        method: Literal["fork", "spawn"] | None = None,
        load: Callable[[], object] = lambda: None,
        farewell: float = 0.0,
        listen: Callable[[I, object], None] | None = None,
        append: Callable[[Appended], None] | None = None,
        answer: Answering | None = None,
    ) -> None:
        self._work = work
        self._count = workers
        self._limit = limit
        self._ahead = 1 if fresh else ahead
        self._fresh = fresh
        self._interruptible = interruptible
        self._context: BaseContext = multiprocessing.get_context(method or _usual_method())
        self._forks = self._context.get_start_method() == "fork"
        self._farewell = farewell
        self._listen = listen
        self._append = append or append_here
        self._answer = answer
        self._workers: list[_Worker[I]] = []
        self._left: deque[tuple[I, bytes]] = deque()
        """Items not yet given to a worker, or returned from workers that died."""
        if self._forks:
            load()

    @property
    def has_room(self) -> bool:
        return not self._left and (len(self._workers) < self._count or any(map(self._is_hungry, self._workers)))

    @property
    def is_idle(self) -> bool:
        return not self._left and not any(worker.given for worker in self._workers)

    def submit(self, item: I) -> None:
        self._left.append((item, _message(item)))
        self._hand_out()

    def done(self, seconds: float) -> list[Done[I, R]]:
        found: list[Done[I, R]] = []
        self._hand_out()
        by_pipe = {worker.pipe: worker for worker in self._workers}
        for pipe in wait(list(by_pipe), seconds):
            assert isinstance(pipe, Connection)
            found += self._heard(by_pipe[pipe])
        for worker in list(self._workers):
            if worker.given and self._limit is not None and time.monotonic() - worker.since > self._limit:
                found += self._lost(worker, Outcome.TIMEOUT, f"it was not done within {self._limit:.0f} s")
        self._hand_out()
        return found

    def stop(self) -> None:
        self._left.clear()
        if self._interruptible:
            for worker in self._workers:
                with contextlib.suppress(OSError):
                    worker.pipe.send(STOP)

    def close(self) -> None:
        idle = [worker for worker in self._workers if not worker.given]
        for worker in self._workers:
            worker.pipe.close()
        deadline = time.monotonic() + self._farewell
        for worker in idle if self._farewell else ():
            worker.process.join(max(0.0, deadline - time.monotonic()))
        for worker in self._workers:
            worker.process.kill()
        for worker in self._workers:
            worker.process.join()
        self._workers.clear()

    def _hand_out(self) -> None:
        while self._left:
            worker = self._free(len(self._left[0][1]))
            if worker is None:
                return
            item, message = self._left.popleft()
            if not worker.given:
                worker.since = time.monotonic()
            worker.given.append((item, len(message)))
            with contextlib.suppress(OSError):  # the worker has died; `done` will notice
                worker.pipe.send_bytes(message)

    def _free(self, size: int) -> _Worker[I] | None:
        """Return an idle worker, else a new one if allowed, else the least busy that can take `size` more bytes."""
        idle = any(not worker.given for worker in self._workers)
        if not idle and len(self._workers) < self._count and (started := self._start()) is not None:
            return started
        takers = [worker for worker in self._workers if self._takes(worker, size)]
        return min(takers, key=lambda worker: len(worker.given), default=None)

    def _takes(self, worker: _Worker[I], size: int) -> bool:
        if not worker.given:
            return True
        return len(worker.given) < self._ahead and worker.bytes_waiting + size < _MOST_BYTES_AHEAD

    def _is_hungry(self, worker: _Worker[I]) -> bool:
        return len(worker.given) < self._ahead and worker.bytes_waiting < _HUNGRY_BYTES

    def _start(self) -> _Worker[I] | None:
        """Start a worker; None if the system cannot start more. Raises `FatalError` if it cannot start any."""
        ours, theirs = self._context.Pipe()
        inherited = [worker.pipe for worker in self._workers] + [ours] if self._forks else []
        arguments = (theirs, self._work, inherited, self._listen is not None, self._answer is not None)
        try:
            with blocked(SIGNALS):  # only this process tells its workers to stop or exit
                process: BaseProcess = self._context.Process(target=serve, args=arguments, daemon=True)  # type: ignore[attr-defined]
                process.start()
        except OSError as error:
            ours.close()
            self._count = len(self._workers)
            if not self._workers:
                raise FatalError(f"no worker process can be started: {error.strerror or error}") from error
            return None
        finally:
            theirs.close()
        worker: _Worker[I] = _Worker(process, ours)
        self._workers.append(worker)
        return worker

    def _heard(self, worker: _Worker[I]) -> list[Done[I, R]]:
        found: list[Done[I, R]] = []
        try:
            while worker.pipe.poll():
                message = worker.pipe.recv()
                if isinstance(message, Appended):
                    self._append(message)
                    continue
                if isinstance(message, Asked):
                    assert self._answer is not None
                    worker.pipe.send(Replied(self._answer(worker.process.pid, message.question)))
                    continue
                if not isinstance(message, Answer):
                    if self._listen is not None:
                        self._listen(worker.given[0][0], message)
                    continue
                item, _ = worker.given.popleft()
                # The time limit applies to each item: the worker starts its next one now.
                worker.since = time.monotonic()
                found.append(done_or_raise(item, message))
                if self._fresh:
                    self._end(worker, _LAST_BREATH)
                    break
        except (EOFError, OSError):
            found += self._lost(worker, Outcome.DIED, None)
        return found

    def _lost(self, worker: _Worker[I], outcome: Outcome, why: str | None) -> list[Done[I, R]]:
        """Remove a dead or doomed worker. Return its current item as lost and pass its other items to other workers."""
        why = why or _cause_of_death(worker.process)
        # None reports the death, so that what the process had reserved is settled.
        if self._answer is not None:
            self._answer(worker.process.pid, None)
        self._end(worker, 0.0)
        if not worker.given:
            return []
        item, _ = worker.given.popleft()
        self._left.extendleft((each, _message(each)) for each, _ in reversed(worker.given))
        return [Done(item, Lost(outcome, why), time.monotonic() - worker.since)]

    def _end(self, worker: _Worker[I], seconds: float) -> None:
        worker.pipe.close()
        if seconds:
            worker.process.join(seconds)
        worker.process.kill()
        worker.process.join()
        self._workers.remove(worker)


def append_here(message: Appended) -> None:
    """Append a worker's lines to a file on this machine. Raises `UnwritableError`."""
    try:
        append_lines(message.path, message.data)
    except OSError as error:
        raise UnwritableError(message.path, reason_of(error)) from None


def _usual_method() -> Literal["fork", "spawn"]:
    return "fork" if sys.platform == "linux" and threading.active_count() == 1 else "spawn"


def _message(item: object) -> bytes:
    return bytes(ForkingPickler.dumps((item,)))


def _cause_of_death(process: BaseProcess) -> str:
    """Describe how a process ended unexpectedly, in one sentence."""
    process.join(1.0)
    code = process.exitcode
    if code is None or code >= 0:
        return f"the worker process ended (exit code {code})"
    try:
        name = signal.Signals(-code).name
    except ValueError:
        name = f"signal {-code}"
    return f"the worker process was ended by {name}"
