"""Open the requested model, with its limits and recordings."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from clairify_cli.records import dataclass
from clairify_cli.services.errors import RequestError
from clairify_cli.services.parts import Model as Wanted
from clairify_cli.services.parts import ModelSettings

if TYPE_CHECKING:
    from clairify_cli.translate import Hooks, LoopOptions, Model, Progress, ResponseCache, Trace
    from clairify_cli.translate.models.limits import Limits

T = TypeVar("T", bound=AbstractContextManager[object])


@dataclass(frozen=True, slots=True)
class Asked:
    """A model ready for use within its limits, with the loop's options, the trace and the cache."""

    model: Model
    options: LoopOptions
    trace: Trace | None
    cache: ResponseCache | None
    limits: Limits
    fallback: Model | None = None

    @property
    def models(self) -> tuple[Model, ...]:
        """The model, and its fallback."""
        return (self.model,) if self.fallback is None else (self.model, self.fallback)

    def hooks(self, progress: Callable[[Progress], None] | None = None) -> Hooks:
        """The surroundings of a loop."""
        from clairify_cli.translate import Hooks

        return Hooks(self.trace, self.cache, progress)


def open_model(
    stack: ExitStack,
    settings: ModelSettings,
    remark: Callable[[str], None],
    reader: Model | None = None,
    append: Callable[[Path, bytes], None] | None = None,
    fallback: str | None = None,
    ask: Callable[[object], object] | None = None,
) -> Asked:
    """Make the model and open the files; `stack` closes them, `remark` is told about an unusable cache.

    `reader` is the offline reader to use instead of the XDL reader. `fallback` is the name of another model, at the
    same address if it has the same provider. In a worker of a batch, no file is opened: `append` lets the batch write
    to the files, and `ask` queries the limits kept by the batch. Raises `RequestError`, `UnwritableError` or
    `ModelSetupError`.
    """
    from clairify_cli.files.jsonl import Lines, RelayedLines
    from clairify_cli.translate import JsonLines, ResponseCache, Trace, resolve_model
    from clairify_cli.translate.models.limits import Limits, RemoteLimits, with_limits

    wanted, budget = settings.model, settings.budget
    options = loop_options(settings)
    # A worker opens no file: it may run in another folder than the batch, and lines of two writers could mix.
    record: Lines | None
    if append is None:
        record, trace = _opened(stack, JsonLines, wanted.record), _opened(stack, Trace, settings.loop.trace)
    else:
        record = None if wanted.record is None else RelayedLines(Path(wanted.record), append)
        trace = None if settings.loop.trace is None else Trace(settings.loop.trace, append=append)
    limits = Limits(budget.requests_per_minute, budget.tokens_per_minute, budget.max_cost)
    kept = limits if ask is None else RemoteLimits(ask)
    model = resolve_model(wanted.model, api_base=wanted.api_base, record=record, reader=reader)
    model = model if model is reader else with_limits(model, kept)
    cache = None if wanted.no_cache else ResponseCache(warn=remark)
    if fallback is None:
        return Asked(model, options, trace, cache, limits)
    is_there = (wanted.model or "").partition("/")[0] == fallback.partition("/")[0]
    other = resolve_model(fallback, api_base=wanted.api_base if is_there else None, record=record, reader=reader)
    return Asked(model, options, trace, cache, limits, with_limits(other, kept))


def is_offline(wanted: Wanted) -> bool:
    """Whether the offline reader is used."""
    from clairify_cli.translate.resolve import is_reader

    return is_reader(wanted.model) and wanted.api_base is None


def loop_options(settings: ModelSettings) -> LoopOptions:
    """Return the options of the loop. Raises `RequestError` for an invalid value."""
    from clairify_cli.translate import Feedback, LoopOptions

    model, loop = settings.model, settings.loop
    try:
        return LoopOptions(
            rounds=loop.rounds,
            timeout=settings.time_limit,
            max_cost=settings.budget.max_cost,
            temperature=model.temperature,
            seed=model.model_seed,
            max_tokens=model.max_tokens,
            feedback=Feedback(loop.feedback),
            feed_warnings=loop.feed_warnings,
            fidelity=not loop.no_fidelity,
        )
    except ValueError as error:
        raise RequestError(str(error)) from None


def _opened(stack: ExitStack, kind: Callable[[str], T], path: str | None) -> T | None:
    """Open a file for appending. Raises `UnwritableError`."""
    from clairify_cli.files.reading import reason_of
    from clairify_cli.files.writing import UnwritableError, refuse_unwritable

    if path is None:
        return None
    refuse_unwritable(path)
    try:
        opened = kind(path)
    except OSError as error:
        raise UnwritableError(path, reason_of(error)) from None
    stack.enter_context(opened)
    return opened
