"""A model whose replies in a game are written to a trace, as those of a translation are."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from clairify_cli.translate.loop import with_reply
from clairify_cli.translate.models.base import ChatMessage, ModelOptions, Reply, prompt_sha256
from clairify_cli.translate.models.errors import ModelError
from clairify_cli.translate.models.wrapper import Wrapper
from clairify_cli.translate.options import Feedback, ReplyKind, Round
from clairify_cli.translate.trace import RunHeader, Trace


@dataclass(frozen=True)
class TracedModel(Wrapper):
    """Answers as `model` does; each reply is a round of the trace, and a game is a run."""

    trace: Trace
    _rounds: Iterator[int] = field(default_factory=lambda: itertools.count(1))
    _run: RunHeader = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_run", RunHeader("game", self.name, Feedback.PREVIOUS_AND_ERRORS.value))

    def complete(self, messages: Sequence[ChatMessage], options: ModelOptions) -> Reply:
        begun = time.monotonic()
        done = Round(next(self._rounds), ReplyKind.FAILED, prompt_sha256(messages))
        try:
            reply = self.model.complete(messages, options)
        except ModelError as error:
            self._write(replace(done, error=str(error), seconds=time.monotonic() - begun), messages, options)
            raise
        kind = ReplyKind.PROGRAM if reply.text.strip() else ReplyKind.EMPTY
        self._write(replace(with_reply(done, reply), kind=kind), messages, options)
        return reply

    def _write(self, done: Round, messages: Sequence[ChatMessage], options: ModelOptions) -> None:
        try:
            self.trace.write(self._run, done, messages, options, None)
        except OSError as error:
            raise ModelError(f"the trace {self.trace.path} cannot be written: {error.strerror}") from error
