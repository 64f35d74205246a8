"""Stop a run at Ctrl-C or when its time is up."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator

from clairify_cli.services.execute.events import Said, Tell
from clairify_cli.services.interrupts import interrupts


class Stop:
    """Whether a run should stop: `stop` returns True, or `time_limit` (in seconds from now) is over."""

    def __init__(self, stop: Callable[[], bool], time_limit: float | None) -> None:
        self._stop = stop
        self._limit = time_limit
        self._begun = time.monotonic()
        self.is_late = False
        """Whether the time limit was the reason at the last call."""

    def __call__(self) -> bool:
        if self._stop():
            return True
        self.is_late = self._limit is not None and time.monotonic() - self._begun > self._limit
        return self.is_late

    @property
    def is_interrupted(self) -> bool:
        """Whether a person stopped it, and not the time limit."""
        return self._stop()


@contextlib.contextmanager
def stopping(
    time_limit: float | None,
    tell: Tell,
    is_moving: Callable[[], bool] = lambda: True,
    stop: Callable[[], bool] | None = None,
) -> Iterator[Stop]:
    """Provide the `Stop` of a run, which is true after Ctrl-C or when the time is up.

    Ctrl-C raises `KeyboardInterrupt` the second time, and while nothing moves yet. With `stop`, the caller decides.
    """
    if stop is not None:
        yield Stop(stop, None)
        return
    stopped = threading.Event()

    def handle() -> None:
        if stopped.is_set() or not is_moving():
            raise KeyboardInterrupt
        stopped.set()
        tell(Said("note", "stopping after this action; Ctrl-C again stops at once"))

    with interrupts(handle):
        yield Stop(stopped.is_set, time_limit)
