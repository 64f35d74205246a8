"""Batches of texts for a model or the offline reader."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar

from clairify_cli.services.batch.run import (
    Job,
    is_batch,
    outputs,
    refuse_batch_places,
    report_text,
    run_batch,
    sources,
)
from clairify_cli.services.inputs import texts_in
from clairify_cli.services.models import loop_options, open_model
from clairify_cli.services.parts import Engine, TextsRequest
from clairify_cli.services.places import refuse_overwriting

if TYPE_CHECKING:
    from clairify_cli.agents.translation import Asking
    from clairify_cli.batch.executors.base import Answering, Executor, Going, Work
    from clairify_cli.batch.items import Item, Source
    from clairify_cli.batch.record import Result
    from clairify_cli.batch.run import Watcher
    from clairify_cli.files.inputs import Input
    from clairify_cli.services.batch.run import BatchResult
    from clairify_cli.translate import Model

R = TypeVar("R")

_GRACE = 5.0
"""Seconds beyond the time limit of an input before its worker is killed."""

_AHEAD = 3
"""Texts queued for a worker, so that it does not have to wait for the next one."""


class TextWork(Protocol):
    """The work on each text; `fingerprint` is a hash of everything that shapes its output."""

    @property
    def fingerprint(self) -> str: ...
    def __call__(self, item: Item, going: Going, /) -> Result: ...


def of_texts(
    request: TextsRequest,
    remark: Callable[[str], None],
    one: Callable[[Input], R],
    many: Callable[[list[Source]], R],
    none: Callable[[], R] | None = None,
) -> R:
    """Return the result of `one` for a single text, of `many` for a batch, or of `none` without any text.

    `many` gets opened tables. Raises `RequestError`, `UnreadableError` for a single table that cannot be opened, and
    `ModelTimeoutError`.
    """
    from clairify_cli.files.inputs import Input

    if not request.inputs and none is not None:
        from clairify_cli.translate.loop import CHECKING_SECONDS
        from clairify_cli.translate.models.deadline import stopped_after

        # The solver ends in time by itself; reading, grounding and explaining are stopped.
        seconds = loop_options(request.settings).timeout
        return stopped_after(None if seconds is None else seconds + CHECKING_SECONDS, "the work on the problem", none)
    items = texts_in(request.inputs, request.reading, remark)
    found = sources(items, request.tables)
    if is_batch(found, request.output.place, request.batch):
        return many(found)
    if found[0] is not items[0] and isinstance(found[0], Input):
        found[0].read()  # raises the reason why the table cannot be opened; its bytes are not a text to work on
    return one(items[0])


def run_texts(
    request: TextsRequest,
    found: Sequence[Source],
    folder: Path,
    suffix: str,
    work_of: Callable[[Asking], TextWork],
    watcher: Watcher,
    remark: Callable[[str], None],
    *,
    reader: Model | None = None,
    folders: Mapping[str, Path] | None = None,
    fallback: str | None = None,
) -> BatchResult:
    """Process every text into `folder`, and write the report.

    `reader` is the offline reader to use instead of the XDL reader. Files that name one of `folders` go there. `remark`
    is told about an unusable cache. Raises what `run_batch` and `open_model` raise.
    """
    from clairify_cli.agents.translation import Asking
    from clairify_cli.batch.run import Setting
    from clairify_cli.translate.views import PAGE_SUFFIX

    folders = folders or {}
    refuse_batch_places(folder, request.batch.report, folders.values())
    shard, per_folder = request.batch.shard, request.spread.per_folder
    places = [("-o", folder, suffix), *(("--page", each, PAGE_SUFFIX) for each in folders.values())]
    made = (
        (option, path)
        for option, each, ending in places
        for path in outputs(found, each, ending, shard=shard, per_folder=per_folder)
    )
    refuse_overwriting(request, (one.path for one in found), made)
    with ExitStack() as stack:
        asked = open_model(stack, request.settings, remark, reader, fallback=fallback)
        keep_invalid = request.keep_invalid
        asking = Asking(asked.model, asked.options, asked.trace, asked.cache, keep_invalid, asked.fallback)
        work = work_of(asking)
        setting = Setting(
            folder,
            work.fingerprint,
            asked.model.name,
            folders=folders,
            follow_links=request.reading.follow_links,
            is_final=asking.is_final,
        )
        job = Job(
            setting,
            lambda workers, work: _executor(asking, work, workers, request.engine, asked.limits.answer),
            work,
            suffix,
            request.reading.max_size,
            spread=request.spread,
            is_spent=lambda: asked.options.max_cost is not None and asked.limits.budget_is_spent,
        )
        result = run_batch(found, job, request.batch, watcher)
    if request.batch.report is not None:
        from clairify_cli.files.writing import write_text

        write_text(request.batch.report, report_text(result, request.batch.report))
    return result


def _executor(
    asking: Asking, work: Work[Item, Result], workers: int, engine: Engine, answer: Answering
) -> Executor[Item, Result]:
    """Return threads for a model, since they only wait, or processes for the offline reader, which needs the CPU."""
    from clairify_cli.agents.translation import asked_model, load_reader
    from clairify_cli.translate.models.offline import ReaderModel

    seconds = asking.options.timeout
    limit = None if seconds is None else seconds + _GRACE
    is_reader = isinstance(asked_model(asking.model), ReaderModel)
    if engine.executor == "dask":
        from clairify_cli.batch.cluster import Cluster

        where = (engine.scheduler, engine.chunk)
        if is_reader:
            return Cluster(work, *where, limit=limit, interruptible=False)
        return Cluster(work, *where, interruptible=False, answer=answer)
    if workers == 1 or not is_reader:
        from clairify_cli.batch.executors.base import Threads

        return Threads(work, workers)
    from clairify_cli.batch.executors.processes import Processes

    return Processes(work, workers, limit=limit, ahead=_AHEAD, interruptible=False, load=load_reader)
