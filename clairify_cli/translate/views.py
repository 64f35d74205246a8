"""The page that shows a text and its program together."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from clairify_cli.diagnostics.model import Diagnostic, Source, Span
from clairify_cli.records import dataclass, replace

if TYPE_CHECKING:
    from clairify_cli.fidelity.mapped.source_map import SourceMap
    from clairify_cli.languages.base import CheckOptions, Language
    from clairify_cli.translate.options import Translation

PAGE_SUFFIX = ".html"

_PROGRAM = "<program>"
"""The loop's name for the program that it checks."""


@dataclass(frozen=True, slots=True)
class Views:
    """The file that the page of one program is written to; None if it was not requested.

    With `instead`, the page replaces the program as output and goes to `page`, or to stdout if that is None.
    """

    page: Path | None = None
    instead: bool = False

    @property
    def wanted(self) -> bool:
        return self.page is not None or self.instead


def map_of(result: Translation, text: Source, program: Source, language: Language, options: CheckOptions) -> SourceMap:
    """Return the source map of a translation; `text` and `program` carry the names that the user knows."""
    from clairify_cli.fidelity.mapped.mapping import source_map

    diagnostics = result.diagnostics
    if not program.text.startswith(result.program):  # it was changed on its way into the file
        diagnostics = tuple(language.check(program, options))
    found = [renamed(finding, text.name, program.name) for finding in (*result.notes, *diagnostics)]
    return source_map(text, program, language, options, found)


def renamed(finding: Diagnostic, text: str, program: str) -> Diagnostic:
    """Return a finding of the loop with the names of text and program that the user knows."""

    def known(span: Span) -> Span:
        return span._replace(file=program if span.file in (_PROGRAM, program) else text)

    related = tuple(replace(one, span=known(one.span)) for one in finding.related)
    return replace(finding, span=known(finding.span), related=related)
