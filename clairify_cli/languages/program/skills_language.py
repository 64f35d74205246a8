"""Lists of skills as a `Language`: what a text needs to be checked like programs are."""

from __future__ import annotations

import re

from clairify_cli.diagnostics.model import Diagnostic, Source, in_source_order
from clairify_cli.diagnostics.suppress import apply, find_suppressions, line_comments
from clairify_cli.languages.base import CheckOptions, StepClaims
from clairify_cli.languages.outline import Outline
from clairify_cli.languages.program.skills import read_skills

_COMMENT = re.compile(r"(?:^|(?<=\s))#[^\n]*", re.MULTILINE)

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


class SkillsLanguage:
    """Lists of skills."""

    name = "skills"
    suffixes = (".yaml", ".yml")
    dialects: tuple[str, ...] = ()
    prompts = ()

    def check(self, source: Source, options: CheckOptions) -> list[Diagnostic]:
        _, found = read_skills(source)
        if "clairify:" in source.text:
            found = apply(find_suppressions(line_comments(source, _COMMENT, "#")), found, source)
        return in_source_order(found)

    def describe(self, options: CheckOptions) -> str:
        return _DESCRIPTION

    def extract(self, reply: str) -> str:
        """The reply itself: no model is asked for lists of skills."""
        return reply

    def format(self, source: Source, options: CheckOptions) -> str:
        """The text as it is: how a list is laid out, with its comments, is up to whoever writes it."""
        made, found = read_skills(source)
        if made is None:
            raise ValueError(f"line {found[0].span.line}: {found[0].message}")
        return source.text

    def claims(self, source: Source, options: CheckOptions) -> tuple[StepClaims, ...]:
        """None: a list says what can be done, and not what will be."""
        return ()

    def outline(self, source: Source) -> Outline:
        return Outline(steps=())
