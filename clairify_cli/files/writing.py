"""Write files atomically, and check where symbolic links lead."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from clairify_cli.files.encoding import UTF8, Decoded, Encoding, kept_encoding
from clairify_cli.files.reading import reason_of
from clairify_cli.outcomes import ExpectedError


class UnwritableError(ExpectedError):
    """A file cannot be written; the message is one sentence for the user."""

    def __init__(self, name: str | Path, reason: str) -> None:
        super().__init__(f"cannot write {name}: {reason}")


def write_text(path: str | Path, text: str, encoding: Encoding = UTF8) -> None:
    """Write a text so that a reader sees the old file or the new one, never a part.

    Line endings are written as they are. A missing folder is created; an existing file keeps its mode.
    Raises `UnwritableError`.
    """
    write_bytes(path, encoded(path, text, encoding))


def write_bytes(path: str | Path, data: bytes) -> None:
    """Write bytes to a file, like `write_text`. Raises `UnwritableError`."""
    target = Path(path)
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
    """Rewrite a file in the encoding in which it was read.

    It becomes UTF-8 if the line that declared that encoding is gone.
    Raises `UnwritableError`, also if the text would not read back the same.
    """
    if not Path(path).is_file():
        raise UnwritableError(path, "it is not a regular file")
    write_text(path, changed.text, encoding_for(path, changed))


def encoding_for(name: str | Path, changed: Decoded) -> Encoding:
    """Return the encoding in which to write a changed text. Raises `UnwritableError`."""
    try:
        kept = kept_encoding(changed)
    except UnicodeEncodeError as error:
        raise _lacking(name, error) from None
    if kept is None:
        raise UnwritableError(name, "its XML declaration names another encoding than the one that it is in")
    return kept


def refuse_unwritable(path: str | Path) -> None:
    """Raise `UnwritableError` if a file obviously cannot be written there, without trying."""
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
    """Encode a text. Raises `UnwritableError` rather than lose a character, which would change the program."""
    try:
        return encoding.encode(text)
    except UnicodeEncodeError as error:
        raise _lacking(name, error) from None


def _lacking(name: str | Path, error: UnicodeEncodeError) -> UnwritableError:
    return UnwritableError(
        name, f"its encoding {error.encoding} has no `{error.object[error.start]}`; save it as UTF-8"
    )


def _replace(target: Path, data: bytes) -> None:
    """Write to an unused name next to the target, then replace it."""
    mode = stat.S_IMODE(target.stat().st_mode) if target.exists() else None
    written = target.parent / f".clairify-{os.urandom(8).hex()}"
    try:  # create the file inside, so that an interrupt at any moment leaves none behind
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
        with os.fdopen(os.open(written, flags, 0o666 if mode is None else 0o600), "wb") as file:
            file.write(data)
        if mode is not None:
            written.chmod(mode)
        written.replace(target)
    except BaseException:
        written.unlink(missing_ok=True)
        raise


def leads_out(path: str | Path, folder: str | Path) -> bool:
    """Whether a path is outside a folder after following the links in both; neither needs to exist."""
    try:
        return not Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder))
    except (OSError, ValueError):  # a name that the system does not accept
        return True


def refuse_leaving(path: Path, folder: Path, *, follow: bool) -> None:
    """Raise `UnwritableError` if a link below the folder would redirect a file elsewhere, or a pipe, a device or a
    folder has its name."""
    if not follow and leads_out(path, folder):
        raise UnwritableError(path, f"a link leads out of {folder}; --follow-links allows it")
    if os.path.exists(path) and not os.path.isfile(path):  # noqa: PTH110, PTH113 - names may be too long
        raise UnwritableError(path, "it is not a regular file")  # a pipe would be waited for
