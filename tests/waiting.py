"""Waiting in tests for what other threads and processes do."""

from __future__ import annotations

import time
from collections.abc import Callable


def soon(holds: Callable[[], object], seconds: float = 5.0) -> bool:
    """Whether something holds within so many s."""
    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > end:
            return False
        time.sleep(0.005)
    return True
