"""Programs as a `Language`: check, describe, extract, format."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from clairify_cli.diagnostics.model import Diagnostic, Source, in_source_order
from clairify_cli.diagnostics.nearest import bounded
from clairify_cli.languages.base import CheckOptions, Language, StepClaims, Surroundings
from clairify_cli.languages.program.heading import COMMENT, WORDS, has_remarks, heading_of, is_heading, place_of_heading
from clairify_cli.languages.program.reader import read

if TYPE_CHECKING:
    from clairify_cli.diagnostics.suppress import Comment


_BEGINNING = re.compile(
    r"(?:\s|\ufeff|\#[^\n]*+)*+(?:(?:async[ \t]+)?def[ \t]+\w+[ \t]*\(|(?:task|evaluation)_plan[ \t]*=)"
)
"""The function, or the lists that some models write instead."""


class ProgramLanguage(Language):
    """Plans as small programs, in a subset of Python that is never executed as Python.

    `options.context` holds a domain, or a domain and a problem, in any order. Without a domain, only general findings
    are reported.
    """

    name = "program"
    suffixes = (".py",)

    @bounded
    def check(self, source: Source, options: CheckOptions) -> list[Diagnostic]:
        """Return all findings of a program, in source order, after suppression."""
        program, found = read(source)
        if program is not None:
            from clairify_cli.languages.program.checks.run import check_program

            found = found + check_program(program, source, options.context, found)
        if options.missing:
            from clairify_cli.languages.program.rules import rules

            found = [*found, rules.heading_not_found(source.span(*place_of_heading(source.text)), options.missing)]
        if "clairify" in source.text and has_remarks(source.text):
            from clairify_cli.diagnostics.suppress import apply

            found = apply(self.comments(source), found, source, WORDS)
        return in_source_order(found) if found else found

    def sniff(self, text: str) -> bool:
        return _BEGINNING.match(text) is not None

    def context(self, program: Source, path: Path | None, near: Surroundings) -> tuple[Source, ...]:
        """Return the given texts, those named in the heading, or else a domain and problem next to the program."""
        domain, problem = near.domain, near.problem
        if domain is None or problem is None:
            named = heading_of(program.text)
            found = near.named(named.domain, named.problem, path)
            domain, problem = domain or found[0], problem or found[1]
            if domain is None and named.domain is not None:
                return ()
        if domain is not None:
            return (domain,) if problem is None else (domain, problem)
        return near.of_plan(path)

    def describe(self, options: CheckOptions) -> str:
        from clairify_cli.languages.program.describe import describe

        return describe(options)

    def extract(self, reply: str) -> str:
        from clairify_cli.languages.program.extract import extract

        return extract(reply)

    def format(self, source: Source, options: CheckOptions) -> str:
        """Return the program in canonical form: double quotes, four spaces, assertions in one spelling, its comments.

        Raises `ValueError` with one sentence if it cannot be read.
        """
        from clairify_cli.languages.program.printing import program_text

        program, found = read(source)
        for one in found:
            if one.is_error:
                raise ValueError(f"line {one.span.line}: {one.message}")
        if program is None:
            raise ValueError("there is no program in it")
        return program_text(program)

    def claims(self, source: Source, options: CheckOptions) -> tuple[StepClaims, ...]:
        """Return the calls as steps, in text order; they make no claims to compare with a source text."""
        from clairify_cli.languages.program.syntax import calls

        program, _ = read(source)
        return tuple(
            StepClaims(number, one.action.text, "other", source.span(one.start, one.end), notes=one.comment)
            for number, one in enumerate(calls(program.body) if program is not None else (), 1)
        )

    def comments(self, source: Source) -> list[Comment]:
        """Return the comments about findings, such as `# clairify: ignore PRG208` after or above a step."""
        from clairify_cli.diagnostics.suppress import line_comments

        return [one for one in line_comments(source, COMMENT, "#") if not is_heading(one.text)]
