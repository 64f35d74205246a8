"""Threads, for work that mostly waits, such as model requests."""

from __future__ import annotations

import queue
import threading
from typing import Generic

from clairify_cli.batch.executors.base import Answer, Done, Going, I, R, Work, attempt, done_or_raise


class Threads(Generic[I, R]):
    """Threads that process items. They are daemons, so the program does not wait for them when it ends."""

    def __init__(self, work: Work[I, R], workers: int) -> None:
        self._work = work
        self._stop = threading.Event()
        self._items: queue.SimpleQueue[tuple[I] | None] = queue.SimpleQueue()
        self._answers: queue.SimpleQueue[tuple[I, Answer[R]]] = queue.SimpleQueue()
        self._workers = workers
        self._going_on = 0
        for _ in range(workers):
            threading.Thread(target=self._serve, name="clairify-batch", daemon=True).start()

    def _serve(self) -> None:
        going = Going(self._stop)
        while (given := self._items.get()) is not None:
            self._answers.put((given[0], attempt(self._work, given[0], going)))

    @property
    def has_room(self) -> bool:
        return self._going_on < self._workers

    @property
    def is_idle(self) -> bool:
        return self._going_on == 0

    def submit(self, item: I) -> None:
        self._going_on += 1
        self._items.put((item,))

    def done(self, seconds: float) -> list[Done[I, R]]:
        found = []
        try:
            found.append(self._answers.get(timeout=seconds))
            while True:
                found.append(self._answers.get_nowait())
        except queue.Empty:
            pass
        self._going_on -= len(found)
        return [done_or_raise(item, answer) for item, answer in found]

    def stop(self) -> None:
        self._stop.set()

    def close(self) -> None:
        self._stop.set()
        for _ in range(self._workers):
            self._items.put(None)
