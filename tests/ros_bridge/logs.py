"""The logs of a run, read by the tests."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from clairify_cli.worlds.ros import mcap_file


@dataclass(frozen=True)
class Entry:
    """An entry: its time (s) in the run, its kind, and its other fields."""

    seconds: float
    kind: str
    fields: Mapping[str, Any]


def entries_in(log: Path) -> list[Entry]:
    """The entries of a log of JSON lines, without a last one that was cut off."""
    return [entry_of(line) for line in log.read_text(encoding="utf-8").split("\n")[:-1]]


def entry_of(line: str) -> Entry:
    """The entry that a line has."""
    value = json.loads(line)
    assert value.pop("utc")
    return Entry(value.pop("t"), value.pop("kind"), value)


def messages(data: bytes) -> Iterator[tuple[str, Any]]:
    """The messages of an MCAP file up to where it is cut off, with their channels; those of the journal as entries."""
    from mcap.records import Channel, Message
    from mcap.stream_reader import StreamReader

    names: dict[int, str] = {}
    with suppress(Exception):  # the package reports a file that ends early in many ways
        for record in StreamReader(io.BytesIO(data), record_size_limit=len(data)).records:
            if isinstance(record, Channel):
                names[record.id] = record.topic
            elif isinstance(record, Message):
                name, text = names[record.channel_id], record.data.decode()
                yield name, entry_of(text) if name == mcap_file.JOURNAL else json.loads(text)
