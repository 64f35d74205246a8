"""A model whose replies are written down beforehand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from clairify_cli.translate.models.base import ChatMessage, ModelOptions, Reply


@dataclass
class Scripted:
    """A model that gives these replies one after the other, the last one for ever, and keeps what it was asked."""

    replies: Sequence[Reply | str | BaseException]
    deterministic: bool = False
    name: str = "scripted"
    cache_id: str | None = None
    asked: list[tuple[tuple[ChatMessage, ...], ModelOptions]] = field(default_factory=list)

    def complete(self, messages: Sequence[ChatMessage], options: ModelOptions) -> Reply:
        self.asked.append((tuple(messages), options))
        reply = self.replies[min(len(self.asked), len(self.replies)) - 1]
        if isinstance(reply, BaseException):
            raise reply
        return Reply(reply, cost=0.0) if isinstance(reply, str) else reply

    def user(self, round_number: int) -> str:
        return self.asked[round_number - 1][0][-1].content
