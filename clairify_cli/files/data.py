"""Where the package's own data stands: schemas, prompts and domains, in a checkout and in an installed wheel."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent


def data_path(folder: str, name: str) -> Path:
    """The path of a data file: inside the package when installed, beside it in a checkout."""
    installed = _PACKAGE / "data" / folder / name
    return installed if installed.exists() else _PACKAGE.parent / folder / name


def data_text(folder: str, name: str) -> str:
    """The text of a data file, read as UTF-8."""
    return data_path(folder, name).read_text(encoding="utf-8")
