"""Regular expressions compiled on first use, because one command uses a third of those that its modules define."""

from __future__ import annotations

import re
from typing import Any, cast

_METHODS = ("match", "search", "fullmatch", "sub", "finditer", "findall", "split")


class _Late:
    def __init__(self, text: str, flags: int) -> None:
        self._asked = text, flags

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # asked for by `copy` and `pickle`, before there is a text
            raise AttributeError(name)
        made = re.compile(*self._asked)
        # From now on, attribute access finds the methods without `__getattr__`.
        self.__dict__.update((each, getattr(made, each)) for each in _METHODS)
        return getattr(made, name)


def late(text: str, flags: int = 0) -> re.Pattern[str]:
    """Return a pattern that is compiled when one of its methods is used, and only then raises `re.error`."""
    return cast("re.Pattern[str]", _Late(text, flags))
