"""How often: repetitions that a text asks for, numbers of them in words, and amounts for each of several things."""

from __future__ import annotations

import re
from itertools import pairwise

from clairify_cli.english.lexicon import LEXICON
from clairify_cli.english.numbers import count_of
from clairify_cli.fidelity.lists import pattern
from clairify_cli.fidelity.text.asides import Stretch
from clairify_cli.fidelity.text.words import Text, Word
from clairify_cli.records import dataclass

_FEW = range(2, 7)
"""Plausible numbers of repetitions; `10 times` is more likely a factor."""
_EVERY = frozenset(("each", "every"))
_INTO = frozenset(("in", "into", "to", "with", "for"))


def _of_every_vessel(words: tuple[Word, ...], run: list[int]) -> bool:
    """Whether an amount applies to each of several vessels: `5 mL of A in each one`, `heat each for 5 min`."""
    for at in range(max(0, run[0] - 8), min(len(words), run[-1] + 10)):
        between = words[at : run[0]] if at < run[0] else words[run[-1] + 1 : at]
        alone = all(word.token.kind not in ("quantity", "mark") for word in between)
        behind = words[at + 1].low if at + 1 < len(words) else ""
        # `to tubes 1 to 3`
        listed = len(behind) == 1 and words[at].low in LEXICON.vessels and words[at].low.endswith("s")
        every = words[at].low in _EVERY or ((words[at].low == "both" or listed) and at > run[-1])
        if alone and every and (at < run[0] or words[at - 1].low in _INTO):
            return True
    return False


def is_each(words: tuple[Word, ...], run: list[int]) -> bool:
    """Whether an amount is that of each of several things: `10 mL each`, `equal volumes (10 mL)`."""
    near = [word.low for word in words[run[0] : run[-1] + 7]]
    ends = next((at for at, low in enumerate(near) if low in (",", ";", "and")), len(near))
    return (
        "each" in near[: max(ends, run[-1] - run[0] + 4)]
        or _of_every_vessel(words, run)
        or "respectively" in [word.low for word in words[run[0] :]]
        or "both" in [word.low for word in words[max(0, run[0] - 20) : run[0]]]
        or any(
            one.low == "equal" and two.low.endswith("s") for one, two in pairwise(words[max(0, run[0] - 3) : run[0]])
        )
    )


IN_TURN = frozenset(
    ("lots", "portions", "changes", "batches", "aliquots", "rinses", "rinsings", "washes", "washings", "extractions")
)


def times_in_words(words: tuple[Word, ...], run: list[int]) -> int:
    """Return the number of repetitions given in words: `twice with 20 mL portions`, `water (10 mL) three times`.

    1 if there are no such words.
    """
    first, last = run[0], run[-1]
    for word in words[last + 1 : last + 3]:
        match = re.fullmatch(r"[x×]\s?([2-9])|([2-9])\s?[x×]", word.low)
        if match:
            return int(match[1] or match[2])
    lows = [word.low for word in words]
    for at in range(first - 1, max(0, first - 4), -1):
        if lows[at] in ("with", "w") and (
            match := re.search(r"(?:\A|\s)([2-9])\s?[x×]\Z", " ".join(lows[max(0, at - 3) : at]))
        ):
            return int(match[1])  # `wash 2x with 50 mL`
    for at in range(first - 1, max(1, first - 10), -1):
        # `with three lots of 10 mL of water`, `with five lots of cold water (20 mL each)`
        if lows[at] in ("of", "with") and lows[at - 1] in IN_TURN and count_of(lows[at - 2]) in _FEW:
            return count_of(lows[at - 2])
        if lows[at] in ("of", "with") and lows[at - 2] in ("and", ",") and not IN_TURN.isdisjoint(lows[:at]):
            return max(
                1, count_of(lows[at - 1])
            )  # `four washes with brine (10 mL each) and two with water (5 mL each)`
    for at in range(last + 1, min(len(lows), last + 5)):
        if lows[at] in (",", ";", "and", "and then", "then", ".") or lows[at].startswith(("recryst", "crystalli")):
            break  # a product is not added again for each of its recrystallisations
        if lows[at] in ("twice", "thrice"):
            return count_of(lows[at])
        if lows[at] == "times" and count_of(lows[at - 1]) in _FEW:
            return count_of(lows[at - 1])
    for at in range(first - 1, max(0, first - 14), -1):
        if lows[at] in (",", ";") or words[at].token.kind == "quantity" or 0 <= words[at].group != words[first].group:
            break
        if lows[at] == "and" and lows[at + 1].endswith("ed"):
            break  # the next action has its own count
        if lows[at] in ("twice", "thrice"):
            return count_of(lows[at])
        if lows[at] == "times" and at and count_of(lows[at - 1]) in _FEW:
            return count_of(lows[at - 1])
    return 1


@dataclass(frozen=True, slots=True)
class Again:
    """Words that say that something is done `rounds` times in total, and their place."""

    rounds: int
    words: str
    start: int
    end: int
    sentence: int


def repetitions(text: Text, stretches: list[Stretch]) -> list[Again]:
    """Return the repetitions of a text that are instructions, in order."""
    found = []
    for number in range(len(text.sentences)):
        start, end = text.sentence_span(number)
        rounds = {}
        for match in pattern("again").finditer(text.text, start, end):
            low = match["many"].lower()
            if low in LEXICON.numbers["times"] or "time" in match.group():
                rounds[match.span()] = count_of(low) + (0 if match["all"] or match["sum"] else 1)
        # The same is done to the other of two parts, which makes two rounds, or to so many more samples.
        for match in pattern("again for the rest").finditer(text.text, start, end):
            if match["which"] or match["many"] not in ("the", None):
                rounds[match.span()] = 1 + (count_of((match["many"] or "").lower()) or 1)
        for match in pattern("done so often").finditer(text.text, start, end):
            rounds[match.span()] = count_of(next(filter(None, match.groups())).lower().split()[0])
        for (low, high), many in sorted(rounds.items()):
            if not any(first <= low < last for first, last, _ in stretches):
                found.append(Again(many, text.words_of(low, high), low, high, number))
    return found
