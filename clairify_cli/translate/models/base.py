"""What a model is: something that turns messages into a reply."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from clairify_cli.diagnostics.model import Diagnostic
from clairify_cli.languages.base import Constraints


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """One message of a prompt. `role` is `system` or `user`."""

    role: str
    content: str


@dataclass(frozen=True, slots=True)
class ModelOptions:
    """How a model is asked.

    `timeout` is the time in seconds for the whole call with its retries, None for the model's own limit.
    `attempt` counts the times the same thing was asked before, so that a cache does not give the old answer.
    `language`, `dialect`, `source_text` and `constraints` are the task itself, for models that read no prompt.
    `constrain` says what the decoder is held to: `off`, `grammar`, `schema`, or `auto` for what the server may take.
    `stop`, once set, ends the call with `ModelStoppedError`.
    """

    temperature: float | None = None
    seed: int | None = None
    max_tokens: int | None = None
    timeout: float | None = None
    attempt: int = 0
    language: str = ""
    dialect: str | None = None
    source_text: str = ""
    constraints: Constraints = field(default_factory=Constraints)
    stop: threading.Event | None = field(default=None, compare=False, repr=False)
    constrain: str = "off"


@dataclass(frozen=True, slots=True)
class Reply:
    """What a model answered.

    `finish_reason` is `stop`, `length` (cut off), `content_filter`, or the provider's own word. Tokens are None
    where nobody counted them. `cost` is in US dollars, None where the price is not known, and 0 for a reply from
    the cache. `tries` is the number of requests it took, and `waited` the part of `seconds` in which none was made,
    so as to keep to a rate or to load a library. `diagnostics` are findings about the source text. `refusal` are the
    words with which the provider refused, where it says so itself. `remarks` are sentences for a person.
    """

    text: str
    finish_reason: str = "stop"
    input_tokens: int | None = None
    output_tokens: int | None = None
    cost: float | None = None
    seconds: float = 0.0
    cached: bool = False
    tries: int = 1
    waited: float = 0.0
    diagnostics: tuple[Diagnostic, ...] = ()
    refusal: str | None = None
    remarks: tuple[str, ...] = ()


class Model(Protocol):
    """Anything that can be asked for a program."""

    @property
    def name(self) -> str:
        """The name as a person writes it, such as `openai/gpt-4o` or `reader`."""

    @property
    def deterministic(self) -> bool:
        """Whether asking again, with whatever feedback, can only give the same answer."""

    @property
    def cache_id(self) -> str | None:
        """What identifies the model in the cache's key (name and address); None where replies are not cached."""

    def complete(self, messages: Sequence[ChatMessage], options: ModelOptions) -> Reply:
        """Answer; raises `ModelError`, and lets `KeyboardInterrupt` through."""


def prompt_sha256(messages: Sequence[ChatMessage]) -> str:
    """The hash by which a prompt is known in traces, recordings and the cache."""
    import hashlib

    digest = hashlib.sha256()
    for message in messages:
        for part in (message.role, message.content):
            data = part.encode("utf-8", "surrogatepass")
            digest.update(len(data).to_bytes(8, "big"))
            digest.update(data)
    return digest.hexdigest()
