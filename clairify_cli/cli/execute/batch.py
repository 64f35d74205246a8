"""What a batch of runs says: a line for each, a table at the end, and the same for machines."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from clairify_cli.cli.shared.batch_progress import BatchNarrator, columns, problem
from clairify_cli.cli.shared.output import complain, inform
from clairify_cli.commands.execute_narrate import duration

if TYPE_CHECKING:
    from clairify_cli.batch.record import Record
    from clairify_cli.batch.summary import Summary

FORMAT = "clairify-runs-report"
VERSION = 1

_WORDS = {
    "valid": "done",
    "check-failed": "check failed",
    "refused": "cannot be done",
    "timeout": "out of time",
    "unreadable": "not read",
    "unwritable": "not written",
    "model-failed": "the model failed",
    "solver-failed": "the solver failed",
    "simulator-failed": "the simulator failed",
    "crashed": "internal error",
    "died": "its process ended",
}
_MOST_ROWS = 50
_HEADER = ("input", "result", "steps", "score", "simulated", "largest error", "spilled")
_WIDEST = 50
_NARROWEST = 12


@dataclass(frozen=True, slots=True)
class Row:
    """A run: its record, and the totals of its report where there is one."""

    name: str
    outcome: str
    error: str | None
    seconds: float
    steps: int
    report: str | None = None
    moved: bool = False
    score: float = 0.0
    simulated: float = 0.0
    skipped: float = 0.0
    spilled: float = 0.0
    deviation: float | None = None
    """The largest share by which a mass in a vessel differs from that asked for."""

    failed_checks: tuple[str, ...] = ()
    scored: bool = True
    """Whether there could be a score: programs in worlds of text have none."""
    weighed: bool = True
    """Whether masses were looked at, as of plans and not of programs."""

    @property
    def result(self) -> str:
        return _WORDS.get(self.outcome, "no program")

    @property
    def has_score(self) -> bool:
        """Whether there were motions to score."""
        return self.scored and self.report is not None and (self.simulated > 0 or not self.moved)


def row_of(record: Record, folder: Path) -> Row:
    """The row of a record; a report that cannot be read is as none."""
    base = (record.name, record.outcome.value, record.error, record.seconds, record.steps)
    if record.output_sha256 is None:
        return Row(*base)
    try:
        made = json.loads((folder / record.output).read_text(encoding="utf-8"))
        if "program" in made and "ending" in made:
            return _of_program(base, record.output, made)
        totals = made["totals"]
        checks = (made["failure"] or {}).get("checks", [])
        off = [abs(one["in_vessel_g"] - one["asked_g"]) / one["asked_g"] for one in totals["masses"] if one["asked_g"]]
        return Row(
            *base,
            record.output,
            totals["moved"],
            totals["score"],
            totals["simulated_s"],
            totals["skipped_s"],
            totals["spilled_g"],
            max(off, default=None),
            tuple(one["name"] for one in checks if not one["passed"]),
        )
    except (OSError, ValueError, KeyError, TypeError):
        return Row(*base)


def _of_program(base: tuple[str, str, str | None, float, int], output: str, made: dict[str, Any]) -> Row:
    """The row of a program's report."""
    dry_run = made["options"].get("dry_run", False)
    failed = [
        check["name"]
        for one in made["steps"]
        if one["kind"] == "action" and not one["succeeded"]
        for check in one["checks"]
        if not check["passed"]
    ]
    return Row(
        *base,
        output,
        moved=not dry_run,
        score=made["score"] or 0.0,
        simulated=0.0 if dry_run else made["simulated_s"],
        failed_checks=tuple(failed),
        scored=made["score"] is not None,
        weighed=False,
    )


class RunNarrator(BatchNarrator):
    """Tells the user of a batch of runs, and keeps a row for each."""

    bad = "failed"

    def __init__(self, folder: Path, *, quiet: bool, verbose: bool) -> None:
        super().__init__(quiet=quiet, verbose=verbose)
        self._folder = folder
        self.rows: list[Row] = []

    def finished(self, record: Record, *, skipped: bool) -> None:
        """One line about a run; with --quiet, only where it came to nothing."""
        if record.outcome.value == "interrupted":
            return
        row = row_of(record, self._folder)
        self.rows.append(row)
        if skipped or (record.valid and self._quiet):
            return
        self.wipe()
        if (sentence := problem(record)) is not None:
            complain(sentence)
        else:
            inform(line(row))


def line(row: Row) -> str:
    """`a.txt -> a.run.json: done (score 0.312, 41.2 s simulated, 9.10 s)`."""
    where = f" -> {row.report}" if row.report is not None else ""
    parts = [f"score {row.score:.3f}"] if row.has_score else []
    parts += [f"{duration(row.simulated)} simulated"] if row.simulated else []
    parts += [f"{duration(row.skipped)} skipped"] if row.skipped else []
    why = f": {row.error}" if row.error else ""
    done = "can be done" if row.outcome == "valid" and not row.moved else row.result
    return f"{row.name}{where}: {done}{why} ({', '.join((*parts, f'{row.seconds:.2f} s'))})"


def table(rows: Sequence[Row], dry_run: bool) -> str:
    """A row for each run, those that failed first where there are too many, then how many checks failed."""
    shown = list(rows)
    if len(shown) > _MOST_ROWS:
        shown = sorted(shown, key=lambda row: row.outcome == "valid")[:_MOST_ROWS]
    cells = [_HEADER, *(_cells(row, dry_run) for row in shown)]
    widths = [max(len(row[at]) for row in cells) for at in range(len(_HEADER))]
    room = columns() - sum(widths[1:]) - 2 * (len(widths) - 1)
    widths[0] = min(widths[0], max(_NARROWEST, room), _WIDEST)
    lines = []
    for row in cells:
        name = row[0] if len(row[0]) <= widths[0] else "… " + row[0][len(row[0]) - widths[0] + 2 :]
        aligned = [f"{name:<{widths[0]}}", f"{row[1]:<{widths[1]}}"]
        aligned += [f"{row[at]:>{widths[at]}}" for at in range(2, len(_HEADER))]
        lines.append("  ".join(aligned).rstrip())
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
    inputs = "1 input" if summary.total == 1 else f"{summary.total:,} inputs"
    return f"{inputs}: {', '.join(parts)}{before} ({seconds:.2f} s)"


def summed(rows: Sequence[Row], summary: Summary, *, seconds: float, interrupted: bool) -> dict[str, Any]:
    """The batch for machines, described by `schemas/runs-report.schema.json`."""
    from clairify_cli import __version__

    moved = [row for row in rows if row.moved and row.has_score]
    return {
        "format": FORMAT,
        "version": VERSION,
        "clairify": __version__,
        "inputs": summary.total,
        "done": summary.done,
        "skipped": summary.skipped,
        "succeeded": summary.valid,
        "interrupted": interrupted,
        "outcomes": {
            fate.value: count for fate, count in sorted(summary.outcomes.items(), key=lambda one: one[0].value)
        },
        "failed_checks": dict(sorted(Counter(name for row in rows for name in row.failed_checks).items())),
        "score": round(sum(row.score for row in moved) / len(moved), 4) if moved else None,
        "simulated_s": round(sum(row.simulated for row in rows), 4),
        "skipped_s": round(sum(row.skipped for row in rows), 4),
        "spilled_g": round(sum(row.spilled for row in rows), 4),
        "seconds": round(seconds, 3),
        "runs": [
            {
                "input": row.name,
                "outcome": row.outcome,
                "error": row.error,
                "report": row.report,
                "steps": row.steps,
                "score": row.score if row.has_score else None,
                "simulated_s": row.simulated,
                "largest_error": None if row.deviation is None else round(row.deviation, 4),
                "spilled_g": row.spilled,
                "failed_checks": list(row.failed_checks),
            }
            for row in rows
        ],
    }


def _cells(row: Row, dry_run: bool) -> tuple[str, ...]:
    result = "planned" if dry_run and row.outcome == "valid" else row.result
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
