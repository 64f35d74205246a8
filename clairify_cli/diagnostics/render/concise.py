"""One line per finding: place, severity, code and message, and an asterisk if there is a safe fix."""

from __future__ import annotations

from clairify_cli.diagnostics.model import Diagnostic
from clairify_cli.diagnostics.render.characters import visible
from clairify_cli.diagnostics.render.palette import paint
from clairify_cli.diagnostics.render.report import Report
from clairify_cli.diagnostics.render.text import place, statistics_table, unreadable


def render(reports: list[Report], *, color: bool, statistics: bool) -> str:
    """Return a line per finding and per unreadable file; empty if there are none."""
    parts = []
    for report in reports:
        if report.error is not None:
            parts.append(unreadable(report, color))
        parts += [_line(diagnostic, color) for diagnostic in report.diagnostics]
    return "".join(parts) + (statistics_table(reports) if statistics else "")


def _line(diagnostic: Diagnostic, color: bool) -> str:
    severity = diagnostic.severity.value
    kind = paint(f"{severity}[{visible(diagnostic.code)}]", severity, color)
    mark = f" {paint('[*]', 'fix', color)}" if diagnostic.fix and diagnostic.fix.safe else ""
    return f"{paint(place(diagnostic.span), 'file', color)}: {kind}{mark} {visible(diagnostic.message)}\n"
