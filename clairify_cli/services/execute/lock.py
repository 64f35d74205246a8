"""One `clairify` at a time on an arm: a lock in the user's state folder, which the system frees with the process."""

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
"""The file in the folder of an arm that has the id of the process that has the lock."""


class Aftermath:
    """Whether the last run on an arm ended since the arm was not in order: then only a person may begin the next."""

    def __init__(self, folder: Path | None = None) -> None:
        self._file = None if folder is None else folder / "not-in-order"

    @property
    def left(self) -> str | None:
        """Why the last run ended, if a person has not begun another one since."""
        with contextlib.suppress(OSError):
            return None if self._file is None else self._file.read_text(encoding="utf-8")
        return None

    def leave(self, error: HaltError | None) -> None:
        """A run ended."""
        if self._file is not None and error is not None and error.cause is Cause.NOT_IN_ORDER:
            with contextlib.suppress(OSError):
                self._file.write_text(error.message, encoding="utf-8")

    def clear(self) -> None:
        """A person has begun a run."""
        if self._file is not None:
            with contextlib.suppress(OSError):
                self._file.unlink(missing_ok=True)


@contextlib.contextmanager
def alone_on(url: str, action: str, tell: Tell) -> Iterator[Aftermath]:
    """Keeps other runs of this user away from the arm that an address and an action mean. Raises `HaltError`."""
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
