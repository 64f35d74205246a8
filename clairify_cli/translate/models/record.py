"""Records a model's answers to a file, and answers from one.

A recording is JSON lines, one line per request, in the order in which the answers came:

    {"format": "clairify-record", "version": 1, "prompt_sha256": "…", "model": "…", "reply": "…",
     "finish_reason": "stop", "input_tokens": 10, "output_tokens": 5, "cost": 0.001, "seconds": 1.2,
     "temperature": null, "seed": null, "max_tokens": null, "attempt": 0, "error": null}

`reply` is null if the model failed; `error` then contains the message. Only `reply` (or `error`) is required, so a
recording can be written by hand. A trace of the loop uses the same names and can be replayed as it is.

A request is answered by the first unused line with the same prompt, otherwise by the first unused line: prompts change
from release to release, and a demonstration should survive that.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from pathlib import Path

from clairify_cli.files.jsonl import Lines
from clairify_cli.records import dataclass
from clairify_cli.translate.models.base import SETTINGS, USAGE, ChatMessage, ModelOptions, Reply, Wrapper, prompt_sha256
from clairify_cli.translate.models.errors import ModelError, ModelSetupError, ReplayExhaustedError

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


_KNOWN = (1, 2)
"""The readable versions of recordings and traces. Traces of version 2 differ only in their findings."""


class ReplayModel:
    """Answers from `path`, each line once. Raises `ModelSetupError` if the file cannot be read or parsed."""

    deterministic = False
    """A recording may repeat an answer and then go on, as the recorded model did."""

    cache_id = None

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        self.name = f"replay:{path}"
        self._lock = threading.Lock()
        self._left: list[Mapping[str, object]] = _read(self.path)
        self._count = len(self._left)

    def complete(self, messages: Sequence[ChatMessage], options: ModelOptions) -> Reply:
        record = self._take(prompt_sha256(messages))
        error, text = record.get("error"), record.get("reply")
        if text is None:
            raise ModelError(str(error))
        return Reply(
            text=str(text),
            finish_reason=str(record.get("finish_reason") or "stop"),
            input_tokens=_integer(record.get("input_tokens")),
            output_tokens=_integer(record.get("output_tokens")),
            cost=0.0,
        )

    def _take(self, prompt: str) -> Mapping[str, object]:
        with self._lock:
            if not self._left:
                raise ReplayExhaustedError(
                    f"{self.path} has no answer left: it holds {self._count}, and one more was asked for"
                )
            same = (at for at, record in enumerate(self._left) if record.get("prompt_sha256") == prompt)
            return self._left.pop(next(same, 0))


def _read(path: Path) -> list[Mapping[str, object]]:
    import json

    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise ModelSetupError(f"{path} is no recording: it is not UTF-8 text") from None
    except OSError as error:
        raise ModelSetupError(f"{path} cannot be read: {error.strerror or error}") from None
    records: list[Mapping[str, object]] = []
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            value = json.loads(line)
        except (ValueError, RecursionError):
            raise ModelSetupError(
                f"{path}, line {number}: this is not JSON; a recording has one object a line"
            ) from None
        records.append(_checked(value, path, number))
    if not records:
        raise ModelSetupError(f"{path} holds no answers: a recording has one JSON object a line")
    return records


def _checked(value: object, path: Path, number: int) -> Mapping[str, object]:
    where = f"{path}, line {number}"
    if not isinstance(value, dict):
        raise ModelSetupError(f"{where}: an object with a `reply` is expected")
    version = value.get("version", 1)
    if version not in _KNOWN:
        raise ModelSetupError(f"{where}: version {version} of the format is not known, only versions 1 and 2")
    if not isinstance(value.get("reply"), str) and not isinstance(value.get("error"), str):
        raise ModelSetupError(f"{where}: there is no `reply` (a string) and no `error`")
    return value


def _integer(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None
