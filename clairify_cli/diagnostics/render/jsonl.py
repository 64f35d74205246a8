"""JSON lines: one finding per line, the same object as in the `json` format.

A file that could not be read is a line with `file` and `error`, so that it is not taken for a clean one.
"""

from __future__ import annotations

import json

from clairify_cli.diagnostics.render.json import finding
from clairify_cli.diagnostics.render.report import Report


def render(reports: list[Report], *, color: bool, statistics: bool) -> str:
    """A line per finding and per unreadable file; nothing if all is well."""
    objects: list[object] = []
    for report in reports:
        if report.error is not None:
            objects.append({"file": report.file, "error": report.error})
        objects += [finding(report.source, diagnostic) for diagnostic in report.diagnostics]
    return "".join(json.dumps(entry) + "\n" for entry in objects)
