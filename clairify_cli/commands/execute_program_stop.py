"""What stops a program that is carried out: Ctrl-C, or that its time is up."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from clairify_cli.commands.interrupts import interrupts
from clairify_cli.commands.output import inform

if TYPE_CHECKING:
    from clairify_cli.agents.programs.base import Ran


class Stop:
    """Whether a program is to stop: `stop` says so, or `time_limit` (in seconds, from now on) is up."""

    def __init__(self, stop: Callable[[], bool], time_limit: float | None) -> None:
        self._stop = stop
        self._limit = time_limit
        self._begun = time.monotonic()
        self._is_late = False

    def __call__(self) -> bool:
        if self._stop():
            return True
        self._is_late = self._limit is not None and time.monotonic() - self._begun > self._limit
        return self._is_late

    @property
    def is_interrupted(self) -> bool:
        """Whether somebody has stopped it, rather than the time."""
        return self._stop()

    def told(self, ran: Ran) -> Ran:
        """What came of a program, with the reason where its time was up."""
        from clairify_cli.agents.programs.base import Ending

        if ran.ending is not Ending.STOPPED or not self._is_late:
            return ran
        return replace(ran, why=f"its time was up (--time-limit {self._limit:g})")


@contextlib.contextmanager
def stopping(
    time_limit: float | None,
    is_moving: Callable[[], bool] = lambda: True,
    say: Callable[[str], None] = lambda sentence: inform(f"  note: {sentence}"),
    stop: Callable[[], bool] | None = None,
) -> Iterator[Stop]:
    """Whether to stop: after Ctrl-C, which raises `KeyboardInterrupt` the second time, or when the time is up.

    With `stop` it is somebody else who says so.
    """
    if stop is not None:
        yield Stop(stop, None)
        return
    stopped = threading.Event()

    def handle() -> None:
        if stopped.is_set() or not is_moving():
            raise KeyboardInterrupt
        stopped.set()
        say("stopping after this action; Ctrl-C again stops at once")

    with interrupts(handle):
        yield Stop(stopped.is_set, time_limit)
