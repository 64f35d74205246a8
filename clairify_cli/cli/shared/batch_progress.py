"""Output of a running batch on stderr: a bar on a terminal, and a line for each failed input."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from clairify_cli.cli.shared.narrate import UNREAD, ending, spent
from clairify_cli.cli.shared.output import Line, columns, complain, counted_codes_of, inform
from clairify_cli.diagnostics.counts import counted

if TYPE_CHECKING:
    from clairify_cli.batch.record import Record
    from clairify_cli.batch.summary import Summary

_SECONDS_BETWEEN = 0.1
_WIDEST_BAR = 40
_OF_THE_READER = "PDL69"
"""Prefix of the codes of findings by the offline reader of goals."""


class BatchNarrator:
    """Shows the progress of a batch. `bad` is the bar's word for failed inputs."""

    bad = "not valid"

    def __init__(self, *, quiet: bool, verbose: bool) -> None:
        self._quiet = quiet
        self._verbose = verbose and not quiet
        self._line = Line(quiet=quiet)
        self._started = time.monotonic()
        self._shown_at = 0.0

    @property
    def seconds(self) -> float:
        """How long the batch has taken."""
        return time.monotonic() - self._started

    def tick(self, summary: Summary) -> None:
        """Redraw the bar, unless it was drawn a moment ago."""
        now = time.monotonic()
        if not self._line.moving or now - self._shown_at < _SECONDS_BETWEEN:
            return
        self._shown_at = now
        words = progress_words(summary, self.seconds, self.bad)
        width = max(0, min(_WIDEST_BAR, columns() - len(words) - 2))
        self._line.show(f"{'━' * round(width * summary.done / max(summary.total, 1)):<{width}} {words}")

    def wipe(self) -> None:
        """Remove the bar."""
        self._line.wipe()

    def finished(self, record: Record, *, skipped: bool) -> None:
        """Print a line about an input: for every input with --verbose, otherwise only if there is a problem."""
        if skipped or (record.valid and not self._verbose):
            return
        self.wipe()
        if sentence := problem(record):
            complain(sentence)
        else:
            inform(line(record))

    def remark(self, sentence: str) -> None:
        """Show a note to the user."""
        if not self._quiet:
            self.wipe()
            inform(f"note: {sentence}")


def problem(record: Record) -> str | None:
    """Return the sentence about an input that failed for reasons other than its text; None for all others."""
    if record.outcome.value == "unreadable":
        return f"cannot read {record.name}: {record.error}"
    if record.outcome.value == "crashed":
        return (
            f"{record.name}: internal error: {record.error} (this is a bug; CLAIRIFY_DEBUG=1 shows where it happened)"
        )
    if record.outcome.value == "died":
        return f"{record.name}: {record.error}; --resume tries it again"
    return record.error if record.outcome.value == "unwritable" else None


def line(record: Record) -> str:
    """Return a line about an input that was processed by a model."""
    told = record.outcome.value
    if record.is_sound and record.outcome.exit_code == 1 and told != "disputed":
        told = "unfaithful"
    failed = "no plan" if told == "solver-failed" else "the model failed"
    unread = told == "stuck" and any(code.startswith(_OF_THE_READER) for code in record.errors)
    outcome = UNREAD if unread else ending(told, record.error, failed)
    errors = f", left {counted_codes_of(record.errors)}" if record.errors else ""
    for said, number in record.for_a_person.items():
        errors += f", {number} {said}" if number else ""
    parts = [counted(record.rounds, "round"), f"{record.seconds:.2f} s", *spent(record)]
    where = f" -> {record.output}" if record.output_sha256 is not None else ""
    return f"{record.name}{where}: {outcome}{errors} ({', '.join(parts)})"


def progress_words(summary: Summary, seconds: float, bad: str) -> str:
    """Describe the progress of a batch: counts, rate, time left, cost."""
    new = summary.done - summary.skipped
    rate = new / seconds if seconds > 0 else 0.0
    left = summary.total - summary.done
    parts = [f"{summary.done:,}/{summary.total:,}"]
    if new and left:
        parts += [_rate(rate), f"{_duration(left / rate)} left"]
    if no_program := summary.done - summary.sound:
        parts.append(f"{no_program:,} {bad}")
    if summary.uses_tokens:
        parts.append(f"${summary.cost:.4f}")
    return "  ".join(parts)


def _rate(a_second: float) -> str:
    return (
        f"{a_second:.0f}/s" if a_second >= 10 else f"{a_second:.1f}/s" if a_second >= 1 else f"{a_second * 60:.1f}/min"
    )


def _duration(seconds: float) -> str:
    whole = round(seconds)
    hours, rest = divmod(whole, 3600)
    return f"{hours}:{rest // 60:02}:{rest % 60:02}" if hours else f"{rest // 60}:{rest % 60:02}"
