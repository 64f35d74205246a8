"""Run all checks of a parsed program."""

from __future__ import annotations

from collections.abc import Sequence

from clairify_cli.diagnostics.model import Diagnostic, Related, Source
from clairify_cli.languages.program.checks.names import NameCheck
from clairify_cli.languages.program.meaning.interpret import interpret
from clairify_cli.languages.program.rules import rules
from clairify_cli.languages.program.syntax import (
    WHILE_ROUNDS,
    Assertion,
    Call,
    For,
    If,
    Program,
    Statement,
    While,
)
from clairify_cli.languages.program.vocabulary import vocabulary_of

MOST_STEPS = 5_000
"""Limit on the steps of a program, with every loop run to its end."""

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
    endless = _too_long(program, source)
    if endless is not None:
        return [*found, endless]
    if vocabulary is not None and not any(one.is_error for one in syntax):
        found += interpret(program, source, vocabulary, names.senseless)
    return found


def _too_long(program: Program, source: Source) -> Diagnostic | None:
    """Return a finding if the loops of a program come to more than `MOST_STEPS` steps."""
    steps = _steps(program.body)
    if steps <= MOST_STEPS:
        return None
    return rules.too_many_steps(source.span(program.name.start, program.name.end), steps, MOST_STEPS)


def _steps(statements: Sequence[Statement]) -> int:
    total = 0
    for one in statements:
        match one:
            case Call():
                total += 1
            case For():
                total += (one.count or len(one.values)) * _steps(one.body)
            case While():
                total += WHILE_ROUNDS * _steps(one.body)
            case If():
                total += max(_steps(one.body), _steps(one.orelse))
            case Assertion():
                total += len(one.recovery)
    return total
