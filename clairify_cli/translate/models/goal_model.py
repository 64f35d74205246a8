"""The goal reader as a model: English to a `(:goal ...)` for a given domain and problem, without a network."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.pddl.syntax import Domain, File, Problem
from clairify_cli.reader.goals.lexicon import Lexicon
from clairify_cli.translate.models.base import ChatMessage, ModelOptions, Reply
from clairify_cli.translate.models.deadline import stopped_after
from clairify_cli.translate.models.errors import RequestRejectedError


@dataclass(frozen=True)
class GoalModel:
    """Reads the source text itself and pays no attention to the prompt; without a goal the reply is empty.

    What was not understood, and what can be understood in several ways, is in the reply's diagnostics.
    """

    domain: File | Domain
    problem: File | Problem
    lexicon: Lexicon | None = None
    name: str = "reader"
    deterministic: bool = True
    cache_id: str | None = None

    def complete(self, messages: Sequence[ChatMessage], options: ModelOptions) -> Reply:
        if options.language not in ("", "pddl"):
            raise RequestRejectedError(f"the goal reader writes goals of PDDL only, not {options.language}")
        from clairify_cli.reader.goals import read_goal

        started = time.monotonic()
        reading = stopped_after(
            options.timeout,
            "the offline reader",
            lambda: read_goal(Source(options.source_text), self.domain, self.problem, self.lexicon),
        )
        return Reply(
            text=reading.goal or "", cost=0.0, seconds=time.monotonic() - started, diagnostics=reading.findings
        )
