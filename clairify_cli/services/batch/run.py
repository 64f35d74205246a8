"""Many inputs at once: the inputs, the work on each, and the overall result."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from clairify_cli.records import dataclass, replace
from clairify_cli.services.errors import RequestError
from clairify_cli.services.interrupts import interrupts
from clairify_cli.services.parts import Batch as Wanted
from clairify_cli.services.parts import Spread, Tables

if TYPE_CHECKING:
    from clairify_cli.batch.executors.base import Executor, Work
    from clairify_cli.batch.items import Item, Shard, Source
    from clairify_cli.batch.record import Result
    from clairify_cli.batch.run import Batch, Setting, Watcher
    from clairify_cli.batch.summary import Summary
    from clairify_cli.files.inputs import Input


@dataclass(frozen=True)
class Job:
    """The work on each input of a batch, and its executor.

    `executor` makes an executor for a number of workers and the `work`; `is_spent` says when the budget is used up. The
    output of an input goes into a file with the given `suffix`; `purpose` says what texts are for.
    """

    setting: Setting
    executor: Callable[[int, Work[Item, Result]], Executor[Item, Result]]
    work: Work[Item, Result]
    suffix: str
    most_bytes: int = 1_000_000
    purpose: str = "translate"
    spread: Spread = Spread()
    is_spent: Callable[[], bool] = lambda: False


@dataclass(frozen=True, slots=True)
class BatchResult:
    """The result of a batch. `gave_up` is its own reason for ending early, `seconds` its duration.

    `manifest` has a line for each input. `left_alone` is the number of inputs that failed before and were not tried
    again.
    """

    summary: Summary
    setting: Setting
    seconds: float
    interrupted: bool
    gave_up: str | None
    left_alone: int
    manifest: Path

    @property
    def exit_code(self) -> int:
        if self.interrupted:
            return 130
        worst = max((outcome.exit_code for outcome in self.summary.outcomes), default=0)
        return max(worst, 1) if self.gave_up is not None else worst

    @property
    def undone(self) -> int:
        """The number of unfinished inputs."""
        return self.summary.total - self.summary.done

    @property
    def why_not_all(self) -> str | None:
        """One sentence if inputs are left to do, else None."""
        if not self.undone or not (self.interrupted or self.gave_up):
            return None
        why = "interrupted" if self.interrupted else f"stopped: {self.gave_up}"
        done, total = self.summary.done, self.summary.total
        return f"{why}; {done:,} of {total:,} are done, and the same command with --resume goes on"

    @property
    def why_left_alone(self) -> str | None:
        """One sentence if inputs were not tried again, else None."""
        if not self.left_alone:
            return None
        what = "1 input was" if self.left_alone == 1 else f"{self.left_alone:,} inputs were"
        return f"{what} not tried again, since the same would come of it (--retry does)"


def sources(items: Sequence[Input], tables: Tables) -> list[Source]:
    """Return the inputs with tables opened. Raises `RequestError` for a missing column."""
    from clairify_cli.files.inputs import Input
    from clairify_cli.files.reading import UnreadableError
    from clairify_cli.files.tables import ColumnError, Table, is_table, open_table

    found: list[Source] = []
    for item in items:
        if item.path is None or not is_table(item.path):
            found.append(item)
            continue
        try:
            found.append(open_table(item.path, tables.column, tables.id_column))
        except ColumnError as error:
            raise RequestError(str(error)) from None
        except UnreadableError as error:
            found.append(Input(item.name, missing=error.reason))
    if (tables.column or tables.id_column) and not any(isinstance(source, Table) for source in found):
        option = "--column" if tables.column else "--id-column"
        raise RequestError(f"{option} is for tables (*.jsonl, *.csv, *.tsv, *.parquet), and no input is one")
    return found


def is_batch(found: Sequence[Source], output: str | None, wanted: Wanted) -> bool:
    """Whether the inputs are a batch: several inputs, a table, or a request with a batch option.

    A single file found in a folder is a batch too if its program goes into a folder.
    """
    from clairify_cli.files.inputs import Input

    only = found[0] if len(found) == 1 else None
    if wanted.resume or wanted.report is not None or wanted.shard is not None or not isinstance(only, Input):
        return True
    into_folder = output is not None and (output.endswith(("/", "\\")) or Path(output).is_dir())
    return into_folder and only.folder is not None


def batch_folder(
    inputs: int,
    output: str | None,
    pages: str | None = None,
    format_: str = "",
    what: str = "programs",
) -> Path:
    """Return the folder of a batch. Raises `RequestError` if none is given, or if an option allows only one input."""
    if output is None:
        whose = f"{inputs} inputs need a folder for their" if inputs > 1 else "a batch needs a folder for its"
        raise RequestError(f"{whose} {what}: add -o FOLDER")
    if format_ == "html":
        raise RequestError("--format html is for one input: for several, name a folder with --page")
    if pages == "-":
        raise RequestError("--page needs a folder, since there are several inputs")
    return Path(output)


def outputs(
    found: Sequence[Source], folder: Path, *endings: str, shard: str | None = None, per_folder: int | None = None
) -> Iterator[Path]:
    """Yield the files of a batch in its folder: the manifest, and one with each ending for each input.

    Raises `RequestError` for an invalid shard, and `UnwritableError` where something that is not a file has the name.
    """
    from clairify_cli.batch.items import placed
    from clairify_cli.batch.manifest import name_of
    from clairify_cli.files.writing import refuse_leaving

    yield folder / name_of(part_of(shard))
    for _, _, place in placed(found, per_folder):
        for path in (folder / f"{place}{ending}" for ending in endings):
            refuse_leaving(path, folder, follow=True)
            yield path


def refuse_batch_places(folder: Path, report: str | None, others: Iterable[Path] = ()) -> None:
    """Raise `UnwritableError` if the folders of a batch or its report cannot be written."""
    from clairify_cli.batch.manifest import NAME
    from clairify_cli.files.writing import refuse_unwritable

    for path in (folder / NAME, report, *(other / NAME for other in others)):
        if path is not None:
            refuse_unwritable(path)


def run_batch(found: Sequence[Source], job: Job, wanted: Wanted, watcher: Watcher) -> BatchResult:
    """Process every input into the folder of the job, with a manifest.

    The first Ctrl-C ends the batch cleanly. Raises `RequestError`, `ManifestError`, `FatalError`,
    `UnwritableError`, and `KeyboardInterrupt` at the second Ctrl-C.
    """
    from clairify_cli.batch.items import count, items
    from clairify_cli.batch.manifest import Manifest, name_of
    from clairify_cli.batch.run import Batch, Writing
    from clairify_cli.batch.summary import Summary
    from clairify_cli.files.reading import reason_of
    from clairify_cli.files.writing import UnwritableError, refuse_leaving

    setting = replace(job.setting, resume=wanted.resume, retry=wanted.retry)
    shard = part_of(wanted.shard)
    path = setting.folder / name_of(shard)
    refuse_leaving(path, setting.folder, follow=setting.follow_links)
    begun = time.monotonic()
    with ExitStack() as stack:
        try:
            manifest = stack.enter_context(Manifest(setting.folder, resume=wanted.resume, shard=shard))
        except OSError as error:
            raise UnwritableError(path, reason_of(error)) from None
        summary = Summary(shard.count(count(found)))
        if manifest.put_aside:
            watcher.remark(
                f"everything is done anew; {path.name} of the last run is now {manifest.previous.name} "
                "(--resume does only what is left or changed)"
            )
        work = Writing(job.work, setting) if job.spread.workers_write else job.work
        executor = stack.enter_context(contextlib.closing(job.executor(workers(wanted.jobs, summary.total), work)))
        batch = Batch(setting, manifest, executor, summary, watcher, job.is_spent)
        given = items(
            found,
            job.suffix,
            most_bytes=job.most_bytes,
            purpose=job.purpose,
            shard=shard,
            per_folder=job.spread.per_folder,
        )
        try:
            with _signals(batch):
                batch.run(given)
            manifest.compact()
        except OSError as error:
            raise UnwritableError(path, reason_of(error)) from None
    seconds = time.monotonic() - begun
    return BatchResult(summary, setting, seconds, batch.stopping.is_set(), batch.gave_up, batch.left_alone, path)


def report_text(result: BatchResult, place: str | None) -> str:
    """Return the tables of a batch as JSON; for a place that ends in .csv, a table with a row for each input."""
    import json

    if place is not None and place.lower().endswith(".csv"):
        return _rows_text(result.manifest)
    from clairify_cli.batch.summary import report

    content = report(
        result.summary,
        model=result.setting.model,
        fingerprint=result.setting.fingerprint,
        seconds=result.seconds,
        interrupted=result.interrupted,
    )
    return json.dumps(content, indent=2) + "\n"


def workers(jobs: int, most: int) -> int:
    """Return the number of processes for `jobs` (0 means one per processor), at most `most`."""
    if jobs == 0:
        jobs = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(jobs, most))


def part_of(written: str | None) -> Shard:
    """Return the part of the inputs for `K/N`; all of them by default. Raises `RequestError`."""
    from clairify_cli.batch.items import Shard, shard_of

    try:
        return Shard() if written is None else shard_of(written)
    except ValueError as error:
        raise RequestError(f"--shard: {error}") from None


@contextlib.contextmanager
def _signals(batch: Batch) -> Iterator[None]:
    """Stop the batch at the first Ctrl-C or termination signal; raise `KeyboardInterrupt` at the second."""

    def handle() -> None:
        again = batch.stopping.is_set()
        batch.stopping.set()
        if again or batch.is_awaiting:
            raise KeyboardInterrupt

    with interrupts(handle):
        yield


def _rows_text(manifest: Path) -> str:
    """Return the lines of a manifest as CSV, with what a person has to look at in columns of their own."""
    import csv
    import io
    import json

    from clairify_cli.batch.record import FOR_A_PERSON, from_json

    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(("input", "output", "outcome", "errors", *FOR_A_PERSON, "warnings", "steps", "seconds"))
    with manifest.open(encoding="utf-8") as lines:
        for one in (from_json(json.loads(line)) for line in lines):
            errors = " ".join(f"{code}×{count}" for code, count in one.errors.items())
            output = one.output if one.output_sha256 is not None else ""
            counts = (*one.for_a_person.values(), sum(one.warnings.values()), one.steps, one.seconds)
            table.writerow((one.name, output, one.outcome.value, errors, *counts))
    return text.getvalue()
