"""The journal as a JSON Lines file.

A line is `{"t": seconds of the run, "utc": date and time, "kind": word, ...fields}`. Numbers that JSON lacks are
written as the strings `NaN`, `Infinity` and `-Infinity`, because the log of a fault must be able to contain them.
"""

from __future__ import annotations

import contextlib
import json
import math
import threading
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import TextIO

from clairify_cli.files.addresses import without_secrets
from clairify_cli.files.reading import reason_of
from clairify_cli.files.writing import UnwritableError

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
            self._file = self._open()
            self.write("journal", {"version": VERSION})
        except FileExistsError as error:
            raise UnwritableError(str(error.filename), "it is there already, and a log is never written over") from None
        except (OSError, ValueError) as error:
            raise UnwritableError(path, reason_of(error)) from None

    def _open(self) -> TextIO:
        return self.path.open("x", encoding="utf-8", errors="backslashreplace", newline="\n")

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

    def close(self) -> None:
        """Close the file; a second time does nothing."""
        with self._lock, contextlib.suppress(OSError):
            self._file.close()

    def __enter__(self) -> JournalFile:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class NoJournal:
    """Discards everything: for an inspection that sends no command."""

    def write(self, kind: str, fields: Mapping[str, object]) -> None:
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
