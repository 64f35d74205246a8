"""The journal as a JSON Lines file, with an MCAP file next to it if that package is installed; and reading either.

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
from typing import Any, TextIO

from clairify_cli.files.addresses import without_secrets
from clairify_cli.files.extras import install
from clairify_cli.files.reading import reason_of
from clairify_cli.files.writing import UnwritableError
from clairify_cli.records import dataclass
from clairify_cli.worlds.ros import mcap_file

VERSION = 1
"""Increased when a reader of older journals would misread a newer one; stored in the first entry, `journal`."""

_OWN = ("t", "utc", "kind")


class JournalError(ValueError):
    """A text is not a journal; the message gives the line and the reason."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A journal line: `seconds` of the run, date and time, kind, fields, and its line number from 1."""

    seconds: float
    utc: str
    kind: str
    fields: Mapping[str, Any]
    line: int = 0


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
            self._mcap = mcap_file.McapFile(self.path.with_suffix(mcap_file.SUFFIX)) if mcap_file.installed() else None
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

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class NoJournal:
    """Discards everything: for an inspection that sends no command."""

    def write(self, kind: str, fields: Mapping[str, object]) -> None:
        """Do nothing."""

    def record(self, topic: str, kind: str, message: Mapping[str, object]) -> None:
        """Do nothing."""


def read_log(data: bytes) -> tuple[Entry, ...]:
    """Read a log of either kind; MCAP also gives an entry per joint state. Raises `JournalError`."""
    if not data.startswith(mcap_file.MAGIC):
        return read_journal(data.decode("utf-8", "replace"))
    if not mcap_file.installed():
        raise JournalError(f"this is MCAP, for which the extra `ros` is needed: {install('ros')}")
    lines, begun = list[str](), 0
    for channel, time_ns, message in mcap_file.messages(data):
        begun = begun or time_ns
        if isinstance(message, str):
            lines.append(message)
        elif lines and isinstance(names := message.get("name"), list):
            at = round((time_ns - begun) / 1e9, 6)
            states = {"names": names, "positions": message.get("position"), "topic": channel}
            lines.append(json.dumps({"t": at, "utc": "", "kind": "states", **states}))
    return read_journal("\n".join([*lines, ""]))


def read_journal(text: str) -> tuple[Entry, ...]:
    """Return the entries of a journal, in order. A truncated last line is ignored. Raises `JournalError`."""
    lines = text.split("\n")
    found: list[Entry] = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            entry = _entry(line, number)
        except JournalError:
            if number == len(lines) and found:  # truncated by a crash or power loss: no line feed follows
                break
            raise
        found.append(entry)
    if not found or found[0].kind != "journal":
        raise JournalError("this is not the log of a robot: it does not begin with an entry `journal`")
    if found[0].fields.get("version") != VERSION:
        raise JournalError(f"this log is of version {found[0].fields.get('version')!r}, and {VERSION} is read")
    return tuple(found)


def _entry(line: str, number: int) -> Entry:
    try:
        value = json.loads(line, parse_constant=_refused)
    except (ValueError, RecursionError) as error:
        raise JournalError(f"line {number} is no JSON: {error}") from None
    if not isinstance(value, dict):
        raise JournalError(f"line {number} is no entry: it is no object")
    seconds, utc, kind = (value.pop(name, None) for name in _OWN)
    if not isinstance(kind, str) or not isinstance(utc, str) or isinstance(seconds, bool):
        raise JournalError(f"line {number} is no entry: it lacks `t`, `utc` or `kind`")
    at = number_in(seconds)
    if at is None:
        raise JournalError(f"line {number} is no entry: `t` is no number")
    return Entry(at, utc, kind, value, number)


def number_in(value: object) -> float | None:
    """Return a finite number of a journal; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        found = float(value)
    except OverflowError:
        return None
    return found if math.isfinite(found) else None


def _refused(name: str) -> float:
    raise ValueError(f"{name} is no number of JSON")


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
