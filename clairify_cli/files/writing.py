"""Writes files whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


class UnwritableError(Exception):
    """A file that cannot be written; the message is one sentence for the user."""


def write_text(path: str | Path, text: str) -> None:
    """Write a text as UTF-8 so that a reader sees the old file or the new one, never half of it.

    The folder is made where it is missing. Raises `UnwritableError`.
    """
    target = Path(path)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        if target.is_dir():
            raise UnwritableError(f"cannot write {path}: it is a directory")
        if target.exists() and not target.is_file():  # a device or a pipe cannot be replaced
            target.write_text(text, encoding="utf-8", newline="")
            return
        _replace(target, text)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise UnwritableError(f"cannot write {path}: {reason}") from None


def _replace(target: Path, text: str) -> None:
    target = target.resolve()
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", errors="surrogatepass", newline="") as file:
            file.write(text)
        mode = target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask()
        Path(name).chmod(mode)
        Path(name).replace(target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
