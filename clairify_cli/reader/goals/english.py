"""The goal reader's English: the tables of `english.toml`, indexed for look-up."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

from clairify_cli.files.data import toml
from clairify_cli.files.patterns import late
from clairify_cli.reader.goals.words import forms_of
from clairify_cli.records import dataclass

Phrase = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class VerbClass:
    """Verbs of one meaning; `english.toml` explains `role`, `states` and `undoes`."""

    name: str
    words: tuple[str, ...]
    role: str = ""
    states: tuple[str, ...] = ()
    undoes: tuple[str, ...] = ()
    carries: bool = False


@dataclass(frozen=True, slots=True)
class English:
    """The tables. `verbs` has every form of every verb with its classes and whether it can begin a clause."""

    words: dict[str, frozenset[str]]
    numbers: dict[str, int]
    ordinals: dict[str, int]
    prepositions: dict[Phrase, str]
    asides: tuple[str, ...]
    """Phrases that say how something is done; `*` in them is any word."""
    sayings: dict[str, tuple[str, ...]]
    silent: tuple[str, ...]
    """The asides that change nothing."""
    staying: tuple[str, ...]
    """The asides that say of a thing without a verb that it stays."""
    restricting: tuple[str, ...]
    """The asides without which a text means less."""
    lying: tuple[str, ...]
    """Those that say how things lie, or which of them is meant."""
    degrees: dict[Phrase, tuple[int, int]]
    """Phrases before a number: how many more are wanted, and how many more are too many."""
    comparisons: dict[Phrase, str]
    """Phrases before a number that compare it, with the operator."""
    compared: dict[Phrase, str]
    """Phrases behind it that do."""
    ban: re.Pattern[str]
    """What must not be done, whatever is true at the end."""
    purpose: re.Pattern[str]
    """What something is done for, to the end of the clause."""
    classes: dict[str, VerbClass]
    verbs: dict[Phrase, tuple[tuple[VerbClass, str], ...]]
    adjectives: dict[Phrase, tuple[VerbClass, ...]]
    same: dict[str, frozenset[str]]
    """The synonyms of each word; `kinds` has only those that name things."""
    kinds: dict[str, frozenset[str]]
    amounts: dict[str, frozenset[str]]
    """Those of the names of functions."""


@lru_cache(maxsize=1)
def english() -> English:
    """The tables, read once."""
    data = toml(Path(__file__).with_name("english.toml"))
    described: dict[str, dict[str, Any]] = {
        name: {key: tuple(one) if isinstance(one, list) else one for key, one in entry.items()}
        for name, entry in data["verbs"].items()
    }
    classes = {name: VerbClass(name, **entry) for name, entry in described.items()}
    verbs: dict[Phrase, list[tuple[VerbClass, str]]] = {}
    for one in classes.values():
        for word in one.words:
            for form, kind in forms_of(word):
                entries = verbs.setdefault(tuple(form.split()), [])
                if (one, kind) not in entries:
                    entries.append((one, kind))
    adjectives: dict[Phrase, list[VerbClass]] = {}
    for name, words in data["adjectives"].items():
        for word in words:
            adjectives.setdefault(tuple(word.split()), []).append(classes[name])
    return English(
        {name: frozenset(words) for name, words in data["words"].items()},
        {word: number for number, word in enumerate(data["words"]["numbers"])},
        {word: number for number, word in enumerate(data["words"]["ordinals"], start=1)},
        _by_phrase(data["prepositions"]),
        tuple(phrase for some in data["asides"].values() for phrase in some),
        {words: tuple(meant) for words, meant in data["sayings"].items()}
        | dict.fromkeys(data["asides"]["staying"], ("stays",)),
        tuple(data["asides"]["silent"]),
        tuple(data["asides"]["staying"]),
        tuple(data["asides"]["restricting"]),
        tuple(data["asides"]["lying"]),
        {tuple(one.split()): tuple(more) for one, more in data["degrees"].items()},
        _by_phrase(data["comparisons"]),
        _by_phrase(data["compared"]),
        _ban(**data["bans"]),
        re.compile(data["purposes"]["pattern"], re.IGNORECASE),
        classes,
        {phrase: tuple(found) for phrase, found in verbs.items()},
        {phrase: tuple(found) for phrase, found in adjectives.items()},
        _same([*data["same"]["kinds"], *data["same"]["deeds"]]),
        _same(data["same"]["kinds"]),
        _same(data["same"]["amounts"]),
    )


def base_of(form: Phrase, classes: Iterable[VerbClass]) -> Phrase:
    """The verb of one of the classes that a form belongs to."""
    written = " ".join(form)
    words = (word for one in classes for word in one.words)
    return next(tuple(word.split()) for word in words if any(written == spelled for spelled, _ in forms_of(word)))


@lru_cache(maxsize=256)
def any_of(phrases: tuple[str, ...]) -> re.Pattern[str]:
    """Any of the phrases, the longest first, with nothing between their words that ends a clause."""
    longest = sorted(phrases, key=lambda one: one.count(" "), reverse=True)
    either = "|".join(map(re.escape, longest)).replace(r"\*", r"\w+").replace(r"\ ", r"[^\w.,;:!?()…]+")
    return late(rf"\b(?:{either})\b", re.IGNORECASE)


def _ban(words: list[str], stems: list[str]) -> re.Pattern[str]:
    """One of the words, and a verb that begins with one of the stems, to the end of the clause."""
    either = "|".join(words).replace("'", ".?").replace(" ", r"\s")
    return re.compile(rf"\b(?:{either})\s(?:\w+ly\s|ever\s)?(?:{'|'.join(stems)})\w*\b[^.;,]*", re.IGNORECASE)


def _by_phrase(named: dict[str, list[str]]) -> dict[Phrase, str]:
    return {tuple(phrase.split()): name for name, phrases in named.items() for phrase in phrases}


def _same(groups: list[list[str]]) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for group in groups:
        for word in group:
            found.setdefault(word, set()).update(one for one in group if one != word)
    return {word: frozenset(others) for word, others in found.items()}
