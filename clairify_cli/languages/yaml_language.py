"""Common base of scenes, robot profiles and descriptions of worlds as a `Language`: they are data in YAML."""

from __future__ import annotations

import re
from abc import abstractmethod

from clairify_cli.diagnostics.model import Diagnostic, Source, in_source_order
from clairify_cli.diagnostics.nearest import bounded
from clairify_cli.diagnostics.suppress import Comment, apply, line_comments
from clairify_cli.files import data_text
from clairify_cli.languages.base import CheckOptions, Language

_COMMENT = re.compile(r"(?:^|(?<=\s))#[^\n]*", re.MULTILINE)


def has_key(text: str, key: str, value: str = r"(?:\s|$)") -> bool:
    """Whether a text has a key at the beginning of a line, followed by a match of `value`, and is not XML or PDDL."""
    return re.match(rf"(?![\s\ufeff]*[<(;])(?:[^\n]*\n)*?(?:\{{[ \t]*)?{key}[ \t]*:[ \t]*{value}", text) is not None


class YamlLanguage(Language):
    """Data files that are checked like programs, but have no steps.

    Their description is in `prompts/describe-NAME.txt`. `no_such_file` has the codes of findings that mean that a text
    is not a file of this kind. A text is recognised by `key` at the beginning of a line, followed by a match of
    `value`.
    """

    suffixes: tuple[str, ...] = (".yaml", ".yml")
    no_such_file: tuple[str, ...] = ()
    key = ""
    value = r"(?:\s|$)"

    @abstractmethod
    def findings(self, source: Source, options: CheckOptions) -> list[Diagnostic]:
        """Return all findings of a text."""

    @bounded
    def check(self, source: Source, options: CheckOptions) -> list[Diagnostic]:
        """Return all findings of a text, in source order, after suppression."""
        found = self.findings(source, options)
        if "clairify:" in source.text:
            found = apply(self.comments(source), found, source)
        return in_source_order(found)

    def sniff(self, text: str) -> bool:
        return has_key(text, self.key, self.value)

    def comments(self, source: Source) -> list[Comment]:
        return line_comments(source, _COMMENT, "#")

    def describe(self, options: CheckOptions) -> str:
        return data_text("prompts", f"describe-{self.name}.txt")

    def format(self, source: Source, options: CheckOptions) -> str:
        """Return the text unchanged, because layout and comments are up to its author.

        Raises `ValueError` with one sentence if the text is not a file of this kind.
        """
        found = next((one for one in self.check(source, options) if one.code in self.no_such_file), None)
        if found is not None:
            raise ValueError(f"line {found.span.line}: {found.message}")
        return source.text
