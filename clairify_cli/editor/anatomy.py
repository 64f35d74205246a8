"""What an editor shows of a text: words that stand for something, parts, and inlay hints.

Each language has a module in this folder with functions for the `anatomy` of a text and the `offers` at a place in it.
Positions are character offsets, end exclusive.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Iterable
from typing import Protocol

from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.base import CheckOptions
from clairify_cli.records import dataclass, field


class Sort(enum.Enum):
    """What a word or a part stands for: its name, and its kinds of symbol and completion in the protocol."""

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
"""Sorts of things that programs name; words of all other sorts belong to the language."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A word that stands for something. Words with the same sort, name and `scope` stand for the same thing.

    `about` is its description in Markdown; if empty, that of the declaration is used.
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
        """The identity of what it stands for."""
        return self.sort, self.name, self.scope


@dataclass(slots=True)
class Part:
    """A part of a text with its inner parts, and the position of its name."""

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
    """An inlay hint to show at a place, with a longer explanation."""

    at: int
    text: str
    more: str = ""


@dataclass(slots=True)
class Anatomy:
    """The marks, parts and hints of one text."""

    marks: list[Mark] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)
    hints: list[Hint] = field(default_factory=list)

    def at(self, offset: int) -> Mark | None:
        """Return the shortest mark at an offset, or directly before it; None if there is none."""
        found = [mark for mark in self.marks if mark.start <= offset <= mark.end]
        return min(found, key=lambda mark: (mark.end - mark.start, -mark.start), default=None)

    def named(self, offset: int) -> Mark | None:
        """Return the mark at an offset if it is a name from a program rather than a word of the language."""
        mark = self.at(offset)
        return mark if mark is not None and mark.sort in NAMED else None


@dataclass(frozen=True, slots=True)
class Offer:
    """A completion for the text from `start` to the cursor. In `snippet`, `$1` and so on are tab stops."""

    label: str
    sort: Sort
    start: int
    about: str = ""
    snippet: str = ""


class Anatomist(Protocol):
    """The module of a language."""

    def anatomy(self, source: Source, options: CheckOptions) -> Anatomy:
        """Return the anatomy of a text, as far as it is readable."""

    def offers(self, source: Source, offset: int, options: CheckOptions, whole: Anatomy) -> Iterable[Offer]:
        """Return completions at an offset of the text; `whole` is its anatomy."""

    def spelled(self, mark: Mark, name: str, written: str) -> str | None:
        """Return a new name as written in place of `written`; None if it is not valid in the language."""


def word_before(text: str, offset: int, pattern: re.Pattern[str]) -> int:
    """Return the start of the word that ends at an offset; `pattern` ends in `\\Z`."""
    found = pattern.search(text, max(0, offset - 200), offset)
    return found.start() if found is not None else offset


def joined(parts: Iterable[str], between: str = "\n\n") -> str:
    """Join the non-empty parts."""
    return between.join(part for part in parts if part)


def fenced(code: str, language: str) -> str:
    """Return code as Markdown, shortened if long, with a fence longer than any in it."""
    code = code if len(code) <= 2000 else code[:1999] + "…"
    fence = "`" * max(3, 1 + max((len(run) for run in re.findall("`+", code)), default=0))
    return f"{fence}{language}\n{code}\n{fence}"
