"""GitHub workflow commands: each becomes an annotation on its line when printed in a workflow.

Columns are given only for findings within one line, because GitHub drops an annotation with columns on different
lines. See "Workflow commands for GitHub Actions" in GitHub's documentation.
"""

from __future__ import annotations

from clairify_cli.diagnostics.model import Diagnostic
from clairify_cli.diagnostics.render.characters import visible
from clairify_cli.diagnostics.render.report import Report


def render(reports: list[Report], *, color: bool, statistics: bool) -> str:
    """Return a command per finding and per unreadable file; empty if there are none."""
    lines = []
    for report in reports:
        if report.error is not None:
            lines.append(_command("error", {"file": report.file, "title": "unreadable"}, visible(report.error)))
        lines += [_annotation(diagnostic) for diagnostic in report.diagnostics]
    return "".join(f"{line}\n" for line in lines)


def _annotation(diagnostic: Diagnostic) -> str:
    span = diagnostic.span
    properties: dict[str, object] = {"file": span.file, "line": span.line, "endLine": span.end_line}
    if span.line == span.end_line:
        properties |= {"col": span.column, "endColumn": span.end_column}
    properties["title"] = diagnostic.code
    message = visible(diagnostic.message) + (f"\nhelp: {visible(diagnostic.hint)}" if diagnostic.hint else "")
    return _command(diagnostic.severity.value, properties, message)


def _command(level: str, properties: dict[str, object], message: str) -> str:
    """Return a command; `message` may contain line feeds, the properties may not."""
    given = ",".join(f"{name}={_property(visible(str(value)))}" for name, value in properties.items())
    return f"::{level} {given}::{_data(message)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
