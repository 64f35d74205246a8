"""The journal of a run on a robot, written by several threads: a file of JSON Lines, and an MCAP file if that is there.

A line is `{"t": seconds of the run, "utc": date and time, "kind": word, ...fields}`. Numbers that JSON lacks are
written as the strings `NaN`, `Infinity` and `-Infinity`, because the log of a fault must be able to contain them.
"""

from __future__ import annotations

import contextlib
import json
import math
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

from clairify_cli.files.addresses import without_secrets
from clairify_cli.files.reading import reason_of
from clairify_cli.files.writing import UnwritableError
from clairify_cli.worlds.ros import mcap_file
from clairify_cli.worlds.ros.robot import Cause, HaltError


class Journal(Protocol):
    """The destination of entries.

    `kind` is a word (`connect`, `found`, `start`, `motion`, `goal`, `feedback`, `state`, `result`, `fingers`,
    `treatment`, `asked`, `weighing`, `halt`, `stopped`, `end`); the fields are JSON values. The journal adds the time
    (s of the run, and the date), and an entry is flushed before the message that it describes is sent."""

    def write(self, kind: str, fields: Mapping[str, object]) -> None:
        """Add an entry."""

    def record(self, topic: str, kind: str, message: Mapping[str, object]) -> None:
        """Keep a message of a topic. Never waits or fails."""


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
        try:
            with self._lock:
                self._journal.write(kind, fields)
        except (OSError, ValueError) as error:
            raise HaltError(Cause.UNWRITTEN, f"The log of the run cannot be written: {error}.") from error

    def attempt(self, kind: str, fields: Mapping[str, object], patience: float) -> None:
        """Add an entry, but return after `patience` s at the latest: monitoring and stopping never wait for a disk."""
        thread = threading.Thread(target=self._attempt, args=(kind, fields), name="log", daemon=True)
        thread.start()
        thread.join(patience)

    def _attempt(self, kind: str, fields: Mapping[str, object]) -> None:
        with contextlib.suppress(HaltError):
            self.write(kind, fields)

    def record(self, topic: str, kind: str, message: Mapping[str, object]) -> None:
        """Keep a message of a topic."""
        self._journal.record(topic, kind, message)

    def noise(self, kind: str, fields: Mapping[str, object]) -> None:
        """Log something that is ignored; never fails or waits, and stops after `_MOST` of a kind."""
        self._noise[kind] += 1
        if self._noise[kind] <= _MOST:
            self.attempt("ignored", {"what": kind, **fields}, 0.0)


def plain(values: Iterable[float] | None) -> list[float | None] | None:
    """Return numbers as JSON values: null for non-finite ones."""
    return None if values is None else [value if math.isfinite(value) else None for value in values]


VERSION = 1
"""Increased when a reader of older journals would misread a newer one; stored in the first entry, `journal`."""

_OWN = ("t", "utc", "kind")


class JournalFile:
    """Writes entries to a new file, each passed to the operating system before `write` returns. Thread-safe.

    Creates folders. Raises `UnwritableError`, also if the file exists: it is never overwritten. Secrets in addresses
    are left out.
    """

    def __init__(
        self,
        path: str | Path,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.path = Path(path)
        self._clock = clock
        self._begun = clock()
        self._lock = threading.Lock()
        try:
            if not self.path.parent.is_dir():
                self.path.parent.mkdir(parents=True)
            self._file = self.path.open("x", encoding="utf-8", errors="backslashreplace", newline="\n")
            self._mcap = mcap_file.McapFile(self.path.with_suffix(mcap_file.SUFFIX)) if mcap_file.installed() else None
            self.write("journal", {"version": VERSION})
        except FileExistsError as error:
            raise UnwritableError(str(error.filename), "it is there already, and a log is never written over") from None
        except (OSError, ValueError) as error:
            raise UnwritableError(path, reason_of(error)) from None

    def write(self, kind: str, fields: Mapping[str, object]) -> None:
        """Add an entry; fields named `t`, `utc` or `kind` get a `_` appended.

        Raises `OSError` if the disk is full, and `ValueError` if the journal is closed or an entry is invalid."""
        mine = {f"{name}_" if name in _OWN else name: value for name, value in fields.items()}
        now = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        with self._lock:
            line = {"t": round(self._clock() - self._begun, 6), "utc": now, "kind": kind, **mine}
            try:
                text = json.dumps(_plain(line), ensure_ascii=False, allow_nan=False)
            except RecursionError:
                raise ValueError("an entry is nested too deep") from None
            self._file.write(text + "\n")
            self._file.flush()
            if self._mcap is not None:
                self._mcap.add(mcap_file.JOURNAL, "clairify/Entry", text)

    def record(self, topic: str, kind: str, message: Mapping[str, object]) -> None:
        """Add a message of a topic to the MCAP file. Never waits or fails."""
        if self._mcap is not None:
            self._mcap.add(topic, kind, json.dumps(_plain(message)))

    def close(self) -> None:
        """Close both files; a second time does nothing."""
        with self._lock, contextlib.suppress(OSError):
            self._file.close()
        if self._mcap is not None:
            self._mcap.close()

    def __enter__(self) -> JournalFile:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class NoJournal:
    """Discards everything: for an inspection that sends no command."""

    def write(self, kind: str, fields: Mapping[str, object]) -> None:
        """Do nothing."""

    def record(self, topic: str, kind: str, message: Mapping[str, object]) -> None:
        """Do nothing."""


def _plain(value: object) -> object:
    """Convert a value to JSON: tuples to lists, non-finite numbers to strings."""
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    if isinstance(value, Mapping):
        return {str(name): _plain(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    if value is None or isinstance(value, int | float):
        return value
    return without_secrets(str(value))
