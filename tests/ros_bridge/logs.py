"""The logs of a run, read by the tests."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Entry:
    """An entry: its time (s) in the run, its kind, and its other fields."""

    seconds: float
    kind: str
    fields: Mapping[str, Any]


def entries_in(log: Path) -> list[Entry]:
    """The entries of a log of JSON lines, without a last one that was cut off."""
    return [entry_of(line) for line in log.read_text(encoding="utf-8").split("\n")[:-1]]


def entry_of(line: str) -> Entry:
    """The entry that a line has."""
    value = json.loads(line)
    assert value.pop("utc")
    return Entry(value.pop("t"), value.pop("kind"), value)
