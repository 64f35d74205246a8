"""The figures of a batch: the tables of the CLAIRify study for one run, and more.

They are updated as records come in, so records need not be kept in memory.
"""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

from clairify_cli.batch.record import Counts, Record
from clairify_cli.outcomes import Outcome
from clairify_cli.records import dataclass, field

FORMAT = "clairify-batch-report"
VERSION = 1


@dataclass
class Spread:
    """Running mean, standard deviation and extremes (Welford's method)."""

    count: int = 0
    mean: float = 0.0
    least: float = math.inf
    most: float = -math.inf
    _squares: float = 0.0

    def add(self, value: float) -> None:
        self.count += 1
        step = value - self.mean
        self.mean += step / self.count
        self._squares += step * (value - self.mean)
        self.least = min(self.least, value)
        self.most = max(self.most, value)

    @property
    def deviation(self) -> float:
        """The population standard deviation (divided by n, not n - 1)."""
        return math.sqrt(self._squares / self.count) if self.count else 0.0

    def as_json(self) -> dict[str, float | int] | None:
        """None if there are no numbers."""
        if not self.count:
            return None
        return {
            "mean": round(self.mean, 4),
            "sd": round(self.deviation, 4),
            "max": self.most,
            "min": self.least,
        }


@dataclass
class Tally:
    """Rule codes: how often each was found, and in how many texts."""

    total: Counter[str] = field(default_factory=Counter)
    texts: Counter[str] = field(default_factory=Counter)
    texts_with_any: int = 0

    def add(self, counts: Counts) -> None:
        self.total.update(counts)
        self.texts.update(counts.keys())
        self.texts_with_any += bool(counts)

    def codes(self) -> list[str]:
        """Return the codes, most frequent first."""
        return sorted(self.total, key=lambda code: (-self.total[code], code))


@dataclass
class Summary:
    """Counts over the inputs so far. `skipped` inputs were finished by an earlier run; `outcomes` includes them.

    `sound` counts the programs that are valid in their language, `valid` those of them that are also faithful to their
    texts, and `unfaithful` those that are not. Tokens and `cost` are what this run used, `earlier_cost` what the
    skipped inputs had cost.
    """

    total: int
    outcomes: Counter[Outcome] = field(default_factory=Counter)
    skipped: int = 0
    unfaithful: int = 0
    calls: Spread = field(default_factory=Spread)
    seconds: Spread = field(default_factory=Spread)
    steps: Spread = field(default_factory=Spread)
    first_errors: Tally = field(default_factory=Tally)
    errors: Tally = field(default_factory=Tally)
    warnings: Tally = field(default_factory=Tally)
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float = 0.0
    of_unknown_cost: int = 0
    earlier_cost: float = 0.0

    def add(self, record: Record, *, skipped: bool = False) -> None:
        """Take a record into account. An interrupted input counts towards the cost but is not done."""
        if skipped:
            self.skipped += 1
            self.earlier_cost += record.cost or 0.0
        else:
            self.input_tokens += record.input_tokens
            self.output_tokens += record.output_tokens
            self.cost += record.cost or 0.0
            self.of_unknown_cost += record.cost is None
        if record.outcome is Outcome.INTERRUPTED:
            return
        self.outcomes[record.outcome] += 1
        self.unfaithful += record.is_sound and record.was_translated and not record.valid
        if not record.rounds:
            return
        self.calls.add(record.rounds)
        self.seconds.add(record.seconds)
        self.first_errors.add(record.first_errors)
        self.errors.add(record.errors)
        self.warnings.add(record.warnings)
        if record.is_sound:
            self.steps.add(record.steps)

    @property
    def done(self) -> int:
        """How many inputs have finished, with any outcome."""
        return self.outcomes.total()

    @property
    def valid(self) -> int:
        return self.outcomes[Outcome.VALID]

    @property
    def sound(self) -> int:
        return self.valid + self.unfaithful

    @property
    def uses_tokens(self) -> bool:
        """Whether any model reported tokens."""
        return bool(self.input_tokens or self.output_tokens)


def report(summary: Summary, *, model: str, fingerprint: str, seconds: float, interrupted: bool) -> dict[str, Any]:
    """Return the summary as a JSON object, described by `schemas/batch-report.schema.json`."""
    from clairify_cli import __version__

    return {
        "format": FORMAT,
        "version": VERSION,
        "clairify": __version__,
        "model": model,
        "fingerprint": fingerprint,
        "inputs": summary.total,
        "done": summary.done,
        "skipped": summary.skipped,
        "sound": summary.sound,
        "valid": summary.valid,
        "outcomes": {
            outcome.value: count for outcome, count in sorted(summary.outcomes.items(), key=lambda each: each[0].value)
        },
        "interrupted": interrupted,
        "verifier_calls": summary.calls.as_json(),
        "seconds_per_input": summary.seconds.as_json(),
        "steps": summary.steps.as_json(),
        "first_errors": _tally(summary.first_errors),
        "errors": _tally(summary.errors),
        "warnings": _tally(summary.warnings),
        "input_tokens": summary.input_tokens,
        "output_tokens": summary.output_tokens,
        "cost": round(summary.cost, 6),
        "inputs_of_unknown_cost": summary.of_unknown_cost,
        "cost_of_skipped": round(summary.earlier_cost, 6),
        "seconds": round(seconds, 3),
    }


def _tally(tally: Tally) -> list[dict[str, Any]]:
    return [{"code": code, "count": tally.total[code], "inputs": tally.texts[code]} for code in tally.codes()]
