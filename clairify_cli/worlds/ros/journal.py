"""The log of a run on a robot: every command, every decision with the state that it was made on, as JSON lines."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol


class Journal(Protocol):
    """Where entries go. `kind` is a word (`connect`, `found`, `start`, `motion`, `goal`, `feedback`, `state`, `result`,
    `fingers`, `treatment`, `asked`, `weighing`, `halt`, `stopped`, `end`); the fields are JSON values. The time (s of
    the run, and the date) is added by the journal, and a line is flushed before what it says is sent."""

    def write(self, kind: str, fields: Mapping[str, object]) -> None:
        """Add an entry."""
        ...
