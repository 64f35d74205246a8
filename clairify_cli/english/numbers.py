"""Quantities with numbers in words: `half an hour`, `two minutes`, `a pinch`, `three drops`."""

from __future__ import annotations

from fractions import Fraction

from clairify_cli.english.lexicon import LEXICON, WORDS
from clairify_cli.english.quantities import Quantity, decimal, value
from clairify_cli.files.patterns import late

_ARTICLES = frozenset(("a", "an", "another"))
_TIMES = late(r"(?P<ahead>[1-9]\d?)(?:[x×]|times)|[x×](?P<behind>[1-9]\d?)")

Words = list[tuple[str, str]]
"""Kind and lower-case spelling of tokens."""


def begins_number(low: str) -> bool:
    """Whether a word can begin a number or quantity in words; fast, because it is called for every word."""
    table = LEXICON.numbers
    return low in table["small"] or low in table["tens"] or low in _ARTICLES or low in table["fractions"] or "-" in low


def number_of_words(words: Words) -> tuple[int, Fraction | None]:
    """Return how many leading words form a number, and the number: `two`, `twenty-five`, `two and a half`."""
    if not words:
        return 0, None
    table = LEXICON.numbers
    kind, first = words[0]
    if kind == "number":
        return 1, value(first)
    total = _simple(first)
    size = 1
    if total is None:
        return 0, None
    second = words[1][1] if len(words) > 1 else ""
    if first in table["tens"] and second in table["small"]:
        total, size = total + table["small"][second], 2
    elif second in table["large"]:
        total, size = total * table["large"][second], 2
    tail = [low for _, low in words[size : size + 3]]
    if tail[:3] == ["and", "a", "half"]:
        return size + 3, total + Fraction(1, 2)
    if tail[:1] == ["and"] and len(tail) > 1 and (part := _hyphened(tail[1])) is not None:
        return size + 2, total + part  # `one and one-half`
    return size, total


def count_of(low: str) -> int:
    """Return the whole number for a word such as `3`, `three` or `thrice`; 0 if it is not a number."""
    times = LEXICON.numbers["times"].get(low)
    return int(times or (low if low.isdecimal() else _simple(low)) or 0)


def times_of_words(words: Words) -> int:
    """Return the number of repetitions in words: `3 times`, `twice`, `3x`, `x4`; 1 if there is none."""
    table = LEXICON.numbers
    for at, (_, low) in enumerate(words):
        if low in table["times"]:
            return int(table["times"][low])
        joined = low + (words[at + 1][1] if at + 1 < len(words) else "")
        match = _TIMES.fullmatch(low) or _TIMES.fullmatch(joined)
        if match is not None:
            return int(match["ahead"] or match["behind"])
        if joined == f"{low}times" and low in table["small"]:
            return int(table["small"][low])
    return 1


def _simple(word: str) -> Fraction | None:
    """Return the number for one word, `five` or `twenty-five`; None if it is not a number."""
    table = LEXICON.numbers
    if word in table["small"]:
        return Fraction(table["small"][word])
    if word in table["tens"]:
        return Fraction(table["tens"][word])
    tens, hyphen, small = word.partition("-")
    if hyphen and tens in table["tens"] and small in table["small"]:
        return Fraction(table["tens"][tens] + table["small"][small])
    return None


def _hyphened(word: str) -> Fraction | None:
    """Return the fraction for a word such as `one-half` or `three-quarters`; None if it is none."""
    table = LEXICON.numbers
    many, _, part = word.partition("-")
    part = part.removesuffix("s")
    whole = table["ordinals"].get(part, 0)  # `three-fourths`, but `one-second` is none
    size = table["fractions"].get(part) or (f"1/{whole}" if whole > 2 else None)
    return table["small"][many] * Fraction(size) if size and many in table["small"] else None


def quantity_of_words(words: Words, start: int) -> tuple[int, Quantity | None]:
    """Return how many leading words form a quantity, and the quantity; the caller sets its offsets.

    Fractions come before the unit (`half an hour`, `a quarter of an hour`, `half a teaspoon`), and `and a half` may
    follow it (`an hour and a half`).
    """
    lows = [low for _, low in words]
    size, number = _fraction(lows)
    article = False
    if number is None:
        article = lows[0] in _ARTICLES
        size, number = (1, Fraction(1)) if article else number_of_words(words)
    if number is None or size >= len(lows):
        return 0, None
    while size < len(lows) and lows[size] in WORDS["before units"]:
        size += 1
    if size >= len(lows):
        return 0, None
    unit = LEXICON.unit_words.get(lows[size])
    if unit is None or (article and lows[size] not in LEXICON.unit_articles):
        return 0, None
    follows = lows[size + 1] if size + 1 < len(lows) else ""
    if unit.of and follows == "of" and words[size + 2 : size + 3] and words[size + 2][0] == "quantity":
        return 0, None
    if unit.of and follows != "of" and (article or unit.unit in ("cup", "cups")):
        return 0, None
    size += 1
    if lows[size : size + 3] == ["and", "a", "half"]:
        size, number = size + 3, number + Fraction(1, 2)
    return size, Quantity(decimal(number * unit.factor), unit.unit, unit.dimension, start, start)


def _fraction(lows: list[str]) -> tuple[int, Fraction | None]:
    """Return how many words form a fraction before a unit, and the fraction: `half an`, `three quarters of an`."""
    table = LEXICON.numbers["fractions"]
    if lows[:3] == ["a", "couple", "of"]:
        return 3, Fraction(2)
    whole = _hyphened(lows[0])
    if whole is not None:
        at = 2 if lows[1:2] == ["of"] else 1
        return at + (lows[at : at + 1] in (["a"], ["an"])), whole
    at = 1 if lows[0] in ("a", "one") else 0
    times = Fraction(1)
    if at == 0 and lows[0] in LEXICON.numbers["small"]:
        at, times = 1, Fraction(LEXICON.numbers["small"][lows[0]])
    if at >= len(lows) or lows[at] not in table:
        return 0, None
    fraction = times * Fraction(table[lows[at]])
    at += 1
    if lows[at : at + 1] == ["of"]:
        at += 1
    if lows[at : at + 1] in (["a"], ["an"]):
        return at + 1, fraction
    return (at, fraction) if lows[0] in ("a", "half") else (0, None)
