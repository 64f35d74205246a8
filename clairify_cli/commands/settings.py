"""Settings from files: `[tool.clairify]` in pyproject.toml or clairify.toml, for all commands and for one.

    dialect = "2.0"          # for every command that has such an option
    [check]                  # in clairify.toml; [tool.clairify.check] in pyproject.toml
    ignore = ["XDL205"]

Flags and environment variables (CLAIRIFY_MODEL …) come before them.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any


class SettingsError(Exception):
    """A settings file that cannot be read; the message is one sentence."""


def default_map(commands: Iterable[str]) -> dict[str, Any]:
    """Defaults for click, by command and option, from the nearest settings file at or above this folder."""
    settings = _nearest()
    shared = {_key(name): value for name, value in settings.items() if not isinstance(value, dict)}
    merged: dict[str, Any] = {}
    for command in commands:
        own = settings.get(command, {})
        if not isinstance(own, dict):
            raise SettingsError(f"the setting `{command}` is a table of options, not {own!r}")
        merged[command] = shared | {_key(name): value for name, value in own.items()}
    return merged


def _key(name: str) -> str:
    return name.replace("-", "_")


def _nearest() -> dict[str, Any]:
    try:
        here = Path.cwd()
    except OSError:
        return {}
    for folder in (here, *here.parents):
        own = folder / "clairify.toml"
        if own.is_file():
            return _load(own)
        project = folder / "pyproject.toml"
        if project.is_file():
            table = _load(project).get("tool", {}).get("clairify")
            if isinstance(table, dict):
                return table
    return {}


def _load(path: Path) -> dict[str, Any]:
    import tomllib

    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise SettingsError(f"cannot read the settings in {path}: {error}") from None
