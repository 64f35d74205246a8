"""What a batch hands its tasks to. `processes` for work of the processor, `threads` for a model that waits."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from typing import Protocol

from clairify_cli.translate.batch.record import Record
from clairify_cli.translate.batch.tasks import Task
from clairify_cli.translate.batch.work import Job, carry_out


class Pool(Protocol):
    """Workers that take tasks and give records back, in whatever order they are done."""

    @property
    def has_room(self) -> bool:
        """Whether another task would be begun at once, or as soon as a worker is free."""

    @property
    def is_idle(self) -> bool:
        """Whether nothing is being done, and nothing waits to be handed back."""

    def submit(self, task: Task) -> None:
        """Hand a task to a worker."""

    def done(self, seconds: float) -> list[tuple[Task, Record]]:
        """What has been done since; waits up to so many seconds for something."""

    def stop(self) -> None:
        """Bring what is going on to an early end, where that loses nothing that is nearly done."""

    def close(self) -> None:
        """End the workers at once."""


class ThreadPool:
    """Threads, for models that are waited for. They are daemons: nothing waits for them when the program ends."""

    def __init__(self, job: Job, workers: int) -> None:
        self._job = job
        self._stop = threading.Event()
        self._tasks: queue.SimpleQueue[Task | None] = queue.SimpleQueue()
        self._records: queue.SimpleQueue[tuple[Task, Record]] = queue.SimpleQueue()
        self._workers = workers
        self._going_on = 0
        for _ in range(workers):
            threading.Thread(target=self._work, name="clairify-batch", daemon=True).start()

    def _work(self) -> None:
        while (task := self._tasks.get()) is not None:
            self._records.put((task, carry_out(task, self._job, self._stop)))

    @property
    def has_room(self) -> bool:
        return self._going_on < self._workers

    @property
    def is_idle(self) -> bool:
        return self._going_on == 0

    def submit(self, task: Task) -> None:
        self._going_on += 1
        self._tasks.put(task)

    def done(self, seconds: float) -> list[tuple[Task, Record]]:
        found = []
        try:
            found.append(self._records.get(timeout=seconds))
            while True:
                found.append(self._records.get_nowait())
        except queue.Empty:
            pass
        self._going_on -= len(found)
        return found

    def stop(self) -> None:
        self._stop.set()

    def close(self) -> None:
        self._stop.set()
        for _ in range(self._workers):
            self._tasks.put(None)


PoolMaker = Callable[[Job, int], Pool]
