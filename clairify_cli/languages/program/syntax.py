"""The syntax tree of a program: calls of actions, assertions, branches and loops.

The tree keeps names and positions as written, whether or not a domain has them. Positions are character offsets into
the text, end exclusive. Unreadable parts are reported and left out, so the tree of a text with errors must not be run.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from clairify_cli.records import dataclass

MOST_ROUNDS = 100
"""Limit on the rounds of one `for`: at most `range(100)`, or a list of 100 objects."""

WHILE_ROUNDS = 20
"""Rounds after which a `while` whose condition still holds is stopped, and the program fails."""


class Name(NamedTuple):
    """A word of the text. `text` is the Python identifier; a literal has no quotes."""

    text: str
    start: int
    end: int


class Term(NamedTuple):
    """An argument of an action or predicate: an object, or a variable of an enclosing loop.

    `is_bare` is set for an object written without quotes.
    """

    text: str
    start: int
    end: int
    is_variable: bool = False
    is_bare: bool = False


# --------------------------------------------------------------------------------------------------- conditions


@dataclass(frozen=True, slots=True)
class Fact:
    """A predicate applied to terms; `predicate` is its name in Python."""

    predicate: Name
    arguments: tuple[Term, ...]
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Not:
    """The negation of a condition."""

    operand: Condition
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class And:
    """The conjunction of conditions."""

    operands: tuple[Condition, ...]
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Or:
    """The disjunction of conditions."""

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
    """The end of the value, as `start` is its beginning."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Written:
    """Where a statement is; `comment` has the lines of the comment above it, `aside` the comment after it."""

    start: int
    end: int
    comment: tuple[str, ...] = ()
    aside: str = ""


@dataclass(frozen=True, slots=True)
class Call(_Written):
    """A call of an action."""

    action: Name
    arguments: tuple[Term, ...]
    parameters: tuple[Setting, ...]


@dataclass(frozen=True, slots=True)
class Assertion(_Written):
    """A condition that must hold; otherwise the recovery runs.

    Without a recovery, the program fails if the condition does not hold.
    """

    condition: Condition
    recovery: tuple[Call, ...]


@dataclass(frozen=True, slots=True)
class If(_Written):
    """A branch; `orelse` is empty if there is no `else`. `elif` is a single `If` in `orelse`."""

    condition: Condition
    body: tuple[Statement, ...]
    orelse: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class For(_Written):
    """A loop over objects (`values`), or of `count` rounds, in which the variable has no value."""

    variable: Name
    values: tuple[Term, ...]
    count: int | None
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class While(_Written):
    """A loop that runs while a condition holds, for at most `WHILE_ROUNDS` rounds."""

    condition: Condition
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Pass(_Written):
    """A statement that does nothing."""


Statement = Call | Assertion | If | For | While | Pass


@dataclass(frozen=True, slots=True)
class Program:
    """A function whose name is the task.

    `heading` has the comment lines above it, `doc` its docstring, `trailing` the comments after its last step. `start`
    and `end` are those of the whole function.
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
    """Return the blocks of a statement, including an assertion's recovery; none for a call."""
    match statement:
        case If():
            return (statement.body, statement.orelse)
        case For() | While():
            return (statement.body,)
        case Assertion():
            return (statement.recovery,)
    return ()


def walk(statements: tuple[Statement, ...]) -> Iterator[Statement]:
    """Yield every statement of a block and of the blocks inside it, in text order."""
    waiting = list(reversed(statements))
    while waiting:
        one = waiting.pop()
        yield one
        for block in reversed(bodies(one)):
            waiting.extend(reversed(block))


def calls(statements: tuple[Statement, ...]) -> Iterator[Call]:
    """Yield every call in a block, including recoveries, in text order."""
    return (one for one in walk(statements) if isinstance(one, Call))


def has_calls(program: Program) -> bool:
    """Whether a program has any call, even if only in a branch."""
    return any(True for _ in calls(program.body))


def signed_parts(condition: Not | And | Or, wanted: bool) -> tuple[bool, tuple[tuple[Condition, bool], ...]]:
    """Take one step to negation normal form: whether all parts must hold (or one), and the parts with their signs.

    If not `wanted`, this is done for the negation.
    """
    if isinstance(condition, Not):
        return True, ((condition.operand, not wanted),)
    return isinstance(condition, And) is wanted, tuple([(one, wanted) for one in condition.operands])


def facts(condition: Condition) -> Iterator[Fact]:
    """Yield the facts in a condition, from left to right."""
    waiting: list[Condition] = [condition]
    while waiting:
        one = waiting.pop()
        if isinstance(one, Fact):
            yield one
        else:
            waiting.extend(part for part, _ in reversed(signed_parts(one, True)[1]))
