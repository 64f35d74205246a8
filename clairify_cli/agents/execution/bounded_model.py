"""A model that is asked while something goes on, and is waited for no longer than that may go on."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from clairify_cli.translate import ChatMessage, ModelOptions, Reply
from clairify_cli.translate.models.errors import ModelStoppedError
from clairify_cli.translate.models.wrapper import Wrapper

_POLL_SECONDS = 0.1


@dataclass(frozen=True)
class BoundedModel(Wrapper):
    """A model whose calls end with `ModelStoppedError` as soon as `is_over` says so."""

    is_over: Callable[[], bool]

    def complete(self, messages: Sequence[ChatMessage], options: ModelOptions) -> Reply:
        """Answer, as the model does."""
        if self.is_over():
            raise ModelStoppedError("the run was stopped before the model was asked")
        over, answered = threading.Event(), threading.Event()

        def watch() -> None:
            while not answered.wait(_POLL_SECONDS):
                if self.is_over():
                    over.set()
                    return

        threading.Thread(target=watch, name="clairify-run-clock", daemon=True).start()
        try:
            return self.model.complete(messages, replace(options, stop=over))
        finally:
            answered.set()
