"""A batch as the command line runs it: signals, limits, what is said at the end, the exit code."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

from clairify_cli.cli.shared.output import complain, inform, say
from clairify_cli.services.errors import RequestError
from clairify_cli.services.interrupts import interrupts

if TYPE_CHECKING:
    from clairify_cli.commands.model_options import Asked
    from clairify_cli.commands.progress import BatchNarrator
    from clairify_cli.files.inputs import Input
    from clairify_cli.translate import Model
    from clairify_cli.translate.batch import Batch, Job, Source, Summary


def sources(items: Sequence[Input], column: str | None, id_column: str | None) -> list[Source]:
    """The inputs with tables opened. Raises `RequestError` for a column that is not there."""
    from clairify_cli.files.inputs import Input
    from clairify_cli.files.reading import UnreadableError
    from clairify_cli.files.tables import ColumnError, Table, is_table, open_table

    found: list[Source] = []
    for item in items:
        if item.path is None or not is_table(item.path):
            found.append(item)
            continue
        try:
            found.append(open_table(item.path, column, id_column))
        except ColumnError as error:
            raise RequestError(str(error)) from None
        except UnreadableError as error:
            found.append(Input(item.name, missing=error.reason))
    if (column or id_column) and not any(isinstance(source, Table) for source in found):
        option = "--column" if column else "--id-column"
        raise RequestError(f"{option} is for tables (*.jsonl, *.csv, *.tsv), and no input is one")
    return found


def is_batch(found: Sequence[Source], output: str | None, *, asked_for: bool) -> bool:
    """Whether the inputs are a batch: several, a table, or whatever is `asked_for` as one.

    So is the only file that a folder was searched for, where its program goes into a folder.
    """
    from clairify_cli.files.inputs import Input

    only = found[0] if len(found) == 1 else None
    if asked_for or not isinstance(only, Input):
        return True
    into_folder = output is not None and (output.endswith(("/", "\\")) or Path(output).is_dir())
    return into_folder and only.folder is not None


def batch_folder(
    inputs: int,
    output: str | None,
    maps: str | None = None,
    pages: str | None = None,
    format_: str = "",
    what: str = "programs",
) -> Path:
    """The folder of a batch. Raises `RequestError` where there is none, or where only one input can be so asked."""
    if output is None:
        whose = f"{inputs} inputs need a folder for their" if inputs > 1 else "a batch needs a folder for its"
        raise RequestError(f"{whose} {what}: add -o FOLDER")
    if format_ == "html":
        raise RequestError("--format html is for one input: for several, name a folder with --page")
    for option, value in (("--map", maps), ("--page", pages)):
        if value == "-":
            raise RequestError(f"{option} needs a folder, since there are several inputs")
    return Path(output)


def run_batch(
    found: Sequence[Source],
    folder: Path,
    values: dict[str, Any],
    job_of: Callable[[Asked], Job],
    *,
    suffix: str,
    views: Sequence[str | None] = (),
    reader: Model | None = None,
    quiet: bool,
    verbose: bool,
) -> int:
    """Do every input into `folder`, each into a file that ends in `suffix`; the exit code comes back.

    `job_of` makes the job for the model that is asked, `views` are more folders that are written to, and `reader` is
    the offline reader, where it is not that of XDL. Raises `UnwritableError`, `ModelSetupError`, and
    `KeyboardInterrupt` at the second Ctrl-C.
    """
    from dataclasses import replace

    from clairify_cli.commands.model_options import open_model
    from clairify_cli.commands.progress import BatchNarrator
    from clairify_cli.files.writing import refuse_unwritable
    from clairify_cli.translate.batch import ManifestError
    from clairify_cli.translate.batch.manifest import NAME
    from clairify_cli.translate.models.limits import Limits, with_limits

    for path in (folder / NAME, values["report"], *(view and Path(view, NAME) for view in views)):
        if path is not None:
            refuse_unwritable(path)
    with ExitStack() as stack:
        asked = open_model(stack, values, reader)
        limits = Limits(values["requests_per_minute"], values["tokens_per_minute"], values["max_cost"])
        job = job_of(replace(asked, model=with_limits(asked.model, limits)))
        narrator = BatchNarrator(quiet=quiet, verbose=verbose)
        spent = (lambda: limits.budget_is_spent) if values["max_cost"] is not None else (lambda: False)
        try:
            batch = work_through(job, found, narrator, suffix, values["jobs"], resume=values["resume"], spent=spent)
        except ManifestError as error:
            complain(error)
            return 2
        return _end(batch, narrator, values["report"], quiet=quiet, verbose=verbose)


def work_through(
    job: Job,
    found: Sequence[Source],
    narrator: BatchNarrator,
    suffix: str,
    jobs: int,
    *,
    resume: bool,
    spent: Callable[[], bool] = lambda: False,
) -> Batch:
    """Do every input into the folder of the job, `jobs` of them at the same time, with a manifest of what was done.

    The first Ctrl-C ends the batch in order. Raises `ManifestError`, `UnwritableError`, and `KeyboardInterrupt` at the
    second Ctrl-C.
    """
    from dataclasses import replace

    from clairify_cli.commands.options import follows_links
    from clairify_cli.files.links import refuse_leaving
    from clairify_cli.files.reading import reason_of
    from clairify_cli.files.writing import UnwritableError
    from clairify_cli.translate.batch import Batch, Manifest, Summary, count, make_pool, tasks
    from clairify_cli.translate.batch.manifest import NAME, PREVIOUS

    job = replace(job, follow_links=job.follow_links or follows_links())
    refuse_leaving(job.folder / NAME, job.folder, follow=job.follow_links)
    with ExitStack() as stack:
        try:
            manifest = stack.enter_context(Manifest(job.folder, resume=resume))
        except OSError as error:
            raise UnwritableError(job.folder / NAME, reason_of(error)) from None
        summary = Summary(count(found))
        if manifest.put_aside:
            narrator.remark(
                f"everything is done anew; {NAME} of the last run is now {PREVIOUS} "
                "(--resume does only what is left or changed)"
            )
        pool = stack.enter_context(contextlib.closing(make_pool(job, workers(jobs, summary.total))))
        batch = Batch(job, manifest, pool, summary, narrator, resume, spent)
        try:
            with _signals(batch):
                batch.run(tasks(found, suffix))
            manifest.compact()
        except OSError as error:
            raise UnwritableError(manifest.path, reason_of(error)) from None
        finally:
            narrator.wipe()
        return batch


def workers(jobs: int, most: int) -> int:
    """How many there are for `jobs`, of which 0 means as many as processors, and for at most so many inputs."""
    if jobs == 0:
        jobs = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(jobs, most))


@contextlib.contextmanager
def _signals(batch: Batch) -> Iterator[None]:
    """Ctrl-C, or being told to end, stops the batch at first, and is a `KeyboardInterrupt` the second time."""

    def handle() -> None:
        again = batch.stopping.is_set()
        batch.stopping.set()
        if again or batch.is_awaiting:
            raise KeyboardInterrupt

    with interrupts(handle):
        yield


def _end(batch: Batch, narrator: BatchNarrator, report_path: str | None, *, quiet: bool, verbose: bool) -> int:
    """Say what the batch came to, and write the report."""
    summary, interrupted = batch.summary, batch.stopping.is_set()
    if report_path is not None:
        import json

        from clairify_cli.files.writing import write_text
        from clairify_cli.translate.batch import report

        job = batch.job
        content = report(
            summary,
            model=job.model.name,
            fingerprint=job.fingerprint,
            seconds=narrator.seconds,
            interrupted=interrupted,
        )
        write_text(report_path, json.dumps(content, indent=2) + "\n")
    code = 130 if interrupted else max((fate.exit_code for fate in summary.outcomes), default=0)
    if batch.gave_up is not None:
        code = max(code, 1)
    if not quiet and not interrupted and summary.done:
        from clairify_cli.commands.tables import tables

        say(tables(summary, narrator.seconds, fidelity=batch.job.options.fidelity, warnings=verbose))
    if not quiet or code:
        inform(_counts(summary))
    undone = summary.total - summary.done
    if undone and (interrupted or batch.gave_up):
        why = "interrupted" if interrupted else f"stopped: {batch.gave_up}"
        complain(f"{why}; {summary.done:,} of {summary.total:,} are done, and the same command with --resume goes on")
    return code


def _counts(summary: Summary) -> str:
    """One line: how many inputs came to what."""

    def among(*codes: int) -> int:
        return sum(count for fate, count in summary.outcomes.items() if fate.exit_code in codes)

    kinds = (
        (among(0), "valid"),
        (summary.unfaithful, "valid that differ from their texts"),
        (among(1) - summary.unfaithful, "not valid"),
        (among(2), "not read or written"),
        (among(3), "failed"),
        (summary.total - summary.done, "not done"),
    )
    parts = [f"{number:,} {words}" for number, words in kinds if number]
    return f"{summary.total:,} inputs: {', '.join(parts)}"
