"""Run a batch for the command line, and report its result."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from clairify_cli.cli.shared.output import complain, inform, say
from clairify_cli.diagnostics.counts import counted

if TYPE_CHECKING:
    from clairify_cli.batch.run import Watcher
    from clairify_cli.batch.summary import Summary
    from clairify_cli.services.batch.run import BatchResult
    from clairify_cli.services.parts import TextsRequest


def tell_batch(request: TextsRequest, run: Callable[[Watcher], BatchResult]) -> int:
    """Run a batch, report on it, and return the exit code. Raises what `run` raises."""
    from clairify_cli.cli.shared.batch_progress import BatchNarrator

    quiet, verbose = request.narration.quiet, request.narration.verbose
    narrator = BatchNarrator(quiet=quiet, verbose=verbose)
    try:
        result = run(narrator)
    finally:
        narrator.wipe()
    summary, code = result.summary, result.exit_code
    if not quiet and not result.interrupted and summary.done:
        from clairify_cli.cli.shared.batch_tables import tables_of

        say(tables_of(summary, result.seconds, fidelity=not request.settings.loop.no_fidelity, warnings=verbose))
    if not quiet or code:
        inform(_counts(summary))
    tell_rest(result, quiet=quiet)
    return code


def tell_rest(result: BatchResult, *, quiet: bool) -> None:
    """Print how many inputs were skipped and how many are left."""
    if result.why_left_alone is not None and not quiet:
        inform(f"note: {result.why_left_alone}")
    if result.why_not_all is not None:
        complain(result.why_not_all)


def _counts(summary: Summary) -> str:
    """Return one line with the number of inputs per kind of outcome."""

    def among(*codes: int) -> int:
        return sum(count for outcome, count in summary.outcomes.items() if outcome.exit_code in codes)

    kinds = (
        (among(0), "valid"),
        (summary.unfaithful, "valid that differ from their texts"),
        (among(1) - summary.unfaithful, "not valid"),
        (among(2), "not read or written"),
        (among(3), "failed"),
        (summary.total - summary.done, "not done"),
    )
    parts = [f"{number:,} {words}" for number, words in kinds if number]
    return f"{counted(summary.total, 'input')}: {', '.join(parts) or 'nothing to do'}"
