"""Regular expressions compiled on first use, because one command uses a third of those that its modules define.

What the compiler made of them is kept in a file next to the compiled modules, as Python keeps those and not these:
compiling them took a quarter of a short command.
"""

from __future__ import annotations

import atexit
import marshal
import os
import re
import sys
from array import array
from contextlib import suppress
from functools import cache
from importlib import import_module
from importlib.util import cache_from_source
from pathlib import Path
from typing import Any, cast

_METHODS = ("match", "search", "fullmatch", "sub", "finditer", "findall", "split")
_OTHER_ENGINE = (AttributeError, ImportError, IndexError, RuntimeError, TypeError, ValueError)
"""What is raised where another Python has other parts, or where the file is spoiled."""
_MOST = 5_000


class _Late:
    def __init__(self, text: str, flags: int) -> None:
        self._asked = text, int(flags)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # asked for by `copy` and `pickle`, before there is a text
            raise AttributeError(name)
        made = compiled(*self._asked)
        # From now on, attribute access finds the methods without `__getattr__`.
        self.__dict__.update((each, getattr(made, each)) for each in _METHODS)
        return getattr(made, name)


def late(text: str, flags: int = 0) -> re.Pattern[str]:
    """Return a pattern that is compiled when one of its methods is used, and only then raises `re.error`."""
    return cast("re.Pattern[str]", _Late(text, flags))


def compiled(text: str, flags: int = 0) -> re.Pattern[str]:
    """Return what `re.compile` returns, from the file of compiled expressions if it is there."""
    flags = int(flags)  # the file cannot hold an enum
    try:
        kept = _kept(Path(cache_from_source(__file__)).with_suffix(".patterns"))
        if (text, flags) not in kept:
            kept[text, flags] = _parts(text, flags)
        all_flags, code, *groups = kept[text, flags]
        made: re.Pattern[str] = import_module("_sre").compile(text, all_flags, array("I", code).tolist(), *groups)
    except _OTHER_ENGINE:
        return re.compile(text, flags)
    return made


def _parts(text: str, flags: int) -> tuple[int, bytes, int, dict[str, int], tuple[str | None, ...]]:
    """Return what `re` gives to its engine, made in the same way."""
    parser, compiler = import_module("re._parser"), import_module("re._compiler")
    tree = parser.parse(text, flags)
    numbers = tree.state.groupdict
    names = {number: name for name, number in numbers.items()}
    code = array("I", compiler._code(tree, flags)).tobytes()
    groups = tree.state.groups
    return flags | tree.state.flags, code, groups - 1, numbers, tuple(map(names.get, range(groups)))


@cache
def _kept(path: Path) -> dict[tuple[str, int], Any]:
    version, kept = "", {}
    with suppress(OSError, ValueError, EOFError, TypeError):
        version, kept = marshal.loads(path.read_bytes())  # noqa: S302 - of our own package, as its modules
    wanted = f"{sys.version} {import_module('_sre').MAGIC}"
    if version != wanted or len(kept) > _MOST:
        kept = {}
    atexit.register(_keep, path, wanted, kept, len(kept))
    return kept


def _keep(path: Path, version: str, kept: dict[tuple[str, int], Any], before: int) -> None:
    if len(kept) == before or sys.dont_write_bytecode:
        return
    beside = path.with_suffix(f".{os.getpid()}")
    with suppress(OSError):  # as for compiled modules, nobody need be able to write there
        beside.write_bytes(marshal.dumps((version, kept)))
        beside.replace(path)
