"""The forms of English verbs and nouns, by rules and a table of irregular forms."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, cast

from clairify_cli.files.data import toml

_VOWELS = frozenset("aeiou")
_SIBILANTS = ("s", "x", "z", "ch", "sh")


@cache
def _table() -> dict[str, Any]:
    return toml(Path(__file__).parent / "lexicon" / "irregular.toml")


def shortened() -> dict[str, dict[str, str]]:
    """Return participles by their abbreviations: sure ones, and `bare` ones, which only their neighbours tell."""
    return cast(dict[str, dict[str, str]], _table()["shortened"])


def inflect(base: str) -> Iterator[tuple[str, str]]:
    """Yield the forms `base third past ing` of a verb; if it has several words, the first is inflected."""
    verb, _, rest = base.partition(" ")
    tail = f" {rest}" if rest else ""
    irregular = _table()["verbs"].get(verb, {})
    stem = verb + verb[-1] if verb in _table()["doubled"] else verb
    yield "base", base
    yield "third", irregular.get("third", plural(verb)) + tail
    for past in irregular.get("past", (_past(verb, stem),)):
        yield "past", past + tail
    yield "ing", irregular.get("ing", _ing(verb, stem)) + tail


def plural(noun: str) -> str:
    """Return the regular plural of a noun; if it has several words, of the last one."""
    if noun.endswith(_SIBILANTS):
        return noun + "es"
    if noun.endswith("y") and noun[-2:-1] not in _VOWELS:
        return noun[:-1] + "ies"
    return noun + "s"


@cache
def singulars(word: str) -> tuple[str, ...]:
    """Return the possible singulars of a word, most likely first; empty if it does not look like a plural."""
    if word in _table()["plurals"]:
        return (_table()["plurals"][word],)
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
