"""Run a batch: send items to workers, write their results to files, and record everything."""

from __future__ import annotations

import contextlib
import hashlib
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

from clairify_cli.batch.executors.base import SAME_FAILURES, Done, Executor, Failures, Going, Lost, Work, drive
from clairify_cli.batch.items import Item
from clairify_cli.batch.manifest import Manifest
from clairify_cli.batch.record import Record, Result, record_of, sha256_of
from clairify_cli.batch.summary import Summary
from clairify_cli.files.encoding import UTF8
from clairify_cli.files.writing import UnwritableError, encoded, refuse_leaving, write_bytes
from clairify_cli.outcomes import Outcome
from clairify_cli.records import dataclass, field, replace


class Watcher(Protocol):
    """A display of a batch's progress."""

    def tick(self, summary: Summary) -> None:
        """Called at least ten times a second."""

    def finished(self, record: Record, *, skipped: bool) -> None:
        """Called when an input is finished, or skipped because it was finished before."""

    def remark(self, sentence: str) -> None:
        """Show a sentence that the user should see."""


def is_final(record: Record) -> bool:
    """Whether the same text with the same settings would have the same outcome again."""
    return record.outcome.is_final


@dataclass(frozen=True)
class Setting:
    """Settings shared by all items of a batch.

    Files go into `folder`, or into the named one of `folders`; without `follow_links`, no file is written through a
    link out of it. `fingerprint` is a hash of everything that shapes the output of all items; `named` returns the texts
    that an item itself refers to, which shape its output too, and never raises. `model` is the manifest's name for
    whatever made the output. `is_final` tells which records of an earlier run need not be tried again; with `retry`,
    only valid ones are kept. Without `resume`, every item is processed.
    """

    folder: Path
    fingerprint: str
    model: str = ""
    named: Callable[[Item], Sequence[str]] | None = None
    folders: Mapping[str, Path] = field(default_factory=dict)
    follow_links: bool = False
    resume: bool = False
    retry: bool = False
    is_final: Callable[[Record], bool] = is_final

    def fingerprint_of(self, item: Item) -> str:
        """Return the fingerprint for one item, including the texts that it refers to."""
        named = self.named(item) if self.named is not None and item.problem is None else ()
        return sha256_of("".join([self.fingerprint, *map(sha256_of, named)])) if named else self.fingerprint

    def write(self, item: Item, result: Result) -> str | None:
        """Write the files of a result and return the hash of the main one. Raises `UnwritableError`."""
        written = None
        for file in result.files:
            folder = self.folders[file.folder] if file.folder else self.folder
            path = folder / file.name
            refuse_leaving(path, folder, follow=self.follow_links)
            data = encoded(path, file.data, UTF8) if isinstance(file.data, str) else file.data
            write_bytes(path, data)
            if not file.folder and file.name == item.output:
                written = hashlib.sha256(data).hexdigest()
        return written


class Writing:
    """Wraps `work` so that the worker itself writes the results into the folders of `setting`."""

    def __init__(self, work: Work[Item, Result], setting: Setting) -> None:
        folders = {name: folder.resolve() for name, folder in setting.folders.items()}
        self._work = work
        folder = setting.folder.resolve()
        self._setting = replace(setting, folder=folder, folders=folders, named=None, is_final=is_final)

    def __call__(self, item: Item, going: Going) -> Result:
        result = self._work(item, going)
        if result.outcome is Outcome.INTERRUPTED:
            return result
        try:
            return replace(result, files=(), written=self._setting.write(item, result))
        except UnwritableError as error:
            return replace(result, files=(), outcome=Outcome.UNWRITABLE, error=str(error))


@dataclass
class Batch:
    """One run. A signal sets `stopping`; `gave_up` is the batch's own reason for starting no more items.

    While `is_awaiting` is True, code that sets `stopping` in the main thread may raise `KeyboardInterrupt` as well:
    the batch is waiting for the next text, perhaps forever.
    """

    setting: Setting
    manifest: Manifest
    executor: Executor[Item, Result]
    summary: Summary
    watcher: Watcher
    budget_is_spent: Callable[[], bool] = lambda: False
    stopping: threading.Event = field(default_factory=threading.Event)
    gave_up: str | None = None
    is_awaiting: bool = False
    left_alone: int = 0
    """The number of inputs that failed before and were not tried again."""
    _failures: Failures = field(default_factory=Failures)

    def run(self, items: Iterator[Item]) -> None:
        """Process the items, those never tried first. Finished items are in the manifest even if this raises.

        Once `stopping` is set, no further item is started, and running ones are ended. Raises `OSError` if the manifest
        cannot be written, and `FatalError` if no worker can be started.
        """
        going = drive(
            self._to_do(items),
            self.executor,
            stopping=self.stopping,
            enough=self._is_enough,
            tick=lambda: self.watcher.tick(self.summary),
            still_going=lambda: self.watcher.remark("what is going on is being finished; another Ctrl-C stops at once"),
        )
        for done in going:
            self._finish(done)

    def _to_do(self, items: Iterator[Item]) -> Iterator[Item | None]:
        """Yield the items left to do; None for each finished one, and for each failed one, which is yielded last."""
        again: list[Item] = []
        while (item := self._next(items)) is not None:
            refused = self._refused(item)
            before = self._tried_before(item) if refused is None else None
            if refused is not None:
                self._finish(Done(item, refused, 0.0))
                yield None
            elif before is None:
                yield item
            elif before.valid or (self.setting.is_final(before) and not self.setting.retry):
                self._skip(item, before)
                yield None
            else:
                again.append(item)
                yield None
        yield from again

    def _next(self, items: Iterator[Item]) -> Item | None:
        try:
            self.is_awaiting = True
            return next(items, None)
        except KeyboardInterrupt:
            return None
        finally:
            self.is_awaiting = False

    def _refused(self, item: Item) -> Result | None:
        """Return a failure for an item that cannot be read or written, before paying for a model."""
        try:
            refuse_leaving(self.setting.folder / item.output, self.setting.folder, follow=self.setting.follow_links)
        except UnwritableError as error:
            return Result(Outcome.UNWRITABLE, error=str(error))
        return None if item.problem is None else Result(Outcome.UNREADABLE, error=item.problem)

    def _is_enough(self) -> bool:
        if self.gave_up is None and self.budget_is_spent():
            self.gave_up = "the budget is spent"
        return self.gave_up is not None

    def _tried_before(self, item: Item) -> Record | None:
        """Return the record of an earlier run on the same text with the same settings, if its file is unchanged."""
        setting = self.setting
        record = self.manifest.earlier(item.output) if setting.resume else None
        if record is None or record.text_sha256 != sha256_of(item.text):
            return None
        if record.valid and record.output_sha256 is None:
            return None
        if record.output_sha256 not in (None, _sha256_of_file(setting.folder / item.output)):
            return None
        return record if record.fingerprint == setting.fingerprint_of(item) else None

    def _skip(self, item: Item, record: Record) -> None:
        self.manifest.keep(item.number, item.output)
        self.summary.add(record, skipped=True)
        self.left_alone += not record.valid
        self.watcher.finished(record, skipped=True)

    def _finish(self, done: Done[Item, Result]) -> None:
        item, value = done.item, done.value
        result = Result(value.outcome, error=value.why) if isinstance(value, Lost) else value
        record = self._record(item, result, done.seconds)
        self.summary.add(record)
        if record.outcome is not Outcome.INTERRUPTED:
            if record.output_sha256 is None:
                self._remove_stale(item)
            self.manifest.append(item.number, record)
        self.watcher.finished(record, skipped=False)
        failed = record.error or "" if record.outcome is Outcome.MODEL_FAILED else None
        if self._failures.add(failed) and self.gave_up is None:
            self.gave_up = f"the model failed {SAME_FAILURES} times in the same way"

    def _record(self, item: Item, result: Result, seconds: float) -> Record:
        """Write the files of a result and return its record, which says whether that succeeded."""
        record = replace(
            record_of(item, result),
            text_sha256=sha256_of(item.text) if item.problem is None else None,
            seconds=round(seconds, 4),
            model=self.setting.model,
            fingerprint=self.setting.fingerprint_of(item),
            time=datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        )
        if result.outcome is Outcome.INTERRUPTED:
            return record
        try:
            return replace(record, output_sha256=result.written or self.setting.write(item, result))
        except UnwritableError as error:
            return replace(record, outcome=Outcome.UNWRITABLE, error=str(error))

    def _remove_stale(self, item: Item) -> None:
        """Delete the output of an earlier run for this item, since no record describes it any more."""
        path = self.setting.folder / item.output
        if not path.is_file():
            return
        earlier = self.manifest.earlier(item.output)
        if earlier is not None and _sha256_of_file(path) == earlier.output_sha256:
            with contextlib.suppress(OSError):
                path.unlink()
                return
        self.watcher.remark(f"{path} was there before and is not a program of this run")


def _sha256_of_file(path: Path) -> str | None:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return None
