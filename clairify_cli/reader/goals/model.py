"""The result of reading an English goal."""

from __future__ import annotations

from clairify_cli.diagnostics.model import Diagnostic, Span
from clairify_cli.records import dataclass


@dataclass(frozen=True, slots=True)
class Mention:
    """Words of the text and their meaning in the domain and the problem.

    `kind` is `thing` (objects: `names` are those that it can be), `type` (`names` are types), `state` or `relation`
    (`names` are predicates, after `not ` if they must not hold), `count` (`count` is the number), `place` (where
    something is now or is done: not in the goal), `means` (what it is done with: not in the goal) or `step` (a state
    that later words undo: not in the goal). `count` of a thing is how many are meant, None for all.
    """

    kind: str
    span: Span
    names: tuple[str, ...]
    count: int | None = 1


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to understand the text: a `(:goal ...)`, and its explanation in words."""

    goal: str
    explanation: str


@dataclass(frozen=True, slots=True)
class GoalReading:
    """The result of reading a text.

    `readings` holds one reading, several if the text is ambiguous, or none. `goal` is the
    text of the one reading, and None if there is not exactly one or an error was found. `findings` say which words
    were not understood, in text order, `mentions` what the others mean (in the first reading). `rest` is the goal of a
    text with errors without what they are about, if there is one.
    """

    goal: str | None
    readings: tuple[Reading, ...]
    findings: tuple[Diagnostic, ...]
    mentions: tuple[Mention, ...]
    rest: str | None = None
