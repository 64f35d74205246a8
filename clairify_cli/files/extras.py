"""The lowest versions that the package declares for its extras, compared with what is installed."""

from __future__ import annotations

import functools
import re
from contextlib import suppress

_BOUND = re.compile(r"""([\w.-]+)[^;]*>=([\w.]+).*extra == ["'](\w+)["']""")
"""In a line of `Requires-Dist`: the package, its lowest version, and the extra that asks for it."""


@functools.cache
def check_versions(extra: str, user: str, error: type[Exception]) -> None:
    """Raise `error`, saying what `user` needs, where a package of an extra is older than the lowest version declared.

    No library is imported. Packages that are missing are passed over, and so is everything where this package itself
    runs without being installed.
    """
    from importlib.metadata import PackageNotFoundError, requires, version

    declared: list[str] = []
    with suppress(PackageNotFoundError):
        declared = requires("clairify-cli") or declared
    for name, least, asking in (found.groups() for line in declared if (found := _BOUND.match(line))):
        with suppress(PackageNotFoundError):
            if asking == extra and _numbers(have := version(name)) < _numbers(least):
                told = f"{user} needs {name} {least} or newer, and {have} is installed"
                raise error(f"{told}: pip install 'clairify-cli[{extra}]'")


def _numbers(version: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", version)]
