"""Where symbolic links lead."""

from __future__ import annotations

import os
from pathlib import Path


def leads_out(path: str | Path, folder: str | Path) -> bool:
    """Whether a path ends outside a folder once the links in both are followed; neither needs to exist."""
    try:
        return not Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder))
    except (OSError, ValueError):  # a name that the system does not take
        return True
