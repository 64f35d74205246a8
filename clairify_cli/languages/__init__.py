"""The languages that programs are written in, by name and by file ending."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clairify_cli.languages.base import Language

NAMES = ("xdl", "pddl")

_BY_SUFFIX = {".xdl": "xdl", ".xml": "xdl", ".pddl": "pddl"}


def get(name: str) -> Language:
    """The language of that name. Raises `KeyError` where there is none."""
    if name == "xdl":
        from clairify_cli.languages.xdl.language import Xdl

        return Xdl()
    if name == "pddl":
        from clairify_cli.languages.pddl.language import Pddl

        return Pddl()
    raise KeyError(name)


def by_suffix(suffix: str) -> str | None:
    """The name of the language whose files end so; None where no language's do."""
    return _BY_SUFFIX.get(suffix.lower())


def suffixes() -> tuple[str, ...]:
    """File endings that belong to a language."""
    return tuple(_BY_SUFFIX)
