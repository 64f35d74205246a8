"""The input of all renderers, and the totals that several of them print."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from clairify_cli.diagnostics.counts import counted
from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.diagnostics.registry import registered
from clairify_cli.records import dataclass, field

SAFE_FIX_FLAGS = "--fix"
UNSAFE_FIX_FLAGS = "--fix --unsafe-fixes"


class Drawn(NamedTuple):
    """The findings in one file as text for people, and how many there are, also of fixes."""

    text: str
    errors: int
    warnings: int
    safe_fixes: int
    unsafe_fixes: int


class Explained(NamedTuple):
    """What a file does, besides findings: as text for people, and as a JSON object."""

    text: str
    document: Mapping[str, object]


@dataclass(frozen=True)
class Report:
    """The findings in one file; `error` says why it could not be read, in which case its source is empty.

    If they are `drawn`, nothing else is known of them.
    """

    source: Source
    diagnostics: list[Diagnostic] = field(default_factory=list)
    error: str | None = None
    drawn: Drawn | None = None
    explained: Explained | None = None

    @property
    def file(self) -> str:
        return self.source.name


@dataclass(frozen=True, slots=True)
class Totals:
    """The totals of some reports."""

    files: int
    files_with_findings: int
    unreadable: int
    errors: int
    warnings: int
    safe_fixes: int
    unsafe_fixes: int

    @property
    def sentence(self) -> str:
        """The totals in words: `2 errors and 1 warning in 1 file (2 fixable with --fix)`."""
        counts = [counted(self.errors, "error")] if self.errors else []
        counts += [counted(self.warnings, "warning")] if self.warnings else []
        read = self.files - self.unreadable
        if not counts:
            found = f"no findings in {counted(read, 'file')}" if read or not self.unreadable else ""
        elif self.files_with_findings >= read:
            found = f"{' and '.join(counts)} in {counted(read, 'file')}"
        else:
            found = f"{' and '.join(counts)} in {self.files_with_findings} of {counted(read, 'file')}"
        fixes = [f"{self.safe_fixes} fixable with {SAFE_FIX_FLAGS}"] if self.safe_fixes else []
        fixes += [f"{self.unsafe_fixes} with {UNSAFE_FIX_FLAGS}"] if self.unsafe_fixes else []
        found += f" ({', '.join(fixes)})" if fixes else ""
        unread = f"{counted(self.unreadable, 'file')} could not be read" if self.unreadable else ""
        return "; ".join(part for part in (found, unread) if part)


def counts(report: Report) -> tuple[int, int, int, int]:
    """Return the numbers of errors, warnings, safe fixes and unsafe fixes in a report."""
    if report.drawn is not None:
        return report.drawn[1:]
    errors = sum(1 for finding in report.diagnostics if finding.is_error)
    safe = [finding.fix.safe for finding in report.diagnostics if finding.fix]
    return errors, len(report.diagnostics) - errors, safe.count(True), safe.count(False)


def totals(reports: Iterable[Report]) -> Totals:
    """Count files, findings and fixes."""
    given = list(reports)
    numbers = [counts(report) for report in given]
    found = sum(1 for errors, warnings, *_ in numbers if errors or warnings)
    unreadable = sum(1 for report in given if report.error is not None)
    return Totals(len(given), found, unreadable, *map(sum, zip((0, 0, 0, 0), *numbers, strict=True)))


def by_code(reports: Iterable[Report]) -> dict[str, int]:
    """Return the number of findings per rule, most frequent first, then by code."""
    counts = Counter(diagnostic.code for report in reports for diagnostic in report.diagnostics)
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def rule_name(code: str) -> str | None:
    """Return the readable name of a registered rule; None for a code that no imported module declares."""
    rule = registered().get(code)
    return rule.name if rule else None


def tool_version() -> str:
    """Return the version of the installed package; `unknown` if it runs without being installed."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("clairify-cli")
    except PackageNotFoundError:
        return "unknown"
