"""One JSON document, versioned, as `schemas/diagnostics.schema.json` describes it.

Lines and columns are counted from 1, offsets from 0; ends are exclusive; all in characters (code points).
"""

from __future__ import annotations

import json
from typing import Any

from clairify_cli.diagnostics.model import Diagnostic, Edit, Source, Span
from clairify_cli.diagnostics.render.report import Report, by_code, rule_name, tool_version, totals

VERSION = 1


def render(reports: list[Report], *, color: bool, statistics: bool) -> str:
    """The document, indented, in ASCII."""
    found = totals(reports)
    document = {
        "version": VERSION,
        "tool": {"name": "clairify", "version": tool_version()},
        "files": [
            {
                "file": report.file,
                "error": report.error,
                "diagnostics": [finding(report.source, diagnostic) for diagnostic in report.diagnostics],
            }
            for report in reports
        ],
        "summary": {
            "files": found.files,
            "unreadable": found.unreadable,
            "errors": found.errors,
            "warnings": found.warnings,
            "safe_fixes": found.safe_fixes,
            "unsafe_fixes": found.unsafe_fixes,
            "by_code": by_code(reports),
        },
    }
    return json.dumps(document, indent=2) + "\n"


def finding(source: Source, diagnostic: Diagnostic) -> dict[str, Any]:
    """One finding as the object that `json` and `jsonl` share. `source` places the edits of its fix."""
    fix = diagnostic.fix
    return {
        "code": diagnostic.code,
        "name": rule_name(diagnostic.code),
        "severity": diagnostic.severity.value,
        "message": diagnostic.message,
        "hint": diagnostic.hint,
        **_place(diagnostic.span),
        "fix": fix
        and {
            "description": fix.description,
            "safe": fix.safe,
            "edits": [_edit(source, edit) for edit in fix.edits],
        },
        "related": [{"message": related.message, **_place(related.span)} for related in diagnostic.related],
    }


def _edit(source: Source, edit: Edit) -> dict[str, Any]:
    return {**_range(source.span(edit.start, edit.end)), "text": edit.text}


def _place(span: Span) -> dict[str, Any]:
    return {"file": span.file, **_range(span)}


def _range(span: Span) -> dict[str, Any]:
    return {
        "start": {"line": span.line, "column": span.column, "offset": span.start},
        "end": {"line": span.end_line, "column": span.end_column, "offset": span.end},
    }
