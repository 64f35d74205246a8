"""Check inputs one after the other, with fixes: `clairify check` without its command line."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.diagnostics.render.report import Report
from clairify_cli.files.encoding import Decoded
from clairify_cli.files.inputs import Input
from clairify_cli.files.reading import MOST_BYTES, UnreadableError
from clairify_cli.outcomes import ExpectedError
from clairify_cli.records import dataclass, replace

SYNTAX = ("XDL0", "PDL0", "PLN0", "PRG001", "PRG002", "PRG003", "RUN001", "RUN002", "RUN301")
"""The groups of rules about texts that cannot be parsed at all."""

Check = Callable[[Source], list[Diagnostic]]
Finish = Callable[[Input, Source, Callable[[], Report]], Report]
"""Returns the report to use for one that the function makes, perhaps without making it."""


class Fixing(enum.Enum):
    """What to do with fixes: nothing, show them as a diff, or write them to the files."""

    NONE = "none"
    SHOWN = "shown"
    WRITTEN = "written"


@dataclass(frozen=True, slots=True)
class Selection:
    """Which findings count: codes or prefixes to keep and to drop, and whether warnings count.

    `ignore_in` are patterns of file names, as in .gitignore, with more codes to drop there.
    """

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    errors_only: bool = False
    ignore_in: tuple[tuple[str, tuple[str, ...]], ...] = ()

    def of_rules(self, found: list[Diagnostic]) -> list[Diagnostic]:
        """Return the findings of the selected rules, plus syntax findings."""
        if self.ignore_in:
            there = {name: self._in_file(name) for name in {one.span.file for one in found}}
            return [one for one in found if there[one.span.file].of_rules([one])]
        if not (self.select or self.ignore):
            return found
        from clairify_cli.diagnostics.select import select

        chosen = set(map(id, select(found, self.select, self.ignore)))
        return [finding for finding in found if id(finding) in chosen or self._is_syntax(finding)]

    def has(self, code: str) -> bool:
        """Whether findings with that code are kept by the selection of rules."""
        from clairify_cli.diagnostics.select import is_selected

        return is_selected(code, self.select, self.ignore)

    def _in_file(self, name: str) -> Selection:
        from clairify_cli.files.ignored import Ignored

        here = Path(name).absolute()
        ignore = (code for pattern, codes in self.ignore_in if Ignored((pattern,)).has(here) for code in codes)
        return replace(self, ignore=(*self.ignore, *ignore), ignore_in=())

    def _is_syntax(self, finding: Diagnostic) -> bool:
        """Whether a finding says that the text cannot be parsed at all.

        A file like that must not look clean because other rules were selected: only ignoring the finding's own code or
        group drops it.
        """
        if not finding.code.startswith(SYNTAX):
            return False
        return not any(code.startswith(SYNTAX) and finding.code.startswith(code) for code in self.ignore)

    def reported(self, found: list[Diagnostic]) -> list[Diagnostic]:
        """Return the findings to report: all, or errors only."""
        return [finding for finding in found if finding.is_error] if self.errors_only else found


@dataclass(frozen=True, slots=True)
class Checked:
    """One input after checking.

    `report` has the findings left after fixes, `fixed` those that a fix removed. `text` is the input after fixes, if
    fixes were requested for standard input. `unwritten` says why fixes could not be written; the report is then about
    the unfixed file. `crashed` says that checking it hit a bug.
    """

    item: Input
    report: Report
    fixed: tuple[Diagnostic, ...] = ()
    diff: str = ""
    text: Decoded | None = None
    unwritten: str | None = None
    crashed: bool = False

    @property
    def failed(self) -> bool:
        """Whether the input could not be read or its fixes could not be written."""
        return self.report.error is not None or self.unwritten is not None


def check_inputs(
    inputs: Iterable[Input],
    checker: Callable[[Input], Check],
    selection: Selection,
    *,
    fixing: Fixing = Fixing.NONE,
    unsafe: bool = False,
    most_bytes: int = MOST_BYTES,
    time_limit: float | None = None,
    finish: Finish = lambda _item, _source, made: made(),
    known: Callable[[Input], Report | None] = lambda _item: None,
) -> list[Checked]:
    """Check every input; `checker` returns the check for it, and may raise `UnreadableError` for files that the check
    needs.

    An unreadable file, one whose check hits a bug, or one that takes longer than `time_limit` s, does not stop the
    others. Reports of inputs that are not fixed go through `finish`; an input whose report is `known` is not read.
    """
    done = []
    for item in inputs:
        try:
            if (report := known(item)) is not None:
                done.append(Checked(item, report))
                continue
            check = checker(item)
            decoded = item.read(most_bytes=most_bytes)
            work = partial(_checked, item, decoded, check, selection, fixing, unsafe, finish)
            done.append(work() if time_limit is None else _in_time(work, time_limit))
        except UnreadableError as error:
            done.append(Checked(item, Report(Source("", item.name), [], error.reason)))
        except ExpectedError as error:
            done.append(Checked(item, Report(Source("", item.name), [], str(error))))
        except Exception as error:
            report = Report(Source("", item.name), [], internal_error(error))
            done.append(Checked(item, report, crashed=True))
    return done


def _in_time(work: Callable[[], Checked], seconds: float) -> Checked:
    from clairify_cli.translate.models.deadline import stopped_after

    return stopped_after(seconds, "the check", work)


def internal_error(error: Exception) -> str:
    """Describe a bug of ours in one sentence, or re-raise it if CLAIRIFY_DEBUG is set."""
    import os

    if os.environ.get("CLAIRIFY_DEBUG"):
        raise error
    what = f"{type(error).__name__}: {error}".rstrip(": ")
    return f"internal error: {what} (this is a bug; CLAIRIFY_DEBUG=1 shows where it happened)"


def _checked(
    item: Input, decoded: Decoded, check: Check, selection: Selection, fixing: Fixing, unsafe: bool, finish: Finish
) -> Checked:
    if fixing is not Fixing.NONE:
        return _fixed(item, decoded, check, selection, fixing, unsafe)
    source = Source(decoded.text, item.name)
    return Checked(
        item, finish(item, source, lambda: Report(source, selection.reported(selection.of_rules(check(source)))))
    )


def _fixed(item: Input, decoded: Decoded, check: Check, selection: Selection, fixing: Fixing, unsafe: bool) -> Checked:
    from clairify_cli.diagnostics.fixes import fix_until_stable, unified_diff

    def findings(text: str) -> list[Diagnostic]:
        return selection.of_rules(check(Source(text, item.name)))

    result = fix_until_stable(decoded.text, findings, unsafe=unsafe)
    report = Report(Source(result.text, item.name), selection.reported(list(result.remaining)))
    if fixing is Fixing.SHOWN:
        return Checked(item, report, result.applied, unified_diff(decoded.text, result.text, item.name))
    after = Decoded(result.text, decoded.encoding)
    if item.path is None:
        return Checked(item, report, result.applied, text=after)
    if result.text == decoded.text:
        return Checked(item, report)
    from clairify_cli.files.writing import UnwritableError, rewrite_text

    try:
        rewrite_text(item.path, after)
    except UnwritableError as error:
        before = Report(Source(decoded.text, item.name), selection.reported(findings(decoded.text)))
        return Checked(item, before, unwritten=str(error))
    return Checked(item, report, result.applied)
