"""Repetitions that the program lacks, or does a different number of times."""

from __future__ import annotations

from collections.abc import Iterator

from clairify_cli.diagnostics.model import Diagnostic
from clairify_cli.english.numbers import count_of
from clairify_cli.fidelity.comparison.alignment import Placed
from clairify_cli.fidelity.comparison.evidence import Evidence
from clairify_cli.fidelity.lists import pattern
from clairify_cli.fidelity.model import Amount
from clairify_cli.fidelity.rules import rules
from clairify_cli.fidelity.text.again import Again
from clairify_cli.languages.base import ClaimKind


def check_repetitions(evidence: Evidence) -> Iterator[Diagnostic]:
    """Report repetitions that the program does not do as often as the text says.

    `Repeat this twice` is a loop of three rounds, a step with three repeats, or steps written out three times.
    """
    for again in evidence.facts.again:
        told = evidence.steps_before(again.start)
        if not told:
            continue
        amounts = _told_again(evidence, again)
        wrong = _otherwise(evidence, again, amounts)
        if wrong is None and (amounts or any(again.rounds in _counts(one) for one in told)):
            continue
        other = next((one for one in reversed(told) if max(_counts(one)) > 1), told[-1])
        given = max(_counts(other))
        if wrong is not None:
            item = next(item for item in evidence.matching.items if item.amount is wrong)
            other, given = evidence.placed[item.step.number - 1], evidence.matching.used[wrong.number]
        around, related = evidence.quoted(again.start, again.end)
        span = (other.step.repeats_span if other.step.repeats > 1 else None) or other.step.span
        yield rules.repeats_differ(span, again.rounds, given, around, other.step.name, False, related)


def check_series(evidence: Evidence) -> Iterator[Diagnostic]:
    """Report additions that the text makes to each of several vessels, but the program to fewer: `a tablet in both`."""
    adds = [one for one in evidence.placed if one.step.action in ("add", "transfer") and one.step.rounds == 1]
    text = evidence.text.text
    series = [(one.end(), count_of(one["number"].lower())) for one in pattern("series of vessels").finditer(text)]
    for match in pattern("into each of a series").finditer(text):
        last_told = next((count for end, count in reversed(series) if end <= match.start()), 0)
        wanted = 2 if match["which"].lower() == "both" else last_told
        low, _ = evidence.facts.bounds_around(*match.span())
        said = [one for one in adds if one.places and low <= one.places[-1][0] < match.start()]
        if not said:
            continue
        last = max(said, key=lambda one: one.places[-1])
        given = {vessel for one in adds if _what(one) == _what(last) for vessel in one.step.into}
        if len(given) < wanted:
            around, related = evidence.quoted(*match.span())
            yield rules.repeats_differ(last.step.span, wanted, len(given), around, last.step.name, True, related)


def _what(one: Placed) -> set[str]:
    """Return what a step puts into a vessel: its reagents, or for a transfer its quantities."""
    kind = ClaimKind.REAGENT if one.step.action == "add" else ClaimKind.QUANTITY
    return {claim.written.casefold() for claim in one.step.claims if claim.kind is kind}


def _counts(one: Placed) -> tuple[int, int, int]:
    """Return the repeat counts of a step: its own, that of the loops around it, and the total."""
    return one.step.repeats, one.step.rounds, one.step.repeats * one.step.rounds


def _told_again(evidence: Evidence, again: Again) -> list[Amount]:
    """Return the amounts that `again` may repeat and that some step uses, in order of the text."""
    return [
        amount
        for amount in evidence.facts.amounts
        if amount.rounds == again.rounds
        and amount.end <= again.start
        and amount.values[0].dimension != "temp"
        and evidence.matching.used[amount.number]
        and not (amount.each or amount.loose)
    ]


def _otherwise(evidence: Evidence, again: Again, amounts: list[Amount]) -> Amount | None:
    """Return the first amount that is not used as often as the words ask for; None if there is none.

    The repeated part may begin anywhere before the words, and ends at them. If no amount is repeated, it is the last.
    """
    is_repeated = False
    for amount in amounts:
        used = evidence.matching.used[amount.number]
        is_repeated = is_repeated or used != amount.times
        if is_repeated and used != amount.times * again.rounds:
            return amount
    return None if is_repeated or not amounts else amounts[-1]
