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
_SRE, _COMPILER, _PARSER = map(import_module, ("_sre", "re._compiler", "re._parser"))
_VERSION = f"{sys.version} {_SRE.MAGIC}"
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
    kept = _kept(Path(cache_from_source(__file__)).with_suffix(".patterns"))
    if (text, flags) not in kept:
        kept[text, flags] = _parts(text, flags)
    all_flags, code, *groups = kept[text, flags]
    made: re.Pattern[str] = _SRE.compile(text, all_flags, array("I", code).tolist(), *groups)
    return made


def _parts(text: str, flags: int) -> tuple[int, bytes, int, dict[str, int], tuple[str | None, ...]]:
    """Return what `re` gives to its engine, made in the same way."""
    tree = _PARSER.parse(text, flags)
    numbers = tree.state.groupdict
    names = {number: name for name, number in numbers.items()}
    code = array("I", _COMPILER._code(tree, flags)).tobytes()
    groups = tree.state.groups
    return flags | tree.state.flags, code, groups - 1, numbers, tuple(map(names.get, range(groups)))


@cache
def _kept(path: Path) -> dict[tuple[str, int], Any]:
    version, kept = "", {}
    with suppress(OSError, ValueError, EOFError, TypeError):
        version, kept = marshal.loads(path.read_bytes())  # noqa: S302 - of our own package, as its modules
    if version != _VERSION or len(kept) > _MOST:
        kept = {}
    atexit.register(_keep, path, kept, len(kept))
    return kept


def _keep(path: Path, kept: dict[tuple[str, int], Any], before: int) -> None:
    if len(kept) == before or sys.dont_write_bytecode:
        return
    beside = path.with_suffix(f".{os.getpid()}")
    with suppress(OSError):  # as for compiled modules, nobody need be able to write there
        beside.write_bytes(marshal.dumps((_VERSION, kept)))
        beside.replace(path)
