"""Words shown to people instead of keys, from the table next to this module."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from clairify_cli.files.data import rows


@cache
def words_of(table: str) -> dict[str, str]:
    """Return the words of one table by key, in order."""
    return {key: said for name, key, said in rows(Path(__file__).with_suffix(".tsv")) if name == table}
