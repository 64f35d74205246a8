"""One item after another in this thread."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic

from clairify_cli.batch.executors.base import Done, Going, I, R, Work, attempt, done_or_raise


class Inline(Generic[I, R]):
    """Does each item when it is asked what has been done. `stop` ends the one that goes on; others may set it."""

    def __init__(
        self, work: Work[I, R], stop: threading.Event | None = None, listen: Callable[[I, object], None] | None = None
    ) -> None:
        self._work = work
        self._stop = stop or threading.Event()
        self._listen = listen
        self._item: list[I] = []

    @property
    def has_room(self) -> bool:
        return not self._item

    @property
    def is_idle(self) -> bool:
        return not self._item

    def submit(self, item: I) -> None:
        self._item.append(item)

    def done(self, seconds: float) -> list[Done[I, R]]:
        if not self._item:
            return []
        item, listen = self._item.pop(), self._listen
        tell = None if listen is None else lambda event: listen(item, event)
        return [done_or_raise(item, attempt(self._work, item, Going(self._stop, tell)))]

    def stop(self) -> None:
        self._stop.set()

    def close(self) -> None:
        self._stop.set()
