"""One versioned JSON document, as described in `schemas/diagnostics.schema.json`.

Lines and columns are counted from 1, offsets from 0; ends are exclusive; all in characters (code points).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Literal

from clairify_cli.diagnostics.model import Diagnostic, Edit, Source, Span
from clairify_cli.diagnostics.render.report import Report, by_code, rule_name, tool_version, totals
from clairify_cli.files.jsonl import json_object
from clairify_cli.records import dataclass

VERSION = 1
_COUNTED = ("files", "unreadable", "errors", "warnings", "safe_fixes", "unsafe_fixes")
"""The totals in the summary."""


@dataclass(frozen=True, slots=True)
class Tool:
    """What made a document."""

    name: Literal["clairify"]
    version: str


@dataclass(frozen=True, slots=True)
class Position:
    """A place in a text, in characters: line and column from 1, offset from 0."""

    line: int
    column: int
    offset: int


@dataclass(frozen=True, slots=True)
class Replacement:
    """Replace the characters from start to end by the text."""

    start: Position
    end: Position
    text: str


@dataclass(frozen=True, slots=True)
class Repair:
    """Edits that remove the finding, to be made all together, at the places of the text as it was checked."""

    description: str
    safe: bool
    edits: tuple[Replacement, ...]


@dataclass(frozen=True, slots=True)
class Note:
    """Another place that helps to understand a finding."""

    message: str
    file: str
    start: Position
    end: Position


@dataclass(frozen=True, slots=True)
class Finding:
    """What is wrong, where, by which rule, and what to do about it; ends are exclusive."""

    code: str
    name: str | None
    severity: Literal["error", "warning"]
    message: str
    hint: str | None
    file: str
    start: Position
    end: Position
    fix: Repair | None
    related: tuple[Note, ...]


def render(reports: list[Report], *, color: bool, statistics: bool) -> str:
    """Return the document, indented, in ASCII."""
    found = totals(reports)
    document = {
        "version": VERSION,
        "tool": {"name": "clairify", "version": tool_version()},
        "files": [
            {
                "file": report.file,
                "error": report.error,
                "diagnostics": [finding(report.source, diagnostic) for diagnostic in report.diagnostics],
                **({} if report.explained is None else {"explanation": report.explained.document}),
            }
            for report in reports
        ],
        "summary": {**{name: getattr(found, name) for name in _COUNTED}, "by_code": by_code(reports)},
    }
    return json.dumps(document, indent=2) + "\n"


def tool() -> Tool:
    """Return the name and version of this tool."""
    return Tool("clairify", tool_version())


def findings(of: Iterable[Diagnostic], texts: Mapping[str, str]) -> tuple[Finding, ...]:
    """Convert findings to the form used in documents; `texts` are the checked texts by file."""
    listed = list(of)
    sources = {file: Source(texts.get(file, ""), file) for file in {one.span.file for one in listed}}
    return tuple(found(sources[one.span.file], one) for one in listed)


def finding_objects(of: Iterable[Diagnostic], texts: Mapping[str, str]) -> list[dict[str, object]]:
    """Convert findings to JSON objects; `texts` are the checked texts by file."""
    return [json_object(one) for one in findings(of, texts)]


def finding(source: Source, diagnostic: Diagnostic) -> dict[str, object]:
    """Convert a finding to the object that `json` and `jsonl` share. `source` locates the edits of its fix."""
    return json_object(found(source, diagnostic))


def found(source: Source, diagnostic: Diagnostic) -> Finding:
    """Convert a finding to the form used in all documents. `source` locates the edits of its fix."""
    span, fix = diagnostic.span, diagnostic.fix
    return Finding(
        diagnostic.code,
        rule_name(diagnostic.code),
        diagnostic.severity.value,
        diagnostic.message,
        diagnostic.hint,
        span.file,
        *_range(span),
        None if fix is None else Repair(fix.description, fix.safe, tuple(_edit(source, one) for one in fix.edits)),
        tuple(Note(one.message, one.span.file, *_range(one.span)) for one in diagnostic.related),
    )


def _edit(source: Source, edit: Edit) -> Replacement:
    return Replacement(*_range(source.span(edit.start, edit.end)), edit.text)


def _range(span: Span) -> tuple[Position, Position]:
    start = Position(span.line, span.column, span.start)
    return start, Position(span.end_line, span.end_column, span.end)
