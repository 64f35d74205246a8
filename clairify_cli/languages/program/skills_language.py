"""Lists of skills as a `Language`, so that they are checked like programs."""

from __future__ import annotations

from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.languages.base import CheckOptions
from clairify_cli.languages.program.skills import read_skills
from clairify_cli.languages.yaml_language import YamlLanguage


class SkillsLanguage(YamlLanguage):
    """Lists of skills."""

    name = "skills"
    key = "skills"
    no_such_file = ("PRG113",)

    def findings(self, source: Source, options: CheckOptions) -> list[Diagnostic]:
        return read_skills(source)[1]
