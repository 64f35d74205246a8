"""Ctrl-C, and being told to end, where a command wants to come to an end of its own."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import FrameType


@contextlib.contextmanager
def interrupts(handle: Callable[[], None]) -> Iterator[None]:
    """Calls `handle` for each meanwhile, in the main thread; elsewhere signals do not come, and nothing is done."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def called(_number: int, _frame: FrameType | None) -> None:
        handle()

    before = {number: signal.signal(number, called) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextlib.contextmanager
def endings(handle: Callable[[], None]) -> Iterator[None]:
    """Calls `handle` also where the terminal is closed, and where the program is to quit or to sleep: while it sleeps
    nobody would watch the arm."""
    names = ("SIGHUP", "SIGQUIT", "SIGTSTP")
    numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]
    if threading.current_thread() is not threading.main_thread():
        numbers = []
    before = {number: signal.signal(number, lambda *_: handle()) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
