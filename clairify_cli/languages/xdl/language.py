"""XDL as a `Language`: check, describe, extract, format."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from clairify_cli.diagnostics.model import Diagnostic, Source, in_source_order
from clairify_cli.diagnostics.nearest import bounded
from clairify_cli.languages.base import CheckOptions, Language, StepClaims
from clairify_cli.languages.xdl.checks.context import Context, Tables
from clairify_cli.languages.xdl.checks.structure import check_document
from clairify_cli.languages.xdl.reader import read
from clairify_cli.languages.xdl.schema import DIALECTS, load

if TYPE_CHECKING:
    from collections.abc import Mapping

    from clairify_cli.diagnostics.suppress import Comment


class Xdl(Language):
    """The chemical description language."""

    name = "xdl"
    suffixes = (".xdl", ".xml")
    dialects = DIALECTS
    comment_form = "<!-- {} -->"

    @bounded
    def check(self, source: Source, options: CheckOptions) -> list[Diagnostic]:
        """Return the findings of all layers in source order, without those suppressed in the text.

        Without a dialect in the options, the version declared in the text, as in `<?xdl version="0.5"?>`, decides.

        Raises `ValueError` for an unknown dialect.
        """
        tables = tables_of(options.dialect or dialect_of(source.text))
        document, found = read(source)
        if document is not None and document.is_whole:
            context = Context(document, tables, options, found)
            check_document(context)
            if "!" in source.text and "clairify:" in source.text:
                from clairify_cli.languages.xdl.suppression import suppress

                found = suppress(document, found)
        return in_source_order(found) if found else found

    def sniff(self, text: str) -> bool:
        return text.lstrip("\ufeff \t\r\n").startswith("<")

    def describe(self, options: CheckOptions) -> str:
        from clairify_cli.languages.xdl.describe import describe

        return describe(options.dialect or DIALECTS[0])

    def grammar(self, options: CheckOptions) -> str:
        from clairify_cli.languages.xdl.constrain import grammar

        return grammar(options)

    def schema(self, options: CheckOptions) -> Mapping[str, object]:
        from clairify_cli.languages.xdl.constrain import schema

        return schema(options)

    def extract(self, reply: str) -> str:
        from clairify_cli.languages.xdl.extract import extract

        return extract(reply)

    def completed(self, program: str, options: CheckOptions) -> str:
        """Add declarations to a model's program, and write its remarks in the style of the options or the dialect."""
        from clairify_cli.languages.xdl.extract import with_declarations
        from clairify_cli.languages.xdl.remarks import default_style, with_remarks

        program = with_declarations(program)
        return with_remarks(program, options.comments or default_style(options.dialect))

    def added_lines(self, program: str, reply: str) -> range:
        from clairify_cli.languages.xdl.extract import declared_lines

        return range(0) if "<Component" in reply or "<Reagent " in reply else declared_lines(program)

    def programs(self, reply: str) -> list[str]:
        """Return every complete program in a reply; the verifier picks the best."""
        from clairify_cli.languages.xdl.extract import programs

        return programs(reply)

    def format(self, source: Source, options: CheckOptions) -> str:
        from clairify_cli.languages.xdl.format import format_xdl

        return format_xdl(source)

    def claims(self, source: Source, options: CheckOptions) -> tuple[StepClaims, ...]:
        from clairify_cli.languages.xdl.claims import claims

        return claims(source, options)

    def comments(self, source: Source) -> list[Comment]:
        """Return the comments addressed to the tool, to suppress findings made elsewhere."""
        from clairify_cli.languages.xdl.suppression import comments

        document, _ = read(source)
        return comments(document) if document is not None else []


@cache
def tables_of(dialect: str) -> Tables:
    """Return the tables of a dialect; cached."""
    return Tables(load().for_dialect(dialect))


VERSION = re.compile(r"""<\?xdl\s+version\s*=\s*["'](\d+)\.(\d+)""")
"""The declaration of the XDL version at the start of a file."""


def dialect_of(text: str) -> str:
    """Return the dialect of the XDL version declared at the start of a text; the first dialect if there is none."""
    declared = VERSION.search(text, 0, 500)
    if declared is None:
        return DIALECTS[0]
    version = (int(declared[1]), int(declared[2]))
    return "0.4" if version < (0, 5) else "0.5" if version < (1, 0) else DIALECTS[0]
