"""Ctrl-C and termination signals for commands that end in their own way."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import FrameType


@contextlib.contextmanager
def interrupts(handle: Callable[[], None]) -> Iterator[None]:
    """Calls `handle` for each meanwhile, in the main thread; elsewhere signals do not come, and nothing is done."""
    with _handled(("SIGINT", "SIGTERM"), handle):
        yield


@contextlib.contextmanager
def endings(handle: Callable[[], None]) -> Iterator[None]:
    """Calls `handle` also if the terminal is closed, and if the program is to quit or to sleep: while it sleeps
    nobody would watch the arm."""
    with _handled(("SIGHUP", "SIGQUIT", "SIGTSTP"), handle):
        yield


@contextlib.contextmanager
def _handled(names: Sequence[str], handle: Callable[[], None]) -> Iterator[None]:
    """Calls `handle` for the signals of these names that this system has, in the main thread."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def called(_number: int, _frame: FrameType | None) -> None:
        handle()

    numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]
    before = {number: signal.signal(number, called) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
