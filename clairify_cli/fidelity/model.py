"""Data types of the comparison: the mentions in a text, and candidate matches for the claims of a program.

Offsets are characters of the text, from 0, end exclusive. Quantities are in the default unit of their dimension: mL, g,
mol, eq, s, °C, mbar, RPM, nm, mL/min.
"""

from __future__ import annotations

import enum

from clairify_cli.records import dataclass

ROOM = (15.0, 30.0)
"""Temperatures (°C) of a mixture that is neither heated nor cooled."""


def is_room(temperature: float) -> bool:
    """Whether a temperature (°C) is that of the room."""
    return ROOM[0] <= temperature <= ROOM[1]


class Standing(enum.Enum):
    """The role of a mention for a person who follows the text."""

    INSTRUCTION = "instruction"
    """It says what to do."""
    UNSURE = "unsure"
    """It may say what to do: a condition, a remark, a value that other words already give."""
    ASIDE = "aside"
    """It does not say what to do: a yield, a spectrum, a melting point, the size of a flask."""


@dataclass(frozen=True, slots=True)
class Value:
    """One quantity in the text. Any value from `low` to `high` fits it; `exact` is the value as written, if any."""

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

    `times` is 3 in `3 x 50 mL`. `each`: it applies to every member of a list. `about` has the stretches of text that
    may name its reagent; empty if it is not an amount of a reagent.
    """

    number: int
    values: tuple[Value, ...]
    standing: Standing
    sentence: int
    times: int = 1
    each: bool = False
    about: tuple[tuple[int, int], ...] = ()
    named_by_word: bool = False
    """Whether a word stands for the number, such as `overnight` or `reflux`."""
    boiling: bool = False
    """Whether it means the boiling point of the heated liquid."""
    loose: bool = False
    """Whether steps may omit it: `cooled`."""
    instead: tuple[int, ...] = ()
    """The numbers of alternative amounts, joined to it by `or`."""
    rounds: int = 1
    """How often it is done in total if the text says later that it is repeated; a program may write that out."""

    @property
    def start(self) -> int:
        return self.values[0].start

    @property
    def end(self) -> int:
        return max(value.end for value in self.values)


@dataclass(frozen=True, slots=True)
class Cue:
    """A word for an action: `filtered`, `filtration`. `required`: it clearly needs a step of its own."""

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
    """A candidate match for a claim: a stretch of the text, its amount if any, and whether the names agree."""

    weight: float
    start: int
    end: int
    amount: Amount | None = None
    named: bool = True
    also: Amount | None = None
    """The second amount of a mixture if the claim is the total: 148 mL for `(111 mL:37 mL)`."""
