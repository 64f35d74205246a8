"""The number of repetitions that a text asks for: `Repeat this twice`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from clairify_cli.fidelity.text.asides import Stretch
from clairify_cli.fidelity.text.words import Text

WORDS = {"once": 1, "twice": 2, "thrice": 3, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_COUNT = rf"(?P<many>{'|'.join(WORDS)}|[1-9][0-9]?)"
_AGAIN = re.compile(
    r"\brepeat(?:ed)?\b(?P<between>(?:\s+(?!(?:until|if|for|with|using)\b)[\w-]+){0,5}?)\s+"
    rf"(?P<all>(?:for\s+)?a\s+total\s+of\s+)?(?:an?\s+)?(?:further\s+|another\s+)?{_COUNT}\b(?:\s+(?:more\s+|further\s+)?times?\b)?",
    re.IGNORECASE,
)
_FOR_OTHER = re.compile(
    r"\brepeated\b[^.;]{0,30}?\b(?:for|with|on)\s+the\s+(?:second|other|remaining)\s+(?:portion|half|batch|part|aliquot)\b",
    re.IGNORECASE,
)
"""What is done to one of two parts is done to the other."""


@dataclass(frozen=True, slots=True)
class Again:
    """Words that say that something is done `rounds` times all in all, by their place."""

    rounds: int
    words: str
    start: int
    end: int
    sentence: int


def repetitions(text: Text, stretches: list[Stretch]) -> list[Again]:
    """The repetitions of a text that are instructions, in order."""
    found = []
    for number in range(len(text.sentences)):
        start, end = text.sentence_span(number)
        for match in _AGAIN.finditer(text.text, start, end):
            at = match.start()
            many = WORDS.get(match["many"].lower()) or int(match["many"])
            counted = match["many"].lower() in ("once", "twice", "thrice") or "time" in match.group()
            if counted and not any(low <= at < high for low, high, _ in stretches):
                rounds = many if match["all"] else many + 1
                found.append(Again(rounds, text.words_of(at, match.end()), at, match.end(), number))
        for match in _FOR_OTHER.finditer(text.text, start, end):
            found.append(Again(2, text.words_of(*match.span()), *match.span(), number))
    return found
