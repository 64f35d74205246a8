"""Report on a translation on stderr while it runs and when it ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from clairify_cli.cli.shared.output import Line, counted_codes, folded, inform, say, wants_color
from clairify_cli.cli.shared.words import words_of
from clairify_cli.diagnostics.counts import counted
from clairify_cli.diagnostics.render.characters import visible

if TYPE_CHECKING:
    from clairify_cli.batch.record import Record
    from clairify_cli.diagnostics.model import Diagnostic
    from clairify_cli.diagnostics.render.report import Report
    from clairify_cli.files.inputs import Input
    from clairify_cli.services.parts import Narration
    from clairify_cli.translate import Progress, Round, Translation

_WITHOUT_REASON = ("interrupted", "timeout", "budget", "valid")
"""Endings that need no further message."""

UNREAD = "not done: the text could not be read as a goal"
"""The ending if the offline reader of goals wrote nothing."""


def ending(outcome: str, error: str | None, otherwise: str = "the model failed") -> str:
    """Describe how a loop ended, with the message of the model or its server if that explains it."""
    told = words_of("translation").get(outcome, otherwise)
    return f"{told}: {visible(error)}" if error and outcome not in _WITHOUT_REASON else told


def spent(one: Translation | Record) -> list[str]:
    """Return the tokens and the cost in words, if a model was asked."""
    if not (one.input_tokens or one.output_tokens):
        return []
    cost = "cost unknown" if one.cost is None else f"${one.cost:.4f}"
    return [f"{one.input_tokens} + {one.output_tokens} tokens", cost]


class Narrator:
    """Reports on one input; on a terminal, also shows the current round."""

    def __init__(self, *, quiet: bool, verbose: bool, keep_invalid: bool) -> None:
        self.keep_invalid = keep_invalid
        self._quiet = quiet
        self._verbose = verbose
        self._line = Line(quiet=quiet)

    @property
    def progress(self) -> Callable[[Progress], None] | None:
        """The loop's callback before and after each round; None if there is nothing to show."""
        return self._progress if self._line.moving or self._verbose else None

    def wipe(self) -> None:
        """Remove the progress line."""
        self._line.wipe()

    def tell(
        self, item: Input, text: str, result: Translation, target: Path | None, verdict: Sequence[str] = ()
    ) -> None:
        """Report on an input: findings about its text, findings left in the program, verdict, rounds, fixes."""
        from clairify_cli.diagnostics.model import Source
        from clairify_cli.diagnostics.render.report import Report
        from clairify_cli.translate.views import renamed

        shown = str(target) if target is not None else "<program>"
        reports = []
        notes = [note for note in result.notes if note.is_error or not self._quiet]
        if notes:
            reports.append(Report(Source(text, item.name), [renamed(note, item.name, shown) for note in notes]))
        left = [finding for finding in result.diagnostics if finding.is_error or not self._quiet]
        if left:
            reports.append(Report(Source(result.program, shown), [renamed(one, item.name, shown) for one in left]))
        show_reports(reports, verbose=self._verbose)
        if not self._quiet:
            for sentence in verdict:
                say(folded(visible(sentence), "stderr"))
            for remark in result.remarks:
                inform(f"note: {remark}")
            if item.literal is not None and len(text.split()) == 1:
                inform(f"note: there is no file `{text.strip()}`, so it was read as the instructions themselves")
        if not self._quiet or not result.is_valid:
            inform(self._about(item, result, target))

    def _progress(self, progress: Progress) -> None:
        if progress.done is not None:
            self.wipe()
            if self._verbose:
                _show_round(progress.done)
        else:
            self._line.show(f"round {progress.number} of at most {progress.rounds} …")

    def _about(self, item: Input, result: Translation, target: Path | None) -> str:
        """Return a line about the run."""
        parts = [counted(len(result.rounds), "round"), result.model, f"{result.seconds:.2f} s", *spent(result)]
        fixed = counted_codes([finding.code for finding in result.fixes])
        if fixed:
            parts.append(f"fixed {fixed}")
        outcome = ending(result.outcome.value, result.error)
        errors = sum(1 for finding in (*result.diagnostics, *result.notes) if finding.is_error)
        left = f", {counted(errors, 'error')} left" if errors else ""
        where = f" -> {target}" if target is not None else ""
        invalid = not (result.is_valid or result.is_sound) and bool(result.program)
        hint = "; --keep-invalid hands out the best program" if invalid and not self.keep_invalid else ""
        return f"{item.name}{where}: {outcome}{left} ({', '.join(parts)}){hint}"


def _show_round(done: Round) -> None:
    """Show the findings in the program of a round."""
    from clairify_cli.diagnostics.model import Source
    from clairify_cli.diagnostics.render.report import Report

    found = f"{counted(done.errors, 'error')}, {counted(done.warnings, 'warning')}"
    inform(f"round {done.number}: {done.error or done.kind.value}, {found}")
    if done.candidate is not None and done.errors:
        name = f"<round {done.number}>"
        errors = [renamed_to(finding, name) for finding in done.diagnostics if finding.is_error]
        show_reports([Report(Source(done.candidate, name), errors)], verbose=True)


@contextmanager
def narrating(narration: Narration, *, keep_invalid: bool = False) -> Iterator[Narrator]:
    """Provide a reporter for one input, as verbose as requested; progress lines are removed at the end."""
    narrator = Narrator(quiet=narration.quiet, verbose=narration.verbose, keep_invalid=keep_invalid)
    try:
        yield narrator
    finally:
        narrator.wipe()


def show_reports(reports: list[Report], *, verbose: bool = False) -> None:
    """Print reports, if any, to stderr; differences between program and text are grouped unless `verbose`."""
    if reports:
        from clairify_cli.diagnostics.render import text
        from clairify_cli.fidelity.groups import groups

        gathered = None if verbose else groups()
        shown = text.render(reports, color=wants_color("stderr"), statistics=False, groups=gathered)
        say(folded(shown.rstrip("\n"), "stderr"))


def renamed_to(finding: Diagnostic, name: str) -> Diagnostic:
    """Return a finding with the text name that the user knows."""
    from dataclasses import replace

    return replace(finding, span=finding.span._replace(file=name))
