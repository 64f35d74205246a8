"""Showing findings: one module per output format, imported when that format is asked for."""

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
}
"""The formats by name, with what each is. The module of the same name in this package writes it."""


class _Format(Protocol):
    def render(self, reports: list[Report], *, color: bool, statistics: bool) -> str: ...


def render(format: str, reports: Iterable[Report], *, color: bool = False, statistics: bool = False) -> str:
    """The reports in a format of `FORMATS`: text that ends in a line feed, or is empty.

    The order of files and findings is kept; the same reports give the same text on every run. `color` is for
    the formats for people, and `statistics` adds a count per rule to them. Raises `ValueError` for a format
    that there is not.
    """
    if format not in FORMATS:
        from clairify_cli.diagnostics.nearest import listing

        raise ValueError(f"there is no output format `{format}`; choose one of {listing(FORMATS)}")
    module = cast(_Format, import_module(f"{__name__}.{format}"))
    return module.render(list(reports), color=color, statistics=statistics)
