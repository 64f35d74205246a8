"""The trace: the whole exchange as JSON lines, one line a round, described by `schemas/trace.schema.json`."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from copy import copy
from datetime import UTC, datetime
from pathlib import Path

from clairify_cli.files.jsonl import JsonLines, Lines, RelayedLines
from clairify_cli.outcomes import Outcome
from clairify_cli.records import dataclass, field
from clairify_cli.translate.models.base import SETTINGS, USAGE, ChatMessage, ModelOptions
from clairify_cli.translate.options import Round

FORMAT = "clairify-trace"
VERSION = 2


class Trace:
    """A trace file, to which any number of runs may be appended. Raises `OSError` if it cannot be opened.

    `messages` says whether the prompts themselves are kept, or only their hashes. `append` is called instead of
    writing to the file.
    """

    def __init__(
        self, path: Path | str, *, messages: bool = True, append: Callable[[Path, bytes], None] | None = None
    ) -> None:
        self._file: Lines = JsonLines(path) if append is None else RelayedLines(Path(path), append)
        self._messages = messages
        self._input: str | None = None

    def of(self, name: str, append: Callable[[Path, bytes], None] | None = None) -> Trace:
        """Return this trace for one of several inputs, with `name` in its lines; for `append`, see the class."""
        named = copy(self)
        named._input = name
        if append is not None:
            named._file = RelayedLines(self.path, append)
        return named

    @property
    def path(self) -> Path:
        return self._file.path

    def write(
        self, run: RunHeader, done: Round, messages: Sequence[ChatMessage], asked: ModelOptions, outcome: Outcome | None
    ) -> None:
        """Append one round; `outcome` is given with the round that ended the run. Raises `OSError`.

        Prompts with names from a list that the user did not choose are left out; only their hashes are written.
        """
        lists = asked.constraints
        is_kept = self._messages and lists.hardware_file is None and lists.reagents_file is None
        record = _record(run, done, messages if is_kept else None, asked, outcome)
        self._file.write(record if self._input is None else {**record, "input": self._input})

    def close(self) -> None:
        """Close the file."""
        if isinstance(self._file, JsonLines):
            self._file.close()

    def __enter__(self) -> Trace:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@dataclass(frozen=True)
class RunHeader:
    """The fields shared by the lines of one run: an id, the language, the model, the feedback mode."""

    language: str
    model: str
    feedback: str
    run: str = field(default_factory=lambda: uuid.uuid4().hex)


def _record(
    run: RunHeader,
    done: Round,
    messages: Sequence[ChatMessage] | None,
    asked: ModelOptions,
    outcome: Outcome | None,
) -> dict[str, object]:
    from clairify_cli.diagnostics.render.json import finding_objects

    record: dict[str, object] = {
        "format": FORMAT,
        "version": VERSION,
        "run": run.run,
        "round": done.number,
        "time": datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        "language": run.language,
        "model": run.model,
        "feedback": run.feedback,
        "prompt_sha256": done.prompt_sha256,
    }
    if messages is not None:
        record["messages"] = [{"role": message.role, "content": message.content} for message in messages]
    return record | {
        **{name: getattr(asked, name) for name in SETTINGS},
        "kind": done.kind.value,
        "reply": done.reply,
        "candidate": done.candidate,
        "repeated": done.repeated,
        "diagnostics": finding_objects(done.diagnostics, {"<program>": done.candidate or ""}),
        "fixes": finding_objects(done.fixes, {}),
        "notes": finding_objects(done.notes, {}),
        **{name: getattr(done, name) for name in USAGE},
        "seconds": round(done.seconds, 3),
        "cached": done.cached,
        "tries": done.tries,
        "error": done.error,
        "outcome": outcome.value if outcome else None,
    }
