"""Lists of skills as a `Language`: what a text needs to be checked like programs are."""

from __future__ import annotations

from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.languages.base import CheckOptions
from clairify_cli.languages.program.skills import read_skills
from clairify_cli.languages.yaml_language import YamlLanguage

_DESCRIPTION = """\
A list of skills says in YAML what a robot can do in its world, and with what:

skills:
  pick:
    about: Lift an item from where it stands.
    arguments: {item: item, zone: zone}
    parameters: {speed: [0.05, 0.3], grasp: [top]}
types: {cup: item}
predicates:
  holding: {arguments: {item: item}}
objects:
  cup: [red-cup]
  zone: [table]
"""


class SkillsLanguage(YamlLanguage):
    """Lists of skills."""

    name = "skills"
    description = _DESCRIPTION
    key = "skills"
    no_such_file = ("PRG113",)

    def findings(self, source: Source, options: CheckOptions) -> list[Diagnostic]:
        return read_skills(source)[1]
