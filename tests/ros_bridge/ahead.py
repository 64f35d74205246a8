"""Trials that are mostly waiting, a few at the same time: while one is looked at, the next ones go on."""

from __future__ import annotations

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
