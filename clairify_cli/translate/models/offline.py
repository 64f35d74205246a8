"""The offline readers as models: no network, no key, no cost, and the same answer every time."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.records import dataclass
from clairify_cli.translate.models.base import ChatMessage, ModelOptions, Reply
from clairify_cli.translate.models.deadline import stopped_after
from clairify_cli.translate.models.errors import RequestRejectedError

if TYPE_CHECKING:
    from clairify_cli.languages.pddl.syntax import Domain, File, Problem
    from clairify_cli.reader.goals import Lexicon

Read = tuple[str, Sequence[Diagnostic]]
"""A program, and findings about text that was not understood or is ambiguous."""


class OfflineModel:
    """Reads the source text itself and ignores the prompt."""

    name = "reader"
    deterministic = True
    cache_id: str | None = None
    language = ""
    refusal = ""

    def complete(self, messages: Sequence[ChatMessage], options: ModelOptions) -> Reply:
        if options.language not in ("", self.language):
            raise RequestRejectedError(self.refusal.format(options.language))
        started = time.monotonic()
        text, found = stopped_after(options.timeout, "the offline reader", lambda: self.read(options))
        return Reply(text=text, cost=0.0, seconds=time.monotonic() - started, diagnostics=tuple(found))

    def read(self, options: ModelOptions) -> Read:
        raise NotImplementedError


@dataclass(frozen=True)
class ReaderModel(OfflineModel):
    """Writes an XDL program."""

    language = "xdl"
    refusal = "the offline reader writes XDL only, not {}: name a language model for that"

    def read(self, options: ModelOptions) -> Read:
        from clairify_cli.reader.protocol import read_to_xdl

        result = read_to_xdl(options.source_text, options.constraints, dialect=options.dialect, comments="attribute")
        return result.xdl, result.diagnostics


@dataclass(frozen=True)
class GoalModel(OfflineModel):
    """Writes a `(:goal ...)` for a given domain and problem; without a goal the reply is empty."""

    domain: File | Domain
    problem: File | Problem
    lexicon: Lexicon | None = None

    language = "pddl"
    refusal = "the goal reader writes goals of PDDL only, not {}"

    def read(self, options: ModelOptions) -> Read:
        from clairify_cli.reader.goals import read_goal

        found = read_goal(Source(options.source_text), self.domain, self.problem, self.lexicon)
        return found.goal or "", found.findings
