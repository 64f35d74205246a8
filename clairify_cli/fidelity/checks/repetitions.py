"""Repetitions that the program lacks, or does a different number of times."""

from __future__ import annotations

from collections.abc import Iterator

from clairify_cli.diagnostics.model import Diagnostic
from clairify_cli.english.numbers import count_of
from clairify_cli.fidelity.checks.places import parted
from clairify_cli.fidelity.checks.shares import matches
from clairify_cli.fidelity.comparison.alignment import Placed
from clairify_cli.fidelity.comparison.evidence import AGAIN, Evidence
from clairify_cli.fidelity.lists import pattern
from clairify_cli.fidelity.model import Amount
from clairify_cli.fidelity.rules import rules
from clairify_cli.fidelity.text.counts import Again

_OF_THREE = 25
"""Characters after `each` that may hold the number: `into each of three glasses`."""
_OFTEN = pattern("repetitions often")
_SOON = 3
"""Sentences after an amount that may say how often it is used."""
_LASTING = ("temp", "stir_speed")
"""Conditions that hold for several steps, each of which may state them."""
_PORTIONS = pattern("repetitions portions")
_SEVERAL = pattern("several times")


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
    """Report what the text does to each of several vessels, but the program to fewer: `a tablet in both`."""
    steps = [one for one in evidence.placed if one.step.rounds == 1 and one.places]
    text = evidence.text.text
    series = [
        (one.end(), count_of((one["number"] or one["row"]).lower()))
        for one in pattern("series of vessels").finditer(text)
    ]
    for match in pattern("into each of a series").finditer(text):
        last_told = next((count for end, count in reversed(series) if end <= match.end() + _OF_THREE), 0)
        before = {name for one in steps if one.places[0][0] < match.start() for name in one.step.into}
        kind = _NEXT_WORD.match(text, match.end())  # `into each jar`, beside a saucepan
        before = {name for name in before if kind is not None and kind[1].lower() in name.lower()} or before
        wanted = 2 if "both" in match.group().lower() else last_told or len(before)
        low, _ = evidence.facts.bounds_around(*match.span())
        if any(match.end() <= one.start() <= match.end() + _OF_THREE for one in matches(evidence, "several")):
            continue  # `each of tubes 1, 2 and 3`
        said = [one for one in steps if one.step.action in _PUTS and low <= one.places[-1][0] < match.start()]
        last = max(said, key=lambda one: one.places[-1], default=None)
        if last is None:
            continue
        alike = (one.step for one in evidence.placed if one.step.rounds == 1 and _are_alike(one, last))
        given = {name for step in alike for name in step.into or step.vessels}
        if len(given) < wanted:
            around, related = evidence.quoted(*match.span())
            yield rules.repeats_differ(last.step.span, wanted, len(given), around, last.step.name, True, related)


_PUTS = ("add", "transfer")
_NEXT_WORD = pattern("repetitions next word")


def _what(one: Placed) -> tuple[str, set[str]]:
    """Return what a step does: its action and reagents, or its quantities if it has no reagent."""
    reagents = {claim.written.casefold() for claim in one.step.reagents}
    return one.step.action, reagents or {claim.written for claim in one.step.claims}


def _are_alike(one: Placed, last: Placed) -> bool:
    """Whether two steps do the same, or divide something, where the last part needs no amount."""
    source, kinds = last.step.out_of, [[parted(name)[0] for name in each.step.into] for each in (one, last)]
    parts = bool(source) and one.step.out_of == source and kinds[0] == kinds[1] != []
    amounts = one.step.claims and last.step.claims
    return _what(one) == _what(last) or (parts and not amounts and one.step.action == last.step.action == "transfer")


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
        and amount.values[0].dimension not in _LASTING
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
        once_before = AGAIN.search(evidence.text.text, amount.end, again.start) is not None  # `centrifuged again`
        if is_repeated and used not in (amount.times * again.rounds, amount.times * (again.rounds + once_before)):
            return amount
    return None if is_repeated or not amounts else amounts[-1]


def is_repeated_otherwise(evidence: Evidence, amount: Amount, used: int) -> bool:
    """Whether an amount is used a different number of times than the text says.

    Amounts with `rounds` are left to `check_repetitions`.
    """
    if used == amount.times or amount.rounds > 1 or amount.values[0].dimension == "temp":
        return False
    holds = [item.step.number for item in evidence.matching.items if item.amount is amount]
    if amount.times == 1 and any(
        other.amount is not None and other.amount.times == used and other.step.number in holds
        for other in evidence.matching.items
    ):
        return False  # `with three 10 mL portions, shaking for 1 min each time`
    low, high = evidence.facts.bounds_around(amount.start, amount.end)
    open_number = amount.times == 1 and _PORTIONS.match(evidence.text.text, amount.end)
    several = bool(open_number) or _SEVERAL.search(evidence.text.text, low, high) is not None
    again = (
        evidence.facts.is_done_again(amount) or is_of_loop(evidence, amount) or _is_told_often(evidence, amount, used)
    )
    return not (used > amount.times and (several or again))


def _is_told_often(evidence: Evidence, amount: Amount, used: int) -> bool:
    """Whether the text says shortly after an amount that something is done as often as the program uses it.

    An amount with a number of its own is not repeated by that of the next: `DMF (5 mL) 2 times and ether 3 times`.
    """
    if amount.times > 1:
        return False
    sentences = evidence.facts.words.sentences
    last = min(amount.sentence + _SOON, len(sentences) - 1)
    words = _OFTEN.finditer(evidence.text.text, amount.end, sentences[last][-1].end)
    return any(used in (many := count_of(one["many"].lower()), many + 1) for one in words)


def is_of_loop(evidence: Evidence, amount: Amount) -> bool:
    """Whether the sentence of an amount asks for a loop, which is checked as a whole: `every hour for 5 h`."""
    low, high = evidence.facts.bounds_around(amount.start, amount.end)
    return any(low <= one.start() < high for one in matches(evidence, "loop"))
