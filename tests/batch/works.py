"""Functions over items for tests of batches: what becomes of a text stands in it."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from clairify_cli.batch.executors.base import Executor, FatalError, Going, Threads
from clairify_cli.batch.items import Item, Shard, items
from clairify_cli.batch.manifest import Manifest
from clairify_cli.batch.record import Facts, File, Record, Result
from clairify_cli.batch.run import Batch, Setting
from clairify_cli.batch.summary import Summary
from clairify_cli.files.inputs import Input
from clairify_cli.outcomes import Outcome


def act(item: Item, going: Going) -> Result:
    """The outcome that the text names, with a file where it is good; some texts do something bad instead."""
    match item.text:
        case "killed":
            os.kill(os.getpid(), signal.SIGKILL)
        case "bug":
            raise ZeroDivisionError("division by zero")
        case "fatal":
            raise FatalError("nothing works: buy a new one")
        case "unsendable":
            return lambda: None  # type: ignore[return-value]
        case "endless":
            while not going.stop.is_set():
                time.sleep(0.01)
            return Result(Outcome.INTERRUPTED)
        case "hung":
            time.sleep(1000)
    outcome = Outcome(item.text.split()[0])
    if outcome is Outcome.VALID:
        return Result(outcome, (File(item.output, f"made of {item.text}"),), Facts(rounds=1))
    return Result(outcome, error=f"it is {outcome.value}")


@dataclass
class Heard:
    """Notes what a batch tells, and stops it after so many inputs."""

    done: list[str] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    stop_after: int | None = None
    ticks_left: int | None = None
    """A second Ctrl-C comes after so many."""
    stopping: threading.Event = field(default_factory=threading.Event)

    def tick(self, summary: Summary) -> None:
        assert summary.done <= summary.total
        if self.ticks_left is not None:
            self.ticks_left -= 1
            if self.ticks_left < 0:
                raise KeyboardInterrupt

    def finished(self, record: Record, *, skipped: bool) -> None:
        (self.skipped if skipped else self.done).append(record.input)
        if len(self.done) == self.stop_after:
            self.stopping.set()

    def remark(self, sentence: str) -> None:
        self.remarks.append(sentence)


def run(
    folder: Path,
    texts: Sequence[str],
    *,
    executor: Executor[Item, Result] | None = None,
    resume: bool = False,
    retry: bool = False,
    shard: Shard | None = None,
    after: int | None = None,
    stop_after: int | None = None,
    ticks: int | None = None,
    **more: Any,
) -> tuple[Batch, Heard]:
    """Do a batch of texts; the budget is spent `after` so many inputs."""
    heard = Heard(stop_after=stop_after, ticks_left=ticks)
    shard = shard or Shard()
    sources = [Input(f"{number}", literal=text) for number, text in enumerate(texts)]
    setting = Setting(folder, "f" * 64, "test", resume=resume, retry=retry, **more)
    with Manifest(folder, resume=resume, shard=shard) as manifest:
        summary = Summary(shard.count(len(texts)))
        pool = executor or Threads(act, 1)
        spent = (lambda: False) if after is None else lambda: len(heard.done) >= after
        batch = Batch(setting, manifest, pool, summary, heard, spent, heard.stopping)
        try:
            batch.run(items(sources, ".out", shard=shard))
        finally:
            pool.close()
        manifest.compact()
    return batch, heard
