"""Executors of programs, and a world's answers: actions and their results, facts, and the goal.

Actions, predicates and objects are as a program spells them. An `Executor` finds them in its world's vocabulary.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, Protocol

from clairify_cli.languages.program.printing import with_objects
from clairify_cli.outcomes import Outcome
from clairify_cli.worlds.base import Check, Parameters

UNSAID = Parameters()
"""Everything about a motion is left to the world."""

AfterFailure = Literal["end", "look", "go-on"]
"""After an action that failed: the program ends; or it ends unless it looks next at what is so, with an assertion or
the condition of an `if` or a `while`; or it goes on in any case, and the share of actions that the world took counts.
"""


@dataclass(frozen=True, slots=True)
class GroundFact:
    """A predicate of some objects, as a program asks for it."""

    predicate: str
    arguments: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The fact as a program has it, `inside("apple", "fridge")`."""
        return with_objects(self.predicate, self.arguments)


@dataclass(frozen=True, slots=True)
class Expected:
    """A check (a name of `languages.motion.CHECKS`) that is to be made of an action, and whether it is to pass."""

    check: str
    arguments: tuple[str, ...] = ()
    expected: bool = True

    @property
    def text(self) -> str:
        """The check as a program has it."""
        return with_objects(self.check, self.arguments)


@dataclass(frozen=True, slots=True)
class Doing:
    """An action with its objects. `parameters` are those that the program says; None is left to the world.

    `start` is the place of the call in the text, in characters; `number` counts the actions of a run, from 1. `ahead`
    are the next actions in its block, up to the first statement other than an assertion: a world may consider them when
    choosing how to do this one.
    """

    action: str
    arguments: tuple[str, ...] = ()
    parameters: Parameters = UNSAID
    expectations: tuple[Expected, ...] = ()
    start: int = 0
    number: int = 0
    ahead: tuple[Doing, ...] = ()

    @property
    def text(self) -> str:
        """The call as a program has it, without parameters."""
        return with_objects(self.action, self.arguments)


@dataclass(frozen=True, slots=True)
class Met:
    """The result of an expectation: `passed` is the result of the check; None if the world does not make it."""

    expected: Expected
    passed: bool | None

    @property
    def is_met(self) -> bool | None:
        """Whether it came as expected; None if that is not known."""
        return None if self.passed is None else self.passed is self.expected.expected


def unmet(met: tuple[Met, ...]) -> str:
    """The unmet expectations, in words; empty if all known ones were met."""
    wrong = [one.expected for one in met if one.is_met is False]
    return "; ".join(f"{'not ' if not one.expected else ''}{one.text} was expected" for one in wrong)


@dataclass(frozen=True, slots=True)
class Done:
    """The result of an action.

    `succeeded`: it was done, and every check passed. `taken`: the world accepted it, so something may have changed.
    `message` is the world's reply. `score` is that of its motions, if there are any (see `worlds.base.Motion`).
    `parameters` are those of the last attempt of `attempts`. `remarks` are sentences about what else happened.
    """

    succeeded: bool
    message: str
    score: float | None = None
    checks: tuple[Check, ...] = ()
    taken: bool = True
    met: tuple[Met, ...] = ()
    parameters: Parameters = UNSAID
    attempts: int = 1
    seconds: float = 0.0
    """Simulated."""
    remarks: tuple[str, ...] = ()


class Executor(Protocol):
    """A world with a program in it. Nothing is raised for an impossible call: it is refused."""

    def do(self, call: Doing) -> Done:
        """Carry out an action, or refuse it."""

    def holds(self, fact: GroundFact) -> bool | None:
        """Whether a fact holds in the world's own state; None if that cannot be known."""

    def goal_reached(self) -> bool | None:
        """Whether the goal of the task holds; None if there is none."""

    def goal_recall(self) -> tuple[int, int]:
        """How many conditions of the goal hold, and how many there are."""


# ------------------------------------------------------------------------------------------------------- the result


@dataclass(frozen=True, slots=True)
class Did:
    """An action that was asked of the world. `recovers` says that it is in the recovery of an assertion."""

    doing: Doing
    done: Done
    recovers: bool = False


@dataclass(frozen=True, slots=True)
class Looked:
    """A condition that was looked at: each of its facts that was needed, in the order of the text, and its value.

    None means unknown, which counts as not holding. `recovered` counts an assertion's earlier recoveries.
    """

    kind: Literal["assert", "if", "while"]
    condition: str
    value: bool | None
    facts: tuple[tuple[GroundFact, bool | None], ...]
    start: int
    recovered: int = 0


@dataclass(frozen=True, slots=True)
class Begun:
    """An action that is about to be done; reported but not kept."""

    doing: Doing
    recovers: bool = False


Entry = Did | Looked
Tell = Callable[[Did | Looked | Begun], None]


def silent(_: Did | Looked | Begun) -> None:
    """Tells nobody."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """The limits of a program run. `assertions`: whether they are looked at, or passed over with their recoveries.

    `recoveries` is how often the recovery of an assertion runs each time the assertion is reached, before the program
    fails; recoveries contain no assertions. `looks` are conditions that are looked at and rounds that are begun.
    """

    actions: int = 500
    looks: int = 20_000
    recoveries: int = 2
    assertions: bool = True
    after_failure: AfterFailure = "look"


@dataclass(frozen=True, slots=True)
class Ran:
    """The result of a program: everything that was done and evaluated in order, how it ended, and the goal.

    `recall` is how many conditions of the goal hold at the end, of how many; `goal` is None if there is none.
    `overlooked` counts failed actions after which the program continued as if they had not failed.
    """

    name: str
    entries: tuple[Entry, ...]
    ending: Outcome
    why: str
    goal: bool | None
    recall: tuple[int, int]
    overlooked: int = 0

    @property
    def actions(self) -> tuple[Did, ...]:
        """The actions that were asked of the world."""
        return tuple(one for one in self.entries if isinstance(one, Did))

    @property
    def looked(self) -> tuple[Looked, ...]:
        """The conditions that were looked at."""
        return tuple(one for one in self.entries if isinstance(one, Looked))

    @property
    def executability(self) -> float | None:
        """The share of actions that the world took (ProgPrompt's Exec); None if there were none."""
        every = self.actions
        return sum(one.done.taken for one in every) / len(every) if every else None

    @property
    def goal_condition_recall(self) -> float | None:
        """The share of the goal's conditions that hold at the end (ProgPrompt's GCR); None if there is no goal."""
        reached, of = self.recall
        return reached / of if of else None

    @property
    def succeeded(self) -> bool:
        """Whether the goal holds at the end; without a goal, whether the program ran to its end and no failure was
        overlooked."""
        if self.goal is not None:
            return self.goal
        return self.ending is Outcome.DONE and not self.overlooked
