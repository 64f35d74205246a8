"""What a program does by itself: values that it chose, as its comments say, and steps that it splits into parts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from clairify_cli.chemistry import components, find, is_aqueous
from clairify_cli.fidelity.lists import pattern, word_set
from clairify_cli.fidelity.model import Amount, is_room
from clairify_cli.fidelity.text.names import is_generic
from clairify_cli.fidelity.text.substances import is_solid_aid
from clairify_cli.files.patterns import late
from clairify_cli.languages.base import Claim, ClaimKind, StepClaims

_CHOSEN = pattern("own choice")
_NAMED = {one: pattern(f"chosen {one}") for one in word_set("choices")}
_CONDITIONS = frozenset(("time", "temp", "pressure", "stir_speed"))
_RINSES = frozenset(("wash", "extract", "dissolve", "filter", "crystallise", "clean", "purify"))
"""Actions that use a liquid to dissolve something or wash it away."""
_AGENT = late(r"\b(?:acids?|bases?|(?:drying )?agents?|reagents?|desiccant)\b")


def is_chosen(step: StepClaims, claim: Claim) -> bool:
    """Whether an author may choose a value, and a comment of its step says that it is chosen.

    This applies to times, temperatures, pressures and speeds, and to amounts of solvents, washes and drying agents.
    """
    if claim.kind is not ClaimKind.QUANTITY or not says_chosen(step, claim.dimension):
        return False
    return claim.dimension in _CONDITIONS or _is_auxiliary(step, claim)


def says_chosen(step: StepClaims, dimension: str) -> bool:
    """Whether a comment of a step says that its value in a dimension, such as time, is chosen."""
    said = [note.casefold() for note in step.notes if _CHOSEN.search(note)]
    named = {one for one, words in _NAMED.items() for note in said if words.search(note)}
    return bool(said) and dimension in (named or _NAMED)


def _is_auxiliary(step: StepClaims, claim: Claim) -> bool:
    """Whether an amount is of an auxiliary, not a reactant: a solvent, a wash, a drying agent."""
    names = [one.written for one in step.reagents if one.property == claim.of]
    if claim.dimension == "mass":
        return any(is_solid_aid(name) for name in names)
    return (
        step.action in _RINSES
        or (step.action == "transfer" and not names)
        or any(_is_liquid_aid(name) for name in names)
    )


def _is_liquid_aid(name: str) -> bool:
    if is_aqueous(name) or is_generic(name):
        return True
    parts = [find(name)] if find(name) is not None else [find(one) for one in components(name)]
    return bool(parts) and all(one is not None and one.is_a("solvent") for one in parts)


def is_chosen_agent(step: StepClaims, claim: Claim) -> bool:
    """Whether a comment says that the program chose the agent for drying or setting the pH, or a column's filling."""
    said = [note.casefold() for note in step.notes if _CHOSEN.search(note)]
    if claim.property == "column":
        return bool(said)
    known = find(claim.written)
    sets_acidity = is_aqueous(claim.written) or (known is not None and known.is_a("acid", "base"))
    return (is_solid_aid(claim.written) or sets_acidity) and any(_AGENT.search(note) for note in said)


def is_chosen_step(step: StepClaims) -> bool:
    """Whether a comment says that the program chose a step, and it adds no reactant and does not heat or cool."""
    if not any(_CHOSEN.search(note) for note in step.notes):
        return False
    names = [one.written for one in step.reagents]
    temps = step.values("temp") if step.action == "heat" else []
    return all(map(_is_liquid_aid, names)) and all(map(is_room, temps))


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
