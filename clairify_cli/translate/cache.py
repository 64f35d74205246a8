"""A cache of paid replies, in a small database in the user's cache folder.

The cache can never break a run: if it cannot be read or written, this is reported once and the cache is then ignored.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from clairify_cli.translate.models.base import ChatMessage, Model, ModelOptions, Reply, prompt_sha256
from clairify_cli.translate.models.wrapper import Wrapper
from clairify_cli.translate.prompt import PROMPT_VERSION

if TYPE_CHECKING:
    import sqlite3

_FILE = "replies.sqlite3"
_SCHEMA_VERSION = 1
_BUSY_SECONDS = 5.0
_TABLE = """
CREATE TABLE IF NOT EXISTS replies (
    key TEXT PRIMARY KEY, model TEXT NOT NULL, text TEXT NOT NULL, finish_reason TEXT NOT NULL,
    input_tokens INTEGER, output_tokens INTEGER, created INTEGER NOT NULL
)
"""


def cache_path(given: str | Path | None = None) -> Path:
    """Return the cache's path: `given`, else CLAIRIFY_CACHE, else in the user's cache folder. For a folder, it is a
    file in it."""
    chosen = given or os.environ.get("CLAIRIFY_CACHE")
    if chosen:
        path = Path(chosen).expanduser()
        return path / _FILE if path.is_dir() else path
    base = os.environ.get("XDG_CACHE_HOME") or ("~/Library/Caches" if sys.platform == "darwin" else "~/.cache")
    return Path(base).expanduser() / "clairify" / _FILE


def cache_key(model_id: str, messages: Sequence[ChatMessage], options: ModelOptions) -> str:
    """Hash everything that shapes a reply."""
    import hashlib
    import json

    parts = [
        PROMPT_VERSION,
        model_id,
        prompt_sha256(messages),
        options.temperature,
        options.seed,
        options.max_tokens,
        options.attempt,
        options.constrain,
    ]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


class ResponseCache:
    """Replies by key. Each use reopens the file, so threads and processes can share it.

    `warn` is called once, with one sentence, if the cache turns out to be unusable.
    """

    def __init__(self, path: str | Path | None = None, warn: Callable[[str], None] | None = None) -> None:
        self.path = cache_path(path)
        self._warn = warn
        self._usable = True

    def get(self, key: str) -> Reply | None:
        """Return the reply stored under the key, marked as cached, with a cost of 0."""
        rows = self._run("SELECT text, finish_reason, input_tokens, output_tokens FROM replies WHERE key = ?", (key,))
        for text, finish_reason, input_tokens, output_tokens in rows:
            return Reply(text, finish_reason, input_tokens, output_tokens, cost=0.0, cached=True)
        return None

    def put(self, key: str, model: str, reply: Reply) -> None:
        """Store a reply unless it is empty or truncated; such requests are sent again."""
        if not reply.text.strip() or reply.finish_reason != "stop":
            return
        self._run(
            "INSERT OR REPLACE INTO replies VALUES (?, ?, ?, ?, ?, ?, ?)",
            (
                key,
                model,
                reply.text,
                reply.finish_reason,
                reply.input_tokens,
                reply.output_tokens,
                int(time.time()),
            ),
        )

    def _run(self, statement: str, values: tuple[object, ...]) -> list[Any]:
        if not self._usable:
            return []
        import sqlite3

        try:
            with closing(self._connect()) as connection, connection:
                return connection.execute(statement, values).fetchall()
        except UnicodeError:
            return []  # a reply with a lone surrogate cannot be stored; the cache itself is fine
        except sqlite3.OperationalError as error:
            # A database in use by another process is skipped only this time.
            if error.sqlite_errorcode not in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                self._give_up(error)
        except (sqlite3.Error, OSError) as error:
            self._give_up(error)
        return []

    def _connect(self) -> sqlite3.Connection:
        import sqlite3

        self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        connection = sqlite3.connect(self.path, timeout=_BUSY_SECONDS)
        try:
            version = connection.execute("PRAGMA user_version").fetchone()[0]
            if version == 0:
                connection.execute("PRAGMA journal_mode = WAL")
                connection.execute(_TABLE)
                connection.execute(f"PRAGMA user_version = {_SCHEMA_VERSION}")
                connection.commit()
            elif version != _SCHEMA_VERSION:
                raise sqlite3.DatabaseError(f"it was written by another release (format {version})")
        except BaseException:
            connection.close()
            raise
        return connection

    def _give_up(self, error: Exception) -> None:
        self._usable = False
        if self._warn is not None:
            self._warn(
                f"the reply cache {self.path} cannot be used ({error}): replies are neither read from it nor kept"
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
