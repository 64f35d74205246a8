"""The model protocol: anything that turns messages into a reply."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from typing import Protocol

from clairify_cli.diagnostics.model import Diagnostic
from clairify_cli.languages.base import Constraints
from clairify_cli.records import dataclass, field


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """One message of a prompt. `role` is `system` or `user`."""

    role: str
    content: str


@dataclass(frozen=True, slots=True)
class Forms:
    """What a decoder may be constrained by: a GBNF grammar or a JSON schema, if available.

    Each comes with the prompt text that requests an answer in this form.
    """

    grammar: str = ""
    grammar_words: str = ""
    schema: Mapping[str, object] | None = None
    schema_words: str = ""


@dataclass(frozen=True, slots=True)
class ModelOptions:
    """Settings of a model request.

    `timeout` is the time in seconds for the whole call with its retries, None for the model's own limit. `attempt`
    counts earlier identical requests, so that a cache does not return the old answer. `language`, `dialect`,
    `source_text` and `constraints` are the task itself, for models that read no prompt. `constrain` says how the
    decoder is constrained: `off`, `grammar`, `schema`, or `auto` for whatever the server may support; `forms` are the
    available constraints. `stop`, once set, ends the call with `ModelStoppedError`.
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
    forms: Forms | None = field(default=None, compare=False, repr=False)


SETTINGS = ("temperature", "seed", "max_tokens", "attempt")
"""The fields of `ModelOptions` that shape a reply, beside the prompt; a trace and a recording have them."""
USAGE = ("finish_reason", "input_tokens", "output_tokens", "cost")
"""The fields of `Reply` that a round, a trace and a recording have, too."""


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer of a model.

    `finish_reason` is `stop`, `length` (cut off), `content_filter`, or the provider's own word. Tokens are None if they
    were not counted. `cost` is in US dollars, None if the price is unknown, and 0 for a reply from the cache. `tries`
    is the number of requests it took, and `waited` the part of `seconds` spent waiting for a rate limit or loading a
    library. `diagnostics` are findings about the source text. `refusal` is the provider's explicit refusal, if any.
    `remarks` are sentences for the user.
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
        """The name as the user writes it, such as `openai/gpt-4o` or `reader`."""

    @property
    def deterministic(self) -> bool:
        """Whether asking again, with whatever feedback, can only give the same answer."""

    @property
    def cache_id(self) -> str | None:
        """The model's part of the cache key (name and address); None if replies are not cached."""

    def complete(self, messages: Sequence[ChatMessage], options: ModelOptions) -> Reply:
        """Return the reply. Raises `ModelError`; `KeyboardInterrupt` propagates."""


def prompt_sha256(messages: Sequence[ChatMessage]) -> str:
    """Return the hash that identifies a prompt in traces, recordings and the cache."""
    import hashlib

    digest = hashlib.sha256()
    for message in messages:
        for part in (message.role, message.content):
            data = part.encode("utf-8", "surrogatepass")
            digest.update(len(data).to_bytes(8, "big"))
            digest.update(data)
    return digest.hexdigest()


@dataclass(frozen=True)
class Wrapper:
    """Has the name of the wrapped model; subclasses define `complete`."""

    model: Model

    @property
    def name(self) -> str:
        return self.model.name

    @property
    def deterministic(self) -> bool:
        return self.model.deterministic

    @property
    def cache_id(self) -> str | None:
        return self.model.cache_id
