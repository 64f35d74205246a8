"""One input of a batch, from its text to its program on disk and its record."""

from __future__ import annotations

import hashlib
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import Protocol

from clairify_cli import __version__
from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.files.addresses import without_secrets
from clairify_cli.files.encoding import as_file
from clairify_cli.files.links import refuse_leaving
from clairify_cli.files.reading import UnreadableError, read_text
from clairify_cli.files.writing import UnwritableError, write_text
from clairify_cli.languages import get
from clairify_cli.languages.base import CheckOptions
from clairify_cli.translate.batch.record import Counts, Fate, Record
from clairify_cli.translate.batch.tasks import Task
from clairify_cli.translate.cache import ResponseCache
from clairify_cli.translate.loop import translate
from clairify_cli.translate.models.base import Model
from clairify_cli.translate.models.record import RecordingModel
from clairify_cli.translate.options import LoopOptions, Translation
from clairify_cli.translate.trace import Trace

_LIMITS = ("rounds", "timeout", "max_cost")
"""Options of the loop that decide whether a program is found, not which."""

_LONGEST_SENTENCE = 2000


@dataclass(frozen=True, slots=True)
class Made:
    """What was made of one text: how the loop ended, and what is to be written, None where nothing is.

    `fate` and `error` say what became of it after the loop; None leaves that to the loop. Where no loop was needed,
    `result` is None and there is a fate. `steps` are those of what was made, `findings` those beside the loop's.
    """

    result: Translation | None
    written: str | None
    steps: int = 0
    fate: Fate | None = None
    error: str | None = None
    findings: Sequence[Diagnostic] = ()


class Maker(Protocol):
    """Makes something of a text that is more than a program in one language, such as a plan."""

    @property
    def fingerprint(self) -> str:
        """A hash of what shapes it, beside the settings of the job."""

    def make(self, task: Task, text: str, job: Job, stop: threading.Event | None) -> Made:
        """Make it of the text of a task; `stop` ends it early."""


@dataclass(frozen=True)
class Job:
    """What all inputs of a batch have in common. It can be pickled where its model and its maker can.

    Programs go into `folder`; source maps and pages into `maps` and `pages`, where they are wanted. With a `maker`,
    what it makes of the texts takes the place of programs in `language`; `purpose` says what the texts are for, for the
    one that is empty. With `own_process`, every input has a process
    to itself, and is told when the batch is stopped. `beside` has the texts that an input names itself, which shape
    what is made of it; it raises nothing. Without `follow_links`, nothing is written through a link out of a folder.
    """

    language: str
    model: Model
    folder: Path
    options: LoopOptions
    check_options: CheckOptions
    trace: Trace | None = None
    cache: ResponseCache | None = None
    keep_invalid: bool = False
    most_bytes: int = 1_000_000
    maps: Path | None = None
    pages: Path | None = None
    maker: Maker | None = None
    own_process: bool = False
    purpose: str = "translate"
    beside: Callable[[Task, str], Sequence[str]] | None = None
    follow_links: bool = False

    @cached_property
    def fingerprint(self) -> str:
        """A hash of everything that shapes a program: the release, the model, the dialect, the laboratory, the loop."""
        import json

        options = {name: value for name, value in asdict(self.options).items() if name not in _LIMITS}
        model = self.model
        while isinstance(model, RecordingModel):
            model = model.model
        parts = [__version__, self.language, model.name, model.cache_id, asdict(self.check_options), options]
        if self.maker is not None:
            parts.append(self.maker.fingerprint)
        return hashlib.sha256(json.dumps(parts, sort_keys=True, default=str).encode()).hexdigest()

    def fingerprint_of(self, task: Task, text: str) -> str:
        """The same for one task, with the texts that it names."""
        named = self.beside(task, text) if self.beside is not None else ()
        return sha256_of("".join([self.fingerprint, *map(sha256_of, named)])) if named else self.fingerprint


def sha256_of(text: str) -> str:
    """The hash of a text as the manifest has it."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def read_task(task: Task, most_bytes: int, purpose: str = "translate") -> str:
    """The text of a task. Raises `UnreadableError`."""
    if task.problem is not None:
        raise UnreadableError(task.name, task.problem)
    if task.text is not None and len(task.text.encode("utf-8", "surrogatepass")) > most_bytes:
        raise UnreadableError(task.name, f"it is larger than {most_bytes:,} bytes; raise the limit with --max-size")
    text = task.text if task.text is not None else read_text(task.path or "", most_bytes=most_bytes)
    if not text.strip():
        raise UnreadableError(task.name, f"it is empty, and there is nothing to {purpose}")
    return text


def carry_out(task: Task, job: Job, stop: threading.Event | None = None) -> Record:
    """Translate one text and write its program; whatever happens, there is a record of it.

    `KeyboardInterrupt` is let through; once `stop` is set, the record says that the task was interrupted.
    """
    started = time.monotonic()
    try:
        refuse_leaving(job.folder / task.output, job.folder, follow=job.follow_links)
        record = _record(task, job, stop)
    except UnwritableError as error:
        record = problem_record(task, Fate.UNWRITABLE, str(error))
    except UnreadableError as error:
        record = problem_record(task, Fate.UNREADABLE, error.reason)
    except Exception as error:  # a bug; what the other inputs cost is not to be lost by it
        _show_bug()
        record = problem_record(task, Fate.CRASHED, f"{type(error).__name__}: {error}".rstrip(": "))
    return finished(record, job, time.monotonic() - started)


def finished(record: Record, job: Job, seconds: float) -> Record:
    """The record with what every record of the job has, and how long it took."""
    return replace(
        record,
        seconds=round(seconds, 4),
        model=job.model.name,
        fingerprint=record.fingerprint or job.fingerprint,
        time=datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
    )


def problem_record(task: Task, fate: Fate, error: str) -> Record:
    """The record of a task that came to nothing."""
    return Record(
        input=task.source, output=task.output, outcome=fate, row=task.row, id=task.id, error=error[:_LONGEST_SENTENCE]
    )


def _record(task: Task, job: Job, stop: threading.Event | None) -> Record:
    text = read_task(task, job.most_bytes, job.purpose)
    fingerprint = job.fingerprint_of(task, text)
    made = job.maker.make(task, text, job, stop) if job.maker is not None else _program(text, job, stop)
    record = replace(_told(task, made), text_sha256=sha256_of(text), fingerprint=fingerprint)
    try:
        if job.maker is None and made.result is not None:
            _write_views(task, job, text, made.result)
        if made.written is None:
            return record
        write_text(job.folder / task.output, made.written)
    except UnwritableError as error:
        return replace(record, outcome=Fate.UNWRITABLE, error=str(error)[:_LONGEST_SENTENCE])
    return replace(record, output_sha256=sha256_of(made.written))


def _program(text: str, job: Job, stop: threading.Event | None) -> Made:
    """A program in the language of the job."""
    result = translate(
        text,
        get(job.language),
        job.model,
        job.options,
        job.check_options,
        trace=job.trace,
        cache=job.cache,
        stop=stop,
    )
    is_good = result.is_valid or result.is_sound or job.keep_invalid
    return Made(result, as_file(result.program) if result.program and is_good else None, _steps(result.program))


def _write_views(task: Task, job: Job, text: str, result: Translation) -> None:
    """The source map and the page, below their own folders under the name of the program. Raises `UnwritableError`."""
    if not result.program or (job.maps is None and job.pages is None):
        return
    from clairify_cli.translate.views import MAP_SUFFIX, PAGE_SUFFIX, Views, map_of, write_views

    place = task.output.removesuffix(PurePosixPath(task.output).suffix)
    program = Source(as_file(result.program), str(job.folder / task.output))
    found = map_of(result, Source(text, task.name), program, get(job.language), job.check_options)
    views = Views(
        map=job.maps / (place + MAP_SUFFIX) if job.maps is not None else None,
        page=job.pages / (place + PAGE_SUFFIX) if job.pages is not None else None,
    )
    for folder, view in ((job.maps, views.map), (job.pages, views.page)):
        if folder is not None and view is not None:
            refuse_leaving(view, folder, follow=job.follow_links)
    write_views(found, views)


def _told(task: Task, made: Made) -> Record:
    """What the loop found, in numbers."""
    result = made.result
    if result is None:
        assert made.fate is not None
        return Record(
            input=task.source,
            output=task.output,
            outcome=made.fate,
            row=task.row,
            id=task.id,
            errors=_codes(one for one in made.findings if one.is_error),
            warnings=_codes(one for one in made.findings if not one.is_error),
            steps=made.steps,
            error=made.error[:_LONGEST_SENTENCE] if made.error else None,
        )
    error = made.error or result.error
    first = result.rounds[0] if result.rounds else None
    caught = [*first.diagnostics, *first.fixes] if first else []
    return Record(
        input=task.source,
        output=task.output,
        outcome=made.fate or Fate(result.outcome.value),
        row=task.row,
        id=task.id,
        rounds=sum(1 for done in result.rounds if done.candidate is not None),
        first_errors=_codes(finding for finding in caught if finding.is_error),
        errors=_codes(one for one in (*result.diagnostics, *made.findings) if one.is_error),
        warnings=_codes(one for one in (*result.diagnostics, *result.notes, *made.findings) if not one.is_error),
        fixes=_codes(result.fixes),
        steps=made.steps,
        input_tokens=result.input_tokens,
        output_tokens=result.output_tokens,
        cost=result.cost,
        error=error[:_LONGEST_SENTENCE] if error else None,
    )


def _steps(program: str) -> int:
    """How many steps the program has, without the groups that they stand in."""
    from clairify_cli.languages.outline import walk_steps
    from clairify_cli.languages.xdl.outline import outline

    if not program:
        return 0
    found = outline(Source(program, "<program>"))
    return sum(1 for step in walk_steps(found.steps) if not step.is_group)


def _codes(findings: Iterable[Diagnostic]) -> Counts:
    return dict(sorted(Counter(finding.code for finding in findings).items()))


def _show_bug() -> None:
    """Where a bug happened, for whoever asked to see that."""
    import os

    if os.environ.get("CLAIRIFY_DEBUG"):
        import sys
        import traceback

        sys.stderr.write(without_secrets(traceback.format_exc()))
