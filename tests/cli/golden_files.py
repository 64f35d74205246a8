"""Golden files of the command line: what it is to print, which `CLAIRIFY_GOLDEN=write` makes anew."""

from __future__ import annotations

import os
from pathlib import Path


def golden_text(file: Path, got: str) -> str:
    """What a golden file holds; where they are made anew, it holds what was `got` from now on."""
    if os.environ.get("CLAIRIFY_GOLDEN") == "write":
        file.parent.mkdir(exist_ok=True)
        file.write_text(got, encoding="utf-8", newline="")
    return file.read_bytes().decode()
