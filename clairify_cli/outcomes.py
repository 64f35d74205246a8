"""Outcomes: one vocabulary for every result, one map to exit codes, and errors without a result."""

from __future__ import annotations

import enum


class ExpectedError(Exception):
    """An error that is not a bug of ours. The command ends with its message, one sentence for the user."""

    exit_code: int = 2


class Outcome(enum.Enum):
    """How a translation, a plan, a repair, a game, a run or one input of a batch ended.

    The values are those of JSON documents and manifests.
    """

    VALID = "valid"
    """The program has no errors and does what its text says, as far as that was checked."""
    WRITTEN = "written"
    """The requested text was written without errors; solving was not requested."""
    SOLVED = "solved"
    """There is a valid plan."""
    KEPT = "kept"
    """The rest of the plan still reaches the goal."""
    REPAIRED = "repaired"
    DONE = "done"
    """Everything was executed, and every check passed."""
    WON = "won"

    INVALID = "invalid"
    """No program without errors was found."""
    UNFAITHFUL = "unfaithful"
    """The program is valid in its language but differs from its text."""
    DISPUTED = "disputed"
    """The program differs from its text, and the model insists on it: a person has to decide."""
    NO_PROCEDURE = "no-procedure"
    """The model says that there is no procedure in the text."""
    INEXPRESSIBLE = "inexpressible"
    """The model says that the language cannot express the text."""
    AMBIGUOUS = "ambiguous"
    """The text can be read in several ways."""
    UNSOLVABLE = "unsolvable"
    """There is no plan, or no plan of the requested kind."""
    ROUNDS = "rounds"
    TIMEOUT = "timeout"
    BUDGET = "budget"
    """A limit was reached first."""
    STUCK = "stuck"
    """The model gave the same program again, and further rounds would not change that."""
    REFUSED = "refused"
    """The input has errors or cannot be executed, and nothing moved."""
    CHECK_FAILED = "check-failed"
    ACTION_FAILED = "action-failed"
    ASSERTION_FAILED = "assertion-failed"
    TOO_MANY_ROUNDS = "too-many-rounds"
    """The condition of a `while` still held after the maximum number of rounds."""
    TOO_MANY_ACTIONS = "too-many-actions"
    LOST = "lost"
    GAVE_UP = "gave-up"

    UNREADABLE = "unreadable"
    UNWRITABLE = "unwritable"

    NOT_FOUND = "not-found"
    """No plan was found, but there may still be one."""
    MODEL_FAILED = "model-failed"
    NO_REPLY = "no-reply"
    """A recording had no reply left."""
    DECLINED = "declined"
    """The model, or a filter in front of it, refused to answer."""
    SOLVER_FAILED = "solver-failed"
    """The solver gave no answer."""
    BAD_PLAN = "bad-plan"
    """The solver's plan is wrong."""
    UNVALIDATED = "unvalidated"
    """There is a plan, but the task has features that our validator cannot check."""
    SIMULATOR_FAILED = "simulator-failed"
    WORLD_FAILED = "world-failed"
    CRASHED = "crashed"
    """It hit a bug of ours."""
    DIED = "died"
    """The process that worked on it died."""

    INTERRUPTED = "interrupted"

    @property
    def exit_code(self) -> int:
        """0: good; 1: findings; 2: unreadable or unwritable file; 3: external failure; 130: interrupted."""
        return _EXIT_CODES.get(self, 1)

    @property
    def is_good(self) -> bool:
        return self.exit_code == 0

    @property
    def is_final(self) -> bool:
        """Whether another try would end the same: no external failure, and neither time nor budget ran out."""
        return self.exit_code in (0, 1) and self not in (Outcome.TIMEOUT, Outcome.BUDGET)


_EXIT_CODES = {
    **dict.fromkeys(
        (
            Outcome.VALID,
            Outcome.WRITTEN,
            Outcome.SOLVED,
            Outcome.KEPT,
            Outcome.REPAIRED,
            Outcome.DONE,
            Outcome.WON,
        ),
        0,
    ),
    **dict.fromkeys((Outcome.UNREADABLE, Outcome.UNWRITABLE), 2),
    **dict.fromkeys(
        (
            Outcome.NOT_FOUND,
            Outcome.MODEL_FAILED,
            Outcome.NO_REPLY,
            Outcome.DECLINED,
            Outcome.SOLVER_FAILED,
            Outcome.BAD_PLAN,
            Outcome.UNVALIDATED,
            Outcome.SIMULATOR_FAILED,
            Outcome.WORLD_FAILED,
            Outcome.CRASHED,
            Outcome.DIED,
        ),
        3,
    ),
    Outcome.INTERRUPTED: 130,
}
"""Exit codes; all other outcomes have 1."""
