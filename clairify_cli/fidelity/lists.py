"""Words and patterns for the comparison, read once from `lists.toml` next to this module."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

from clairify_cli.english.lexicon import LEXICON
from clairify_cli.files.data import toml
from clairify_cli.files.patterns import late
from clairify_cli.records import dataclass

_TEN = 10


@cache
def _tables() -> dict[str, Any]:
    return toml(Path(__file__).with_name("lists.toml"))


@cache
def word_set(name: str) -> frozenset[str]:
    """Return a set of words, in lower case."""
    return frozenset(_tables()["sets"][name])


@cache
def verbs_of_no_step() -> frozenset[str]:
    """Return the base forms of the verbs that need no step of their own."""
    return frozenset(verb for verbs in _tables()["no_step"].values() for verb in verbs)


@cache
def pattern(name: str) -> re.Pattern[str]:
    """Return a compiled pattern; it ignores case unless its entry says otherwise.

    `<gases>` stands for the names of gases, `<added>` for ways to say it, `<counts>` for the words from two to nine.
    """
    entry = _tables()["pattern"][name]
    parts = "".join(entry["parts"]).replace("<gases>", "|".join(_tables()["gases"]))
    parts = parts.replace("<added>", f"(?:{'|'.join(_tables()['added'])})")
    if "<vessels>" in parts:
        parts = parts.replace("<vessels>", _vessels())
    if "<counts>" in parts:
        small = LEXICON.numbers["small"]
        parts = parts.replace("<counts>", "|".join(word for word, number in small.items() if 1 < number < _TEN))
    return late(parts, 0 if entry.get("case") else re.IGNORECASE)


@cache
def _vessels() -> str:
    """Return the alternatives of a pattern for the names of vessels."""
    return "|".join(sorted(map(re.escape, word_set("named vessels")), key=len, reverse=True))


@cache
def found_by_patterns() -> tuple[tuple[re.Pattern[str], str, bool], ...]:
    """Return the patterns for actions in the order of trial, each with its kind and whether it requires a step."""
    return tuple((pattern(one["pattern"]), one["kind"], one.get("sure", True)) for one in _tables()["cue"])


@dataclass(frozen=True, slots=True)
class Entry:
    """Words that stand for a number, and the values that a program may have for them."""

    words: re.Pattern[str]
    dimension: str
    low: float
    high: float
    boiling: bool


@cache
def conventions() -> tuple[Entry, ...]:
    """Return the conventions, in the order of trial."""
    return tuple(
        Entry(
            late("".join(entry["parts"]), re.IGNORECASE),
            entry["dimension"],
            float(entry["low"]),
            float(entry["high"]),
            entry.get("boiling", False),
        )
        for entry in _tables()["convention"]
    )


@dataclass(frozen=True, slots=True)
class Operator:
    """Words that change what an instruction means, the test for what does what they say, and what to do."""

    needs: str
    words: re.Pattern[str]
    unless: re.Pattern[str]
    shown: re.Pattern[str]
    by: tuple[str, ...]
    hint: str
    sure: bool


@cache
def operators() -> tuple[Operator, ...]:
    """Return the operators of `text/operators.toml`, in the order of search."""
    counts = "|".join(word for word, number in LEXICON.numbers["small"].items() if 1 < number <= 2 * _TEN)

    def compiled(written: str) -> re.Pattern[str]:
        for name, words in names.items():
            written = written.replace(f"@{name}", f"(?:{words})")
        return late(written, re.IGNORECASE)

    tables = toml(Path(__file__).parent / "text" / "operators.toml")
    names = {**tables["names"], "vessel": _vessels(), "count": counts}
    return tuple(
        Operator(
            entry["needs"],
            compiled(entry["words"]),
            compiled(entry.get("unless", "(?!)")),
            compiled(entry.get("shown", "(?!)")),
            tuple(entry.get("by", ())),
            entry["hint"],
            entry.get("sure", True),
        )
        for entry in tables["operator"]
    )
