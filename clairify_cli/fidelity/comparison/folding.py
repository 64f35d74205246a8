"""Steps that a program splits into parts: twice half an hour of heating for one hour in the text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from clairify_cli.fidelity.model import Amount
from clairify_cli.languages.base import ClaimKind, StepClaims

_LASTING = frozenset(("heat", "stir", "wait"))


def folded(steps: Sequence[StepClaims], amounts: Sequence[Amount]) -> tuple[StepClaims, ...]:
    """Return the steps, renumbered; a run of identical steps becomes one if the text gives only their total time."""
    made: list[StepClaims] = []
    for run in _runs(_unrolled(steps, amounts)):
        times = [seconds for step in run for seconds in step.values("time")]
        total = sum(times)
        in_parts = all(many <= _mentions(amounts, seconds) for seconds, many in Counter(times).items())
        if len(run) > 1 and not in_parts and _mentions(amounts, total):
            claims = tuple(replace(one, value=total) if one.dimension == "time" else one for one in run[0].claims)
            made.append(replace(run[0], claims=claims, notes=tuple(note for step in run for note in step.notes)))
        else:
            made += run
    return tuple(replace(step, number=at) for at, step in enumerate(made, 1))


def _unrolled(steps: Sequence[StepClaims], amounts: Sequence[Amount]) -> Iterator[StepClaims]:
    """Yield the steps, with a loop written out if the text describes every round of it."""
    for rounds, group in groupby(steps, key=lambda step: step.rounds):
        loop = list(group)
        values = [one for step in loop for one in step.claims if one.kind is ClaimKind.QUANTITY]
        if rounds > 1 and values and all(_mentions(amounts, one.value, one.dimension) >= rounds for one in values):
            yield from [replace(step, rounds=1) for _ in range(rounds) for step in loop]
        else:
            yield from loop


def _runs(steps: Iterable[StepClaims]) -> Iterator[list[StepClaims]]:
    """Yield runs of consecutive steps that do the same to the same vessel for some time."""
    run: list[StepClaims] = []
    for step in steps:
        if run and not _is_alike(run[-1], step):
            yield run
            run = []
        run.append(step)
    if run:
        yield run


def _is_alike(one: StepClaims, other: StepClaims) -> bool:
    if one.action != other.action or one.action not in _LASTING or one.vessels != other.vessels:
        return False
    lasting = len(one.values("time")) == len(other.values("time")) == 1
    return lasting and one.rounds == other.rounds and _others(one) == _others(other)


def _others(step: StepClaims) -> list[tuple[ClaimKind, str, float]]:
    return [(one.kind, one.property, one.value) for one in step.claims if one.dimension != "time"]


def _mentions(amounts: Sequence[Amount], value: float, dimension: str = "time") -> int:
    """Return the number of amounts in the text that a value fits."""
    return sum(any(one.fits(dimension, value) for one in amount.values) for amount in amounts)
