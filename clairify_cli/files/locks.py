"""Locks on folders and files for one process at a time, without a lock file left behind."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_UNLOCKED = -1


def try_lock(path: Path, *, shared: bool = False) -> int | None:
    """Lock a folder or file, for `unlock`; None if another process holds a lock, unless both are `shared`.

    If the system cannot lock it, every process gets the lock.
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
    """Release a lock."""
    if descriptor != _UNLOCKED:
        os.close(descriptor)


@contextmanager
def alone(descriptor: int) -> Iterator[None]:
    """Hold an exclusive lock on an open file; without any effect if the system has no locks.

    These are record locks, which are independent of those of `try_lock`.
    """
    try:
        import fcntl

        fcntl.lockf(descriptor, fcntl.LOCK_EX)
    except (ImportError, OSError, ValueError):  # a closed file has no descriptor; the writer will report that
        yield
        return
    try:
        yield
    finally:
        fcntl.lockf(descriptor, fcntl.LOCK_UN)
