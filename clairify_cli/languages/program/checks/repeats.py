"""Checks that need no domain: steps repeated in a row, and loops that do too much."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from clairify_cli.diagnostics.model import Diagnostic, Edit, Fix, Related, Source
from clairify_cli.languages.program.printing import call_text
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
    bodies,
)

MOST_STEPS = 5_000
"""Steps that a program may come to, every loop done to its end."""


def repeated(program: Program, source: Source) -> Iterator[Diagnostic]:
    """The steps that are written twice in a row, word for word."""
    waiting: list[Sequence[Statement]] = [program.body]
    while waiting:
        block = waiting.pop()
        for one in block:
            if not isinstance(one, Assertion):
                waiting += bodies(one)
        for first, second in pairwise(block):
            if isinstance(first, Call) and isinstance(second, Call) and _is_same(first, second):
                related = Related("it is done here first", source.span(first.start, first.end))
                at = source.span(second.start, second.end)
                yield rules.repeated_step(at, call_text(second), (related,), _removal(first, second))


def _is_same(first: Call, second: Call) -> bool:
    """Whether two calls are written alike; most are of different actions, or of so many objects."""
    if first.action.text != second.action.text or len(first.arguments) != len(second.arguments):
        return False
    return call_text(first) == call_text(second)


def _removal(first: Call, second: Call) -> Fix:
    """Not safe: stirring twice may be intended."""
    return Fix("remove it", (Edit(first.end, second.end, ""),), safe=False)


def too_long(program: Program, source: Source) -> Diagnostic | None:
    """The finding for a program whose loops come to more steps than any program has."""
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
