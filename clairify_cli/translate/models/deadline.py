"""A blocking call with a limit that holds whatever the call does.

A client library's own timeout is the time between two bytes, so a server that sends one now and then keeps a caller
for ever. The call is therefore made in a daemon thread and left behind when its time is up: a waiting main thread can
also be interrupted at once. Work of our own is stopped where it is instead, so that it does not go on behind our back.
"""

from __future__ import annotations

import ctypes
import queue
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from clairify_cli.translate.models.errors import ModelStoppedError, ModelTimeoutError

T = TypeVar("T")

_POLL_SECONDS = 0.1


def run_within(call: Callable[[], T], seconds: float, stop: threading.Event | None = None) -> T:
    """The call's result, or its exception.

    Raises `TimeoutError` after `seconds`, `ModelStoppedError` once `stop` is set.
    """
    answer: queue.SimpleQueue[tuple[T | None, BaseException | None]] = queue.SimpleQueue()

    def work() -> None:
        try:
            answer.put((call(), None))
        except BaseException as error:
            answer.put((None, error))

    threading.Thread(target=work, name="clairify-model-call", daemon=True).start()
    deadline = time.monotonic() + seconds
    while True:
        raise_if_stopped(stop)
        left = deadline - time.monotonic()
        if left <= 0:
            raise TimeoutError
        try:
            result, error = answer.get(timeout=left if stop is None else min(left, _POLL_SECONDS))
        except queue.Empty:
            continue
        if error is not None:
            raise error
        return result  # type: ignore[return-value]  # None only where T is


class _TimeUp(BaseException):
    """Raised inside the work; not an `Exception`, so that no handler on the way takes it for one of its own."""


@contextmanager
def time_limit(seconds: float | None, what: str) -> Iterator[None]:
    """End Python code in this thread after `seconds` (None: never) with `ModelTimeoutError` that names `what`.

    A call into C is ended when it returns.
    """
    if seconds is None:
        yield
        return
    thread = ctypes.c_ulong(threading.get_ident())
    raise_in = ctypes.pythonapi.PyThreadState_SetAsyncExc
    timer = threading.Timer(min(seconds, threading.TIMEOUT_MAX), raise_in, (thread, ctypes.py_object(_TimeUp)))
    timer.daemon = True
    try:
        timer.start()
        yield
        timer.cancel()
        timer.join()  # a timer that has gone off raises here at the latest, and not later in somebody else's code
    except _TimeUp:
        raise ModelTimeoutError(f"{what} was stopped when the time was up") from None
    finally:
        timer.cancel()
        raise_in(thread, None)


def sleep_unless_stopped(seconds: float, stop: threading.Event | None = None) -> None:
    """Sleep; ends early with `ModelStoppedError` once `stop` is set."""
    if stop is None:
        time.sleep(seconds)
    elif stop.wait(seconds):
        raise_if_stopped(stop)


def raise_if_stopped(stop: threading.Event | None) -> None:
    """Raise `ModelStoppedError` where somebody asked for it."""
    if stop is not None and stop.is_set():
        raise ModelStoppedError("the run was stopped while the model was working")
