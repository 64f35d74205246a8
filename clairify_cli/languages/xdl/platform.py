"""The steps and properties that one published platform adds to the standard, from `schemas/xdl-platform.tsv`."""

from __future__ import annotations

from functools import cache

from clairify_cli.files import data_text
from clairify_cli.languages.xdl.schema import load

DIALECTS = ("2.0", "0.5", "0.4")
"""The dialects in which the platform's names occur."""


@cache
def _table() -> dict[str, dict[str, str]]:
    """Return property types by element and name; the name "" marks a step that only the platform has."""
    table: dict[str, dict[str, str]] = {}
    for line in data_text("schemas", "xdl-platform.tsv").splitlines():
        if not line.startswith("#"):
            element, name, type_, _ = line.split("\t")
            table.setdefault(element, {})[name] = type_
    return table


def is_platform_step(tag: str, dialect: str) -> bool:
    """Whether only the platform has the step."""
    return dialect in DIALECTS and "" in _table().get(tag, {})


def is_platform_property(element: str, name: str, dialect: str) -> bool:
    """Whether the platform reads a property that the element does not have in the standard."""
    if dialect not in DIALECTS:
        return False
    spec = load().elements.get(element)
    any_step = spec is not None and spec.is_step and name in _table()["*"]
    return any_step or name in _table().get(element, {})
