"""JSON lines: one finding per line, the same object as in the `json` format.

An unreadable file is a line with `file` and `error`, so that it is not mistaken for a clean one.
"""

from __future__ import annotations

import json

from clairify_cli.diagnostics.render.json import finding
from clairify_cli.diagnostics.render.report import Report


def render(reports: list[Report], *, color: bool, statistics: bool) -> str:
    """Return a line per finding and per unreadable file; empty if there are none."""
    objects: list[object] = []
    for report in reports:
        if report.error is not None:
            objects.append({"file": report.file, "error": report.error})
        objects += [finding(report.source, diagnostic) for diagnostic in report.diagnostics]
    return "".join(json.dumps(entry) + "\n" for entry in objects)
