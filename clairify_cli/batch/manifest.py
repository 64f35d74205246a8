"""The manifest of an output folder: `manifest.jsonl`, one line for each input.

Lines are appended as inputs finish, so finished work is on record whatever happens next. When a run ends, the file is
rewritten with one line for each input, in the order of the inputs. A later line for the same output overrides an
earlier one, and a truncated line is ignored.

A run over one part of the inputs has its own manifest, such as `manifest.2-of-8.jsonl`. A later run of all inputs with
`resume` reads these too and merges them into `manifest.jsonl`.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
from array import array
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, BinaryIO

from clairify_cli.batch.items import Shard
from clairify_cli.batch.record import FORMAT, KNOWN_VERSIONS, VERSION, Record, from_json
from clairify_cli.files.jsonl import JsonLines, json_line
from clairify_cli.files.locks import try_lock, unlock
from clairify_cli.outcomes import ExpectedError

NAME = "manifest.jsonl"

_OF_A_SHARD = re.compile(r"manifest\.\d+-of-\d+\.jsonl")
_BEGINNING = f'{{"format":"{FORMAT}"'.encode()
_OFFSET_BITS = 48
"""A line's place is one number: its offset in the lowest bits, and its file's number above them."""


def name_of(shard: Shard) -> str:
    """Return the manifest's file name for a run over a part of the inputs, or over all of them."""
    return NAME if shard.is_all else f"manifest.{shard.part}-of-{shard.of}.jsonl"


class ManifestError(ExpectedError):
    """A manifest that cannot be used; the message is one sentence."""


class Manifest:
    """The manifest of `folder`, open for one run. Only the offsets of its lines are kept in memory.

    With `resume`, the file's contents remain in force. Without it, an existing file is moved aside, and `put_aside` is
    True. Raises `ManifestError` if another run is using the folder or something else wrote the file, and `OSError`.
    """

    def __init__(self, folder: Path, *, resume: bool, shard: Shard | None = None) -> None:
        shard = shard or Shard()
        self.folder = folder
        self.path = folder / name_of(shard)
        self.previous = self.path.with_name(self.path.name.removesuffix(".jsonl") + ".previous.jsonl")
        """Where the manifest of an earlier run is kept when a run begins afresh."""
        self.put_aside = False
        self._resume = resume
        self._of_run = array("q")  # the place of each input's line in this run, by input number; -1 for no line
        self._others: list[Path] = []
        folder.mkdir(parents=True, exist_ok=True)
        with contextlib.ExitStack() as stack:
            _lock(stack, folder, folder, shared=not shard.is_all)
            self._open(stack, is_all=shard.is_all)
            self._closing = stack.pop_all()

    def _open(self, stack: contextlib.ExitStack, *, is_all: bool) -> None:
        existed = self.path.exists()
        if existed and not is_all:
            _lock(stack, self.path, self.folder)
        self._earlier = _offsets(self.path, 0)
        earlier = self.path
        if existed and not self._resume:
            earlier = self.previous
            self.path.replace(earlier)
            self.put_aside = bool(self._earlier)
        self._file = stack.enter_context(JsonLines(self.path))
        if not is_all and not (existed and self._resume):
            _lock(stack, self.path, self.folder)
        self._files: list[BinaryIO] = [stack.enter_context(earlier.open("rb"))] if earlier.exists() else []
        if self._resume:
            self._others = sorted(_others(self.path))
            for path in self._others:
                self._files.append(stack.enter_context(path.open("rb")))
                self._take(_offsets(path, len(self._files) - 1))
        self._files.append(stack.enter_context(self.path.open("rb")))

    def _take(self, offsets: dict[str, int]) -> None:
        """Merge the lines of another manifest; of two for the same output, the later one wins."""
        for output, place in offsets.items():
            known = self._earlier.get(output)
            if known is None or _time(self._line_at(known)) < _time(self._line_at(place)):
                self._earlier[output] = place

    def __enter__(self) -> Manifest:
        return self

    def __exit__(self, *_: object) -> None:
        self._closing.close()

    def earlier(self, output: str) -> Record | None:
        """Return the record of an earlier run for the input with this output."""
        place = self._earlier.get(output)
        if place is None:
            return None
        line = _parsed(self._line_at(place))
        return from_json(line) if line is not None else None

    def keep(self, number: int, output: str) -> None:
        """Use the line of an earlier run for input `number` of this run."""
        self._note(number, self._earlier.pop(output))

    def append(self, number: int, record: Record) -> None:
        """Append the record of input `number`. Raises `OSError`."""
        offset = self.path.stat().st_size
        self._file.write(record.as_json())
        self._earlier.pop(record.output, None)
        self._note(number, _place(len(self._files) - 1, offset))

    def _note(self, number: int, place: int) -> None:
        self._of_run.extend([-1] * (number + 1 - len(self._of_run)))
        self._of_run[number] = place

    def compact(self) -> None:
        """Rewrite the file: a line for each input of this run, in order, then the lines of inputs it did not reach.

        Delete the manifests of parts that were merged. Raises `OSError`; all files then stay as they were.
        """
        written = self.path.with_name(f".clairify-{os.urandom(8).hex()}")
        try:
            with written.open("xb") as file:
                file.writelines(self._lines())
            written.replace(self.path)
        except BaseException:
            written.unlink(missing_ok=True)
            raise
        if self.path.name == NAME:
            for path in self._others:
                path.unlink(missing_ok=True)

    def _lines(self) -> Iterator[bytes]:
        for number, place in enumerate(self._of_run):
            if place >= 0:
                yield _numbered(self._line_at(place), number)
        if not self._resume:
            return
        for place in self._earlier.values():
            if self.path.name == NAME or place >> _OFFSET_BITS == 0:  # lines of other manifests stay in those files
                yield _current(self._line_at(place))

    def _line_at(self, place: int) -> bytes:
        file = self._files[place >> _OFFSET_BITS]
        file.seek(place & ((1 << _OFFSET_BITS) - 1))
        return file.readline()


def _lock(stack: contextlib.ExitStack, path: Path, folder: Path, *, shared: bool = False) -> None:
    """Hold a lock until the stack closes. Raises `ManifestError` if another run holds it."""
    held = try_lock(path, shared=shared)
    if held is None:
        raise ManifestError(f"another run is writing to {folder}: wait for its end or use another folder")
    stack.callback(unlock, held)


def _others(own: Path) -> Iterable[Path]:
    """Yield the other manifests in the folder."""
    for path in own.parent.iterdir():
        if path != own and (path.name == NAME or _OF_A_SHARD.fullmatch(path.name)) and path.is_file():
            yield path


def _place(file: int, offset: int) -> int:
    return file << _OFFSET_BITS | offset


def _offsets(path: Path, file_number: int) -> dict[str, int]:
    """Return the place of the last line for each output. Raises `ManifestError` for any file but a manifest of a
    known version."""
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
                if line["version"] not in KNOWN_VERSIONS:
                    raise ManifestError(
                        f"{path} has version {line['version']} of the format, which this release does not know: "
                        "use another folder"
                    )
                found[line["output"]] = _place(file_number, offset)
            offset += len(data)
    return found


def _parsed(data: bytes) -> dict[str, Any] | None:
    """Parse a line into an object; None if it is truncated or not ours."""
    if not data.endswith(b"\n"):
        return None
    try:
        line = json.loads(data)
        if line["format"] != FORMAT:
            return None
        if line["version"] in KNOWN_VERSIONS:
            from_json(line)
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    return line if isinstance(line, dict) else None


def _time(data: bytes) -> str:
    line = _parsed(data)
    return str(line["time"]) if line is not None else ""


def _numbered(data: bytes, number: int) -> bytes:
    """Return the line with the number of its input in this run."""
    beginning = f'{{"format":"{FORMAT}","version":{VERSION},"number":{number},'
    if data.startswith(beginning.encode()):
        return data
    return json_line(replace(from_json(json.loads(data)), number=number).as_json())


def _current(data: bytes) -> bytes:
    """Return the line in the current version of the format."""
    if data.startswith(f'{{"format":"{FORMAT}","version":{VERSION},'.encode()):
        return data
    return json_line(from_json(json.loads(data)).as_json())
