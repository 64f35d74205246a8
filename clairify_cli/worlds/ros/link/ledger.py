"""The journal of a run on a robot, written by several threads, with JSON values only."""

from __future__ import annotations

import contextlib
import math
import threading
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Protocol

from clairify_cli.worlds.ros.robot import Cause, HaltError


class Journal(Protocol):
    """The destination of entries.

    `kind` is a word (`connect`, `found`, `start`, `motion`, `goal`, `feedback`, `state`, `result`, `fingers`,
    `treatment`, `asked`, `weighing`, `halt`, `stopped`, `end`); the fields are JSON values. The journal adds the time
    (s of the run, and the date), and an entry is flushed before the message that it describes is sent."""

    def write(self, kind: str, fields: Mapping[str, object]) -> None:
        """Add an entry."""


_MOST = 50
"""How often the same kind of noise is logged: a faulty bridge must not fill the disk."""


class Ledger:
    """A `Journal` behind a lock. A failed write is a `HaltError`: a robot does nothing without a log."""

    def __init__(self, journal: Journal):
        self._journal = journal
        self._lock = threading.Lock()
        self._noise: Counter[str] = Counter()

    def write(self, kind: str, fields: Mapping[str, object]) -> None:
        """Add an entry. Raises `HaltError` for `Cause.UNWRITTEN`."""
        with self._lock:
            self._write(kind, fields)

    def attempt(self, kind: str, fields: Mapping[str, object], patience: float) -> None:
        """Add an entry, but return after `patience` s at the latest: monitoring and stopping never wait for a disk."""
        thread = threading.Thread(target=self._attempt, args=(kind, fields), name="log", daemon=True)
        thread.start()
        thread.join(patience)

    def _attempt(self, kind: str, fields: Mapping[str, object]) -> None:
        with contextlib.suppress(HaltError):
            self.write(kind, fields)

    def noise(self, kind: str, fields: Mapping[str, object]) -> None:
        """Log something that is ignored; never fails or waits, and stops after `_MOST` of a kind."""
        self._noise[kind] += 1
        if self._noise[kind] <= _MOST:
            self.attempt("ignored", {"what": kind, **fields}, 0.0)

    def _write(self, kind: str, fields: Mapping[str, object]) -> None:
        try:
            self._journal.write(kind, fields)
        except (OSError, ValueError) as error:
            raise HaltError(Cause.UNWRITTEN, f"The log of the run cannot be written: {error}.") from error


def plain(values: Iterable[float] | None) -> list[float | None] | None:
    """Return numbers as JSON values: null for non-finite ones."""
    return None if values is None else [value if math.isfinite(value) else None for value in values]
