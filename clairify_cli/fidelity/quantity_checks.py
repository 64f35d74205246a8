"""Quantities that are missing, invented, of something else, or repeated otherwise."""

from __future__ import annotations

from collections.abc import Iterator

from clairify_cli.diagnostics.model import Diagnostic, Related
from clairify_cli.fidelity import rules
from clairify_cli.fidelity.action_checks import actions_of_missing
from clairify_cli.fidelity.evidence import Evidence
from clairify_cli.fidelity.matching import Item, is_named
from clairify_cli.fidelity.model import Amount, Standing
from clairify_cli.languages.base import ClaimKind, StepClaims

_SAYABLE = frozenset(("mass", "volume", "moles", "equivalents", "time", "temp"))
"""What some step always has a property for, so that a comment is no place for it."""
_ATMOSPHERE, _WEATHER = 1_013.25, 40.0
"""The pressure of the air in mbar, and how far it varies: a program may say it where the text does not."""


def check_quantities(evidence: Evidence) -> Iterator[Diagnostic]:
    """All findings about quantities. A wrong number is one finding: not one invented and another missing."""
    explained: set[int] = set()
    for item in evidence.matching.items:
        if item.claim.kind is ClaimKind.QUANTITY:
            yield from _of_claim(evidence, item, explained)
    actions = actions_of_missing(evidence)
    for amount in evidence.facts.amounts:
        if amount.number not in explained:
            yield from _of_amount(evidence, amount, actions.get(amount.number))


def _of_claim(evidence: Evidence, item: Item, explained: set[int]) -> Iterator[Diagnostic]:
    claim, step, amount = item.claim, item.step, item.amount
    if item.chosen is not None and amount is not None:
        reagent = item.reagent
        if not item.chosen.named and reagent is not None and evidence.facts.names.find(reagent.written, reagent.names):
            related = (_related(evidence, amount),)
            around = evidence.around(amount.start, amount.end)
            yield rules.wrong_reagent(reagent.span, reagent.written, claim.written, around, step.name, related)
    elif claim.dimension == "pressure" and abs(claim.value - _ATMOSPHERE) < _WEATHER:
        return
    elif not item.choices:
        meant = _meant(evidence, item, explained)
        if meant is None:
            yield rules.invented_quantity(claim.span, claim.written, claim.property, step.name)
        else:
            explained.add(meant.number)
            value = next((one for one in meant.values if one.dimension == claim.dimension), meant.values[0])
            words = evidence.around(value.start, value.end)
            related = (_related(evidence, meant),)
            yield rules.invented_quantity(
                claim.span, claim.written, claim.property, step.name, value.words, words, related
            )
    elif claim.dimension != "temp":
        used = next((choice.amount for choice in item.choices if choice.amount is not None), None)
        if used is not None:
            related = (_related(evidence, used),)
            words = used.values[0].words
            yield rules.quantity_twice(claim.span, claim.written, claim.property, step.name, words, related)


def _meant(evidence: Evidence, item: Item, explained: set[int]) -> Amount | None:
    """The amount of the text that stands where a step has another number: of its reagent, or at its cue."""
    placed = evidence.placed[item.step.number - 1]
    own = {other.amount.number for other in placed.items if other.amount is not None and other.reagent is item.reagent}
    of_other_kind: Amount | None = None
    for amount in evidence.facts.amounts:
        if amount.number in explained or amount.loose or amount.standing is Standing.ASIDE:
            continue
        if evidence.matching.used[amount.number] and not (item.reagent is not None and amount.number in own):
            continue
        alike = any(value.dimension == item.claim.dimension for value in amount.values)
        if item.reagent is not None:
            if amount.about and is_named(amount, item.reagent, evidence.facts.names):
                if alike:
                    return amount
                of_other_kind = of_other_kind or (amount if amount.number not in own else None)
        elif (
            alike
            and placed.cue is not None
            and placed.cue.sentence == amount.sentence
            and abs(placed.cue.start - amount.start) < 100
        ):
            return amount
    return of_other_kind


def _of_amount(evidence: Evidence, amount: Amount, action: str | None) -> Iterator[Diagnostic]:
    used = evidence.matching.used[amount.number]
    if amount.standing is Standing.ASIDE or amount.each or amount.loose:
        return
    if not used:
        if _in_force(evidence, amount) or any(evidence.matching.used[other] for other in amount.instead):
            return
        noted = _is_noted(evidence, amount)
        if noted and amount.standing is Standing.UNSURE:
            return
        sure = amount.standing is Standing.INSTRUCTION
        at = evidence.place_for(amount.start)
        words = amount.values[0].words
        yield rules.missing_quantity(
            at,
            words,
            evidence.around(amount.start, amount.end),
            noted,
            sure,
            action,
            (_related(evidence, amount),),
            sayable=amount.values[0].dimension in _SAYABLE and not words.endswith(("drop", "drops")),
        )
    elif _is_repeated_otherwise(evidence, amount, used):
        item = next(item for item in evidence.matching.items if item.amount is amount)
        at = item.step.repeats_span or item.step.span
        around = evidence.around(amount.start, amount.end)
        yield rules.repeats_differ(at, amount.times, used, around, item.step.name, (_related(evidence, amount),))


def _is_repeated_otherwise(evidence: Evidence, amount: Amount, used: int) -> bool:
    """Whether an amount is used in another number than the text says; where it says `repeat`, other checks count."""
    if used == amount.times or amount.rounds > 1 or amount.values[0].dimension == "temp":
        return False
    return not (used > amount.times and evidence.facts.is_done_again(amount))


def _related(evidence: Evidence, amount: Amount) -> Related:
    return Related("the text says it here", evidence.text.span(amount.start, amount.end))


def _in_force(evidence: Evidence, amount: Amount) -> bool:
    """Whether a temperature already holds at this place of the program; at the beginning, room temperature does."""
    value = amount.values[0]
    if value.dimension != "temp":
        return False
    holds: float | None = None
    for one in evidence.placed:
        if one.start is not None and one.start > amount.end:
            break
        temps = one.step.values("temp")
        holds = temps[-1] if temps else holds
    if holds is None:
        return value.fits("temp", 25.0) and amount.named_by_word
    return value.fits("temp", holds)


def _is_noted(evidence: Evidence, amount: Amount) -> bool:
    """Whether the words of an amount stand in a comment of the program."""
    wanted = "".join(amount.values[0].words.split())
    dimension = amount.values[0].dimension
    return any(
        wanted in "".join(note.split())
        for step in evidence.steps
        if not any(claim.dimension == dimension for claim in step.claims)
        and (not amount.about or _names_reagent(evidence, step, amount))
        for note in step.notes
    )


def _names_reagent(evidence: Evidence, step: StepClaims, amount: Amount) -> bool:
    """Whether a step has the reagent that an amount is of."""
    claims = [claim for claim in step.claims if claim.kind is ClaimKind.REAGENT]
    return any(is_named(amount, claim, evidence.facts.names) for claim in claims)
