"""The offline reader as a model: no network, no key, no cost, and the same answer every time."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from clairify_cli.translate.models.base import ChatMessage, ModelOptions, Reply
from clairify_cli.translate.models.deadline import stopped_after
from clairify_cli.translate.models.errors import RequestRejectedError


@dataclass(frozen=True)
class ReaderModel:
    """Reads the source text itself and pays no attention to the prompt."""

    name: str = "reader"
    deterministic: bool = True
    cache_id: str | None = None

    def complete(self, messages: Sequence[ChatMessage], options: ModelOptions) -> Reply:
        if options.language not in ("", "xdl"):
            raise RequestRejectedError(
                f"the offline reader writes XDL only, not {options.language}: name a language model for that"
            )
        from clairify_cli.reader.protocol import read_to_xdl

        started = time.monotonic()
        result = stopped_after(
            options.timeout,
            "the offline reader",
            lambda: read_to_xdl(
                options.source_text, options.constraints, dialect=options.dialect, comments="attribute"
            ),
        )
        return Reply(
            text=result.xdl, cost=0.0, seconds=time.monotonic() - started, diagnostics=tuple(result.diagnostics)
        )
