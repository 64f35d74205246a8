"""Check where symbolic links lead."""

from __future__ import annotations

import os
from pathlib import Path

from clairify_cli.files.writing import UnwritableError


def leads_out(path: str | Path, folder: str | Path) -> bool:
    """Whether a path is outside a folder after following the links in both; neither needs to exist."""
    try:
        return not Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder))
    except (OSError, ValueError):  # a name that the system does not accept
        return True


def refuse_leaving(path: Path, folder: Path, *, follow: bool) -> None:
    """Raise `UnwritableError` if a link below the folder would redirect a file elsewhere."""
    if not follow and leads_out(path, folder):
        raise UnwritableError(path, f"a link leads out of {folder}; --follow-links allows it")
