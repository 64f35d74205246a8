"""Read the log of a run on a robot, JSON lines or MCAP, up to where it was cut off."""

from __future__ import annotations

import io
import json
import math
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

from clairify_cli.files.extras import install
from clairify_cli.records import dataclass
from clairify_cli.worlds.ros import mcap_file
from clairify_cli.worlds.ros.link.ledger import VERSION

_MAGIC = b"\x89MCAP0\r\n"


class LogError(ValueError):
    """A file is not the log of a robot; the message says why."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry: its time (s) in the run, its kind, and its other fields. The kind of a topic's message is the topic."""

    seconds: float
    kind: str
    fields: Mapping[str, Any]


def read_log(data: bytes) -> list[Entry]:
    """Return the entries of a log, in order, without what was cut off at its end. Raises `LogError`."""
    found = list(_messages(data) if data.startswith(_MAGIC) else _lines(data))
    if not found or found[0].kind != "journal" or found[0].fields.get("version") != VERSION:
        raise LogError(
            f"this is not the log of a real arm: it does not begin with an entry `journal`, version {VERSION}"
        )
    return found


def _lines(data: bytes) -> Iterator[Entry]:
    lines = data.split(b"\n")
    for number, line in enumerate(lines, 1):
        try:
            yield _entry(line)
        except (ArithmeticError, KeyError, RecursionError, TypeError, ValueError):
            if number < len(lines):  # a line that a crash cut off has no line feed
                raise LogError(f"line {number} is no entry of a log") from None


def _entry(text: bytes) -> Entry:
    value = dict(json.loads(text))
    seconds, kind, _ = value.pop("t"), value.pop("kind"), value.pop("utc")
    if not isinstance(kind, str) or not math.isfinite(seconds):
        raise ValueError
    return Entry(seconds, kind, value)


def _messages(data: bytes) -> Iterator[Entry]:
    """Yield the entries of an MCAP file, and the messages of topics with the time (s) at which they came."""
    if not mcap_file.installed():
        raise LogError(f"this is MCAP, for which the extra `ros` is needed: {install('ros')}")
    from mcap.records import Channel, Message
    from mcap.stream_reader import StreamReader

    topics: dict[int, str] = {}
    begun = 0
    with suppress(Exception):  # the package reports a file that ends early, or is broken, in many ways
        for record in StreamReader(io.BytesIO(data), record_size_limit=len(data)).records:
            if isinstance(record, Channel):
                topics[record.id] = record.topic
            elif isinstance(record, Message):
                topic, begun = topics[record.channel_id], begun or record.log_time
                since = (record.log_time - begun) / 1e9
                is_entry = topic == mcap_file.JOURNAL
                yield _entry(record.data) if is_entry else Entry(since, topic, dict(json.loads(record.data)))
