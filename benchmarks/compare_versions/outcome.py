"""What an invocation came to, as text in four channels, and the cache of such outcomes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path

CHANNELS = ("stdout", "stderr", "exit", "files")


@dataclass(frozen=True)
class Outcome:
    """`exit` has the exit code of each command. `files` are those that were written or removed, as text.

    `failed` says why the outcome is not to be believed, such as a time limit of the comparison.
    """

    stdout: str
    stderr: str
    exit: str
    files: Mapping[str, str] = field(default_factory=dict)
    seconds: float = 0.0
    failed: str = ""

    def channel(self, name: str) -> str:
        """A channel as one text, for comparing and for diffs."""
        if name != "files":
            return str(getattr(self, name))
        return "".join(f"===== {file}\n{text}" for file, text in sorted(self.files.items()))


def file_text(data: bytes) -> str:
    """A file as text; what is not UTF-8 as its size and hash."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return f"({len(data)} bytes, sha256 {hashlib.sha256(data).hexdigest()})\n"


@dataclass(frozen=True)
class Cache:
    """Outcomes of one version in a folder, by the hash of the invocation and of what it runs on."""

    folder: Path
    surroundings: str

    def get(self, key: str) -> Outcome | None:
        """The outcome that is kept, if any."""
        try:
            return Outcome(**json.loads(self._path(key).read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError):
            return None

    def put(self, key: str, outcome: Outcome) -> None:
        """Keep an outcome, unless it is not to be believed."""
        if outcome.failed:
            return
        path = self._path(key)
        path.parent.mkdir(parents=True, exist_ok=True)
        new = path.with_suffix(".new")
        new.write_text(json.dumps(asdict(outcome)), encoding="utf-8")
        new.replace(path)

    def _path(self, key: str) -> Path:
        name = hashlib.sha256(f"{self.surroundings} {key}".encode()).hexdigest()
        return self.folder / name[:2] / f"{name}.json"
