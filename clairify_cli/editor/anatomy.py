"""What an editor knows of a text: the words that stand for something, its parts, and remarks to show beside it.

Each language has a module in this folder with an `anatomy` of a text and the `offers` at a place in it. Positions are
offsets in characters, end exclusive.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Protocol

from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.base import CheckOptions


class Sort(enum.Enum):
    """What a word stands for, or a part is: its name, and the kinds of symbol and of completion that show it."""

    ACTION = "action", "Function", "Function"
    BLUEPRINT = "blueprint", "Class", "Class"
    DOMAIN = "domain", "Module", "Module"
    FUNCTION = "function", "Field", "Field"
    KEYWORD = "keyword", "Key", "Keyword"
    OBJECT = "object", "Constant", "Constant"
    PARAMETER = "parameter", "Variable", "Variable"
    PREDICATE = "predicate", "Boolean", "Function"
    PROBLEM = "problem", "Module", "Module"
    PROPERTY = "property", "Property", "Property"
    REAGENT = "reagent", "Constant", "Constant"
    SECTION = "section", "Namespace", "Module"
    STEP = "step", "Method", "Method"
    TYPE = "type", "Class", "Class"
    UNIT = "unit", "Number", "Unit"
    VALUE = "value", "EnumMember", "EnumMember"
    VARIABLE = "variable", "Variable", "Variable"
    VESSEL = "vessel", "Object", "Variable"

    def __init__(self, word: str, symbol: str, completion: str) -> None:
        self.word, self.symbol, self.completion = word, symbol, completion


NAMED = frozenset(Sort) - {Sort.KEYWORD, Sort.PROPERTY, Sort.SECTION, Sort.STEP, Sort.UNIT, Sort.VALUE}
"""Of what programs give names to; what else is known is the language's own."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A word that stands for something. Words of the same sort, name and `scope` stand for the same.

    `about` is what is said of it, in Markdown; if it is empty, what the declaration says counts.
    """

    start: int
    end: int
    sort: Sort
    name: str
    scope: str = ""
    declares: bool = False
    about: str = ""

    @property
    def key(self) -> tuple[Sort, str, str]:
        """What it stands for."""
        return self.sort, self.name, self.scope


@dataclass(slots=True)
class Part:
    """A part of a text with the parts in it, and the place of its name."""

    name: str
    sort: Sort
    start: int
    end: int
    name_start: int
    name_end: int
    detail: str = ""
    children: list[Part] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Hint:
    """A remark to show at a place, and more words about it."""

    at: int
    text: str
    more: str = ""


@dataclass(slots=True)
class Anatomy:
    """Everything that is known of one text."""

    marks: list[Mark] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)
    hints: list[Hint] = field(default_factory=list)

    def at(self, offset: int) -> Mark | None:
        """The shortest mark at an offset, or right before it."""
        found = [mark for mark in self.marks if mark.start <= offset <= mark.end]
        return min(found, key=lambda mark: (mark.end - mark.start, -mark.start), default=None)

    def named(self, offset: int) -> Mark | None:
        """The same, if a person has given it its name."""
        mark = self.at(offset)
        return mark if mark is not None and mark.sort in NAMED else None


@dataclass(frozen=True, slots=True)
class Offer:
    """What may be written from `start` to the cursor. In `snippet`, `$1` and so on are places to go on at."""

    label: str
    sort: Sort
    start: int
    about: str = ""
    snippet: str = ""


class Anatomist(Protocol):
    """The module of a language."""

    def anatomy(self, source: Source, options: CheckOptions) -> Anatomy:
        """The anatomy of a text, as much of it as can be read."""

    def offers(self, source: Source, offset: int, options: CheckOptions, whole: Anatomy) -> Iterable[Offer]:
        """What may stand at an offset of the text; `whole` is its anatomy."""

    def spelled(self, mark: Mark, name: str, written: str) -> str | None:
        """How a new name is written in place of `written`; None if the language has no such names."""


def word_before(text: str, offset: int, pattern: re.Pattern[str]) -> int:
    """Where the word begins that ends at an offset; `pattern` ends in `\\Z`."""
    found = pattern.search(text, max(0, offset - 200), offset)
    return found.start() if found is not None else offset


def joined(parts: Iterable[str], between: str = "\n\n") -> str:
    """The parts that say something."""
    return between.join(part for part in parts if part)


def fenced(code: str, language: str) -> str:
    """Code in Markdown, cut where it is long, with a fence longer than any in it."""
    code = code if len(code) <= 2000 else code[:1999] + "…"
    fence = "`" * max(3, 1 + max((len(run) for run in re.findall("`+", code)), default=0))
    return f"{fence}{language}\n{code}\n{fence}"
