"""The values of the comparison: what the text mentions, and which part of the program each mention became.

Offsets are characters of the text, from 0, end exclusive. Quantities are in the default unit of their dimension: mL, g,
mol, eq, s, °C, mbar, RPM, nm, mL/min.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass


class Standing(enum.Enum):
    """The role of a mention for a person who follows the text."""

    INSTRUCTION = "instruction"
    """It says what is to be done."""
    UNSURE = "unsure"
    """It may: a condition, a remark, a value that other words of the text already give."""
    ASIDE = "aside"
    """It does not: a yield, a spectrum, a melting point, the size of a flask."""


@dataclass(frozen=True, slots=True)
class Value:
    """One quantity of the text. Any value from `low` to `high` fits it; `exact` is the one that was written, if any."""

    dimension: str
    low: float
    high: float
    exact: float | None
    words: str
    start: int
    end: int
    times: int = 1

    def fits(self, dimension: str, value: float) -> bool:
        return dimension == self.dimension and self.low <= value <= self.high


@dataclass(frozen=True, slots=True)
class Amount:
    """One thing that the text gives a number for, in one or several ways: `(5.0 g, 20 mmol, 1.2 eq)`.

    `times` is 3 in `3 x 50 mL`. `each` says that it holds for every member of a list. `about` are the stretches of text
    in which its reagent is named; empty if it is not an amount of a reagent.
    """

    number: int
    values: tuple[Value, ...]
    standing: Standing
    sentence: int
    times: int = 1
    each: bool = False
    about: tuple[tuple[int, int], ...] = ()
    named_by_word: bool = False
    """Whether it is a word that stands for a number, such as `overnight` or `reflux`."""
    boiling: bool = False
    """Whether it stands for the boiling point of what is heated."""
    loose: bool = False
    """Whether nothing is missing if no step has it: `cooled`, `5 mol%`."""
    instead: tuple[int, ...] = ()
    """The numbers of the amounts in whose place it may be used: those joined to it by `or`."""
    rounds: int = 1
    """How often it is done where the text tells later that it is repeated; a program may write that out."""

    @property
    def start(self) -> int:
        return self.values[0].start

    @property
    def end(self) -> int:
        return max(value.end for value in self.values)


@dataclass(frozen=True, slots=True)
class Cue:
    """A word that says that something is done: `filtered`, `filtration`. `required`: surely a step of its own."""

    number: int
    kind: str
    words: str
    start: int
    end: int
    sentence: int
    required: bool
    times: int = 1


@dataclass(frozen=True, slots=True)
class Choice:
    """A candidate match in the text for a claim: a stretch, with its amount if it is one, and whether the names
    agree."""

    weight: float
    start: int
    end: int
    amount: Amount | None = None
    named: bool = True
    also: Amount | None = None
    """The second amount of a mixture, where the claim is the total: 148 mL, of `(111 mL:37 mL)`."""
