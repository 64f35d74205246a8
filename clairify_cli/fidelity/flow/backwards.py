"""Two things that the text tells in the other order: amounts, times, temperatures, rounds, an evacuated vessel."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import groupby, pairwise

from clairify_cli.diagnostics.model import Diagnostic, Related
from clairify_cli.fidelity.comparison.alignment import Placed, words_of
from clairify_cli.fidelity.comparison.evidence import Evidence
from clairify_cli.fidelity.flow.bench import Run, label
from clairify_cli.fidelity.lists import pattern
from clairify_cli.fidelity.model import Choice
from clairify_cli.fidelity.rules import rules
from clairify_cli.files.patterns import late
from clairify_cli.languages.base import StepClaims

ADDS = frozenset(("add", "dissolve", "transfer", "precipitate"))
CHANGES = frozenset(("heat", "stir", "wait", "irradiate", "gas"))
_PUTS = frozenset(("add", "dissolve", "wash"))
_FAR, _CLOSE, _FURTHER = 50, 160, 600
"""How many later additions each is compared with; characters between two times or temperatures of steps in a row, and
between temperatures whose times are in order."""


def check_told_backwards(evidence: Evidence, run: Run) -> Iterator[tuple[int, Diagnostic]]:
    """Report pairs of steps whose own places in the text are in the opposite order, with the index of the first."""
    yield from _other_round(run)
    yield from _brought_together(evidence, run)
    yield from _added_backwards(evidence)
    yield from _timed_backwards(evidence)


def _other_round(run: Run) -> Iterator[tuple[int, Diagnostic]]:
    """Report a loop that repeats the steps before it in a different order."""
    start = 0
    for rounds, group in groupby(run.steps, key=lambda step: step.rounds):
        size = len(list(group))
        before = [with_vessels(step) for step in run.steps[max(0, start - size) : start]]
        said = [with_vessels(step) for step in run.steps[start : start + size]]
        if rounds > 1 and said != before and Counter(said) == Counter(before):
            index = next(at for at in range(size) if said[at] != before[at])
            step, other = run.steps[start + index], run.steps[start + said.index(before[index])]
            yield start + index, rules.does_not_commute(step.span, label(step), label(other), "", ())
        start += size


def _brought_together(evidence: Evidence, run: Run) -> Iterator[tuple[int, Diagnostic]]:
    """Report an addition before two identical consecutive steps that the text has between them."""
    for index in range(1, len(run.steps) - 1):
        one, other, before = (evidence.placed[at] for at in (index, index + 1, index - 1))
        if (
            with_vessels(one.step) != with_vessels(other.step)
            or one.step.action not in CHANGES
            or before.step.action not in ADDS
        ):
            continue
        places = sorted((*one.places, *other.places))
        if len(places) > 1 and before.places and places[0] < before.places[0] < places[-1]:
            words = evidence.facts.words.words_of(*places[0])
            yield index - 1, rules.does_not_commute(before.step.span, label(before.step), label(one.step), words, ())


def _added_backwards(evidence: Evidence) -> Iterator[tuple[int, Diagnostic]]:
    """Report an amount added before one that an earlier sentence, or the same one for the same reagent, has in it."""
    often = Counter(words_of(step) for step in evidence.steps)  # a repetition may be written out
    alone = (one for one in evidence.placed if one.step.rounds == 1 and often[words_of(one.step)] == 1)
    measured = [(one, _own_amounts(one) or _moved_amounts(evidence, one) or _only_names(one)) for one in alone]
    added = [(one, places) for one, places in measured if one.step.action in (*_PUTS, "transfer") and places]
    listed = evidence.facts.words.listed  # a list of ingredients has an order of its own
    for at, (one, places) in enumerate(added):
        start, end = min(places)[0], max(places)[1]
        sentence, _ = evidence.facts.bounds_around(min(one.places, default=places[0])[0], start)
        for other, others in added[at + 1 : at + _FAR]:
            low, high = max(others, key=lambda place: place[1])
            if evidence.facts.sentence_at(low) in listed:
                continue
            same = kind_of(one)[1] == kind_of(other)[1]
            then = _THEN.fullmatch(evidence.text.text, high, start) is not None
            then = then or _is_target(evidence.text.text, sentence, (low, high), (start, end), min(others)[0])
            first = high < start if same else (low < sentence or then) and not _is_prepared(evidence, other, low, start)
            named = "transfer" in (one.step.action, other.step.action) or not (
                _own_amounts(one) and _own_amounts(other)
            )
            if named or not first:
                between = evidence.text.text[high:start]
                after = _THEN.fullmatch(between) and not _ONTO.search(between)
                first = high < start and sentence <= low and (after or _has_order(evidence, sentence, low))
            if first and (one.step.vessels & other.step.vessels):
                related = (Related(f"the text has `{other.step.name}` here", evidence.text.span(low, high)),)
                words = evidence.facts.words.words_of(low, min(low + 40, len(evidence.text.text)))
                name = label(other.step)
                yield one.step.number - 1, rules.does_not_commute(one.step.span, label(one.step), name, words, related)
                break


_ADDING = late(
    r"\b(?:treated with|(?:was|were|is|are)(?: \w+)? added|charged with|add(?:ing|itions? of)?)\b",
    re.IGNORECASE,
)
_ALL_ADDED = late(r"(?!to\b|into\b|an?\b)[^.;]*\b(?:were|are)(?: \w+ly| then)? added\b", re.IGNORECASE)


def _moved_amounts(evidence: Evidence, one: Placed) -> list[tuple[int, int]]:
    """Return the places of the amounts that were put into the vessel that a transfer empties."""
    before = evidence.placed[: one.step.number - 1] if one.step.action == "transfer" else ()
    filled = (other for other in before if set(other.step.into) & set(one.step.out_of))
    return [place for other in filled for place in _own_amounts(other)]


def _only_names(one: Placed) -> list[tuple[int, int]]:
    """Return the place of the reagent that a step adds without an amount, if the text names it once."""
    return [
        item.place for item in one.items if item.claim is not item.reagent and item.place and len(item.choices) == 1
    ]


def _has_order(evidence: Evidence, sentence: int, low: int) -> bool:
    """Whether a sentence says that the order counts in which it has things added, of which one is at a place."""
    text, (_, end) = evidence.text.text, evidence.facts.bounds_around(low, low)
    told = _ADDING.search(text, sentence, low) or _ALL_ADDED.match(text, sentence, end)
    return bool(told and pattern("order in order").search(text, sentence, end))


_THEN = late(r"[^.;:]*?(?:\bthen\b|\bfollowed by\b|,? and,? after [a-z]+ [a-z]+,)[^.;:]*", re.IGNORECASE)
"""Words between two amounts of a sentence that are added one after the other."""
_ONTO = late(r"\b(?:on|in)?to\b", re.IGNORECASE)
_TARGET, _ADDED_TO = pattern("order target"), pattern("order added to")
"""`To A was added B`: words between A and B; and `B was added to a solution of A`, between B and A."""


def _is_target(text: str, sentence: int, other: tuple[int, int], one: tuple[int, int], first: int) -> bool:
    """Whether the text adds something to another reagent, which therefore has to be there before."""
    if text.startswith("To ", sentence) and sentence <= other[0]:
        return _TARGET.fullmatch(text, other[1], one[0]) is not None
    return _ADDED_TO.fullmatch(text, one[1], first) is not None


_PREPARES = late(r"\b(?:grat|chop|mash|peel|crush|slic|dic|grind|minc|squeez|shell)(?:e|es|ed|ing|s)?\b", re.IGNORECASE)


def _is_prepared(evidence: Evidence, one: Placed, low: int, start: int) -> bool:
    """Whether a reagent is only prepared first: `Grate 9 g of soap. Boil 2 L of water and add the soap`."""
    sentence, _ = evidence.facts.bounds_around(low, low)
    last = [claim.written.split()[-1] for claim in one.step.reagents if claim.written.strip()]
    text = evidence.text.text
    again = (re.search(rf"\bthe\s{re.escape(word)}\b", text[start:], re.IGNORECASE) for word in last)
    return _PREPARES.search(text, sentence, low) is not None and any(again)


def _timed_backwards(evidence: Evidence) -> Iterator[tuple[int, Diagnostic]]:
    """Report two timed steps in a row whose times the text has close together, the second first.

    Likewise temperatures, and the volumes that are moved from one vessel to another.
    """
    timed = [(one, min(times_of(one))) for one in evidence.placed if one.step.rounds == 1 and times_of(one)]
    used = Counter(item.amount.number for item in evidence.matching.items if item.amount is not None)
    temps = [
        (one, (item.amount.start, item.amount.end))
        for one in evidence.placed
        for item in one.items
        if one.step.rounds == 1
        and item.claim.dimension == "temp"
        and item.amount is not None
        and used[item.amount.number] == 1
        and not (item.amount.loose or item.amount.boiling)
        and (not item.amount.named_by_word or len([one for one in item.choices if not _is_loose(one)]) == 1)
    ]
    moved = [
        (one, (item.amount.start, item.amount.end))
        for one in evidence.placed
        for item in one.items
        if one.step.action == "transfer" and item.claim.dimension == "volume" and item.amount is not None
    ]
    moved = [
        pair
        for (one, here), (other, there) in pairwise(moved)
        if (one.step.out_of, one.step.into) == (other.step.out_of, other.step.into)
        for pair in ((one, here), (other, there))
    ]
    for (one, here), (other, there) in (*pairwise(timed), *pairwise(temps), *zip(moved[::2], moved[1::2], strict=True)):
        apart = not (one.step.vessels & other.step.vessels) and bool(one.step.vessels and other.step.vessels)
        # Of two equal numbers, either may be meant.
        alike = evidence.text.text[slice(*here)] == evidence.text.text[slice(*there)]
        in_time = times_of(one) and times_of(other) and times_of(one)[0] < times_of(other)[0]
        far = in_time or one.step.action == "transfer"
        if apart or alike or not 0 < here[0] - there[1] < (_FURTHER if far else _CLOSE):
            continue
        related = (Related(f"the text has `{other.step.name}` here", evidence.text.span(*there)),)
        words = evidence.facts.words.words_of(there[0], here[1])
        finding = rules.does_not_commute(one.step.span, label(one.step), label(other.step), words, related, values=True)
        yield one.step.number - 1, finding


def _is_loose(choice: Choice) -> bool:
    return choice.amount is None or choice.amount.loose


def _own_amounts(one: Placed) -> list[tuple[int, int]]:
    """Return the places of the amounts that a step has of its own reagents."""
    known = ((item.amount, item.chosen) for item in one.items)
    return [
        (amount.start, amount.end) for amount, chosen in known if amount and amount.about and chosen and chosen.named
    ]


def with_vessels(step: StepClaims) -> tuple[object, ...]:
    """Return what a step does, and with which vessels."""
    return step.vessels, *words_of(step)


def times_of(one: Placed) -> list[tuple[int, int]]:
    """Return where the text says how long a step lasts."""
    return [item.place for item in one.items if item.claim.dimension == "time" and item.place is not None]


Kind = tuple[str, frozenset[str]]


def kind_of(one: Placed) -> Kind:
    """Return a key that is equal for interchangeable steps, which may have taken each other's place."""
    return one.step.action, frozenset(claim.written for claim in one.step.reagents or one.step.claims)
