"""The place of the package's own data: schemas, prompts and domains, in a checkout and in an installed wheel."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from string import Template

_PACKAGE = Path(__file__).resolve().parent.parent


def data_path(folder: str, name: str) -> Path:
    """The path of a data file: inside the package when installed, next to it in a checkout."""
    installed = _PACKAGE / "data" / folder / name
    return installed if installed.exists() else _PACKAGE.parent / folder / name


def data_text(folder: str, name: str) -> str:
    """The text of a data file, read as UTF-8."""
    return data_path(folder, name).read_text(encoding="utf-8")


def rows(path: Path) -> list[list[str]]:
    """The cells of a table with tabs between them. It is no TOML, whose reader would cost every start 10 ms."""
    return [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()]


@cache
def prompt(name: str) -> Template | None:
    """The prompt `FAMILY-NAME`: what stands in `prompts/FAMILY.txt` below the line `=== NAME`; None without one."""
    family, _, section = name.partition("-")
    _, found, rest = f"\n{data_text('prompts', f'{family}.txt')}".partition(f"\n=== {section}\n")
    return Template(rest.partition("\n=== ")[0].rstrip("\n") + "\n") if found else None


def filled(name: str, /, **values: object) -> str:
    """The prompt of that name with its `$names` replaced; values are never looked into."""
    template = prompt(name)
    assert template is not None, name
    return template.substitute(values)
