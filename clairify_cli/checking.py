"""Checks inputs one after the other, with fixes: what `clairify check` does, without its arguments."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.diagnostics.render.report import Report
from clairify_cli.files.inputs import Input
from clairify_cli.files.reading import MOST_BYTES, UnreadableError

Check = Callable[[Source], list[Diagnostic]]


@dataclass(frozen=True, slots=True)
class Selection:
    """Which findings to report: codes or prefixes to keep and to drop, and whether warnings count."""

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    errors_only: bool = False

    def __call__(self, found: list[Diagnostic]) -> list[Diagnostic]:
        if self.select or self.ignore:
            from clairify_cli.diagnostics.select import select

            found = select(found, self.select, self.ignore)
        return [d for d in found if d.is_error] if self.errors_only else found


@dataclass(frozen=True, slots=True)
class Checked:
    """One input after checking: its report, and its text after fixes (None where nothing was asked or changed)."""

    name: str
    is_file: bool
    report: Report
    fixed: str | None = None
    diff: str = ""


def check_inputs(
    inputs: Iterable[Input],
    checker: Callable[[str], Check],
    selection: Selection,
    *,
    fix: bool = False,
    unsafe: bool = False,
    most_bytes: int = MOST_BYTES,
) -> list[Checked]:
    """Check every input; `checker` gives the check for a file ending. A file that cannot be read does not stop it."""
    return [_check_one(item, checker, selection, fix, unsafe, most_bytes) for item in inputs]


def _check_one(
    item: Input, checker: Callable[[str], Check], selection: Selection, fix: bool, unsafe: bool, most_bytes: int
) -> Checked:
    is_file = item.path is not None
    try:
        text = item.text(most_bytes=most_bytes)
    except UnreadableError as error:
        return Checked(item.name, is_file, Report(Source("", item.name), [], str(error)))
    check = checker(item.path.suffix if item.path is not None else "")

    def findings(of: str) -> list[Diagnostic]:
        return selection(check(Source(of, item.name)))

    if not fix:
        return Checked(item.name, is_file, Report(Source(text, item.name), findings(text)))
    from clairify_cli.diagnostics.fixes import fix_until_stable, unified_diff

    result = fix_until_stable(text, findings, unsafe=unsafe)
    changed = result.text != text
    report = Report(Source(result.text, item.name), list(result.remaining))
    diff = unified_diff(text, result.text, item.name) if changed else ""
    fixed = result.text if changed or not is_file else None
    return Checked(item.name, is_file, report, fixed, diff)
