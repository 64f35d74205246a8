"""Records a model's answers to a file that `replay` reads.

A recording is JSON lines, one line per request, in the order in which the answers came:

    {"format": "clairify-record", "version": 1, "prompt_sha256": "…", "model": "…", "reply": "…",
     "finish_reason": "stop", "input_tokens": 10, "output_tokens": 5, "cost": 0.001, "seconds": 1.2,
     "temperature": null, "seed": null, "max_tokens": null, "attempt": 0, "error": null}

`reply` is null if the model failed; `error` then contains the message. Only `reply` (or `error`) is required, so a
recording can be written by hand. A trace of the loop uses the same names and can be replayed as it is.
"""

from __future__ import annotations

from collections.abc import Sequence

from clairify_cli.files.jsonl import Lines
from clairify_cli.records import dataclass
from clairify_cli.translate.models.base import SETTINGS, USAGE, ChatMessage, ModelOptions, Reply, prompt_sha256
from clairify_cli.translate.models.errors import ModelError
from clairify_cli.translate.models.wrapper import Wrapper

FORMAT = "clairify-record"
VERSION = 1


@dataclass(frozen=True)
class RecordingModel(Wrapper):
    """Answers as `model` does and writes every answer to `file`."""

    file: Lines

    @property
    def cache_id(self) -> str | None:
        """None: replies from a cache in front of the recorder would be missing from the recording."""
        return None

    def complete(self, messages: Sequence[ChatMessage], options: ModelOptions) -> Reply:
        try:
            reply = self.model.complete(messages, options)
        except ModelError as error:
            self._write(messages, options, None, str(error))
            raise
        self._write(messages, options, reply, None)
        return reply

    def _write(
        self, messages: Sequence[ChatMessage], options: ModelOptions, reply: Reply | None, error: str | None
    ) -> None:
        try:
            self.file.write(self._record(messages, options, reply, error))
        except OSError as failure:
            raise ModelError(f"the recording {self.file.path} cannot be written: {failure.strerror}") from failure

    def _record(
        self, messages: Sequence[ChatMessage], options: ModelOptions, reply: Reply | None, error: str | None
    ) -> dict[str, object]:
        return {
            "format": FORMAT,
            "version": VERSION,
            "prompt_sha256": prompt_sha256(messages),
            "model": self.model.name,
            "reply": reply.text if reply else None,
            **{name: getattr(reply, name, None) for name in USAGE},
            "seconds": round(reply.seconds, 3) if reply else None,
            **{name: getattr(options, name) for name in SETTINGS},
            "error": error,
        }
