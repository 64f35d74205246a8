"""A batch: tasks are handed to workers, and what comes back is written down."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from clairify_cli.files.reading import UnreadableError
from clairify_cli.translate.batch.manifest import Manifest
from clairify_cli.translate.batch.pools import Pool
from clairify_cli.translate.batch.record import Fate, Record
from clairify_cli.translate.batch.summary import Summary
from clairify_cli.translate.batch.tasks import Task
from clairify_cli.translate.batch.work import Job, read_task, sha256_of

_TICK = 0.1
"""Seconds between two looks at the clock: how long a signal may go unheeded."""

_PATIENCE = 1.0
"""Seconds after which whoever stopped a batch is told why it goes on."""

SAME_FAILURES = 5
"""So many inputs one after the other that fail in the same words, and it is the model that fails, not the inputs."""


class Watcher(Protocol):
    """Whoever shows how a batch goes on."""

    def tick(self, summary: Summary) -> None:
        """Called at least ten times a second."""

    def finished(self, record: Record, *, skipped: bool) -> None:
        """An input has been done, or found to be done."""

    def remark(self, sentence: str) -> None:
        """Something that a person ought to know."""


@dataclass
class Batch:
    """One run. A signal sets `stopping`; `gave_up` is why the batch begins no more tasks for a reason of its own.

    While `is_awaiting` is True, whoever sets `stopping` in the main thread may raise `KeyboardInterrupt` as well: the
    next text is being waited for, maybe for ever.
    """

    job: Job
    manifest: Manifest
    pool: Pool
    summary: Summary
    watcher: Watcher
    resume: bool = False
    budget_is_spent: Callable[[], bool] = lambda: False
    stopping: threading.Event = field(default_factory=threading.Event)
    gave_up: str | None = None
    is_awaiting: bool = False
    _same_failures: int = 0
    _last_failure: str | None = None
    _stopped_at: float | None = None
    _patience_asked_for: bool = False

    def run(self, tasks: Iterator[Task]) -> None:
        """Do the tasks. What is done is in the manifest, also where this raises.

        Once `stopping` is set no task is begun any more, and what is going on is brought to an end. Raises `OSError`
        where the manifest cannot be written.
        """
        left: Iterator[Task] | None = tasks
        while left is not None or not self.pool.is_idle:
            if left is not None and self._is_over():
                left = None
            self._heed_a_stop()
            while left is not None and self.pool.has_room and not self._is_over():
                task = self._next(left)
                if task is None:
                    left = None
                elif not self._is_done(task):
                    self.pool.submit(task)
                self.watcher.tick(self.summary)
            for task, record in self.pool.done(_TICK):
                self._finish(task, record)
            self.watcher.tick(self.summary)

    def _heed_a_stop(self) -> None:
        if not self.stopping.is_set():
            return
        if self._stopped_at is None:
            self._stopped_at = time.monotonic()
            self.pool.stop()
        elif not self._patience_asked_for and time.monotonic() - self._stopped_at > _PATIENCE:
            self._patience_asked_for = True
            self.watcher.remark("what is going on is being finished; another Ctrl-C stops at once")

    def _next(self, tasks: Iterator[Task]) -> Task | None:
        try:
            self.is_awaiting = True
            return next(tasks, None)
        except KeyboardInterrupt:
            return None
        finally:
            self.is_awaiting = False

    def _is_over(self) -> bool:
        if self.gave_up is None and self.budget_is_spent():
            self.gave_up = "the budget is spent"
        return self.stopping.is_set() or self.gave_up is not None

    def _is_done(self, task: Task) -> bool:
        """Whether an earlier run has done the task, with the same text, options and program still there."""
        if not self.resume:
            return False
        record = self.manifest.earlier(task.output)
        if record is None or not record.valid:
            return False
        if record.output_sha256 is None or _sha256_of_file(self.job.folder / task.output) != record.output_sha256:
            return False
        try:
            text = read_task(task, self.job.most_bytes, self.job.purpose)
        except UnreadableError:
            return False
        if sha256_of(text) != record.text_sha256 or record.fingerprint != self.job.fingerprint_of(task, text):
            return False
        self.manifest.keep(task.number, task.output)
        self.summary.add(record, skipped=True)
        self.watcher.finished(record, skipped=True)
        return True

    def _finish(self, task: Task, record: Record) -> None:
        self.summary.add(record)
        if record.outcome is not Fate.INTERRUPTED:
            if record.output_sha256 is None:
                self._remove_stale(task)
            self.manifest.append(task.number, record)
        self.watcher.finished(record, skipped=False)
        self._look_for_a_pattern(record)

    def _remove_stale(self, task: Task) -> None:
        """Take away the program that an earlier run made of another text, or in another way: it belongs to nothing."""
        path = self.job.folder / task.output
        if not path.is_file():
            return
        earlier = self.manifest.earlier(task.output)
        if earlier is not None and _sha256_of_file(path) == earlier.output_sha256:
            with contextlib.suppress(OSError):
                path.unlink()
                return
        self.watcher.remark(f"{path} was there before and is not a program of this run")

    def _look_for_a_pattern(self, record: Record) -> None:
        failed = record.outcome is Fate.MODEL_FAILED
        self._same_failures = self._same_failures + 1 if failed and record.error == self._last_failure else int(failed)
        self._last_failure = record.error
        if self._same_failures >= SAME_FAILURES and self.gave_up is None:
            self.gave_up = f"the model failed {SAME_FAILURES} times in the same way"


def _sha256_of_file(path: Path) -> str | None:
    import hashlib

    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return None
