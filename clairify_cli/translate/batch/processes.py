"""Worker processes, for the offline reader, which keeps a core busy.

On Linux they are forked: the reader with its lexicon is loaded once, before, and a worker is there within a few
milliseconds. Forking a process that has threads can copy a lock that nobody will ever release, and macOS does not
bear it at all; there, and from a process with threads, workers are spawned, which takes each about the start of the
program. A fork server would cost as much as spawning the first and keep one process more.

Each worker has a pipe of its own and answers tasks in order, so that the task at which a worker died is known: it is
the first that was not answered. Its others are given to the next worker. A job may want a new process for every
task, for libraries that keep something from one to the next; such a worker ends with its answer.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.context import BaseContext
from multiprocessing.process import BaseProcess
from typing import cast

from clairify_cli.translate.batch.record import Fate, Record
from clairify_cli.translate.batch.tasks import Task
from clairify_cli.translate.batch.work import Job, carry_out, finished, problem_record
from clairify_cli.translate.models.errors import ModelError

_MOST_WAITING = 3
_MOST_WAITING_CHARACTERS = 4_000
"""Tasks of a worker beyond the first fit into the buffer of its pipe, so that handing one out never blocks."""

_GRACE = 5.0
"""Seconds beyond the time limit of an input after which its worker is ended."""

_LAST_BREATH = 2.0
"""Seconds that a worker with nothing left to do has to end by itself."""

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


@dataclass(slots=True)
class _Worker:
    """A process, our end of its pipe, and what it has been given and not answered, the oldest first."""

    process: BaseProcess
    pipe: Connection
    given: deque[Task] = field(default_factory=deque)
    since: float = 0.0
    """When it began with the oldest (seconds, monotonic)."""

    def takes(self, task: Task, most: int) -> bool:
        if not self.given:
            return True
        waiting = sum(len(each.text or "") for each in self.given) + len(task.text or "")
        return len(self.given) < most and waiting < _MOST_WAITING_CHARACTERS


class ProcessPool:
    """Processes that carry out tasks. A task at which its process dies, or that takes too long, is recorded as that."""

    def __init__(self, job: Job, workers: int) -> None:
        self._job = job
        self._limit = None if job.options.timeout is None else job.options.timeout + _GRACE
        self._context = _context()
        self._count = workers
        self._most = 1 if job.own_process else _MOST_WAITING
        self._stop = cast(threading.Event, self._context.Event()) if job.own_process else None
        self._workers: list[_Worker] = []
        self._left: deque[Task] = deque()
        """Tasks of workers that died."""
        if self._context.get_start_method() == "fork":
            _load()

    @property
    def has_room(self) -> bool:
        return not self._left and (len(self._workers) < self._count or any(map(self._is_hungry, self._workers)))

    @property
    def is_idle(self) -> bool:
        return not self._left and not any(worker.given for worker in self._workers)

    def submit(self, task: Task) -> None:
        self._left.append(task)
        self._hand_out()

    def done(self, seconds: float) -> list[tuple[Task, Record]]:
        found: list[tuple[Task, Record]] = []
        self._hand_out()
        by_pipe = {worker.pipe: worker for worker in self._workers}
        for pipe in wait(list(by_pipe), seconds):
            assert isinstance(pipe, Connection)
            found += self._answers(by_pipe[pipe])
        for worker in list(self._workers):
            if worker.given and self._limit is not None and time.monotonic() - worker.since > self._limit:
                found += self._lost(worker, Fate.TIMEOUT, f"it was not done within {self._limit:.0f} s")
        self._hand_out()
        return found

    def stop(self) -> None:
        self._left.clear()
        if self._stop is not None:
            self._stop.set()

    def close(self) -> None:
        for worker in self._workers:
            worker.pipe.close()
            worker.process.kill()
        for worker in self._workers:
            worker.process.join()
        self._workers.clear()

    def _hand_out(self) -> None:
        while self._left:
            worker = self._free(self._left[0])
            if worker is None:
                return
            task = self._left.popleft()
            if not worker.given:
                worker.since = time.monotonic()
            worker.given.append(task)
            with contextlib.suppress(OSError):  # it has died; `done` will find that
                worker.pipe.send(task)

    def _free(self, task: Task) -> _Worker | None:
        """The worker with the least to do that takes the task; a new one where there may be more."""
        idle = [worker for worker in self._workers if not worker.given]
        if not idle and len(self._workers) < self._count and (started := self._start()) is not None:
            return started
        takers = [worker for worker in self._workers if worker.takes(task, self._most)]
        return min(takers, key=lambda worker: len(worker.given), default=None)

    def _start(self) -> _Worker | None:
        """A new worker; None where the system gives no more. Raises `ModelError` where it gives none at all."""
        ours, theirs = self._context.Pipe()
        inherited = [worker.pipe for worker in self._workers] + [ours]
        forked = self._context.get_start_method() == "fork"
        arguments = (self._job, inherited if forked else [], self._stop)
        try:
            process = started(self._context, _serve, (ours, theirs), arguments)
        except OSError as error:
            self._count = len(self._workers)
            if not self._workers:
                raise ModelError(f"no worker process can be started: {error.strerror or error}") from error
            return None
        worker = _Worker(process, ours)
        self._workers.append(worker)
        return worker

    def _answers(self, worker: _Worker) -> list[tuple[Task, Record]]:
        found = []
        try:
            while worker.pipe.poll():
                record: Record = worker.pipe.recv()
                found.append((worker.given.popleft(), record))
                worker.since = time.monotonic()
                if self._job.own_process:
                    self._dismiss(worker)
                    break
        except (EOFError, OSError):
            found += self._lost(worker, Fate.DIED, cause_of_death(worker.process))
        return found

    def _dismiss(self, worker: _Worker) -> None:
        worker.pipe.close()
        worker.process.join(_LAST_BREATH)
        worker.process.kill()
        worker.process.join()
        self._workers.remove(worker)

    def _is_hungry(self, worker: _Worker) -> bool:
        return len(worker.given) < self._most and sum(len(each.text or "") for each in worker.given) < 1000

    def _lost(self, worker: _Worker, fate: Fate, why: str) -> list[tuple[Task, Record]]:
        """A worker is gone: the record of the task that it was at; the others are handed out again."""
        worker.pipe.close()
        worker.process.kill()
        worker.process.join()
        self._workers.remove(worker)
        if not worker.given:
            return []
        task = worker.given.popleft()
        self._left.extendleft(reversed(worker.given))
        record = finished(problem_record(task, fate, why), self._job, time.monotonic() - worker.since)
        return [(task, record)]


def _context() -> BaseContext:
    forks = sys.platform == "linux" and threading.active_count() == 1
    return multiprocessing.get_context("fork" if forks else "spawn")


def _load() -> None:
    """Load the reader with all its data, which a forked worker then has."""
    from clairify_cli.languages import get
    from clairify_cli.translate.loop import translate
    from clairify_cli.translate.models.reader_model import ReaderModel

    translate("Add 1 g of salt to a flask.", get("xdl"), ReaderModel())


def started(
    context: BaseContext,
    serve: Callable[..., None],
    pipe: tuple[Connection, Connection],
    arguments: tuple[object, ...],
) -> BaseProcess:
    """A process that serves the second end of the pipe, which is closed here, and ends with this one.

    Raises `OSError` where the system gives none; then both ends are closed.
    """
    ours, theirs = pipe
    try:
        with _signals_blocked():
            process: BaseProcess = context.Process(target=serve, args=(theirs, *arguments), daemon=True)  # type: ignore[attr-defined]
            process.start()
    except OSError:
        ours.close()
        raise
    finally:
        theirs.close()
    return process


@contextlib.contextmanager
def _signals_blocked() -> Iterator[None]:
    """What is started within hears of no Ctrl-C and is not told to end: that is for this process, which tells it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(pipe: Connection, job: Job, inherited: list[Connection], stop: threading.Event | None) -> None:
    """The life of a worker: it ends when the other end of its pipe is closed."""
    for connection in inherited:  # other workers' pipes, which would stay open with us
        connection.close()
    for number in _SIGNALS:
        signal.signal(number, signal.SIG_IGN)
    with contextlib.suppress(EOFError, OSError):
        while True:
            pipe.send(carry_out(pipe.recv(), job, stop))


def cause_of_death(process: BaseProcess) -> str:
    """How a process ended that was not told to, as a sentence."""
    process.join(1.0)
    code = process.exitcode
    if code is None or code >= 0:
        return f"the worker process ended (exit code {code})"
    try:
        name = signal.Signals(-code).name
    except ValueError:
        name = f"signal {-code}"
    return f"the worker process was ended by {name}"
