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


@contextlib.contextmanager
def alone_on(url: str, action: str, tell: Tell) -> Iterator[None]:
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
        yield
        return
    lock = try_lock(folder)
    if lock is None:
        raise _taken(f"{action} at {parts.hostname}:{port}", folder)
    try:
        with contextlib.suppress(OSError):
            (folder / _PROCESS).write_text(f"{os.getpid()}", encoding="utf-8")
        yield
    finally:
        unlock(lock)


def _taken(arm: str, folder: Path) -> HaltError:
    process = "of unknown id"
    with contextlib.suppress(OSError, ValueError):
        process = str(int((folder / _PROCESS).read_text(encoding="utf-8")))
    words = f"Another clairify (process {process}) has {arm}: wait until it has ended, or stop it."
    return HaltError(Cause.TAKEN, words, expected="no other clairify on this arm", actual=f"process {process}")
