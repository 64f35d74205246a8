"""The journal of a run on a robot, written by several threads, with nothing in it that JSON does not have."""

from __future__ import annotations

import contextlib
import math
import threading
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Protocol

from clairify_cli.worlds.ros.robot import Cause, HaltError


class Journal(Protocol):
    """Where entries go. `kind` is a word (`connect`, `found`, `start`, `motion`, `goal`, `feedback`, `state`, `result`,
    `fingers`, `treatment`, `asked`, `weighing`, `halt`, `stopped`, `end`); the fields are JSON values. The time (s of
    the run, and the date) is added by the journal, and a line is flushed before what it says is sent."""

    def write(self, kind: str, fields: Mapping[str, object]) -> None:
        """Add an entry."""

    def record(self, topic: str, kind: str, message: Mapping[str, object]) -> None:
        """Keep a message that came on a topic, all of which are kept. Never waits or fails."""


_MOST = 50
"""How often the same kind of noise is written down: a bridge that talks nonsense must not fill the disk."""


class Ledger:
    """A `Journal` behind a lock. What cannot be written is a `HaltError`: a robot does nothing that is not written."""

    def __init__(self, journal: Journal):
        self._journal = journal
        self._lock = threading.Lock()
        self._noise: Counter[str] = Counter()

    def write(self, kind: str, fields: Mapping[str, object]) -> None:
        """Add an entry. Raises `HaltError` for `Cause.UNWRITTEN`."""
        with self._lock:
            self._write(kind, fields)

    def attempt(self, kind: str, fields: Mapping[str, object], patience: float) -> None:
        """Add an entry, and come back after `patience` s at the latest: who watches or stops waits for no disk."""
        thread = threading.Thread(target=self._attempt, args=(kind, fields), name="log", daemon=True)
        thread.start()
        thread.join(patience)

    def _attempt(self, kind: str, fields: Mapping[str, object]) -> None:
        with contextlib.suppress(HaltError):
            self.write(kind, fields)

    def record(self, topic: str, kind: str, message: Mapping[str, object]) -> None:
        """Keep a message that came on a topic."""
        self._journal.record(topic, kind, message)

    def noise(self, kind: str, fields: Mapping[str, object]) -> None:
        """Add an entry about something that is passed over; never fails or waits, and not without end."""
        self._noise[kind] += 1
        if self._noise[kind] <= _MOST:
            self.attempt("ignored", {"what": kind, **fields}, 0.0)

    def _write(self, kind: str, fields: Mapping[str, object]) -> None:
        try:
            self._journal.write(kind, fields)
        except (OSError, ValueError) as error:
            raise HaltError(Cause.UNWRITTEN, f"The log of the run cannot be written: {error}.") from error


def plain(values: Iterable[float] | None) -> list[float | None] | None:
    """Numbers as JSON has them: null for those that are none."""
    return None if values is None else [value if math.isfinite(value) else None for value in values]
