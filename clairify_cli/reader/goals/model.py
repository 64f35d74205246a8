"""The result of reading an English goal."""

from __future__ import annotations

from dataclasses import dataclass

from clairify_cli.diagnostics.model import Diagnostic, Span


@dataclass(frozen=True, slots=True)
class Mention:
    """Words of the text and what they stand for in the domain and the problem.

    `kind` is `thing` (objects: `names` are those that it can be), `type` (`names` are types), `state` or `relation`
    (`names` are predicates, after `not ` where they must not hold), `count` (`count` is the number), `place` (where
    something is now or is dealt with: no goal), `means` (with what it is done: no goal) or `step` (a state on the way
    that something later undoes: no goal). `count` of a thing is how many of it, and None if all are meant.
    """

    kind: str
    span: Span
    names: tuple[str, ...]
    count: int | None = 1


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to understand the text: a `(:goal ...)`, and the same in words."""

    goal: str
    explanation: str


@dataclass(frozen=True, slots=True)
class GoalReading:
    """The result of reading a text.

    `readings` holds one reading, several where the text can be understood in several ways, or none. `goal` is the
    text of the one reading, and None if there is not exactly one or an error was found. `findings` say which words
    were not understood, in the order of the text, `mentions` what the others stand for (in the first reading).
    """

    goal: str | None
    readings: tuple[Reading, ...]
    findings: tuple[Diagnostic, ...]
    mentions: tuple[Mention, ...]
