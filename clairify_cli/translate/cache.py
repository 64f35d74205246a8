"""A cache of paid replies: a file for each, in the user's cache folder.

The cache can never break a run: if it cannot be read or written, this is reported once and the cache is then ignored.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from clairify_cli.files.data import cache_path, make_private
from clairify_cli.files.reading import reason_of
from clairify_cli.files.writing import UnwritableError, write_bytes
from clairify_cli.records import dataclass, replace
from clairify_cli.translate.models.base import SETTINGS, ChatMessage, Model, ModelOptions, Reply, Wrapper, prompt_sha256
from clairify_cli.translate.prompt import PROMPT_VERSION

_VERSION = 1


def cache_key(model_id: str, messages: Sequence[ChatMessage], options: ModelOptions) -> str:
    """Hash everything that shapes a reply."""
    import hashlib
    import json

    settings = (getattr(options, name) for name in (*SETTINGS, "constrain"))
    parts = [PROMPT_VERSION, model_id, prompt_sha256(messages), *settings]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


class ResponseCache:
    """Replies by key, in one file each, so that threads and processes can share them.

    `warn` is called once, with one sentence, if the cache turns out to be unusable.
    """

    def __init__(self, path: str | Path | None = None, warn: Callable[[str], None] | None = None) -> None:
        self.path = cache_path(path)
        self._warn = warn
        self._usable = True

    def get(self, key: str) -> Reply | None:
        """Return the reply stored under the key, marked as cached, with a cost of 0."""
        import json

        try:
            made = json.loads(self._file(key).read_bytes()) if self._usable else {}
            if made.get("version") == _VERSION:
                of_reply = made["text"], made["finish_reason"], made["input_tokens"], made["output_tokens"]
                return Reply(*of_reply, cost=0.0, cached=True)
        except FileNotFoundError:
            pass
        except OSError as error:
            self._give_up(reason_of(error))
        except (ValueError, AttributeError, KeyError):
            pass  # not ours, or damaged: it is asked for and written again
        return None

    def put(self, key: str, model: str, reply: Reply) -> None:
        """Store a reply unless it is empty or truncated; such requests are sent again."""
        import json

        if not self._usable or not reply.text.strip() or reply.finish_reason != "stop":
            return
        made = {
            "version": _VERSION,
            "model": model,
            "text": reply.text,
            "finish_reason": reply.finish_reason,
            "input_tokens": reply.input_tokens,
            "output_tokens": reply.output_tokens,
        }
        try:
            make_private(self.path / "replies")
            write_bytes(self._file(key), json.dumps(made).encode())
        except (OSError, UnwritableError) as error:
            self._give_up(reason_of(error) if isinstance(error, OSError) else str(error))

    def _file(self, key: str) -> Path:
        return self.path / "replies" / key[:2] / f"{key}.json"

    def _give_up(self, reason: str) -> None:
        self._usable = False
        if self._warn is not None:
            self._warn(
                f"the reply cache {self.path} cannot be used ({reason}): replies are neither read from it nor kept"
            )


@dataclass(frozen=True)
class CachedModel(Wrapper):
    """Answers from the cache if possible, otherwise asks `model`."""

    model_id: str
    cache: ResponseCache

    @property
    def cache_id(self) -> str | None:
        return None

    def complete(self, messages: Sequence[ChatMessage], options: ModelOptions) -> Reply:
        key = cache_key(self.model_id, messages, options)
        kept = self.cache.get(key)
        if kept is not None:
            return kept
        reply = self.model.complete(messages, options)
        self.cache.put(key, self.model.name, reply)
        return reply


def with_cache(model: Model, cache: ResponseCache | None) -> Model:
    """Put the cache in front of the model. A recording stays outermost, so that it includes cached replies."""
    from clairify_cli.translate.models.record import RecordingModel

    if cache is None:
        return model
    if isinstance(model, RecordingModel):
        return replace(model, model=with_cache(model.model, cache))
    return model if model.cache_id is None else CachedModel(model, model.cache_id, cache)
