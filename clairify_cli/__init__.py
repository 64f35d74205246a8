"""clairify: plain English into verified programs for laboratory robots.

`check` and `translate` are the interface for scripts; see `clairify_cli.api`.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from clairify_cli.api import check as check
    from clairify_cli.api import translate as translate

__version__ = "0.1.0"
__all__ = ["__version__", "check", "translate"]


def __getattr__(name: str) -> object:
    """Import the interface when it is first used, so that the command line need not."""
    if name in ("check", "translate"):
        from clairify_cli import api

        return getattr(api, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


class _Package(ModuleType):
    """This package, in which `translate` names a function of the interface and the sub-package behind it.

    Once the sub-package is imported, Python puts it where the function was; so it can be called likewise.
    """

    def __setattr__(self, name: str, value: object) -> None:
        if name == "translate" and isinstance(value, ModuleType):
            value.__class__ = _Translate
        super().__setattr__(name, value)


class _Translate(ModuleType):
    """The sub-package `translate`, callable as the function of that name."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        from clairify_cli.api import translate

        return translate(*args, **kwargs)


sys.modules[__name__].__class__ = _Package
