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
