"""Trials that are mostly waiting, a few at the same time: while one is looked at, the next ones go on."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cached_property
from typing import Generic, TypeVar

Case = TypeVar("Case")
Result = TypeVar("Result")


class Ahead(Generic[Case, Result]):
    """What `work` makes of each case; asked for one, it begins `ahead` of them in threads. Nothing is begun before.

    What `work` raises is raised to the test that asks for its case.
    """

    def __init__(self, cases: Sequence[Case], work: Callable[[Case], Result], ahead: int = 4) -> None:
        self.cases = tuple(cases)
        self._work = work
        self._ahead = ahead
        self._begun: dict[int, Future[Result]] = {}

    @cached_property
    def _pool(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(self._ahead, "trial")

    @property
    def places(self) -> range:
        """The places of the cases, to name tests by."""
        return range(len(self.cases))

    def of(self, place: int) -> Result:
        """What came of the case at a place."""
        for one in range(place, min(place + self._ahead, len(self.cases))):
            if one not in self._begun:
                self._begun[one] = self._pool.submit(self._work, self.cases[one])
        return self._begun[place].result()

    def again(self, place: int, unsure: Callable[[Result], bool], most: int = 2) -> Result:
        """What came of it; while that is unsure it is tried again, by itself, and each time is warned of.

        For what a busy machine may keep from being seen, but not each time.
        """
        result = self.of(place)
        for _ in range(most):
            if not unsure(result):
                break
            warnings.warn(f"tried again, since this was unsure: {result}"[:500], stacklevel=2)
            result = self._work(self.cases[place])
        return result
