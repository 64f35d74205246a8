"""The parts of a text that are not instructions: yields, spectra, melting points, literature, vessel sizes, remarks."""

from __future__ import annotations

import re

from clairify_cli.fidelity.lists import pattern, word_set
from clairify_cli.fidelity.model import Amount, Standing
from clairify_cli.fidelity.text.units import AMOUNTS
from clairify_cli.fidelity.text.words import Text, Word
from clairify_cli.files.patterns import late

Stretch = tuple[int, int, Standing]
"""Start, end and standing of a stretch of the text."""

_YIELD = pattern("yield")
NOT_DONE = pattern("not done")
_LIMIT, _NEXT_DONE = pattern("asides limit"), pattern("actions next done")
"""A word for a limit, and what is done next in the same clause: `below 30 °C and stirred for 2 h`."""
_NOTES = late(r"^[ \t]*(?:foot)?notes?[ \t]*[:.]?[ \t]*$", re.IGNORECASE | re.MULTILINE)
"""The heading of the remarks at the end of a procedure, as in Organic Syntheses."""
_AFTER_BRACKET = 5
"""Characters, such as the next number of a list, that may follow a sentence in brackets."""

_LIKEWISE = pattern("asides likewise")
"""A further product that is prepared `in a similar manner`, up to the end of its paragraph."""
_TITLE = pattern("asides title")
"""A title that ends like a sentence, without an instruction: `Recrystallization of Acetanilide.`"""
VESSELS = word_set("vessels")


def asides(text: Text) -> list[Stretch]:
    """Return the stretches that are, or may be, no instructions; a later stretch overrules an earlier one."""
    found: list[Stretch] = []
    spectral = False
    for number in range(len(text.sentences)):
        start, end = text.sentence_span(number)
        words = text.text[start:end]
        spectrum = pattern("spectrum").search(words)
        if spectral and (spectrum is not None or not re.search(r"[a-z]{4,}.*[a-z]{4,}", words)):
            found.append((start, end, Standing.ASIDE))
            continue
        spectral = False
        if words.rstrip("])").endswith("?"):
            found.append((start, end, Standing.UNSURE))
        if words.startswith("(") and words.count("(") == 1 and len(words) - words.find(")") < _AFTER_BRACKET:
            found.append((start, end, Standing.UNSURE))  # a sentence in brackets
        if pattern("asides at will").search(words):
            found.append((start, end, Standing.UNSURE))
        if pattern("remark").match(words):
            found.append((start, end, Standing.ASIDE if _YIELD.search(words) else Standing.UNSURE))
        found += [(start + one.start(), start + one.end(), Standing.UNSURE) for one in NOT_DONE.finditer(words)]
        found += _conditions(words, start)
        found += _columns(words, start)
        found += _products(words, start)
        found += _measured(words, start)
        if spectrum is not None:
            found.append((start + spectrum.start(), end, Standing.ASIDE))
            spectral = True
    found += [(*match.span(), Standing.UNSURE) for match in _LIKEWISE.finditer(text.text)]
    if text.title:
        found.append((*text.title, Standing.ASIDE))
    elif len(text.sentences) > 1 and _is_title(text, 0) and not _is_title(text, 1):
        found.append((*text.sentence_span(0), Standing.UNSURE))
    notes = _NOTES.search(text.text)
    if notes is not None and text.sentences and notes.start() > text.sentences[0][0].start:
        found.append((notes.start(), len(text.text), Standing.UNSURE))
    return found


def _is_title(text: Text, number: int) -> bool:
    return _TITLE.fullmatch(text.text, *text.sentence_span(number)) is not None


def _conditions(words: str, start: int) -> list[Stretch]:
    """Return the stretches from words such as `should not exceed` to the end of the clause."""
    found = []
    for match in pattern("conditional").finditer(words):
        end = _end_of_clause(words, match.end(), ",;")
        stop = _NEXT_DONE.search(words, match.end(), end) if _LIMIT.fullmatch(match.group()) else None
        found.append((start + match.start(), start + (stop.start() if stop else end), Standing.UNSURE))
    return found


def _columns(words: str, start: int) -> list[Stretch]:
    """Return the details of columns, and words about monitoring a reaction."""
    found = []
    for match in pattern("column details").finditer(words):
        end = _end_of_clause(words, match.end(), ";")
        then = pattern("asides column ends").search(words, match.end(), end)
        found.append((start + match.start(), start + (then.start() if then is not None else end), Standing.UNSURE))
    for match in pattern("watched").finditer(words):
        inside = words.rfind("(", 0, match.start()) > words.rfind(")", 0, match.start())
        if inside:
            end = words.find(")", match.end())
            found.append((start + match.start(), start + (end if end >= 0 else len(words)), Standing.UNSURE))
            continue
        stop = pattern("asides goes on").search(words, match.end())
        end = min(_end_of_clause(words, match.end(), ",;"), stop.start() if stop is not None else len(words))
        found.append((start + match.start(), start + end, Standing.UNSURE))
    return found


def _products(words: str, start: int) -> list[Stretch]:
    """Return the stretches about products: from the verb to the end of the clause, and from a yield to the end."""
    found = []
    for match in pattern("produces").finditer(words):
        end = _end_of_product(words, match.end())
        found.append((start + match.start(), start + end, Standing.ASIDE))
    for match in pattern("of product").finditer(words):
        found.append((start + match.start(), start + _end_of_product(words, match.end()), Standing.ASIDE))
    for match in _YIELD.finditer(words):
        found.append((start + match.start(), start + len(words), Standing.ASIDE))
    return found


def _end_of_product(words: str, at: int) -> int:
    """Return where the clause about a product ends: at the next action on it, or at the end of the sentence."""
    match = pattern("product ends").search(words, at)
    return match.start() if match is not None else len(words)


def _measured(words: str, start: int) -> list[Stretch]:
    """Return measured data such as melting points, up to a closing bracket, semicolon, comma or full stop."""
    found = []
    for match in pattern("measured").finditer(words):
        end = pattern("asides measured ends").search(words, match.end())
        stop = end.start() if end is not None else len(words)
        distils = "distil" in words[: match.start()]
        found.append((start + match.start(), start + stop, Standing.UNSURE if distils else Standing.ASIDE))
    return found


def _end_of_clause(words: str, at: int, marks: str) -> int:
    """Return where the clause around `at` ends: at one of the marks outside brackets, or at the end of the sentence."""
    depth = 0
    for place in range(at, len(words)):
        character = words[place]
        if character in "([":
            depth += 1
        elif character in ")]":
            depth -= 1
            if depth < 0:
                return place
        elif depth == 0 and character in marks and words[place + 1 : place + 2].isspace():
            return place
    return len(words)


_BEFORE_SIZE = frozenset(("a", "an", "one", "two"))
_NOT_OF_SIZE = frozenset(("of", ",", ")", ";", "and", "(", "in", "to", "was", "were", "from", "into", "out"))
"""Words that separate a volume from a vessel after it: `10 mL from the beaker` is not a size."""


def is_vessel_size(words: tuple[Word, ...], at: int) -> bool:
    """Whether the volume at `at` is the size of a vessel: `a 250 mL three-necked flask`."""
    last = at + 1 == len(words) or words[at + 1].token.kind == "mark"
    if at > 1 and words[at - 1].low == "of" and last and words[at - 2].low in VESSELS:
        return True  # `in a liner of 100 mL,`
    article = any(word.low in _BEFORE_SIZE for word in words[max(0, at - 2) : at])
    for place, word in enumerate(words[at + 1 : at + (10 if article else 6)], at + 1):
        low = word.low.strip("-")
        if low in (")", ".") and words[at].group >= 0 and words[at - 1].low == "(":
            continue  # `a 1-gallon (4-l.) bottle`
        if low in VESSELS or low.split(" ")[-1] in VESSELS:
            return True
        if article and low in word_set("named vessels"):
            return [one.low for one in words[place + 1 : place + 2]] != ["of"]  # `a 200 mL jug of water`
        if article and (low == "," or word.token.dimension == "strength"):
            continue  # `a 500-mL, three-necked flask`, `a 250 mL 3N RBF`
        if low in _NOT_OF_SIZE or word.token.kind == "quantity":
            return False
    return False


_RESULT_BEFORE, _RESULT_BEHIND = pattern("result before"), pattern("result behind")
_FINAL = late(r"[(\s]\Z")
_DOWN_TO = pattern("down to")
_WEIGHED = late(r"(?:\d\s?(?:h|hours|min|°C|K|mbar)|\b(?:weighed|isolated))\s\(\Z")
"""Words before a bracket that tell how much was obtained: `dried at 60 °C for 12 h (1.52 g)`."""
_AMOUNT_BEFORE, _AMOUNT_BEHIND = pattern("amount remark before"), pattern("amount remark behind")
_BEFORE, _BEHIND = pattern("condition remark before"), pattern("condition remark behind")
_DISTILLED, _AT_PRESSURE = pattern("distilled"), pattern("at a pressure")
_PRODUCT_CLAUSES = ("to", "gi", "ga", "af", "yi", "pr", "fu", "de", "ob", "le", "re", "is", "as")
_REACH_BACK, _REACH_ON = 80, 120


def standing(text: Text, one: Amount, stretches: list[Stretch]) -> Standing:
    """Return the role of an amount for a person who follows the text, from the words around it and its stretch."""
    found = _by_neighbours(text.text, one)
    for start, end, kind in stretches:
        if start <= one.start < end and (kind is Standing.ASIDE or found is Standing.INSTRUCTION):
            of_condition = one.values[0].dimension in ("temp", "time")
            # A clause about the product may go on with work on it, so times and temperatures count.
            if of_condition and kind is Standing.ASIDE and text.text[start : start + 2].lower() in _PRODUCT_CLAUSES:
                continue
            found = kind
    return found


def _by_neighbours(text: str, one: Amount) -> Standing:
    before, behind = text[max(0, one.start - _REACH_BACK) : one.start], text[one.end : one.end + _REACH_ON]
    dimension = one.values[0].dimension
    if pattern("other case before").search(before) and pattern("case behind").match(behind):
        return Standing.UNSURE
    if dimension == "pressure" and pattern("pressurised").search(before):
        return Standing.UNSURE
    if dimension == "temp" and _DISTILLED.search(before) and _AT_PRESSURE.match(behind):
        return Standing.UNSURE  # the boiling point of the product
    if dimension not in AMOUNTS:
        remark = _BEFORE.search(before) or _BEHIND.match(behind)
        return Standing.UNSURE if remark else one.standing
    if pattern("is yield").match(text, one.start):
        return Standing.ASIDE if _FINAL.search(before[-2:]) else Standing.UNSURE
    told_as_result = dimension == "mass" and _RESULT_BEFORE.search(before) and _RESULT_BEHIND.match(behind)
    if told_as_result or pattern("obtained behind").match(behind) or _WEIGHED.search(before):
        return Standing.ASIDE
    if pattern("taken off").search(before[-60:]) or pattern("of what was made").search(before):
        return Standing.UNSURE
    down_to = _DOWN_TO.search(before[-40:]) and not behind.startswith(" of ")  # `A was added to 100 mL of water`
    if dimension == "volume" and (down_to or pattern("left").search(before)):
        return Standing.UNSURE
    if _AMOUNT_BEFORE.search(before) or _AMOUNT_BEHIND.match(behind):
        return Standing.UNSURE
    return one.standing
