"""Repetitions that the program does not have, or has in another number."""

from __future__ import annotations

from collections.abc import Iterator

from clairify_cli.diagnostics.model import Diagnostic, Related
from clairify_cli.fidelity import rules
from clairify_cli.fidelity.again import Again
from clairify_cli.fidelity.alignment import Placed
from clairify_cli.fidelity.evidence import Evidence


def check_repetitions(evidence: Evidence) -> Iterator[Diagnostic]:
    """`Repeat this twice` is a loop of three rounds, a step with three repeats, or steps written out three times."""
    for again in evidence.facts.again:
        told = evidence.steps_before(again.start)
        if not told or any(again.rounds in _counts(one) for one in told) or _is_written_out(evidence, again):
            continue
        other = next((one for one in reversed(told) if max(_counts(one)) > 1), told[-1])
        related = (Related("the text says it here", evidence.text.span(again.start, again.end)),)
        around = evidence.around(again.start, again.end)
        span = (other.step.repeats_span if other.step.repeats > 1 else None) or other.step.span
        yield rules.repeats_differ(span, again.rounds, max(_counts(other)), around, other.step.name, related)


def _counts(one: Placed) -> tuple[int, int, int]:
    """How often a step is done: by itself, in the loops around it, and all in all."""
    return one.step.repeats, one.step.rounds, one.step.repeats * one.step.rounds


def _is_written_out(evidence: Evidence, again: Again) -> bool:
    """Whether a quantity that stands before is used in as many steps."""
    return any(
        evidence.matching.used[amount.number] >= again.rounds * amount.times
        for amount in evidence.facts.amounts
        if amount.rounds == again.rounds and amount.end <= again.start and amount.values[0].dimension != "temp"
    )
