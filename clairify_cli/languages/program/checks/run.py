"""Run all checks of a parsed program."""

from __future__ import annotations

from collections.abc import Sequence

from clairify_cli.diagnostics.model import Diagnostic, Related, Source
from clairify_cli.languages.program.checks.length import too_long
from clairify_cli.languages.program.checks.names import NameCheck
from clairify_cli.languages.program.meaning.interpret import interpret
from clairify_cli.languages.program.rules import rules
from clairify_cli.languages.program.syntax import Program
from clairify_cli.languages.program.vocabulary import vocabulary_of

_MOST_PLACES = 5


def check_program(
    program: Program, source: Source, context: Sequence[Source], syntax: Sequence[Diagnostic]
) -> list[Diagnostic]:
    """Return the errors in a program, checked against the domain and the problem of the context, if any.

    `syntax` has the errors found while reading the program.
    """
    vocabulary, faults = vocabulary_of(context)
    found: list[Diagnostic] = []
    if context and vocabulary is None:
        at = source.span(program.name.start, program.name.end)
        for name, errors in faults.items():
            places = tuple(Related(f"{one.code}: {one.message}", one.span) for one in errors[:_MOST_PLACES])
            found.append(rules.unreadable_domain(at, f"`{name}`", len(errors), places))
        if not faults:
            found.append(rules.unreadable_domain(at, "its domain", 0, ()))
    names = NameCheck(source, vocabulary)
    names.check(program)
    found += names.found
    endless = too_long(program, source)
    if endless is not None:
        return [*found, endless]
    if vocabulary is not None and not any(one.is_error for one in syntax):
        found += interpret(program, source, vocabulary, names.senseless)
    return found
