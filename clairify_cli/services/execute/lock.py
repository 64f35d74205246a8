"""A lock that allows only one `clairify` at a time on an arm; the system releases it when the process ends."""

from __future__ import annotations

import contextlib
import os
import re
import socket
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

from clairify_cli.files.locks import try_lock, unlock
from clairify_cli.services.execute.events import Said, Tell
from clairify_cli.worlds.ros.robot import Cause, HaltError

_PROCESS = "process"
"""The file in an arm's folder with the id of the process that holds the lock."""


class Aftermath:
    """Remembers that the last run ended because the arm was not in order; then only a person may start the next."""

    def __init__(self, folder: Path | None = None) -> None:
        self._file = None if folder is None else folder / "not-in-order"

    @property
    def left(self) -> str | None:
        """Why the last run ended, unless a person has started another one since."""
        with contextlib.suppress(OSError):
            return None if self._file is None else self._file.read_text(encoding="utf-8")
        return None

    def leave(self, error: HaltError | None) -> None:
        """Record why a run ended, if the arm was not in order."""
        if self._file is not None and error is not None and error.cause is Cause.NOT_IN_ORDER:
            with contextlib.suppress(OSError):
                self._file.write_text(error.message, encoding="utf-8")

    def clear(self) -> None:
        """Forget the last run, since a person has started a new one."""
        if self._file is not None:
            with contextlib.suppress(OSError):
                self._file.unlink(missing_ok=True)


@contextlib.contextmanager
def alone_on(url: str, action: str, tell: Tell) -> Iterator[Aftermath]:
    """Lock the arm at an address and an action against other runs of this user. Raises `HaltError`."""
    parts = urlsplit(url)
    host, port = parts.hostname or "", parts.port or (443 if parts.scheme == "wss" else 80)
    with contextlib.suppress(OSError):  # one arm may have several names
        host = socket.gethostbyname(host)
    state = Path(os.environ.get("XDG_STATE_HOME") or "~/.local/state").expanduser()
    folder = state / "clairify" / "arms" / re.sub(r"[^\w.-]+", "_", f"{host}-{port}-{action}")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        why = f"nothing keeps another clairify away from this arm: cannot make {folder}: {error.strerror}"
        tell(Said("warning", f"note: {why}"))
        yield Aftermath()
        return
    lock = try_lock(folder)
    if lock is None:
        raise _taken(f"{action} at {parts.hostname}:{port}", folder)
    try:
        with contextlib.suppress(OSError):
            (folder / _PROCESS).write_text(f"{os.getpid()}", encoding="utf-8")
        yield Aftermath(folder)
    finally:
        unlock(lock)


def _taken(arm: str, folder: Path) -> HaltError:
    process = "of unknown id"
    with contextlib.suppress(OSError, ValueError):
        process = str(int((folder / _PROCESS).read_text(encoding="utf-8")))
    words = f"Another clairify (process {process}) has {arm}: wait until it has ended, or stop it."
    return HaltError(Cause.TAKEN, words, expected="no other clairify on this arm", actual=f"process {process}")
