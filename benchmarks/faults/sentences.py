"""The sentences of a text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_SHORT = re.compile(
    r"(?:\b(?:ca|approx|eq|equiv|aq|conc|sat|satd|e\.g|i\.e|etc|vs|cf|ref|b\.p|m\.p|bp|mp|r\.t|vol|wt|no|fig|temp"
    r"|min|hr|hrs|sec|lit|dil|anal|calcd|al|Dr|Mr|Mrs|St|approximately)|\b(?-i:[A-Z]))\Z",
    re.IGNORECASE,
)
_END = re.compile(r"[.!?]['\"”’]?(?=\s+[\"“(\[]?[A-Z0-9]|\s*\Z)|\.(?=\n)|;(?=\s*\Z)")


@dataclass(frozen=True)
class Sentence:
    """A stretch of the text, up to and with its full stop."""

    start: int
    end: int
    text: str


def depth(text: str) -> int:
    """How many brackets are open at the end of a piece of text; stray closing ones are not counted."""
    level = 0
    for char in text:
        if char in "([":
            level += 1
        elif char in ")]":
            level = max(0, level - 1)
    return level


def sentences(text: str) -> Iterator[Sentence]:
    """The sentences in their order."""
    start = 0
    for found in _END.finditer(text):
        before = text[start : found.start()]
        if _SHORT.search(before[-14:]) and found.end() < len(text.rstrip()):
            following = text[found.end() :].lstrip()
            single = re.search(r"(?:\A|[^A-Za-z])[A-Z]\Z", before)
            if single is None or not following[:1].isupper() or re.search(r"°\s*[CF]\Z", before) is None:
                continue
        if depth(before) and found.end() < len(text.rstrip()) and len(before) < 2000:
            continue
        yield Sentence(start, found.end(), text[start : found.end()])
        start = found.end()
    if text[start:].strip():
        yield Sentence(start, len(text), text[start:])


def sentence_at(parts: tuple[Sentence, ...], place: int) -> Sentence | None:
    """The sentence that a place of the text lies in."""
    return next((part for part in parts if part.start <= place < part.end), None)
