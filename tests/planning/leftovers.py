"""What a solver may leave behind: processes and files. Nothing of either is allowed."""

from __future__ import annotations

import os
import time
from pathlib import Path


def processes_in(directory: Path) -> dict[int, str]:
    """The processes that work below a directory, though it may be gone, with their names."""
    found = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                here = os.readlink(entry / "cwd").removesuffix(" (deleted)")
                if Path(here).is_relative_to(directory):
                    found[int(entry.name)] = (entry / "comm").read_text().strip()
            except OSError:
                continue
    return found


def wait_until_none(directory: Path, seconds: float = 3.0) -> dict[int, str]:
    """The processes that still work below a directory after a while."""
    until = time.monotonic() + seconds
    while (left := processes_in(directory)) and time.monotonic() < until:
        time.sleep(0.02)
    return left


def wait_for(directory: Path, name: str, seconds: float = 10.0) -> int:
    """The first process that is called so, or longer, and works below a directory."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        for process, called in processes_in(directory).items():
            if called.startswith(name):
                return process
        time.sleep(0.01)
    raise AssertionError(f"no process {name} was started")


def wait_until_empty(directory: Path, seconds: float = 3.0) -> bool:
    """Whether a directory comes to be empty within a while."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if not list(directory.iterdir()):
            return True
        time.sleep(0.02)
    return False
