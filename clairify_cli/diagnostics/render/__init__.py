"""Rendering of findings: one module per output format, imported on demand."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import Protocol, cast

from clairify_cli.diagnostics.render.report import Report

FORMATS: dict[str, str] = {
    "text": "the source line with a caret under each finding, for people",
    "concise": "one line per finding",
    "json": "one JSON document, as schemas/diagnostics.schema.json describes it",
    "jsonl": "one JSON object per line and finding",
    "sarif": "SARIF 2.1.0, for code scanning",
    "junit": "JUnit XML, for test reports",
    "github": "GitHub workflow commands, which become annotations",
    "gitlab": "GitLab's Code Quality report, which annotates merge requests",
}
"""The formats by name, with descriptions. The module of the same name in this package renders it."""


class _Format(Protocol):
    def render(self, reports: list[Report], *, color: bool, statistics: bool) -> str: ...


def render(format: str, reports: Iterable[Report], *, color: bool = False, statistics: bool = False) -> str:
    """Render the reports in a format of `FORMATS`: text with a final line feed, or empty text.

    The order of files and findings is kept, and the output is deterministic. `color` and `statistics`, which adds a
    count per rule, affect only the formats for people. Raises `ValueError` for an unknown format.
    """
    if format not in FORMATS:
        from clairify_cli.diagnostics.nearest import listing

        raise ValueError(f"there is no output format `{format}`; choose one of {listing(FORMATS)}")
    module = cast(_Format, import_module(f"{__name__}.{format}"))
    return module.render(list(reports), color=color, statistics=statistics)
