"""The languages of programs, found by name, by file name or by how a text begins.

A language is registered by its name and class: the project's own in `_OWN`, those of other packages by entry points
in the group `clairify.languages`. A language is imported only when it is needed.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import PurePath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clairify_cli.languages.base import Language

_OWN = {
    "xdl": "clairify_cli.languages.xdl.language:Xdl",
    "pddl": "clairify_cli.languages.pddl.language:Pddl",
    "program": "clairify_cli.languages.program.language:ProgramLanguage",
    "plan": "clairify_cli.planning.validate.language:PlanLanguage",
    "scene": "clairify_cli.worlds.scene.reader:SceneLanguage",
    "profile": "clairify_cli.worlds.ros.profile.text:ProfileLanguage",
    "world": "clairify_cli.agents.policies.dialects.language:WorldLanguage",
}
NAMES = ("xdl", "pddl", "program")
"""The languages that models write."""
KINDS = tuple(_OWN)
"""All kinds of text that are checked; a text that fits several belongs to the first."""

_BY_SUFFIX = {".xdl": "xdl", ".xml": "xdl", ".pddl": "pddl", ".py": "program", ".plan": "plan", ".soln": "plan"}
SEARCHED = (".xdl", ".pddl", ".plan")
"""Endings of the files to look for in a directory; most `.xml` and `.py` files are not programs of these languages."""


@cache
def get(name: str) -> Language:
    """Return the language of that name, from this package or another installed one.

    Raises `KeyError` if there is none, and `PluginError` if one from another package cannot be loaded.
    """
    if name not in _OWN:
        from clairify_cli.languages.plugins import LANGUAGES, load

        made: Language = load(LANGUAGES, name)()
        return made
    module, _, its_class = _OWN[name].partition(":")
    own: Language = getattr(import_module(module), its_class)()
    return own


def by_suffix(suffix: str) -> str | None:
    """Return the name of the language with that file ending; None if there is none."""
    return _BY_SUFFIX.get(suffix.lower())


def by_file_name(name: str) -> str | None:
    """Return the language of a file by its name; None if the name does not identify it.

    Planners name their output `plan`, `sas_plan` or `sas_plan.1`. A file whose ending is the name of another package's
    language, such as `cell.karel`, is in that language.
    """
    stem, dot, ending = name.rpartition(".")  # a Path is slower than everything else here
    known = _BY_SUFFIX.get(f"{dot}{ending.lower()}") if stem else None
    if known is not None:
        return known
    path = PurePath(name.lower())
    if path.name.removeprefix("sas_").split(".")[0] == "plan" and path.suffix[1:].isdigit() | (not path.suffix):
        return "plan"
    from clairify_cli.languages.plugins import LANGUAGES, names

    ending = path.suffix[1:]
    # A plugin cannot claim these common endings, whose files may be anything.
    return ending if ending and ending not in ("yaml", "yml", "txt", "md") and ending in names(LANGUAGES) else None


def sniff(text: str) -> str | None:
    """Return the language of a text, judging by its beginning; None if no language recognises it."""
    return next((name for name in _OWN if get(name).sniff(text)), None)
