"""The number of repetitions that a text asks for: `Repeat this twice`."""

from __future__ import annotations

from clairify_cli.english.lexicon import LEXICON
from clairify_cli.english.numbers import count_of
from clairify_cli.fidelity.lists import pattern
from clairify_cli.fidelity.text.asides import Stretch
from clairify_cli.fidelity.text.words import Text
from clairify_cli.records import dataclass


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
        for (low, high), many in sorted(rounds.items()):
            if not any(first <= low < last for first, last, _ in stretches):
                found.append(Again(many, text.words_of(low, high), low, high, number))
    return found
