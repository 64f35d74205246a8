"""A time limit for a blocking call that holds whatever the call does.

A client library's own timeout is the time between two bytes, so a server that sends a byte now and then blocks the
caller forever. The call therefore runs in a daemon thread and is abandoned when its time is up; this also lets Ctrl-C
interrupt the waiting main thread at once. Our own work is stopped instead, so that it does not continue unnoticed.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TypeVar

from clairify_cli.translate.models.errors import ModelStoppedError, ModelTimeoutError

T = TypeVar("T")

_POLL_SECONDS = 0.1
_AGAIN_SECONDS = 0.5
_MOST_WAITS = 50
"""Milliseconds in which an exception that was sent to this thread has surely been raised."""


def run_within(call: Callable[[], T], seconds: float, stop: threading.Event | None = None) -> T:
    """Return the call's result or raise its exception.

    Raises `TimeoutError` after `seconds`, `ModelStoppedError` once `stop` is set.
    """
    import queue

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
    """Raised inside the work; not an `Exception`, so that the work's own handlers do not catch it."""


def stopped_after(seconds: float | None, what: str, work: Callable[[], T]) -> T:
    """Run `work` in this thread and return its result; stop it after `seconds` (None: never).

    Raises `ModelTimeoutError`, naming `what`. A call into C is only stopped when it returns.
    """
    if seconds is None:
        return work()
    thread, guard, over = threading.get_ident(), threading.Lock(), threading.Event()
    went_off = arrived = False

    def go_off() -> None:
        nonlocal went_off
        pause = min(seconds, threading.TIMEOUT_MAX)
        # Sent again until the work ends, since a finalizer or a callback of the collector can swallow an exception.
        while not over.wait(pause):
            with guard:
                if not over.is_set():
                    import ctypes

                    went_off = True
                    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(_TimeUp))
            pause = _AGAIN_SECONDS

    try:
        threading.Thread(target=go_off, name="clairify-deadline", daemon=True).start()
        return work()
    except _TimeUp:
        arrived = True
        raise ModelTimeoutError(f"{what} was stopped when the time was up") from None
    finally:
        # Wait for an exception that has been sent, or it would be raised in unrelated code. Do not cancel it: CPython
        # 3.11 would then check for it forever, and hang under a profiler. It comes at once, unless it was swallowed.
        try:
            with guard:
                over.set()
            for _ in range(_MOST_WAITS if went_off and not arrived else 0):
                time.sleep(0.001)
        except _TimeUp:
            pass


def sleep_unless_stopped(seconds: float, stop: threading.Event | None = None) -> None:
    """Sleep; ends early with `ModelStoppedError` once `stop` is set."""
    if stop is None:
        time.sleep(seconds)
    elif stop.wait(seconds):
        raise_if_stopped(stop)


def raise_if_stopped(stop: threading.Event | None) -> None:
    """Raise `ModelStoppedError` if `stop` is set."""
    if stop is not None and stop.is_set():
        raise ModelStoppedError("the run was stopped while the model was working")
