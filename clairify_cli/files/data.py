"""Locate the package's own data (schemas, prompts, domains) in a checkout and in an installed wheel."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from string import Template

_PACKAGE = Path(__file__).resolve().parent.parent


def data_path(folder: str, name: str) -> Path:
    """Return the path of a data file: inside the package if installed, next to it in a checkout."""
    installed = _PACKAGE / "data" / folder / name
    return installed if installed.exists() else _PACKAGE.parent / folder / name


def data_text(folder: str, name: str) -> str:
    """Return the text of a data file, read as UTF-8."""
    return data_path(folder, name).read_text(encoding="utf-8")


def rows(path: Path) -> list[list[str]]:
    """Return the cells of a tab-separated table. (Reading TOML instead would add 10 ms to every start.)"""
    return [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()]


@cache
def prompt(name: str) -> Template | None:
    """Return the prompt `FAMILY-NAME`, the text below `=== NAME` in `prompts/FAMILY.txt`; None if there is none."""
    family, _, section = name.partition("-")
    _, found, rest = f"\n{data_text('prompts', f'{family}.txt')}".partition(f"\n=== {section}\n")
    return Template(rest.partition("\n=== ")[0].rstrip("\n") + "\n") if found else None


def filled(name: str, /, **values: object) -> str:
    """Return the prompt of that name with its `$names` replaced; `$` in values is not replaced."""
    template = prompt(name)
    assert template is not None, name
    return template.substitute(values)
