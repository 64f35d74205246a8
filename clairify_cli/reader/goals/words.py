"""The words of a text with their places, and the keys under which names and words are compared."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

_TOKEN = re.compile(
    r"(?P<own>['’]s\b|(?<=s)['’](?=\s))|(?P<word>[^\W\d_]+(?:['’](?:t|re|ll|ve|d)\b)?)|(?P<number>\d+)"
    r"|(?P<comma>[,()]|\.{2,}|…)|(?P<stop>[.:](?=\s|$)|[;!?]|\n\s*(?:\n|(?=[A-Z*-])))|(?P<and>&)"
)
_IRREGULAR = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
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
    """What two spellings of one name have in common: `counter top`, `counter-top` and `countertop` are equal."""
    key = ""
    for part in parts:
        key += "." + part if key[-1:].isdigit() and part.isdigit() else part
    return key


@lru_cache(maxsize=4096)
def singulars(word: str) -> tuple[str, ...]:
    """What a word can be the plural of, likeliest first; empty where it does not look like a plural."""
    if word in _IRREGULAR["plurals"]:
        return (_IRREGULAR["plurals"][word],)
    if len(word) < 3 or not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return ()
    found = [word[:-1]]
    if word.endswith("ies"):
        found.insert(0, word[:-3] + "y")
    elif word.endswith("ves"):
        found[:0] = [word[:-3] + "fe", word[:-3] + "f"]
    elif word.endswith("es"):
        found.append(word[:-2])
    return tuple(found)


@lru_cache(maxsize=4096)
def forms_of(verb: str) -> tuple[tuple[str, str], ...]:
    """The forms of a verb with their kinds (`base`, `ing`, `past`); of several words the first one is inflected."""
    first, _, rest = verb.partition(" ")
    rest = f" {rest}" if rest else ""
    return tuple((form + rest, kind) for form, kind in _forms(first))


def _forms(verb: str) -> Iterator[tuple[str, str]]:
    yield verb, "base"
    yield (verb + "es" if verb.endswith(("s", "x", "z", "ch", "sh")) else verb + "s"), "base"
    stems = [verb]
    if verb.endswith("e"):
        stems = [verb[:-1]]
    elif verb.endswith("y") and verb[-2:-1] not in tuple("aeiou"):
        yield verb[:-1] + "ied", "past"
    elif len(verb) > 2 and verb[-1] in "bdgklmnpt" and verb[-2] in "aeiou" and verb[-3] not in "aeiou":
        stems.append(verb + verb[-1])
    for stem in stems:
        yield stem + "ed", "past"
        yield stem + "ing", "ing"
    for past in _IRREGULAR["pasts"].get(verb, ()):
        yield past, "past"
