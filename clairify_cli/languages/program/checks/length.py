"""Report programs whose loops come to too many steps; this needs no domain."""

from __future__ import annotations

from collections.abc import Sequence

from clairify_cli.diagnostics.model import Diagnostic, Source
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

MOST_STEPS = 5_000
"""Limit on the steps of a program, with every loop run to its end."""


def too_long(program: Program, source: Source) -> Diagnostic | None:
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
