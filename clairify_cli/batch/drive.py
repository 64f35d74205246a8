"""Feed items to an executor and yield their results until all are done or the batch is stopped."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Generator, Iterator

from clairify_cli.batch.executors.base import Done, Executor, I, R

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
