"""The languages that programs are written in, by name and by file ending."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clairify_cli.languages.base import Language

NAMES = ("xdl", "pddl", "program")

_BY_SUFFIX = {".xdl": "xdl", ".xml": "xdl", ".pddl": "pddl", ".py": "program"}


def get(name: str) -> Language:
    """The language of that name. Raises `KeyError` where there is none."""
    if name == "xdl":
        from clairify_cli.languages.xdl.language import Xdl

        return Xdl()
    if name == "pddl":
        from clairify_cli.languages.pddl.language import Pddl

        return Pddl()
    if name == "program":
        from clairify_cli.languages.program.language import ProgramLanguage

        return ProgramLanguage()
    raise KeyError(name)


def by_suffix(suffix: str) -> str | None:
    """The name of the language whose files end so; None where no language's do."""
    return _BY_SUFFIX.get(suffix.lower())


def suffixes() -> tuple[str, ...]:
    """File endings that belong to a language and to nothing else: most Python is no program of ours."""
    return tuple(one for one in _BY_SUFFIX if one != ".py")
