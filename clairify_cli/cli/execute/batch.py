"""Output about many inputs: a line for each, and their numbers at the end."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from clairify_cli.cli.shared.batch import tell_rest
from clairify_cli.cli.shared.batch_progress import BatchNarrator, problem
from clairify_cli.cli.shared.output import complain, inform
from clairify_cli.cli.shared.words import words_of
from clairify_cli.diagnostics.counts import counted

if TYPE_CHECKING:
    from clairify_cli.batch.record import Record
    from clairify_cli.batch.summary import Summary
    from clairify_cli.services.execute.events import InputDone
    from clairify_cli.services.execute.results import BatchRun


class RunNarrator(BatchNarrator):
    """Shows the progress of a batch of runs."""

    bad = "failed"

    def done(self, one: InputDone, *, dry_run: bool) -> None:
        """Print a line about a run; with --quiet, only if it failed."""
        if one.skipped or (one.record.valid and self._quiet):
            return
        self.wipe()
        if (sentence := problem(one.record)) is not None:
            complain(sentence)
        else:
            inform(line(one.record, dry_run=dry_run))


def show_batch(made: BatchRun, *, quiet: bool) -> None:
    """Show the number of inputs per outcome, and what is left to do."""
    if not quiet or made.outcome.exit_code:
        inform(counts(made.result.summary, made.result.seconds))
    tell_rest(made.result, quiet=quiet)


def line(record: Record, *, dry_run: bool) -> str:
    """`a.txt -> a.run.json: done (4 steps, 9.10 s)`."""
    where = f" -> {record.output}" if record.output_sha256 is not None else ""
    told = words_of("ended").get(record.outcome.value, "no program")
    done = "can be done" if dry_run and record.valid else told
    why = f": {record.error}" if record.error else ""
    steps = f"{counted(record.steps, 'step')}, " if record.steps else ""
    return f"{record.name}{where}: {done}{why} ({steps}{record.seconds:.2f} s)"


def counts(summary: Summary, seconds: float) -> str:
    """`4 inputs: 3 done, 1 failed (41.20 s)`."""
    groups = Counter(_group(fate.value) for fate in summary.outcomes.elements())
    parts = [
        f"{groups[name]:,} {name}"
        for name in ("done", "failed", "cannot be done", "not read or written")
        if groups[name]
    ]
    if undone := summary.total - summary.done:
        parts.append(f"{undone:,} not begun or not finished")
    before = f", {summary.skipped:,} of them before" if summary.skipped else ""
    return f"{counted(summary.total, 'input')}: {', '.join(parts) or 'nothing to do'}{before} ({seconds:.2f} s)"


def _group(outcome: str) -> str:
    if outcome == "valid":
        return "done"
    if outcome in ("unreadable", "unwritable"):
        return "not read or written"
    failed = ("check-failed", "timeout", "crashed", "died", "model-failed", "solver-failed", "simulator-failed")
    return "failed" if outcome in failed else "cannot be done"
