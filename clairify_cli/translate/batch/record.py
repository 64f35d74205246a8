"""What became of one input of a batch: a line of the manifest, described by `schemas/manifest.schema.json`."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from clairify_cli.fidelity import is_fidelity_code

FORMAT = "clairify-manifest"
VERSION = 1


class Fate(enum.Enum):
    """How an input ended: as a loop ends (see `Outcome`), or before or beside one.

    `UNREADABLE`: there was no text. `UNWRITABLE`: its program could not be written. `CRASHED`: it met a bug of ours.
    `DIED`: the process that worked on it was ended from outside, or by its time limit. Of plans, `AMBIGUOUS`: the text
    can be read in several ways. `UNSOLVABLE`: there is no plan. `SOLVER_FAILED`: the solver came to no answer, or to a
    wrong one. Of runs, `REFUSED`: there are errors, or it cannot be carried out, and nothing moved. `CHECK_FAILED`: the
    run was stopped by a check. `SIMULATOR_FAILED`: the simulator gave up.
    """

    VALID = "valid"
    ROUNDS = "rounds"
    TIMEOUT = "timeout"
    BUDGET = "budget"
    STUCK = "stuck"
    UNFAITHFUL = "unfaithful"
    MODEL_FAILED = "model-failed"
    INTERRUPTED = "interrupted"
    UNREADABLE = "unreadable"
    UNWRITABLE = "unwritable"
    CRASHED = "crashed"
    DIED = "died"
    AMBIGUOUS = "ambiguous"
    UNSOLVABLE = "unsolvable"
    SOLVER_FAILED = "solver-failed"
    REFUSED = "refused"
    CHECK_FAILED = "check-failed"
    SIMULATOR_FAILED = "simulator-failed"

    @property
    def exit_code(self) -> int:
        """The exit code of a run that had this one input."""
        return _EXIT_CODES.get(self, 1)

    @property
    def was_translated(self) -> bool:
        """Whether the loop ran and ended by itself."""
        return self in _TRANSLATED


_EXIT_CODES = {
    Fate.VALID: 0,
    Fate.UNREADABLE: 2,
    Fate.UNWRITABLE: 2,
    Fate.MODEL_FAILED: 3,
    Fate.CRASHED: 3,
    Fate.DIED: 3,
    Fate.SOLVER_FAILED: 3,
    Fate.SIMULATOR_FAILED: 3,
    Fate.INTERRUPTED: 130,
}
_TRANSLATED = (
    Fate.VALID,
    Fate.ROUNDS,
    Fate.TIMEOUT,
    Fate.BUDGET,
    Fate.STUCK,
    Fate.UNFAITHFUL,
    Fate.AMBIGUOUS,
    Fate.UNSOLVABLE,
    Fate.SOLVER_FAILED,
)

Counts = Mapping[str, int]
"""Rule codes with how often each was found."""


@dataclass(frozen=True, slots=True)
class Record:
    """One input, done. The names are those of the manifest.

    `output` is where below the output folder the program is or would be; `output_sha256` is None where there is none.
    `rounds` is how often the verifier was called. `first_errors` are those of the first candidate, with the ones that
    a safe fix removed at once; `errors` and `warnings` are those of the best program, the warnings with those about
    the source text. `steps` are those of the best program. `cost` is in US dollars, None where a price is not known.
    """

    input: str
    output: str
    outcome: Fate
    row: int | None = None
    id: str | None = None
    text_sha256: str | None = None
    output_sha256: str | None = None
    rounds: int = 0
    first_errors: Counts = field(default_factory=dict)
    errors: Counts = field(default_factory=dict)
    warnings: Counts = field(default_factory=dict)
    fixes: Counts = field(default_factory=dict)
    steps: int = 0
    seconds: float = 0.0
    model: str = ""
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float | None = 0.0
    fingerprint: str = ""
    time: str = ""
    error: str | None = None

    @property
    def valid(self) -> bool:
        """Whether a program without errors was handed out."""
        return self.outcome is Fate.VALID

    @property
    def is_sound(self) -> bool:
        """Whether a program was handed out that is valid in its language, though it may differ from the text."""
        return self.output_sha256 is not None and all(map(is_fidelity_code, self.errors))

    @property
    def name(self) -> str:
        """What messages call the input."""
        if self.row is None:
            return self.input
        return f"{self.input} row {self.row}" + (f" ({self.id})" if self.id is not None else "")

    def as_json(self) -> dict[str, object]:
        """The line of the manifest."""
        values = {each.name: getattr(self, each.name) for each in fields(self)}
        values["outcome"] = self.outcome.value
        return {"format": FORMAT, "version": VERSION, **values, "valid": self.valid}


def from_json(line: Mapping[str, Any]) -> Record:
    """The record of a line that `as_json` made. Raises `ValueError`, `KeyError` or `TypeError` for any other."""
    known = {each.name for each in fields(Record)}
    values = {name: value for name, value in line.items() if name in known}
    return Record(**{**values, "outcome": Fate(line["outcome"])})
