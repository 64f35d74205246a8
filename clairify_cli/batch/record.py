"""The result of one input of a batch: a line of the manifest, described by `schemas/manifest.schema.json`."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from clairify_cli.batch.items import Item, name_of
from clairify_cli.diagnostics.model import Diagnostic
from clairify_cli.fidelity import is_fidelity_code
from clairify_cli.outcomes import Outcome
from clairify_cli.records import dataclass, field, fields

FORMAT = "clairify-manifest"
VERSION = 2
KNOWN_VERSIONS = (1, 2)
"""Version 1 had no numbers."""

FOR_A_PERSON = {"guessed": ("XDL65", "XDL693"), "left out": ("XDL690",), "only in comments": ("XDL691",)}
"""The warnings of a text that a person has to look at, by the codes that they begin with."""

_LONGEST_SENTENCE = 2000

Counts = Mapping[str, int]
"""Rule codes with how often each was found."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """The counts for one input, under the names used in the manifest.

    `rounds` is the number of verifier calls. `first_errors` are those of the first candidate, including errors that a
    safe fix removed at once. `errors`, `warnings` and `steps` are those of the best program; `warnings` also counts
    warnings about the source text. `cost` is in US dollars, None if a price is unknown.
    """

    rounds: int = 0
    first_errors: Counts = field(default_factory=dict)
    errors: Counts = field(default_factory=dict)
    warnings: Counts = field(default_factory=dict)
    fixes: Counts = field(default_factory=dict)
    steps: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float | None = 0.0


@dataclass(frozen=True, slots=True)
class File:
    """A file to write: its path below the batch's folder, or below another folder, given by name.

    Text is written in UTF-8.
    """

    name: str
    data: bytes | str
    folder: str = ""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of one item; picklable. The file named like the item's output is the main one.

    `written` is the main file's hash if the worker has written the files itself.
    """

    outcome: Outcome
    files: tuple[File, ...] = ()
    facts: Facts = field(default_factory=Facts)
    error: str | None = None
    written: str | None = None


@dataclass(frozen=True, slots=True)
class Record(Facts):
    """One input, done. The names are those of the manifest.

    `number` is the place of the input in its list, from 0. `output` is the path of its output below the output folder,
    even if none was written; `output_sha256` is None if there is none.
    """

    input: str
    output: str
    outcome: Outcome
    number: int | None = None
    row: int | None = None
    id: str | None = None
    text_sha256: str | None = None
    output_sha256: str | None = None
    seconds: float = 0.0
    model: str = ""
    fingerprint: str = ""
    time: str = ""
    error: str | None = None

    @property
    def valid(self) -> bool:
        """Whether the requested output was produced."""
        return self.outcome is Outcome.VALID

    @property
    def is_sound(self) -> bool:
        """Whether the program is valid in its language, even if it differs from the text."""
        return self.output_sha256 is not None and all(map(is_fidelity_code, self.errors))

    @property
    def was_translated(self) -> bool:
        """Whether a loop ran and ended by itself."""
        return self.outcome in _TRANSLATED

    @property
    def name(self) -> str:
        """The input's name in messages."""
        return name_of(self.input, self.row, self.id)

    @property
    def for_a_person(self) -> Counts:
        """How many warnings of each kind a person has to look at."""
        found = self.warnings.items()
        return {
            said: sum(count for code, count in found if code.startswith(codes)) for said, codes in FOR_A_PERSON.items()
        }

    def as_json(self) -> dict[str, object]:
        """The line of the manifest."""
        values = {name: getattr(self, name) for name in _NAMES}
        values["outcome"] = self.outcome.value
        return {"format": FORMAT, "version": VERSION, "number": self.number, **values, "valid": self.valid}


_NAMES = tuple(each.name for each in fields(Record))
_TRANSLATED = (
    Outcome.VALID,
    Outcome.ROUNDS,
    Outcome.TIMEOUT,
    Outcome.BUDGET,
    Outcome.STUCK,
    Outcome.UNFAITHFUL,
    Outcome.DISPUTED,
    Outcome.NO_PROCEDURE,
    Outcome.INEXPRESSIBLE,
    Outcome.AMBIGUOUS,
    Outcome.UNSOLVABLE,
    Outcome.SOLVER_FAILED,
)


def record_of(item: Item, result: Result) -> Record:
    """Return the record of an item with the fields that its result provides."""
    facts = {each.name: getattr(result.facts, each.name) for each in fields(Facts)}
    error = result.error[:_LONGEST_SENTENCE] if result.error else None
    return Record(item.source, item.output, result.outcome, item.number, item.row, item.id, error=error, **facts)


def from_json(line: Mapping[str, Any]) -> Record:
    """Return the record of a line written by `as_json`. Raises `ValueError`, `KeyError` or `TypeError` for others."""
    values = {name: line[name] for name in _NAMES if name in line}
    return Record(**{**values, "outcome": Outcome(line["outcome"])})


def counted_codes(findings: Iterable[Diagnostic]) -> Counts:
    """Count the findings per rule, sorted by code."""
    return dict(sorted(Counter(finding.code for finding in findings).items()))


def sha256_of(text: str) -> str:
    """Return the hash of a text as used in the manifest."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
