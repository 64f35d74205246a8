"""The user's cache folder."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def cache_path(given: str | Path | None = None) -> Path:
    """Return the cache's folder: `given`, else CLAIRIFY_CACHE, else in the user's cache folder."""
    chosen = given or os.environ.get("CLAIRIFY_CACHE")
    if chosen:
        return Path(chosen).expanduser()
    base = os.environ.get("XDG_CACHE_HOME") or ("~/Library/Caches" if sys.platform == "darwin" else "~/.cache")
    return Path(base).expanduser() / "clairify"
