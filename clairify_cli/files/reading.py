"""Reads files that a user names: sizes are limited, encodings recognised, errors one sentence."""

from __future__ import annotations

import codecs
import re
import sys
from pathlib import Path

MOST_BYTES = 20_000_000
"""A file larger than this is not read unless asked for: no program or protocol is as large."""

_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_DECLARED = re.compile(rb"""<\?xml[^>]{0,200}?encoding\s*=\s*["']([A-Za-z0-9._\-]+)["']""")


class UnreadableError(Exception):
    """A file that cannot be read; the message is one sentence for the user."""


def read_text(path: str | Path, *, most_bytes: int = MOST_BYTES) -> str:
    """The text of a file, or of standard input for `-`. Raises `UnreadableError`."""
    try:
        if str(path) == "-":
            data = sys.stdin.buffer.read(most_bytes + 1)
        else:
            with Path(path).open("rb") as file:
                data = file.read(most_bytes + 1)
    except IsADirectoryError:
        raise UnreadableError(f"{path} is a directory") from None
    except (OSError, ValueError) as error:
        raise UnreadableError(f"cannot read {path}: {_reason(error)}") from None
    if len(data) > most_bytes:
        raise UnreadableError(f"{path} is larger than {most_bytes:,} bytes; raise the limit with --max-size")
    try:
        return decode(data)
    except UnreadableError as error:
        raise UnreadableError(f"{path} {error}") from None


def decode(data: bytes) -> str:
    """Bytes as text: by their byte order mark, by what their XML declaration says, else as UTF-8.

    Raises `UnreadableError` with the rest of a sentence that begins with the file's name.
    """
    encoding = "utf-8"
    for mark, name in _BOMS:
        if data.startswith(mark):
            encoding = name
            break
    else:
        if b"\0" in data[:4096]:
            encoding = _without_mark(data)
        elif declared := _DECLARED.match(data):
            encoding = declared.group(1).decode("ascii")
    try:
        return data.decode(encoding)
    except LookupError:
        raise UnreadableError(f"is declared to be in {encoding}, an encoding that does not exist") from None
    except UnicodeDecodeError as error:
        name = "UTF-8" if encoding == "utf-8" else encoding
        where = f"at byte {error.start + 1}"
        raise UnreadableError(f"is not a text in {name} ({where}); save it as UTF-8") from None


def _without_mark(data: bytes) -> str:
    """The encoding of data with NUL bytes and no mark: UTF-16 if it begins like XML, else it is no text."""
    if data.startswith(b"<\0"):
        return "utf-16-le"
    if data.startswith(b"\0<"):
        return "utf-16-be"
    raise UnreadableError("is a binary file, not a text")


def _reason(error: OSError | ValueError) -> str:
    if isinstance(error, OSError) and error.strerror:
        return error.strerror[:1].lower() + error.strerror[1:]
    return str(error)
