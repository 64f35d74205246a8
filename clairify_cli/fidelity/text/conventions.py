"""Words that stand for a number (`room temperature`, `reflux`, `overnight`), with the values they allow."""

from __future__ import annotations

import re

from clairify_cli.english.numbers import count_of
from clairify_cli.english.units import factors
from clairify_cli.fidelity.lists import conventions as entries
from clairify_cli.fidelity.lists import pattern
from clairify_cli.fidelity.text.words import Text
from clairify_cli.files.patterns import late
from clairify_cli.records import dataclass


@dataclass(frozen=True, slots=True)
class Convention:
    """Words for a number, and the values that a program may have for them."""

    dimension: str
    low: float
    high: float
    words: str
    start: int
    end: int
    boiling: bool = False
    """Whether it means the boiling point of the heated liquid."""
    loose: bool = False
    """Whether a program may omit it."""


_COOLING = pattern("cooling")
"""Cooling or warming without a temperature: usually to room temperature, but optional for a step."""
_CHILLING = late(r"\bchill(?:ed|ing)?\b(?!\s(?:to|at|in|on|with)\b)", re.IGNORECASE)
_NEXT_DAY, _LONG_BEFORE = pattern("next day"), pattern("long before")
_REACH = 80
"""How far before `the next day`, in characters, the text may already say how long to wait."""
_NO_PLACE = pattern("conventions no place")
_GONE = pattern("conventions gone")
_NOT_BOILING = pattern("conventions not boiling")


def conventions(text: Text, number: int) -> list[Convention]:
    """Return the words of a sentence that stand for a number; if two overlap, the first in the table wins."""
    start, end = text.sentence_span(number)
    words = text.text[start:end]
    found: list[Convention] = []
    for asked, low, high in ((_COOLING, 18, 30), (_CHILLING, -10, 15)):
        for match in asked.finditer(words):
            at, stop = start + match.start(), start + match.end()
            found.append(Convention("temp", low, high, match.group(), at, stop, loose=True))
    for match in pattern("conventions span").finditer(words):
        span = (count_of(match["many"].lower()) or 1) * float(factors("time")[match["unit"].lower()])
        found.append(Convention("time", span, span, match.group(), start + match.start(), start + match.end()))
    for match in pattern("conventions couple").finditer(words):
        unit = float(factors("time")[match["unit"].lower()])
        found.append(
            Convention(
                "time", 1.5 * unit, 6 * unit, match.group(), start + match.start(), start + match.end(), loose=True
            )
        )
    for match in _NEXT_DAY.finditer(words):
        at = start + match.start()
        if not _LONG_BEFORE.search(text.text, max(0, at - _REACH), at):
            found.append(Convention("time", 6 * 3600, 30 * 3600, match.group(), at, start + match.end()))
    if pattern("conventions quick").search(words) is None:
        return found
    for entry in entries():
        for match in entry.words.finditer(words):
            at, stop = start + match.start(), start + match.end()
            if any(one.start < stop and at < one.end for one in found):
                continue
            if _NOT_BOILING.search(words[: match.start()]) or _NO_PLACE.match(words, match.end()):
                continue
            if entry.dimension == "temp" and (
                pattern("conventions taken away").search(words[: match.start()]) or _GONE.match(words, match.end())
            ):
                continue
            made = Convention(entry.dimension, entry.low, entry.high, match.group(), at, stop, boiling=entry.boiling)
            found.append(made)
    return found
