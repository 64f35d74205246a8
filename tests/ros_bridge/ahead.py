"""Trials that are mostly waiting, a few at the same time: while one is looked at, the next ones go on."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cached_property
from itertools import islice
from typing import Any, Generic, TypeVar

import pytest

Case = TypeVar("Case")
Result = TypeVar("Result")


class Ahead(Generic[Case, Result]):
    """What `work` makes of each case; asked for one, it begins `ahead` of them in threads. Nothing is begun before.

    What `work` raises is raised to the test that asks for its case. Where a module calls it `TRIALS`, those that a run
    leaves out are not begun: see `conftest.py`.
    """

    def __init__(self, cases: Sequence[Case], work: Callable[[Case], Result], ahead: int = 4) -> None:
        self.cases = tuple(cases)
        self._work = work
        self._ahead = ahead
        self._begun: dict[int, Future[Result]] = {}
        self._asked: set[int] = set()
        self.left_out: set[int] = set()

    @cached_property
    def _pool(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(self._ahead, "trial")

    def params(self, name: Callable[[Case], str], shown: Callable[[Case], bool] = lambda case: True) -> list[Any]:
        """The places of the cases for `parametrize`; those that repeat what is `shown` with others are `long`."""
        return [
            pytest.param(place, id=name(one), marks=() if shown(one) else pytest.mark.long)
            for place, one in enumerate(self.cases)
        ]

    def of(self, place: int) -> Result:
        """What came of the case at a place. Asked for once more, it is tried anew, by itself."""
        if place in self._asked:
            return self._work(self.cases[place])
        self._asked.add(place)
        to_come = (one for one in range(place + 1, len(self.cases)) if one not in self.left_out)
        for one in (place, *islice(to_come, self._ahead - 1)):
            if one not in self._begun:
                self._begun[one] = self._pool.submit(self._work, self.cases[one])
        return self._begun[place].result()


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
