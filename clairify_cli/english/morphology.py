"""The forms of English verbs and nouns, by rule."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

_VOWELS = frozenset("aeiou")
_SIBILANTS = ("s", "x", "z", "ch", "sh")


def inflect(base: str, irregular: dict[str, Any], doubled: frozenset[str]) -> Iterator[tuple[str, str]]:
    """The forms `base third past ing` of a verb of one or several words, of which the first is inflected."""
    verb, _, rest = base.partition(" ")
    tail = f" {rest}" if rest else ""
    stem = verb + verb[-1] if verb in doubled else verb
    yield "base", base
    yield "third", irregular.get("third", plural(verb)) + tail
    for past in irregular.get("past", (_past(verb, stem),)):
        yield "past", past + tail
    yield "ing", irregular.get("ing", _ing(verb, stem)) + tail


def plural(noun: str) -> str:
    """The regular plural of a noun, of its last word where it has several."""
    if noun.endswith(_SIBILANTS):
        return noun + "es"
    if noun.endswith("y") and noun[-2:-1] not in _VOWELS:
        return noun[:-1] + "ies"
    return noun + "s"


def _past(verb: str, stem: str) -> str:
    if verb.endswith("e"):
        return verb + "d"
    if verb.endswith("y") and verb[-2:-1] not in _VOWELS:
        return verb[:-1] + "ied"
    return stem + "ed"


def _ing(verb: str, stem: str) -> str:
    if verb.endswith("e") and not verb.endswith(("ee", "oe", "ye")):
        return verb[:-1] + "ing"
    return stem + "ing"
