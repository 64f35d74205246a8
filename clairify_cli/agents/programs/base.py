"""Executors of programs, and a world's answers: actions and their results, facts, and the goal.

Actions, predicates and objects are spelled as in the program. An `Executor` finds them in its world's vocabulary.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, Protocol

from clairify_cli.languages.program.printing import with_objects
from clairify_cli.outcomes import Outcome
from clairify_cli.records import dataclass
from clairify_cli.worlds.base import Check, Parameters

UNSAID = Parameters()
"""Leaves everything about a motion to the world."""

AfterFailure = Literal["end", "look", "go-on"]
"""What follows a failed action. end: the program ends. look: it ends unless it next evaluates a condition about what
the action changes: an assertion that passes, or `if` or `while`. go-on: it continues, and the share of accepted
actions is the measure.
"""


@dataclass(frozen=True, slots=True)
class GroundFact:
    """A predicate with its objects, as queried by a program."""

    predicate: str
    arguments: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The fact in program syntax, `inside("apple", "fridge")`."""
        return with_objects(self.predicate, self.arguments)


@dataclass(frozen=True, slots=True)
class Doing:
    """An action with its objects. `parameters` are those set by the program; the world chooses those that are None.

    `start` is the offset of the call in the text, in characters; `number` counts the actions of a run, from 1. `ahead`
    are the next actions in its block, up to the first statement that is neither a call, an assertion nor `pass`: a
    world may consider them when choosing how to do this one.
    """

    action: str
    arguments: tuple[str, ...] = ()
    parameters: Parameters = UNSAID
    start: int = 0
    number: int = 0
    ahead: tuple[Doing, ...] = ()

    @property
    def text(self) -> str:
        """The call in program syntax, without parameters."""
        return with_objects(self.action, self.arguments)


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
    parameters: Parameters = UNSAID
    attempts: int = 1
    seconds: float = 0.0
    """Simulated."""
    remarks: tuple[str, ...] = ()


class Executor(Protocol):
    """A world in which a program runs. An impossible call raises nothing; it is refused."""

    def do(self, call: Doing) -> Done:
        """Execute an action, or refuse it."""

    def holds(self, fact: GroundFact) -> bool | None:
        """Whether a fact holds in the world's own state; None if unknown."""

    def due(self, call: Doing, fact: GroundFact) -> bool | None:
        """Whether a fact should hold after an action; None if the action does not change it."""

    def goal_reached(self) -> bool | None:
        """Whether the goal of the task holds; None if there is no goal."""

    def goal_recall(self) -> tuple[int, int]:
        """Return how many conditions of the goal hold, and how many there are."""


# ------------------------------------------------------------------------------------------------------- the result


@dataclass(frozen=True, slots=True)
class Did:
    """An action requested from the world. `recovers` says that it belongs to the recovery of an assertion."""

    doing: Doing
    done: Done
    recovers: bool = False


@dataclass(frozen=True, slots=True)
class Looked:
    """An evaluated condition: its value, and each of its facts that was needed, in the order of the text.

    None means unknown, which counts as not holding. `recovered` counts an assertion's earlier recoveries.
    """

    kind: Literal["assert", "if", "while"]
    condition: str
    value: bool | None
    facts: tuple[tuple[GroundFact, bool | None], ...]
    start: int
    recovered: int = 0


Entry = Did | Looked
Tell = Callable[[Did | Looked], None]


def silent(_: Did | Looked) -> None:
    """Ignore the event."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """The limits of a program run. `assertions`: whether they are evaluated, or skipped with their recoveries.

    `recoveries` is how often the recovery of an assertion runs each time the assertion is reached, before the program
    fails; recoveries contain no assertions. `looks` counts evaluated conditions and started rounds of loops.
    """

    actions: int = 500
    looks: int = 20_000
    recoveries: int = 2
    assertions: bool = True
    after_failure: AfterFailure = "look"


@dataclass(frozen=True, slots=True)
class Ran:
    """The result of a program: everything that was done and evaluated in order, how it ended, and the goal.

    `recall` is how many conditions of the goal hold at the end, and how many there are; `goal` is None without a goal.
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
        """The actions requested from the world."""
        return tuple(one for one in self.entries if isinstance(one, Did))

    @property
    def looked(self) -> tuple[Looked, ...]:
        """The evaluated conditions."""
        return tuple(one for one in self.entries if isinstance(one, Looked))

    @property
    def executability(self) -> float | None:
        """The share of actions that the world accepted (ProgPrompt's Exec); None if there were no actions."""
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
