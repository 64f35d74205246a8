"""Asks a model, within limits, and counts what it cost."""

from __future__ import annotations

import time
from collections import Counter

from clairify_cli.agents.policies.base import Tally
from clairify_cli.planning.solvers.base import Limits
from clairify_cli.records import dataclass, field, replace
from clairify_cli.translate.models.base import ChatMessage, Model, ModelOptions, Reply, prompt_sha256

# A model that repeats itself without end must not fill the history of the game.
LONGEST_REPLY = 60_000
"""Of a reply, so many characters are read."""

_LEAST_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class Bounds:
    """The limits of a policy in one game.

    `tries` limits repeated attempts: a command in one place, a pair of files, a plan from one state. `calls` bounds the
    calls of the model, `solver_seconds` and `solver_mb` (2**20 bytes) each run of a solver, `history` the characters of
    earlier turns that a model is told. Raises `ValueError` for invalid values.
    """

    tries: int = 5
    calls: int = 300
    solver_seconds: float = 20.0
    solver_mb: int = 2048
    history: int = 24_000

    @property
    def limits(self) -> Limits:
        """Those of a run of the solver."""
        return Limits(self.solver_seconds, self.solver_mb)

    def __post_init__(self) -> None:
        for name in ("tries", "calls", "history"):
            if getattr(self, name) < 1:
                raise ValueError(f"`{name}` must be at least 1, not {getattr(self, name)}")
        if not self.solver_seconds > 0:
            raise ValueError(f"the time of a solver must be more than 0 s, not {self.solver_seconds:g}")


@dataclass(slots=True)
class Asker:
    """A model with the limits and the tally of one game. Errors of the model (`ModelError`) go through.

    The time limit of `options` is that of the whole game, and a call has what is left of it.
    """

    model: Model
    bounds: Bounds
    tally: Tally
    options: ModelOptions = field(default_factory=ModelOptions)
    _asked: Counter[str] = field(default_factory=Counter)
    _begun: float = field(default_factory=time.monotonic)

    @property
    def spent(self) -> bool:
        """Whether the model may not be asked again."""
        return self.tally.model_calls >= self.bounds.calls

    @property
    def why_spent(self) -> str:
        """The same as a sentence."""
        return f"the model was asked {self.bounds.calls} times, which is as often as it may be"

    def ask(self, system: str, user: str) -> Reply:
        """The model's reply, cut to a length that is bearable."""
        messages = (ChatMessage("system", system), ChatMessage("user", user))
        prompt = prompt_sha256(messages)
        limit = self.options.timeout
        left = None if limit is None else max(limit - (time.monotonic() - self._begun), _LEAST_SECONDS)
        options = replace(self.options, attempt=self.options.attempt + self._asked[prompt], timeout=left)
        self._asked[prompt] += 1
        self.tally.model_calls += 1
        reply = self.model.complete(messages, options)
        self.tally.prompt_tokens += reply.input_tokens or 0
        self.tally.completion_tokens += reply.output_tokens or 0
        self.tally.cost += reply.cost or 0.0
        return replace(reply, text=reply.text[:LONGEST_REPLY]) if len(reply.text) > LONGEST_REPLY else reply
