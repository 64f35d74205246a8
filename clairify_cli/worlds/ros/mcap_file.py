"""The log of a run as MCAP, next to the JSON Lines: the same entries, and every received joint state and robot state.

MCAP (mcap.dev) is the format of common robot tools. Without chunks or compression, a file truncated by a crash stays
readable up to that point. A separate thread writes, because monitoring an arm must not wait for the disk.
"""

from __future__ import annotations

import queue
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

SUFFIX = ".mcap"
JOURNAL = "/clairify/journal"
"""The channel of the journal's entries, each the JSON object of its line."""
_MOST = 100_000
"""How many messages may wait for the disk; further ones are dropped."""


def installed() -> bool:
    """Whether the MCAP package is installed; this does not import it."""
    import importlib.util

    return importlib.util.find_spec("mcap") is not None


class McapFile:
    """A new MCAP file. Adding returns at once, from any thread; what the disk cannot keep up with is dropped.

    Raises `OSError` if it cannot be created, `FileExistsError` if it exists.
    """

    def __init__(self, path: Path) -> None:
        from mcap.writer import CompressionType, IndexType, Writer

        self._stream: IO[bytes] = path.open("xb")
        self._writer: Any = Writer(
            self._stream, compression=CompressionType.NONE, index_types=IndexType.NONE, use_chunking=False
        )
        self._writer.start(library="clairify")
        self._channels: dict[str, int] = {}
        self._queue: queue.Queue[tuple[str, str, int, str] | None] = queue.Queue(_MOST)
        self._thread = threading.Thread(target=self._write, name="mcap", daemon=True)
        self._thread.start()

    def add(self, channel: str, kind: str, text: str) -> None:
        """Add a message, a JSON object of some type, to a channel."""
        with suppress(queue.Full):
            self._queue.put_nowait((channel, kind, time.time_ns(), text))

    def close(self) -> None:
        """Write what is queued and finish the file; takes at most a second."""
        with suppress(queue.Full):
            self._queue.put_nowait(None)
        self._thread.join(1.0)

    def _write(self) -> None:
        with suppress(OSError, ValueError), self._stream:
            while (item := self._queue.get()) is not None:
                channel, kind, now, text = item
                self._writer.add_message(self._channel(channel, kind), now, text.encode(), now)
                if self._queue.empty():
                    self._writer.flush()
                    self._stream.flush()
            self._writer.finish()

    def _channel(self, name: str, kind: str) -> int:
        if name not in self._channels:
            schema = self._writer.register_schema(kind, "jsonschema", b'{"type": "object"}')
            self._channels[name] = self._writer.register_channel(name, "json", schema)
        return self._channels[name]
