"""The main loop of a worker process, which serves its pipe until the other end is closed.

A thread listens to the pipe, so that a stop, or the end of the coordinator, is noticed while an item is processed; in
the latter case the process ends at once.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import queue
import signal
import sys
import threading
from collections.abc import Iterable, Iterator, Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Generic

from clairify_cli.batch.executors.base import Answer, Appended, Asked, Going, I, Lost, R, Replied, Work, attempt
from clairify_cli.outcomes import Outcome

SIGNALS = (signal.SIGINT, signal.SIGTERM)

STOP = "stop"
"""The message that asks for an early end; any other is a tuple with an item."""


@contextlib.contextmanager
def blocked(numbers: Iterable[signal.Signals]) -> Iterator[None]:
    """Hold signals back meanwhile, and from processes that are started then, for good."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, numbers)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def serve(pipe: Connection, work: Work[I, R], inherited: Sequence[Connection], tells: bool, asks: bool) -> None:
    """Answer each item in turn. Anything printed meanwhile goes to stderr: stdout is for the artefact only."""
    for connection in inherited:  # other workers' pipes, which would stay open as long as this process runs
        connection.close()
    for number in SIGNALS:
        signal.signal(number, signal.SIG_IGN)
    if sys.stdout is not None:
        _print_to_stderr()
    _Server(pipe, work, tells, asks).serve()


class _Server(Generic[I, R]):
    def __init__(self, pipe: Connection, work: Work[I, R], tells: bool, asks: bool) -> None:
        self._pipe = pipe
        self._work = work
        ask = self._ask if asks else None
        self._going = Going(tell=pipe.send if tells else None, append=self._append, ask=ask)
        self._replies: queue.SimpleQueue[object] = queue.SimpleQueue()
        self._items: queue.SimpleQueue[tuple[I] | None] = queue.SimpleQueue()
        self._is_busy = False
        self._is_over = False

    def serve(self) -> None:
        threading.Thread(target=self._listen, daemon=True).start()
        with contextlib.suppress(OSError):
            while (given := self._items.get()) is not None:
                self._is_busy = True
                if self._is_over:
                    return
                answer = attempt(self._work, given[0], self._going)
                self._is_busy = False
                self._send(answer)

    def _listen(self) -> None:
        try:
            while True:
                message = self._pipe.recv()
                if message == STOP:
                    self._going.stop.set()
                elif isinstance(message, Replied):
                    self._replies.put(message.answer)
                else:
                    self._items.put(message)
        except (EOFError, OSError):
            self._is_over = True
            if self._is_busy:
                os._exit(1)
            self._items.put(None)
        except BaseException:  # an item that cannot be unpickled; exit, or the coordinator would wait forever
            os._exit(1)

    def _append(self, path: Path, data: bytes) -> None:
        self._pipe.send(Appended(path, data))

    def _ask(self, question: object) -> object:
        self._pipe.send(Asked(question))
        return self._replies.get()

    def _send(self, answer: Answer[R]) -> None:
        try:
            self._pipe.send(answer)
        except (pickle.PicklingError, TypeError, AttributeError) as error:
            self._pipe.send(Answer(Lost(Outcome.CRASHED, f"{type(error).__name__}: {error}"), answer.seconds))


def _print_to_stderr() -> None:
    sys.stdout.flush()
    target = 2 if sys.stderr is not None else os.open(os.devnull, os.O_WRONLY)
    with contextlib.suppress(OSError):
        os.dup2(target, 1)
