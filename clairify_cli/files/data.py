"""Locate the package's own data (schemas, prompts, domains), and the user's cache folder."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import cache
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from string import Template
from types import CodeType
from typing import Any

_PACKAGE = Path(__file__).resolve().parent.parent


def data_path(folder: str, name: str) -> Path:
    """Return the path of a data file: inside the package if installed, next to it in a checkout."""
    installed = _PACKAGE / "data" / folder / name
    return installed if installed.exists() else _PACKAGE.parent / folder / name


def data_text(folder: str, name: str) -> str:
    """Return the text of a data file, read as UTF-8."""
    return data_path(folder, name).read_text(encoding="utf-8")


def rows(path: Path) -> list[list[str]]:
    """Return the cells of a tab-separated table."""
    return [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()]


class _Loader(SourceFileLoader):
    """Imports a data file of the package as a module, so that Python keeps it compiled next to its other modules.

    `.py` behind the name keeps the compiled files of `lists.toml` and `lists.py` apart.
    """

    parse: Callable[[str], object]

    def path_stats(self, path: str) -> Any:
        return super().path_stats(path.removesuffix(".py"))

    def get_data(self, path: str) -> bytes:
        return super().get_data(path.removesuffix(".py"))

    def source_to_code(self, data: Any, path: Any, *, _optimization: int = -1) -> CodeType:  # type: ignore[override]
        return compile(f"table = {self.parse(data.decode())!r}", path, "exec")


def parsed(path: Path, parse: Callable[[str], object], *classes: type) -> Any:
    """Return what `parse` makes of a file of the package; `classes` are those of its parts, whose `repr` makes them."""
    loader = _Loader(path.name, f"{path}.py")
    loader.parse = parse
    spec = spec_from_loader(path.name, loader)
    assert spec is not None, path
    module = module_from_spec(spec)
    vars(module).update({one.__name__: one for one in classes})
    loader.exec_module(module)
    return module.table


def toml(path: Path) -> dict[str, Any]:
    """Return the table in a TOML file of the package. Parsing all that one command needs would take 20 ms."""

    def parse(text: str) -> object:
        import tomllib

        return tomllib.loads(text)

    return dict(parsed(path, parse))


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


def cache_path(given: str | Path | None = None) -> Path:
    """Return the cache's folder: `given`, else CLAIRIFY_CACHE, else in the user's cache folder."""
    chosen = given or os.environ.get("CLAIRIFY_CACHE")
    if chosen:
        return Path(chosen).expanduser()
    base = os.environ.get("XDG_CACHE_HOME") or ("~/Library/Caches" if sys.platform == "darwin" else "~/.cache")
    return Path(base).expanduser() / "clairify"


def make_private(folder: Path) -> None:
    """Make a folder of the cache that only this user can look into: texts and replies may be confidential."""
    for one in (folder.parent, folder):
        one.mkdir(parents=True, exist_ok=True, mode=0o700)
