"""The report on many runs: a row for each, and totals."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clairify_cli.batch.record import Record
    from clairify_cli.batch.summary import Summary

FORMAT = "clairify-runs-report"
VERSION = 1


@dataclass(frozen=True, slots=True)
class Row:
    """A run: its record, and the totals of its report if there is one."""

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
    """The largest relative deviation of a mass in a vessel from the requested one."""

    failed_checks: tuple[str, ...] = ()
    scored: bool = True
    """Whether there could be a score; programs in text worlds have none."""
    weighed: bool = True
    """Whether masses were measured, which is not done for programs (*.py)."""

    @property
    def has_score(self) -> bool:
        """Whether there were motions to score."""
        return self.scored and self.report is not None and (self.simulated > 0 or not self.moved)


def row_of(record: Record, folder: Path) -> Row:
    """Return the row of a record; an unreadable report counts as missing."""
    base = (record.name, record.outcome.value, record.error, record.seconds, record.steps)
    if record.output_sha256 is None:
        return Row(*base)
    try:
        made = json.loads((folder / record.output).read_text(encoding="utf-8"))
        if "program" in made and "ending" in made:
            did = [one for one in made["steps"] if one["kind"] == "action" and not one["succeeded"]]
            failed = [check["name"] for one in did for check in one["checks"] if not check["passed"]]
            moved = not made["options"].get("dry_run", False)
            return Row(
                *base,
                record.output,
                moved=moved,
                score=made["score"] or 0.0,
                simulated=made["simulated_s"] if moved else 0.0,
                failed_checks=tuple(failed),
                scored=made["score"] is not None,
                weighed=False,
            )
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


def summed(rows: Sequence[Row], summary: Summary, *, seconds: float, interrupted: bool) -> dict[str, object]:
    """Return the batch as a JSON object, described by `schemas/runs-report.schema.json`."""
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
