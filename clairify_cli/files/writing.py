"""Writes files whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

from clairify_cli.files.encoding import UTF8, Decoded, Encoding, UndecodableError, decode
from clairify_cli.files.reading import reason_of


class UnwritableError(Exception):
    """A file that cannot be written; the message is one sentence for the user."""

    def __init__(self, name: str | Path, reason: str) -> None:
        super().__init__(f"cannot write {name}: {reason}")


def write_text(path: str | Path, text: str, encoding: Encoding = UTF8) -> None:
    """Write a text so that a reader sees the old file or the new one, never half of it.

    Line endings are written as they are. The folder is made where it is missing; an existing file keeps its mode.
    Raises `UnwritableError`.
    """
    target = Path(path)
    data = encoded(path, text, encoding)
    refuse_unwritable(target)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        if target.exists() and not target.is_file():  # a device or a pipe cannot be replaced
            target.write_bytes(data)
        else:
            _replace(target.resolve(), data)
    except OSError as error:
        raise UnwritableError(path, reason_of(error)) from None


def rewrite_text(path: str | Path, changed: Decoded) -> None:
    """Write a file anew that was read before, in the encoding it was found in.

    Raises `UnwritableError`, also where the text would not be read again as the same: a character is missing in
    the encoding, or an XML declaration that has come to stand first names another one.
    """
    data = encoded(path, changed.text, changed.encoding)
    try:
        same = decode(data).text == changed.text
    except UndecodableError:
        same = False
    if not same:
        raise UnwritableError(path, "its XML declaration names another encoding than the one that it is in")
    if not Path(path).is_file():
        raise UnwritableError(path, "it is not a regular file")
    write_text(path, changed.text, changed.encoding)


def refuse_unwritable(path: str | Path) -> None:
    """Raise `UnwritableError` where it is clear without trying that a file cannot be written there."""
    path = Path(path)
    try:
        if path.is_dir():
            raise UnwritableError(path, "it is a directory")
        folder = next((parent for parent in path.parents if parent.exists()), None)
        if folder is not None and not folder.is_dir():
            raise UnwritableError(path, f"{folder} is not a directory")
        if folder is not None and not path.exists() and not os.access(folder, os.W_OK):
            raise UnwritableError(path, f"the folder {folder} cannot be written to")
    except (OSError, ValueError) as error:
        raise UnwritableError(path, reason_of(error)) from None


def encoded(name: str | Path, text: str, encoding: Encoding) -> bytes:
    """The text in its encoding. Raises `UnwritableError`, since a character that is lost is a program changed."""
    try:
        return encoding.encode(text)
    except UnicodeEncodeError as error:
        lacking = text[error.start]
        raise UnwritableError(name, f"its encoding {encoding.codec} has no `{lacking}`; save it as UTF-8") from None


def _replace(target: Path, data: bytes) -> None:
    import tempfile

    handle, name = tempfile.mkstemp(prefix=".clairify-", dir=target.parent)
    written = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        written.chmod(target.stat().st_mode & 0o7777 if target.exists() else 0o666 & ~_umask())
        written.replace(target)
    except BaseException:
        written.unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
