"""PDDL as a `Language`: check, describe, extract, format."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from clairify_cli.diagnostics.model import Diagnostic, Severity, Source, in_source_order
from clairify_cli.diagnostics.nearest import bounded
from clairify_cli.files.patterns import late
from clairify_cli.languages.base import CheckOptions, Language, Surroundings
from clairify_cli.languages.pddl.checks.run import check_file
from clairify_cli.languages.pddl.reader import read_once
from clairify_cli.languages.pddl.rules import BEYOND, REFUSED, rules
from clairify_cli.languages.pddl.targets import BUNDLED

if TYPE_CHECKING:
    from clairify_cli.diagnostics.suppress import Comment

DIALECTS: tuple[str, ...] = ()

_BEGINNING = late(r"(?:[\s\ufeff]|;[^\n]*+)*+\(\s*+(?:define\b|:)", re.IGNORECASE)
"""The beginning of a definition or of a separate section."""


_COMMENT = late(r";[^\r\n]*")


class Pddl(Language):
    """The Planning Domain Definition Language: domains, problems, and separate goals."""

    name = "pddl"
    suffixes = (".pddl",)
    dialects = DIALECTS
    comment_form = "; {}"

    @bounded
    def check(self, source: Source, options: CheckOptions) -> list[Diagnostic]:
        """Return all findings in the definitions of a text, in source order, after suppression.

        Unsupported features are errors if the target is one of the planners that lack them.

        A problem is checked against the domain in the same text or in `options.context`, a separate goal against the
        domain and the problem there. Without a domain, nothing is reported that a domain might refute. Raises
        `ValueError` for any dialect, since PDDL has none.
        """
        if options.dialect is not None and options.dialect not in DIALECTS:
            raise ValueError(f"PDDL has no dialect `{options.dialect}`")
        file, syntax = read_once(source)
        found = check_file(source, file, options, syntax)
        ours = rules.object_fluents.code
        refused = any(one.code == ours for one in found)
        found += [one for one in syntax if not refused or one.code != rules.no_number.code]
        if options.missing:
            found.append(rules.domain_not_found(source.span(0, len(source.line(1))), options.missing))
        if options.target in BUNDLED:
            found = [replace(one, severity=Severity.ERROR) if one.code in REFUSED else one for one in found]
        elif options.target is not None:
            found = [one for one in found if one.code not in BEYOND or one.code == rules.unrequired_feature.code]
        if "clairify:" in source.text:
            from clairify_cli.diagnostics.suppress import apply

            found = apply(self.comments(source), found, source, awaiting=("PDL6",))
        return in_source_order(found) if found else found

    def sniff(self, text: str) -> bool:
        return _BEGINNING.match(text) is not None

    def context(self, program: Source, path: Path | None, near: Surroundings) -> tuple[Source, ...]:
        """Return the domain of a problem, or the domain and problem of a separate goal."""
        return near.of_pddl(program.text, path)

    def describe(self, options: CheckOptions) -> str:
        from clairify_cli.languages.pddl.describe import describe

        return describe(options)

    def extract(self, reply: str) -> str:
        from clairify_cli.languages.pddl.extract import extract

        return extract(reply)

    def format(self, source: Source, options: CheckOptions) -> str:
        from clairify_cli.languages.pddl.writing.format import format_pddl

        return format_pddl(source)

    def comments(self, source: Source) -> list[Comment]:
        from clairify_cli.diagnostics.suppress import line_comments

        return line_comments(source, _COMMENT, ";")
