"""GitLab's Code Quality report: its findings are shown in the changes of a merge request.

See "Code Quality report format" in GitLab's documentation: it compares reports by fingerprint, which here is that of
the baseline with the name of the file.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import blake2b

from clairify_cli.diagnostics.fingerprints import fingerprints
from clairify_cli.diagnostics.render.report import Report

_SEVERITIES = {"error": "major", "warning": "minor"}


def render(reports: list[Report], *, color: bool, statistics: bool) -> str:
    """Return an array with an object per finding and per unreadable file."""
    return json.dumps([entry for report in reports for entry in _entries(report)], indent=2) + "\n"


def _entries(report: Report) -> Iterator[dict[str, object]]:
    file = report.file.removeprefix("./")
    if report.error is not None:
        yield _entry(file, "unreadable", "blocker", report.error, 1, "unreadable")
    for found, each in zip(report.diagnostics, fingerprints(report.source, report.diagnostics), strict=True):
        said = found.message + (f" ({found.hint})" if found.hint else "")
        yield _entry(file, found.code, _SEVERITIES[found.severity.value], said, found.span.line, each)


def _entry(file: str, rule: str, severity: str, text: str, line: int, print_of: str) -> dict[str, object]:
    return {
        "description": text,
        "check_name": rule,
        "fingerprint": blake2b(f"{file}\0{print_of}".encode("utf-8", "replace"), digest_size=16).hexdigest(),
        "severity": severity,
        "location": {"path": file, "lines": {"begin": line}},
    }
