"""Options and results of the loop."""

from __future__ import annotations

import enum

from clairify_cli.diagnostics.model import Diagnostic
from clairify_cli.fidelity import is_about_fidelity
from clairify_cli.outcomes import Outcome
from clairify_cli.records import dataclass


class Feedback(enum.Enum):
    """What a model is told after a program with errors: the four feedback modes of CLAIRify's Table III.

    Every prompt begins with the language and the text to translate; the modes differ in what follows.

    `NAIVE`: that the last program was wrong, and nothing else.
    `LAST_ERRORS`: the errors of the last program, without the program.
    `ALL_ERRORS`: the errors of every program so far, without the programs.
    `PREVIOUS_AND_ERRORS`: the last program, after safe fixes, and its errors.
    """

    NAIVE = "naive"
    LAST_ERRORS = "last-errors"
    ALL_ERRORS = "all-errors"
    PREVIOUS_AND_ERRORS = "previous+errors"


@dataclass(frozen=True, slots=True)
class LoopOptions:
    """The limits of the loop and the settings of the model.

    `timeout` is in seconds for the whole loop, `max_cost` in US dollars; None means no limit. `max_tokens` is the first
    limit of a reply, raised up to `most_tokens` after a truncated reply. `feed_warnings` tells the model about warnings
    as well; a program without errors is accepted all the same. `max_errors` limits how many findings of one program the
    model is told. With `fidelity`, a program is compared with its text: every quantity, reagent and action in the text
    must be in the program, and vice versa. `accept_disputed` is the user's decision to turn findings in `DISPUTABLE`
    into warnings if the model insists on its program. The first prompt is sent `candidates` times, at the provider's
    own temperature, and the verifier takes the best reply. With `draft`, the model is shown the offline reader's
    program.

    Raises `ValueError` with one sentence for an invalid limit.
    """

    rounds: int = 10
    timeout: float | None = 600.0
    max_cost: float | None = None
    temperature: float | None = None
    seed: int | None = None
    max_tokens: int | None = None
    most_tokens: int = 32_768
    feedback: Feedback = Feedback.PREVIOUS_AND_ERRORS
    feed_warnings: bool = False
    max_errors: int = 20
    fidelity: bool = True
    accept_disputed: bool = False
    candidates: int = 1
    draft: bool = False
    constrain: str = "off"

    def __post_init__(self) -> None:
        if self.rounds < 1:
            raise ValueError(f"the number of rounds must be at least 1, not {self.rounds}")
        if self.timeout is not None and not self.timeout > 0:
            raise ValueError(f"the time limit must be more than 0 s, not {self.timeout:g}")
        if self.max_cost is not None and not self.max_cost >= 0:
            raise ValueError(f"the budget must be 0 or more dollars, not {self.max_cost:g}")
        if self.temperature is not None and not 0 <= self.temperature <= 2:
            raise ValueError(f"the temperature must lie between 0 and 2, not {self.temperature:g}")
        if self.max_tokens is not None and self.max_tokens < 1:
            raise ValueError(f"the limit of tokens must be at least 1, not {self.max_tokens}")
        if not 1 <= self.candidates <= self.rounds:
            raise ValueError(f"the number of candidates must lie between 1 and {self.rounds}, not {self.candidates}")
        if self.max_errors < 1:
            raise ValueError(f"at least 1 error must be told to the model, not {self.max_errors}")


DISPUTABLE = frozenset(f"XDL{number}" for number in (609, 610, 615, 616, 617, 619, 620, 621, 622, 623, 624, 625, 628))
"""Findings about order, material and manner, which a person may accept. Not among them: quantities, substances and
missing content, where repeating an answer proves nothing."""


class ReplyKind(enum.Enum):
    """What a reply turned out to be, from the most useful to the least."""

    PROGRAM = "program"
    CUT_OFF = "cut-off"
    NO_PROGRAM = "no-program"
    EMPTY = "empty"
    DECLINED = "declined"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Round:
    """One round: the request, the reply and the findings.

    `candidate` is the program after its safe fixes, None if the model gave no reply; `diagnostics` belong to it.
    `fixes` are the findings that a safe fix removed. `repeated` is true if the candidate has occurred before.
    `error` is the message of a model that failed, refused, or insists on its program.
    `meaning` is a hash of what a candidate's program does. `added` are its lines, counted from 1, that its model did
    not write and is not shown.
    """

    number: int
    kind: ReplyKind
    prompt_sha256: str
    reply: str | None = None
    candidate: str | None = None
    diagnostics: tuple[Diagnostic, ...] = ()
    fixes: tuple[Diagnostic, ...] = ()
    notes: tuple[Diagnostic, ...] = ()
    repeated: bool = False
    finish_reason: str | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    cost: float | None = None
    seconds: float = 0.0
    cached: bool = False
    tries: int = 1
    error: str | None = None
    meaning: str = ""
    added: range = range(0)

    @property
    def errors(self) -> int:
        """How many errors the candidate has."""
        return sum(1 for diagnostic in self.diagnostics if diagnostic.is_error)

    @property
    def language_errors(self) -> int:
        """How many errors the candidate has, not counting differences from the text."""
        return sum(1 for diagnostic in self.diagnostics if diagnostic.is_error and not is_about_fidelity(diagnostic))

    @property
    def warnings(self) -> int:
        """How many warnings the candidate has."""
        return len(self.diagnostics) - self.errors


@dataclass(frozen=True, slots=True)
class Translation:
    """The result of the loop: its best program, whatever the outcome.

    `program` is the candidate with the fewest errors, then the fewest warnings, then the latest; empty if there was
    none. `diagnostics` and `fixes` are that program's. `notes` are findings about the source text, from a model that
    reads it itself. `remarks` are sentences for the user about the run itself, and `error` is the message of a model
    that failed, refused, or insists on its program.
    """

    program: str
    diagnostics: tuple[Diagnostic, ...]
    outcome: Outcome
    rounds: tuple[Round, ...]
    model: str
    fixes: tuple[Diagnostic, ...] = ()
    notes: tuple[Diagnostic, ...] = ()
    seconds: float = 0.0
    remarks: tuple[str, ...] = ()
    error: str | None = None

    @property
    def input_tokens(self) -> int:
        """The tokens of all prompts."""
        return sum(done.input_tokens or 0 for done in self.rounds)

    @property
    def output_tokens(self) -> int:
        """The tokens of all replies."""
        return sum(done.output_tokens or 0 for done in self.rounds)

    @property
    def cost(self) -> float | None:
        """The cost of the replies in US dollars; None if the price of any is unknown."""
        costs = [done.cost for done in self.rounds if done.reply is not None]
        return None if None in costs else sum(cost for cost in costs if cost is not None)

    @property
    def is_valid(self) -> bool:
        """Whether the program has no errors."""
        return self.outcome is Outcome.VALID

    @property
    def is_sound(self) -> bool:
        """Whether there is a program that is valid in its language, even if it differs from the text."""
        own = any(found.is_error and not is_about_fidelity(found) for found in self.diagnostics)
        return bool(self.program) and not own and self.outcome not in (Outcome.INTERRUPTED, Outcome.MODEL_FAILED)
