"""What scenes, profiles of robots and lists of skills share as a `Language`: they are data, in YAML."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod

from clairify_cli.diagnostics.model import Diagnostic, Source, in_source_order
from clairify_cli.diagnostics.suppress import apply, find_suppressions, line_comments
from clairify_cli.languages.base import CheckOptions, StepClaims

_COMMENT = re.compile(r"(?:^|(?<=\s))#[^\n]*", re.MULTILINE)


class YamlLanguage(ABC):
    """Files of data that are checked like programs are, and say nothing of steps.

    `description` is what a person is told of them; `no_such_file` are the codes of findings without which a text is
    such a file at all.
    """

    name = ""
    suffixes: tuple[str, ...] = (".yaml", ".yml")
    dialects: tuple[str, ...] = ()
    prompts: tuple[str, ...] = ()
    description = ""
    no_such_file: tuple[str, ...] = ()

    @abstractmethod
    def findings(self, source: Source) -> list[Diagnostic]:
        """Everything that is wrong with a text."""

    def check(self, source: Source, options: CheckOptions) -> list[Diagnostic]:
        """Everything that is wrong with a text, in source order, after suppression."""
        found = self.findings(source)
        if "clairify:" in source.text:
            found = apply(find_suppressions(line_comments(source, _COMMENT, "#")), found, source)
        return in_source_order(found)

    def describe(self, options: CheckOptions) -> str:
        return self.description

    def extract(self, reply: str) -> str:
        """The reply itself: no model is asked for such files."""
        return reply

    def format(self, source: Source, options: CheckOptions) -> str:
        """The text as it is: how a file is laid out, with its comments, is up to whoever writes it."""
        found = next((one for one in self.check(source, options) if one.code in self.no_such_file), None)
        if found is not None:
            raise ValueError(f"line {found.span.line}: {found.message}")
        return source.text

    def claims(self, source: Source, options: CheckOptions) -> tuple[StepClaims, ...]:
        """None: such a file says what there is, and not what will be done."""
        return ()
