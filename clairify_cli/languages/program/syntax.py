"""The syntax tree of a program: calls of actions, assertions, branches and loops.

The tree keeps the written text and its places, whether or not a domain knows it. Positions are offsets into the text in
characters, end exclusive. Unreadable parts have been reported and are left out, so the tree of a text with errors must
not be run.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

MOST_ROUNDS = 100
"""Rounds of one `for`: `range(100)` is the longest, and no list is longer."""

WHILE_ROUNDS = 20
"""Rounds after which a `while` whose condition still holds is given up, and the program fails."""


class Name(NamedTuple):
    """A word of the text. `text` is as Python has it; a literal is without its quotes."""

    text: str
    start: int
    end: int


class Term(NamedTuple):
    """What an action is done to or a predicate is about: an object, or a variable of a loop around it.

    `is_bare` says that an object is written without quotes.
    """

    text: str
    start: int
    end: int
    is_variable: bool = False
    is_bare: bool = False


# --------------------------------------------------------------------------------------------------- conditions


@dataclass(frozen=True, slots=True)
class Fact:
    """A predicate of some terms; `predicate` is its name as Python has it."""

    predicate: Name
    arguments: tuple[Term, ...]
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Not:
    """The contrary of a condition."""

    operand: Condition
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class And:
    """All of some conditions."""

    operands: tuple[Condition, ...]
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Or:
    """At least one of some conditions."""

    operands: tuple[Condition, ...]
    start: int
    end: int


Condition = Fact | Not | And | Or


# --------------------------------------------------------------------------------------------------- statements


@dataclass(frozen=True, slots=True)
class Setting:
    """A parameter of a motion, `speed=0.3`; the value is a number (see `languages.motion`) or a grasp."""

    name: Name
    value: float | str
    start: int
    end: int
    """The place of the value."""


@dataclass(frozen=True, slots=True)
class Expectation:
    """A check that is to be made of an action, with what it is about and whether it is expected to pass."""

    check: Name
    arguments: tuple[Term, ...]
    expected: bool
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Call:
    """An action. `comment` are the lines of the comment above it, `aside` is the one behind it on its line."""

    action: Name
    arguments: tuple[Term, ...]
    parameters: tuple[Setting, ...]
    checks: tuple[Expectation, ...]
    start: int
    end: int
    comment: tuple[str, ...] = ()
    aside: str = ""


@dataclass(frozen=True, slots=True)
class Assertion:
    """A condition that must hold; if it does not, the recovery runs.

    Without a recovery, the program fails if the condition does not hold.
    """

    condition: Condition
    recovery: tuple[Call, ...]
    start: int
    end: int
    comment: tuple[str, ...] = ()
    aside: str = ""


@dataclass(frozen=True, slots=True)
class If:
    """One of two bodies; `orelse` is empty if there is no `else`. `elif` is an `If` alone in the `orelse`."""

    condition: Condition
    body: tuple[Statement, ...]
    orelse: tuple[Statement, ...]
    start: int
    end: int
    comment: tuple[str, ...] = ()
    aside: str = ""


@dataclass(frozen=True, slots=True)
class For:
    """A body for each of some objects (`values`), or that many times (`count`), where the variable stands for
    nothing."""

    variable: Name
    values: tuple[Term, ...]
    count: int | None
    body: tuple[Statement, ...]
    start: int
    end: int
    comment: tuple[str, ...] = ()
    aside: str = ""


@dataclass(frozen=True, slots=True)
class While:
    """A body as long as a condition holds, at most `WHILE_ROUNDS` times."""

    condition: Condition
    body: tuple[Statement, ...]
    start: int
    end: int
    comment: tuple[str, ...] = ()
    aside: str = ""


@dataclass(frozen=True, slots=True)
class Pass:
    """Nothing is done."""

    start: int
    end: int
    comment: tuple[str, ...] = ()
    aside: str = ""


Statement = Call | Assertion | If | For | While | Pass


@dataclass(frozen=True, slots=True)
class Program:
    """A function whose name is the task.

    `heading` are the lines of comments above it, `doc` what its docstring says, `trailing` comments behind all of its
    steps. `start` and `end` are those of the whole function.
    """

    name: Name
    body: tuple[Statement, ...]
    doc: str = ""
    heading: tuple[str, ...] = ()
    trailing: tuple[str, ...] = ()
    start: int = 0
    end: int = 0


# ----------------------------------------------------------------------------------------------------- walking


def bodies(statement: Statement) -> tuple[tuple[Statement, ...], ...]:
    """The blocks that a statement is made of, the recovery of an assertion among them; none of a call."""
    match statement:
        case If():
            return (statement.body, statement.orelse)
        case For() | While():
            return (statement.body,)
        case Assertion():
            return (statement.recovery,)
    return ()


def walk(statements: tuple[Statement, ...]) -> Iterator[Statement]:
    """Every statement of a block and of the blocks in it, in the order of the text."""
    waiting = list(reversed(statements))
    while waiting:
        one = waiting.pop()
        yield one
        for block in reversed(bodies(one)):
            waiting.extend(reversed(block))


def calls(statements: tuple[Statement, ...]) -> Iterator[Call]:
    """Every call of a block, recoveries included, in the order of the text."""
    return (one for one in walk(statements) if isinstance(one, Call))


def has_calls(program: Program) -> bool:
    """Whether anything is done in a program, were it only in a branch."""
    return any(True for _ in calls(program.body))


def facts(condition: Condition) -> Iterator[Fact]:
    """The facts that a condition is made of, from left to right."""
    waiting: list[Condition] = [condition]
    while waiting:
        one = waiting.pop()
        match one:
            case Fact():
                yield one
            case Not():
                waiting.append(one.operand)
            case And() | Or():
                waiting.extend(reversed(one.operands))
