"""Output about many inputs: a line for each, and a table at the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from clairify_cli.cli.shared.aligned import aligned, room_for
from clairify_cli.cli.shared.batch import tell_rest
from clairify_cli.cli.shared.batch_progress import BatchNarrator, columns, problem
from clairify_cli.cli.shared.output import complain, inform, say
from clairify_cli.cli.shared.words import words_of
from clairify_cli.diagnostics.counts import counted
from clairify_cli.services.execute.words import duration

if TYPE_CHECKING:
    from clairify_cli.batch.summary import Summary
    from clairify_cli.services.execute.events import InputDone
    from clairify_cli.services.execute.results import BatchRun
    from clairify_cli.services.execute.runs_report import Row

_MOST_ROWS = 50
_HEADER = ("input", "result", "steps", "score", "simulated", "largest error", "spilled")
_WIDEST = 50
_NARROWEST = 12


class RunNarrator(BatchNarrator):
    """Shows the progress of a batch of runs."""

    bad = "failed"

    def done(self, one: InputDone) -> None:
        """Print a line about a run; with --quiet, only if it failed."""
        if one.skipped or (one.record.valid and self._quiet):
            return
        self.wipe()
        if (sentence := problem(one.record)) is not None:
            complain(sentence)
        else:
            inform(line(one.row))


def show_batch(made: BatchRun, *, quiet: bool, dry_run: bool) -> None:
    """Show the table, the number of inputs per outcome, and what is left to do."""
    if not quiet and made.rows:
        say(table(made.rows, dry_run))
    if not quiet or made.outcome.exit_code:
        inform(counts(made.result.summary, made.result.seconds))
    tell_rest(made.result, quiet=quiet)


def _result(row: Row) -> str:
    return words_of("ended").get(row.outcome, "no program")


def line(row: Row) -> str:
    """`a.txt -> a.run.json: done (score 0.312, 41.2 s simulated, 9.10 s)`."""
    where = f" -> {row.report}" if row.report is not None else ""
    parts = [f"score {row.score:.3f}"] if row.has_score else []
    parts += [f"{duration(row.simulated)} simulated"] if row.simulated else []
    parts += [f"{duration(row.skipped)} skipped"] if row.skipped else []
    why = f": {row.error}" if row.error else ""
    done = "can be done" if row.outcome == "valid" and not row.moved else _result(row)
    return f"{row.name}{where}: {done}{why} ({', '.join((*parts, f'{row.seconds:.2f} s'))})"


def table(rows: Sequence[Row], dry_run: bool) -> str:
    """Return a row for each run (failed runs first if there are too many), then the number of failed checks."""
    shown = list(rows)
    if len(shown) > _MOST_ROWS:
        shown = sorted(shown, key=lambda row: row.outcome == "valid")[:_MOST_ROWS]
    cells = [_HEADER, *(_cells(row, dry_run) for row in shown)]
    most = min(room_for(cells, 0, columns(), _NARROWEST), _WIDEST)
    cut = [(name if len(name) <= most else f"… {name[len(name) - most + 2 :]}", *row) for name, *row in cells]
    lines = aligned(cut, left=(0, 1))
    if len(rows) > len(shown):
        lines.append(f"and {len(rows) - len(shown):,} more, which manifest.jsonl has")
    failed = Counter(name for row in rows for name in row.failed_checks)
    if failed:
        lines.append("failed checks: " + ", ".join(f"{name} {count}" for name, count in failed.most_common()))
    return "\n".join(lines)


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


def _cells(row: Row, dry_run: bool) -> tuple[str, ...]:
    result = "planned" if dry_run and row.outcome == "valid" else _result(row)
    if row.report is None:
        return row.name, result, "", "", "", "", ""
    off = f"{100 * row.deviation:.1f} %" if row.deviation is not None else ""
    simulated = duration(row.simulated) if row.moved and row.scored else ""
    moved = (simulated, off, f"{row.spilled:.2f} g" if row.moved and row.weighed else "")
    return row.name, result, str(row.steps), f"{row.score:.3f}" if row.has_score else "", *moved


def _group(outcome: str) -> str:
    if outcome == "valid":
        return "done"
    if outcome in ("unreadable", "unwritable"):
        return "not read or written"
    failed = ("check-failed", "timeout", "crashed", "died", "model-failed", "solver-failed", "simulator-failed")
    return "failed" if outcome in failed else "cannot be done"
