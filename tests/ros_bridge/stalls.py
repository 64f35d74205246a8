"""Whether the machine stood still: a trial during which it did says nothing about limits of the clock on the wall."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TypeVar

Result = TypeVar("Result")

BEAT = 0.01
"""A thread looks at the clock this often (s)."""
STILL = 0.2
"""Where it came to do so later than this (s), the machine stood still."""
DOUBTED = 5
"""So many trials may be doubted, as the machine stood still during each."""


class Stalls:
    """The longest time (s) for which no thread of this process got its turn, while it is entered."""

    def __init__(self) -> None:
        self.longest = 0.0
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._beat, name="stalls", daemon=True)

    def __enter__(self) -> Stalls:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    @property
    def stood_still(self) -> bool:
        """Whether it was for so long that a limit may have been missed by that alone."""
        return self.longest > STILL

    def _beat(self) -> None:
        last = time.monotonic()
        while not self._over.wait(BEAT):
            now = time.monotonic()
            self.longest = max(self.longest, now - last)
            last = now


def undisturbed(trial: Callable[[], Result]) -> Result:
    """What came of a trial, or where the machine stood still during it, of another one; the last is not doubted."""
    for _ in range(DOUBTED):
        with Stalls() as stalls:
            result = trial()
        if not stalls.stood_still:
            return result
    return trial()
