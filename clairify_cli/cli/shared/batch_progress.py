"""Output of a running batch on stderr: a bar on a terminal, and a line for each failed input."""

from __future__ import annotations

import os
import shutil
import sys
import time
from typing import TYPE_CHECKING

from clairify_cli.cli.shared.narrate import UNREAD, ending
from clairify_cli.cli.shared.output import complain, counted_codes_of, inform, is_terminal
from clairify_cli.diagnostics.counts import counted

if TYPE_CHECKING:
    from rich.progress import Progress

    from clairify_cli.batch.record import Record
    from clairify_cli.batch.summary import Summary

_SECONDS_BETWEEN = 0.1
_WIDEST_BAR = 40
_OF_THE_READER = "PDL69"
"""Prefix of the codes of findings by the offline reader of goals."""


def moves(*, quiet: bool) -> bool:
    """Whether stderr can show moving progress."""
    return is_terminal("stderr") and not quiet and os.environ.get("TERM") != "dumb"


class Line:
    """A line on a terminal that is rewritten in place."""

    def __init__(self, *, quiet: bool) -> None:
        self.moving = moves(quiet=quiet)
        self._is_shown = False

    def show(self, text: str) -> None:
        """Show the text, cut to the width of the terminal."""
        if self.moving:
            self._is_shown = True
            print(f"\r\x1b[K{text[: max(10, columns() - 1)]}", end="", file=sys.stderr, flush=True)

    def wipe(self) -> None:
        """Remove the line."""
        if self._is_shown:
            self._is_shown = False
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


class BatchNarrator:
    """Shows the progress of a batch. `bad` is the bar's word for failed inputs."""

    bad = "not valid"

    def __init__(self, *, quiet: bool, verbose: bool) -> None:
        self._quiet = quiet
        self._verbose = verbose and not quiet
        self._moving = moves(quiet=quiet)
        self._bar: Progress | None = None
        self._started = time.monotonic()
        self._shown_at = 0.0

    @property
    def seconds(self) -> float:
        """How long the batch has taken."""
        return time.monotonic() - self._started

    def tick(self, summary: Summary) -> None:
        """Redraw the bar, unless it was drawn a moment ago."""
        now = time.monotonic()
        if not self._moving or now - self._shown_at < _SECONDS_BETWEEN:
            return
        self._shown_at = now
        if self._bar is None:
            self._bar = _bar(summary.total)
            self._bar.start()
        words = progress_words(summary, self.seconds, self.bad)
        self._bar.update(self._bar.task_ids[0], completed=summary.done, words=words, refresh=True)

    def wipe(self) -> None:
        """Remove the bar."""
        if self._bar is not None:
            self._bar.stop()
            self._bar = None

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


def _bar(total: int) -> Progress:
    """Return a bar that is drawn only on request, without its own thread, and disappears at the end."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    console = Console(stderr=True, highlight=False)
    columns = (BarColumn(_WIDEST_BAR), TextColumn("{task.fields[words]}", markup=False))
    bar = Progress(*columns, console=console, auto_refresh=False, transient=True, redirect_stdout=False,
                   redirect_stderr=False)  # fmt: skip
    bar.add_task("", total=total, words="")
    return bar


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
    parts = [f"{counted(record.rounds, 'round')}", f"{record.seconds:.2f} s"]
    if record.input_tokens or record.output_tokens:
        parts.append(f"{record.input_tokens} + {record.output_tokens} tokens")
        parts.append("cost unknown" if record.cost is None else f"${record.cost:.4f}")
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


def columns() -> int:
    """Return the width of the terminal on stderr."""
    if not os.environ.get("COLUMNS", "").isdigit():
        try:
            return os.get_terminal_size(sys.stderr.fileno()).columns or 80
        except (OSError, ValueError, AttributeError):
            pass
    return shutil.get_terminal_size().columns
