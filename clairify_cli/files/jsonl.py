"""JSON Lines on disk, appended so that a reader never sees half a line written here, and dataclasses as JSON."""

from __future__ import annotations

import dataclasses
import enum
import os
import threading
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from clairify_cli.files.locks import alone
from clairify_cli.records import dataclass

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


def json_line(record: Mapping[str, object]) -> bytes:
    """Return a record as a line, without the secret parts of addresses."""
    import json

    from clairify_cli.files.addresses import cleaned

    record = {name: cleaned(value) for name, value in record.items()}
    try:
        line = json.dumps(record, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()
    except UnicodeEncodeError:  # a reply may contain a lone surrogate
        line = json.dumps(record, separators=(",", ":"), allow_nan=False).encode()
    return line + b"\n"


class JsonLines:
    """A file to which lines of JSON are appended.

    Every line is written by one system call on a file opened for appending, so no data is lost in a buffer when the
    program dies, and lines of several threads or processes do not mix. If an earlier writer left a line unfinished, the
    first line begins on a new one. A missing folder is created.

    Raises `OSError` if the file cannot be opened or written.
    """

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._lock = threading.Lock()
        self._descriptor = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
        # Without the lock, a line that another process is still writing would look unfinished.
        with alone(self._descriptor):
            if _ends_within_a_line(self.path):
                self._write_all(b"\n")

    def write(self, record: Mapping[str, object]) -> None:
        """Append one record, without the secret parts of addresses."""
        self.append(json_line(record))

    def append(self, data: bytes) -> None:
        """Append whole lines."""
        with self._lock, alone(self._descriptor):
            self._write_all(data)

    def _write_all(self, data: bytes) -> None:
        written = os.write(self._descriptor, data)
        while written < len(data):
            written += os.write(self._descriptor, data[written:])

    def close(self) -> None:
        """Close the file; closing it again has no effect."""
        with self._lock:
            if self._descriptor >= 0:
                os.close(self._descriptor)
                self._descriptor = -1

    def __reduce__(self) -> tuple[type[JsonLines], tuple[Path]]:
        """Pickle as the path, so that another process reopens the file."""
        return JsonLines, (self.path,)

    def __enter__(self) -> JsonLines:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@dataclass(frozen=True)
class RelayedLines:
    """Lines of a file to which another process appends, such as the parent of this one."""

    path: Path
    append: Callable[[Path, bytes], None]

    def write(self, record: Mapping[str, object]) -> None:
        """Have the other process append one record."""
        self.append(self.path, json_line(record))


Lines = JsonLines | RelayedLines


def append_lines(path: Path, data: bytes) -> None:
    """Append whole lines to a file. Raises `OSError`."""
    with JsonLines(path) as lines:
        lines.append(data)


def _ends_within_a_line(path: Path) -> bool:
    if not path.is_file() or path.stat().st_size == 0:
        return False
    with path.open("rb") as file:
        file.seek(-1, os.SEEK_END)
        return file.read(1) != b"\n"


def json_text(document: DataclassInstance) -> str:
    """Return a document as JSON text: indented, in ASCII, with a final line feed."""
    import json

    return json.dumps(json_object(document), indent=2) + "\n"


def json_object(document: DataclassInstance) -> dict[str, object]:
    """Return the fields of a dataclass as JSON values, by name."""
    return {name: _value(getattr(document, name)) for name in _names(type(document))}


def _value(value: object) -> object:
    """Convert dataclasses to objects, enums to their values, tuples to lists; keep anything else."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return json_object(value)
    if isinstance(value, enum.Enum):
        return value.value
    return [_value(one) for one in value] if isinstance(value, tuple) else value


@cache
def _names(kind: type[DataclassInstance]) -> tuple[str, ...]:
    return tuple(field.name for field in dataclasses.fields(kind))
