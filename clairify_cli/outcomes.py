"""Outcomes: one vocabulary for every result, one map to exit codes, and errors without a result."""

from __future__ import annotations

import enum


class ExpectedError(Exception):
    """Errors that are not bugs of ours. The message is one sentence for the user; the command ends with it."""

    exit_code: int = 2


class Outcome(enum.Enum):
    """How a translation, a plan, a repair, a game, a run or one input of a batch ended.

    The values are those of JSON documents and manifests.
    """

    VALID = "valid"
    """The program has no errors and does what its text says, as far as that was checked."""
    WRITTEN = "written"
    """What was to be written is good, and nothing was to be solved."""
    SOLVED = "solved"
    """There is a plan, and it is good."""
    KEPT = "kept"
    """The rest of the plan still does what it should."""
    REPAIRED = "repaired"
    DONE = "done"
    """Everything was carried out, and every check passed."""
    WON = "won"

    INVALID = "invalid"
    """No program without errors was found."""
    UNFAITHFUL = "unfaithful"
    """The program is valid in its language and differs from its text."""
    DISPUTED = "disputed"
    """The program differs from its text, and the model that was told so gave it again: a person decides."""
    NO_PROCEDURE = "no-procedure"
    """The model says that there is no procedure in the text."""
    INEXPRESSIBLE = "inexpressible"
    """The model says that the language cannot say what the text asks for."""
    AMBIGUOUS = "ambiguous"
    """The text can be read in several ways."""
    UNSOLVABLE = "unsolvable"
    """There is no plan, or none of the kind that was asked for."""
    ROUNDS = "rounds"
    TIMEOUT = "timeout"
    BUDGET = "budget"
    """A limit was reached first."""
    STUCK = "stuck"
    """A model that cannot do otherwise gave the same program again."""
    REFUSED = "refused"
    """There are errors, or it cannot be carried out, and nothing moved."""
    CHECK_FAILED = "check-failed"
    ACTION_FAILED = "action-failed"
    ASSERTION_FAILED = "assertion-failed"
    TOO_MANY_ROUNDS = "too-many-rounds"
    """The condition of a `while` still held after the most rounds."""
    TOO_MANY_ACTIONS = "too-many-actions"
    LOST = "lost"
    GAVE_UP = "gave-up"

    UNREADABLE = "unreadable"
    UNWRITABLE = "unwritable"

    NOT_FOUND = "not-found"
    """Neither a plan was found nor shown that there is none."""
    MODEL_FAILED = "model-failed"
    DECLINED = "declined"
    """The model, or a filter before it, refused to answer."""
    SOLVER_FAILED = "solver-failed"
    """The solver came to no answer."""
    BAD_PLAN = "bad-plan"
    """The solver's plan is wrong."""
    UNVALIDATED = "unvalidated"
    """There is a plan, and the task has something of which nobody here can say whether the plan keeps it."""
    SIMULATOR_FAILED = "simulator-failed"
    WORLD_FAILED = "world-failed"
    CRASHED = "crashed"
    """It met a bug of ours."""
    DIED = "died"
    """The process that worked on it was ended from outside."""

    INTERRUPTED = "interrupted"

    @property
    def exit_code(self) -> int:
        """0 good, 1 findings, 2 a file that cannot be read or written, 3 something outside failed, 130 interrupted."""
        return _EXIT_CODES.get(self, 1)

    @property
    def is_good(self) -> bool:
        return self.exit_code == 0

    @property
    def is_final(self) -> bool:
        """Whether another try would come to the same: nothing outside failed, and time and money did not run out."""
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
"""Every other outcome is 1."""
