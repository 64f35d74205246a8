"""The languages that programs are written in, by name, by file name and by how their texts begin.

A language registers itself by its name and class: those of the project in `_OWN`, those of other packages by entry
points of the group `clairify.languages`. None is imported before it is asked for.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from os.path import splitext
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
    "skills": "clairify_cli.languages.program.skills_language:SkillsLanguage",
    "world": "clairify_cli.agents.policies.dialects.language:WorldLanguage",
}
NAMES = ("xdl", "pddl", "program")
"""The languages that models write."""
KINDS = tuple(_OWN)
"""All that is checked; where a text may be of several, the first that knows it has it."""

_BY_SUFFIX = {".xdl": "xdl", ".xml": "xdl", ".pddl": "pddl", ".py": "program", ".plan": "plan", ".soln": "plan"}
SEARCHED = (".xdl", ".pddl", ".plan")
"""Endings of the files that are looked for in a directory: other XML, and most Python, is nothing of ours."""


@cache
def get(name: str) -> Language:
    """The language of that name, of this package or of another one that is installed.

    Raises `KeyError` if there is none, and `PluginError` where that of another package cannot be loaded.
    """
    if name not in _OWN:
        from clairify_cli.languages.plugins import LANGUAGES, load

        made: Language = load(LANGUAGES, name)()
        return made
    module, _, its_class = _OWN[name].partition(":")
    own: Language = getattr(import_module(module), its_class)()
    return own


def by_suffix(suffix: str) -> str | None:
    """The name of the language whose files end so; None if no language's do."""
    return _BY_SUFFIX.get(suffix.lower())


def by_file_name(name: str) -> str | None:
    """The language of a file by its name; None if that does not tell.

    Planners call what they write `plan`, `sas_plan`, `sas_plan.1`. A file that ends with the name of another package's
    language, as in `cell.karel`, is of that.
    """
    known = _BY_SUFFIX.get(splitext(name.lower())[1])  # noqa: PTH122 - a path takes longer than all else here
    if known is not None:
        return known
    path = PurePath(name.lower())
    if path.name.removeprefix("sas_").split(".")[0] == "plan" and path.suffix[1:].isdigit() | (not path.suffix):
        return "plan"
    from clairify_cli.languages.plugins import LANGUAGES, names

    ending = path.suffix[1:]
    return ending if ending and ending not in ("yaml", "yml", "txt", "md") and ending in names(LANGUAGES) else None


def sniff(text: str) -> str | None:
    """The language that a text is in by how it begins; None if none knows it."""
    return next((name for name in _OWN if get(name).sniff(text)), None)
