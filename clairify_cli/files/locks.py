"""One process at a time in a folder or on a file, without leaving a lock file behind."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_UNLOCKED = -1


def try_lock(path: Path, *, shared: bool = False) -> int | None:
    """A lock on a folder or file, to hand to `unlock`; None if another process holds one and not both are `shared`.

    If the system cannot lock it, every process is let in.
    """
    try:
        import fcntl
    except ImportError:  # Windows
        return _UNLOCKED
    try:
        descriptor = os.open(path, os.O_RDONLY)
    except OSError:
        return _UNLOCKED
    try:
        fcntl.flock(descriptor, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        return None
    except OSError:  # a file system without locks
        pass
    return descriptor


def unlock(descriptor: int) -> None:
    """Let others in."""
    if descriptor != _UNLOCKED:
        os.close(descriptor)


@contextmanager
def alone(descriptor: int) -> Iterator[None]:
    """Keep other processes that ask for the same lock away from an open file; if the system cannot, none is kept away.

    These are record locks, which do not meet those of `try_lock`.
    """
    try:
        import fcntl

        fcntl.lockf(descriptor, fcntl.LOCK_EX)
    except (ImportError, OSError, ValueError):  # a closed file has no descriptor, which the writer will say
        yield
        return
    try:
        yield
    finally:
        fcntl.lockf(descriptor, fcntl.LOCK_UN)
