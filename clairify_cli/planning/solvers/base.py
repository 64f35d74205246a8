"""The interface of solvers: two texts and limits in, a plan out, or exactly which kind of "no plan" it is.

Every solver is a process of its own. The outcomes never blur: a planner that ran out of time has not shown that there
is no plan, and one that gave up a search that leaves out some plans has not shown it either.
"""

from __future__ import annotations

import enum
import threading
from typing import Protocol

from clairify_cli.languages.pddl.plan import Plan
from clairify_cli.outcomes import ExpectedError
from clairify_cli.records import dataclass


class SolverOutcome(enum.Enum):
    """How a run of a solver ended."""

    SOLVED = "solved"
    UNSOLVABLE = "unsolvable"
    """Proven: every state that can be reached was ruled out, or the goal cannot hold to begin with."""
    NOT_FOUND = "not found"
    """The search ended without a plan, but was not exhaustive; there may be one."""
    TIMEOUT = "timeout"
    OUT_OF_MEMORY = "out of memory"
    UNSUPPORTED = "unsupported"
    """The task uses a feature of PDDL that the solver lacks; `Solution.feature` names it."""
    CRASHED = "crashed"
    """The solver failed: killed, an error of its own, input that it refused, output that is not a plan."""
    INTERRUPTED = "interrupted"
    """Stopped because the caller asked for it."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a solver may use: wall time in seconds, and memory in MB (2**20 bytes) for each of its processes.

    The memory is address space, of which some programs (a Java virtual machine) reserve more than they use; 0 is no
    limit.
    """

    seconds: float = 60.0
    memory_mb: int = 2048


@dataclass(frozen=True, slots=True)
class Solution:
    """What a solver answered.

    `plan` is there exactly where the outcome is SOLVED, and not yet validated. `optimal`: the plan is proven to be of
    the least cost. `cost` is what the solver says, otherwise the number of steps. `seconds` is wall time, `cpu_seconds`
    the processor time of all of its processes. `message` is one sentence on what happened, `detail` the last lines that
    the solver printed, empty for a solution. `feature` and `line` (from 1, in the text `text`: "domain" or "problem")
    say what is not supported and where it is first used. `caveat` is a clause on what a plan was not found for.
    """

    outcome: SolverOutcome
    plan: Plan | None
    cost: float | None
    optimal: bool
    solver: str
    seconds: float
    cpu_seconds: float
    message: str
    detail: str = ""
    feature: str | None = None
    text: str | None = None
    line: int | None = None
    caveat: str = ""

    @property
    def solved(self) -> bool:
        return self.outcome is SolverOutcome.SOLVED


class Solver(Protocol):
    """A planner. `solve` does not raise for anything that the planner does: that is an outcome."""

    @property
    def name(self) -> str: ...

    def solve(self, domain: str, problem: str, limits: Limits, *, stop: threading.Event | None = None) -> Solution:
        """Solve the task given as two PDDL texts; `stop` ends the run from another thread."""
        ...


class SolverError(ExpectedError):
    """A solver cannot be used as it was asked for; the message is one sentence that says what to do."""


class SolverMissingError(SolverError):
    """The solver that was asked for is not installed."""

    exit_code = 3
