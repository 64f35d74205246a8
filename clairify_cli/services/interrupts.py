"""Ctrl-C and termination signals for commands with their own way to end."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import FrameType


def interrupts(handle: Callable[[], None]) -> contextlib.AbstractContextManager[None]:
    """Call `handle` for each Ctrl-C or SIGTERM. Does nothing outside the main thread, which alone gets signals."""
    return _handled(("SIGINT", "SIGTERM"), handle)


def endings(handle: Callable[[], None]) -> contextlib.AbstractContextManager[None]:
    """Call `handle` also if the terminal is closed, or the program is told to quit or to suspend: nobody would watch
    the arm while it is suspended."""
    return _handled(("SIGHUP", "SIGQUIT", "SIGTSTP"), handle)


@contextlib.contextmanager
def _handled(names: Sequence[str], handle: Callable[[], None]) -> Iterator[None]:
    """Call `handle` for those of the named signals that this system has, in the main thread."""
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
