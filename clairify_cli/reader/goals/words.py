"""The words of a text with their offsets, and the keys for comparing names and words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from clairify_cli.english.morphology import inflect
from clairify_cli.records import dataclass

_TOKEN = re.compile(
    r"(?P<own>['’]s\b|(?<=s)['’](?=\s))|(?P<word>\bw/(?=\s)|[^\W\d_]+(?:['’](?:t|re|ll|ve|d|m)\b)?)|(?P<number>(?<![\w.-])-?\d+(?:\.\d+)?|\d+)"
    r"|(?P<comma>[,()]|\.{2,}|…)|(?P<stop>[.:](?=\s|$)|[;!?]|(?<=\s)[-–—]+(?=\s)|\n\s*(?:\n|(?=[A-Z*-])))|(?P<and>&)"
)
_PART = re.compile(r"[A-Z]?[^\W\d_A-Z]+|[A-Z]+(?![a-z])|\d+")


@dataclass(frozen=True, slots=True)
class Token:
    """A word, number or mark: `kind` is `word`, `number`, `comma`, `stop` or `own` (the `'s` of a possessive)."""

    text: str
    start: int
    end: int
    kind: str


def tokens_of(text: str) -> list[Token]:
    """The tokens of a text, in lower case, in order."""
    found = []
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup or ""
        written = match.group().lower().replace("’", "'")
        if kind == "and":
            kind, written = "word", "and"
        elif kind == "word":
            written = written.replace("'", "")
        found.append(Token(written, match.start(), match.end(), kind))
    return found


@lru_cache(maxsize=65536)
def parts_of(name: str) -> tuple[str, ...]:
    """The words of a name in lower case: `deskLamp_2` has `desk`, `lamp` and `2`."""
    return tuple(part.lower() for part in _PART.findall(name))


def key_of(parts: Iterable[str]) -> str:
    """The common form of spellings of a name: `counter top`, `counter-top`, `countertop`; `stone 1` and `stone-01`."""
    key = ""
    for part in (one.lstrip("0") or "0" if one.isdigit() else one for one in parts):
        key += "." + part if key[-1:].isdigit() and part.isdigit() else part
    return key


@lru_cache(maxsize=4096)
def forms_of(verb: str) -> tuple[tuple[str, str], ...]:
    """The forms of a verb, or of its first word, with their kinds (`base`, `ing`, `past`).

    They include forms with the last letter doubled.
    """
    found = [(form, "base" if kind == "third" else kind) for kind, form in inflect(verb)]
    first, space, rest = verb.partition(" ")
    if len(first) > 2 and first[-1] in "bdgklmnpt" and first[-2] in "aeiou" and first[-3] not in "aeiou":
        found += [(f"{first}{first[-1]}{end}{space}{rest}", kind) for end, kind in (("ed", "past"), ("ing", "ing"))]
    return tuple(found)
