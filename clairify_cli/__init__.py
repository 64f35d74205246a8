"""clairify: plain English into verified programs for laboratory robots.

`check` and `translate` are the interface for scripts; see `clairify_cli.api`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

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
