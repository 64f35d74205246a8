"""One run at a time in a folder, without leaving a file behind for that."""

from __future__ import annotations

import os
from pathlib import Path

_UNLOCKED = -1


def lock_folder(folder: Path) -> int | None:
    """A lock to hand to `unlock`; None where another process holds it.

    Where the system cannot lock folders, everybody is let in.
    """
    try:
        import fcntl
    except ImportError:  # Windows
        return _UNLOCKED
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except OSError:
        return _UNLOCKED
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        return None
    except OSError:  # a file system without locks
        pass
    return descriptor


def unlock(lock: int) -> None:
    """Let others in."""
    if lock != _UNLOCKED:
        os.close(lock)
