"""Remedies for findings that compare a program with its text, read once from `groups.toml`."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from clairify_cli.diagnostics.render.text import Group
from clairify_cli.files.data import toml


@cache
def groups() -> dict[str, Group]:
    """Return the group of each rule, the most serious group first."""
    known = toml(Path(__file__).with_name("groups.toml"))["group"]
    return {code: Group(entry["title"], entry["help"]) for entry in known for code in entry["rules"]}
