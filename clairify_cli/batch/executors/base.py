"""Executors: their protocol, the processing of one item, feeding them many, and threads as the simplest one."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from clairify_cli.outcomes import ExpectedError, Outcome
from clairify_cli.records import dataclass, field

I = TypeVar("I")  # noqa: E741 - an item
R = TypeVar("R")
I_contra = TypeVar("I_contra", contravariant=True)
R_co = TypeVar("R_co", covariant=True)


class FatalError(ExpectedError):
    """No item can be processed; the message is one sentence that says what to do."""

    def __init__(self, message: str, code: int = 3) -> None:
        super().__init__(message, code)
        self.exit_code = code

    def __str__(self) -> str:
        return str(self.args[0])


@dataclass(frozen=True, slots=True)
class Going:
    """A running function's channel to its batch. `stop` is set to request an early end.

    `append` appends lines to a file on the coordinator; None if the function can do that itself. `ask` sends a
    question to the coordinator and waits for the answer; None if there is no coordinator to ask.
    """

    stop: threading.Event = field(default_factory=threading.Event)
    tell: Callable[[object], None] | None = None
    append: Callable[[Path, bytes], None] | None = None
    ask: Callable[[object], object] | None = None


@dataclass(frozen=True, slots=True)
class Asked:
    """A worker's question, which the coordinator answers with a `Replied`."""

    question: object


@dataclass(frozen=True, slots=True)
class Replied:
    """The coordinator's answer to a question."""

    answer: object


Answering = Callable[[object, object], object]
"""Answers a worker's question. The worker is identified by any hashable value; the question None means it has died."""


@dataclass(frozen=True, slots=True)
class Appended:
    """A worker's message: lines for the coordinator to append to a file."""

    path: Path
    data: bytes


class Work(Protocol[I_contra, R_co]):
    """A function from items to results. It must be picklable if it is sent to other processes, and so must its
    results."""

    def __call__(self, item: I_contra, going: Going, /) -> R_co:
        """Return the result. Raises `FatalError` if no item can be processed; any other error is a bug triggered by
        this item."""
        ...


@dataclass(frozen=True, slots=True)
class Lost:
    """An item without a result: its worker died or was too slow, or hit a bug of ours. `why` is a sentence."""

    outcome: Outcome
    why: str


@dataclass(frozen=True, slots=True)
class Done(Generic[I, R]):
    """An item with its result and how long that took."""

    item: I
    value: R | Lost
    seconds: float


@dataclass(frozen=True, slots=True)
class Answer(Generic[R]):
    """The result of a worker."""

    value: R | Lost | FatalError
    seconds: float


class Executor(Protocol[I, R]):
    """Workers that take items and return results in order of completion.

    The caller submits only while there is room.
    """

    @property
    def has_room(self) -> bool:
        """Whether another item would be started at once, or as soon as a worker is free."""
        ...

    @property
    def is_idle(self) -> bool:
        """Whether no item is being processed and no result waits to be returned."""
        ...

    def submit(self, item: I) -> None:
        """Hand an item to a worker. Raises `FatalError` if no worker can be started."""
        ...

    def done(self, seconds: float) -> list[Done[I, R]]:
        """Return the results since the last call, waiting up to `seconds` for one. Raises `FatalError`."""
        ...

    def stop(self) -> None:
        """End running items early, unless that would lose nearly finished work."""
        ...

    def close(self) -> None:
        """End the workers."""
        ...


def attempt(work: Work[I, R], item: I, going: Going) -> Answer[R]:
    """Process one item and return an answer even if it fails. `KeyboardInterrupt` propagates."""
    started = time.monotonic()
    value: R | Lost | FatalError
    try:
        value = work(item, going)
    except FatalError as error:
        value = error
    except Exception as error:  # a bug, which must not cost the results of the other items
        _show_bug()
        value = Lost(Outcome.CRASHED, f"{type(error).__name__}: {error}".rstrip(": "))
    return Answer(value, time.monotonic() - started)


def done_or_raise(item: I, answer: Answer[R]) -> Done[I, R]:
    """Return the answer with its item. Raises the answer itself if it is a `FatalError`."""
    if isinstance(answer.value, FatalError):
        raise answer.value
    return Done(item, answer.value, answer.seconds)


def _show_bug() -> None:
    """Print the current traceback if CLAIRIFY_DEBUG is set."""
    import os

    if os.environ.get("CLAIRIFY_DEBUG"):
        import sys
        import traceback

        from clairify_cli.files.addresses import without_secrets

        sys.stderr.write(without_secrets(traceback.format_exc()))


TICK = 0.1
"""Polling interval in seconds: the longest time that a signal may go unnoticed."""

SAME_FAILURES = 5
"""After this many consecutive failures with the same message, the server is at fault, not the inputs."""

_SOON = 1.0
"""Seconds after a stop before the user is told why work goes on."""


def drive(
    items: Iterator[I | None],
    executor: Executor[I, R],
    *,
    stopping: threading.Event,
    enough: Callable[[], bool] = lambda: False,
    tick: Callable[[], None] = lambda: None,
    still_going: Callable[[], None] = lambda: None,
    patience: float | None = None,
) -> Generator[Done[I, R], None, None]:
    """Yield each item with its result, in order of completion. None among the items is skipped.

    Once `stopping` is set or `enough` says so, no further item is started. A stop also ends running items;
    `still_going` is called once if that takes longer, and the wait lasts at most `patience` seconds. `tick` is called
    at least ten times a second. Raises `FatalError`.
    """
    left: Iterator[I | None] | None = items
    stop = _Stop()
    while left is not None or not executor.is_idle:
        if stopping.is_set():
            since = stop.heeded(executor.stop, still_going)
            if patience is not None and since > patience:
                return
        while left is not None and not stopping.is_set() and not enough() and executor.has_room:
            try:
                item = next(left)
            except StopIteration:
                left = None
                break
            if item is not None:
                executor.submit(item)
            # Also for skipped items, since passing over many of them takes time.
            tick()
        if stopping.is_set() or enough():
            left = None
        if not executor.is_idle:
            yield from executor.done(TICK)
        tick()


class _Stop:
    """The time of the stop, and whether `still_going` has been called since."""

    def __init__(self) -> None:
        self._at: float | None = None
        self._told = False

    def heeded(self, stop: Callable[[], None], still_going: Callable[[], None]) -> float:
        """Return the seconds since the stop; the first call also calls `stop`."""
        if self._at is None:
            self._at = time.monotonic()
            stop()
        since = time.monotonic() - self._at
        if since > _SOON and not self._told:
            self._told = True
            still_going()
        return since


class Failures:
    """Counts consecutive failures with the same message."""

    def __init__(self) -> None:
        self._words: str | None = None
        self._count = 0

    def add(self, words: str | None) -> bool:
        """Count a failure, or a success (None). Return whether the limit of identical failures is reached."""
        self._count = self._count + 1 if words is not None and words == self._words else int(words is not None)
        self._words = words
        return self._count >= SAME_FAILURES


class Threads(Generic[I, R]):
    """Threads that process items. They are daemons, so the program does not wait for them when it ends."""

    def __init__(self, work: Work[I, R], workers: int) -> None:
        self._work = work
        self._stop = threading.Event()
        self._items: queue.SimpleQueue[tuple[I] | None] = queue.SimpleQueue()
        self._answers: queue.SimpleQueue[tuple[I, Answer[R]]] = queue.SimpleQueue()
        self._workers = workers
        self._going_on = 0
        for _ in range(workers):
            threading.Thread(target=self._serve, name="clairify-batch", daemon=True).start()

    def _serve(self) -> None:
        going = Going(self._stop)
        while (given := self._items.get()) is not None:
            self._answers.put((given[0], attempt(self._work, given[0], going)))

    @property
    def has_room(self) -> bool:
        return self._going_on < self._workers

    @property
    def is_idle(self) -> bool:
        return self._going_on == 0

    def submit(self, item: I) -> None:
        self._going_on += 1
        self._items.put((item,))

    def done(self, seconds: float) -> list[Done[I, R]]:
        found = []
        try:
            found.append(self._answers.get(timeout=seconds))
            while True:
                found.append(self._answers.get_nowait())
        except queue.Empty:
            pass
        self._going_on -= len(found)
        return [done_or_raise(item, answer) for item, answer in found]

    def stop(self) -> None:
        self._stop.set()

    def close(self) -> None:
        self._stop.set()
        for _ in range(self._workers):
            self._items.put(None)
