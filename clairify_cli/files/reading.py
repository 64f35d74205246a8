"""Read files that a user names, with limited sizes and errors of one sentence."""

from __future__ import annotations

import io
import os
import stat
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING

from clairify_cli.files.encoding import Decoded, UndecodableError, decode
from clairify_cli.outcomes import ExpectedError

if TYPE_CHECKING:
    from typing import BinaryIO

MOST_BYTES = 20_000_000
"""Default limit on the size of a file; no program is as large."""

_PATIENCE = 2.0
"""Seconds after which somebody should know that a pipe has no writer."""

STDIN = "<stdin>"
"""The name of standard input in messages."""


REACH: ContextVar[Callable[[Path], Decoded | None] | None] = ContextVar("reach", default=None)
"""Called before a named file is opened; returns the file's text if it is open in an editor, else None, and raises
`UnreadableError` for a file that may not be read."""

WAITING: list[Callable[[str], None]] = []
"""Called with the name of a pipe to which nobody writes, in another thread."""


class UnreadableError(ExpectedError):
    """A file cannot be read. `reason` is a clause that says why; the message is the whole sentence."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(f"cannot read {'standard input' if name == STDIN else name}: {reason}")
        self.reason = reason


def read_text(path: str | Path, *, most_bytes: int = MOST_BYTES) -> str:
    """Return the text of a file, or of standard input for `-`. Raises `UnreadableError`."""
    return read_decoded(path, most_bytes=most_bytes).text


def read_decoded(path: str | Path, *, most_bytes: int = MOST_BYTES) -> Decoded:
    """Return the text of a file, or of standard input for `-`, with its encoding. Raises `UnreadableError`."""
    if (held := _held(path)) is not None:
        return held
    try:
        return decode(read_bytes(path, most_bytes=most_bytes))
    except UndecodableError as error:
        raise UnreadableError(STDIN if str(path) == "-" else str(path), str(error)) from None


def read_bytes(path: str | Path, *, most_bytes: int = MOST_BYTES, only_regular: bool = False) -> bytes:
    """Return the contents of a file, or of standard input for `-`. Raises `UnreadableError`.

    With `only_regular`, for files that nobody named, pipes and devices are refused, and not waited for.
    """
    name = STDIN if str(path) == "-" else str(path)
    try:
        if name == STDIN:
            if sys.stdin is None:
                raise UnreadableError(name, "it is closed")
            data = _read(sys.stdin.buffer, most_bytes)
        else:
            if (held := _held(path)) is not None:
                return held.text.encode("utf-8", "surrogatepass")
            opener = _opened_at_once if only_regular else _opened
            with open(path, "rb", buffering=0, opener=opener) as file:
                if only_regular and not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                    raise UnreadableError(name, "it is not a regular file")
                data = _read(file, most_bytes)
    except FileNotFoundError:
        raise UnreadableError(name, "there is no such file") from None
    except (OSError, ValueError) as error:
        raise UnreadableError(name, reason_of(error)) from None
    if data is None:
        how = "" if only_regular else "; raise the limit with --max-size"
        raise UnreadableError(name, f"it is larger than {most_bytes:,} bytes{how}")
    return data


def _opened(path: str, flags: int) -> int:
    if not stat.S_ISFIFO(os.stat(path).st_mode):  # noqa: PTH116 - called for every file
        return os.open(path, flags)
    timer = threading.Timer(_PATIENCE, lambda: [tell(path) for tell in WAITING])
    timer.daemon = True
    timer.start()
    try:
        return os.open(path, flags)  # waits for a writer
    finally:
        timer.cancel()


def _opened_at_once(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))  # else, opening a pipe waits for a writer


def _held(path: str | Path) -> Decoded | None:
    reach = REACH.get()
    return None if reach is None or str(path) == "-" else reach(Path(path))


def reason_of(error: OSError | ValueError) -> str:
    """Return why the system refused, as a clause."""
    if isinstance(error, IsADirectoryError):
        return "it is a directory"
    text = (isinstance(error, OSError) and error.strerror) or str(error)
    return text[:1].lower() + text[1:]


def _read(file: BinaryIO | io.FileIO, most_bytes: int) -> bytes | None:
    """Return the contents of the file; None if it is too large, which needs no reading for a regular file."""
    is_regular = False
    with suppress(OSError):  # a replacement for standard input may have no descriptor
        status = os.fstat(file.fileno())
        is_regular = stat.S_ISREG(status.st_mode)
        if is_regular and status.st_size > most_bytes:
            return None
    # Reading up to a limit takes as much memory as that, which takes longer than reading.
    if is_regular:
        data = file.read()
    else:
        data = (io.BufferedReader(file) if isinstance(file, io.FileIO) else file).read(most_bytes + 1)
    return None if len(data) > most_bytes else data
