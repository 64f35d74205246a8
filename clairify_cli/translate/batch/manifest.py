"""The manifest of an output folder: `manifest.jsonl`, one line for each input.

Lines are appended as inputs are done, so that what is done is on record whatever happens next. When a run ends, the
file is written anew with one line for each input, in the order of the inputs. A later line for the same output counts
more than an earlier one, and a line that was cut off counts for nothing.
"""

from __future__ import annotations

import contextlib
import json
import os
from array import array
from pathlib import Path
from typing import Any, BinaryIO

from clairify_cli.translate.batch.lock import lock_folder, unlock
from clairify_cli.translate.batch.record import FORMAT, VERSION, Record, from_json
from clairify_cli.translate.jsonl import JsonLines

NAME = "manifest.jsonl"
PREVIOUS = "manifest.previous.jsonl"
"""Where the manifest of an earlier run is kept when a run begins afresh."""

_BEGINNING = f'{{"format":"{FORMAT}"'.encode()


class ManifestError(Exception):
    """A manifest that cannot be used; the message is one sentence."""


class Manifest:
    """The manifest of `folder`, open for one run. Of its lines, only their places are kept in memory.

    With `resume`, what the file holds stays in force. Without, it is put aside, and `put_aside` is True where there
    was one. Raises `ManifestError` where another run is at work in the folder or something else wrote the file, and
    `OSError`.
    """

    def __init__(self, folder: Path, *, resume: bool) -> None:
        self.folder = folder
        self.path = folder / NAME
        self.put_aside = False
        self._resume = resume
        self._of_run = array("q")  # where the line of each input of this run begins, by number; -1 where none does
        folder.mkdir(parents=True, exist_ok=True)
        with contextlib.ExitStack() as stack:
            lock = lock_folder(folder)
            if lock is None:
                raise ManifestError(f"another run is writing to {folder}: wait for its end or use another folder")
            stack.callback(unlock, lock)
            self._offsets = _offsets(self.path)
            earlier = self.path
            if self.path.exists() and not resume:
                earlier = self.path.with_name(PREVIOUS)
                self.path.replace(earlier)
                self.put_aside = bool(self._offsets)
            self._file = stack.enter_context(JsonLines(self.path))
            self._reader = stack.enter_context(self.path.open("rb"))
            self._earlier = stack.enter_context(earlier.open("rb")) if earlier.exists() else self._reader
            self._closing = stack.pop_all()

    def __enter__(self) -> Manifest:
        return self

    def __exit__(self, *_: object) -> None:
        self._closing.close()

    def earlier(self, output: str) -> Record | None:
        """What an earlier run made of the input that belongs to this output."""
        offset = self._offsets.get(output)
        if offset is None:
            return None
        line = _parsed(_line_at(self._earlier, offset))
        return from_json(line) if line is not None else None

    def keep(self, number: int, output: str) -> None:
        """The line of an earlier run stands for input `number` of this one."""
        self._note(number, self._offsets.pop(output))

    def append(self, number: int, record: Record) -> None:
        """Write down what became of input `number`. Raises `OSError`."""
        offset = self.path.stat().st_size
        self._file.write(record.as_json())
        self._offsets.pop(record.output, None)
        self._note(number, offset)

    def _note(self, number: int, offset: int) -> None:
        self._of_run.extend([-1] * (number + 1 - len(self._of_run)))
        self._of_run[number] = offset

    def compact(self) -> None:
        """Write the file anew: a line for each input of this run, then those of other inputs that have programs here.

        Raises `OSError`; the file then stays as it was.
        """
        written = self.path.with_name(f".clairify-{os.urandom(8).hex()}")
        try:
            with written.open("xb") as file:
                for offset in self._of_run:
                    if offset >= 0:
                        file.write(_line_at(self._reader, offset))
                for output, offset in self._offsets.items() if self._resume else ():
                    if (self.folder / output).is_file():
                        file.write(_line_at(self._reader, offset))
            written.replace(self.path)
        except BaseException:
            written.unlink(missing_ok=True)
            raise


def _offsets(path: Path) -> dict[str, int]:
    """Where the last line for each output begins. Raises `ManifestError` for what is no manifest of this release."""
    if not path.exists():
        return {}
    found: dict[str, int] = {}
    offset = 0
    with path.open("rb") as file:
        beginning = file.read(len(_BEGINNING))
        if not _BEGINNING.startswith(beginning):
            raise ManifestError(f"{path} was not written by clairify, so it is left alone: use another folder")
        file.seek(0)
        for data in file:
            line = _parsed(data)
            if line is not None:
                if line["version"] != VERSION:
                    raise ManifestError(
                        f"{path} has version {line['version']} of the format, which this release does not know: "
                        "use another folder"
                    )
                found[line["output"]] = offset
            offset += len(data)
    return found


def _parsed(data: bytes) -> dict[str, Any] | None:
    """The line as an object; None where it was cut off or is nothing of ours."""
    if not data.endswith(b"\n"):
        return None
    try:
        line = json.loads(data)
        if line["format"] != FORMAT:
            return None
        if line["version"] == VERSION:
            from_json(line)
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    return line if isinstance(line, dict) else None


def _line_at(file: BinaryIO, offset: int) -> bytes:
    file.seek(offset)
    return file.readline()
