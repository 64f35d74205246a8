"""A websocket to rosbridge with a reading and a writing thread; no caller waits for a frozen peer.

Sending puts a message into a queue and returns at once, even in a signal handler: `queue.SimpleQueue.put` is
reentrant. A peer that does not accept a message or answer a ping within a limit loses the connection. A closed
connection stays closed.
"""

from __future__ import annotations

import contextlib
import enum
import importlib.util
import inspect
import logging
import queue
import re
import socket
import struct
import threading
import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from clairify_cli.files.addresses import hold_back, public, without_secrets
from clairify_cli.files.extras import check_versions, install
from clairify_cli.records import dataclass
from clairify_cli.worlds.ros.link.ledger import Ledger
from clairify_cli.worlds.ros.link.messages import LARGEST, shown
from clairify_cli.worlds.ros.robot import TO_DO, Cause, HaltError, halt

if TYPE_CHECKING:
    from websockets.sync.client import ClientConnection

SCHEMES = ("ws", "wss")


class AddressError(ValueError):
    """Not a valid bridge address; the message completes "the address ..."."""


def checked(url: str) -> str:
    """Return the address unchanged. Raises `AddressError` if it is invalid."""
    if not url.isascii() or not url.isprintable() or " " in url:
        raise AddressError("has characters that no address has")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise AddressError(f"is no address: {str(error).lower()}") from None
    if parts.scheme not in SCHEMES:
        raise AddressError("does not begin with ws:// or wss://")
    if not parts.hostname:
        raise AddressError("names no host")
    if port == 0:
        raise AddressError("has port 0, where nothing listens")
    if parts.username is not None and parts.password is None:
        raise AddressError("names a user without a password")
    if parts.fragment:
        raise AddressError("ends with a fragment, which no websocket has")
    return url


_PING = 0.5
"""The interval of pings, in s."""
_PATIENCE = 0.02
"""How long a stop waits for the log, in s; after that it is sent before it is logged."""
STOOD = 1.0
"""A thread of ours that continues this late (s) counts as having been suspended."""
_CLOSING = 0.5
"""How long each step of closing may take, in s, before the socket is shut down."""


_AUTHENTICATES = (
    " It had said nothing: a rosbridge of ROS 1 with `authenticate:=true` does that. Start it without that; newer ones "
    "have no authentication."
)


class RosMissingError(Exception):
    """The package for rosbridge is not installed, or its version is unsupported."""


def check_installed() -> None:
    """Raise `RosMissingError` if the package for rosbridge is missing; this does not import it."""
    if importlib.util.find_spec("websockets") is None:
        raise RosMissingError(f"A robot behind ROS needs the extra `ros`: {install('ros')}")
    check_versions("ros", "A robot behind ROS", RosMissingError)


class Kind(enum.Enum):
    """How a message relates to a stop."""

    PLAIN = enum.auto()
    MOVES = enum.auto()
    """The robot moves: not sent after a stop."""
    STOPS = enum.auto()
    HOLDS = enum.auto()
    """The arm holds its position, or a device is switched off: sent even after a stop and without the log."""


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A message to send, with its log entry (kind and fields), which is written first.

    `unsent` is called if the message is dropped instead.
    """

    text: str
    kind: Kind = Kind.PLAIN
    entry: tuple[str, Mapping[str, object]] | None = None
    unsent: Callable[[], None] | None = None


class Connection:
    """An open websocket. `heard` gets each text with its arrival time, `failed` the reason why the connection ended.

    `limit` (s) is how long opening, sending and the answer to a ping may take. Raises `RosMissingError`, and
    `HaltError` for `Cause.CLOSED`.
    """

    def __init__(
        self,
        url: str,
        ledger: Ledger,
        limit: float,
        heard: Callable[[str | bytes, float], None],
        failed: Callable[[HaltError], None],
        clock: Callable[[], float] = time.monotonic,
    ):
        self._socket = _opened(url, limit)
        self._ledger = ledger
        self._limit = limit
        self._heard = heard
        self._failed = failed
        self._clock = clock
        self._queue: queue.SimpleQueue[Outgoing | Callable[[], None] | None] = queue.SimpleQueue()
        self._stopped = False
        self._sending: float | None = None
        """When the current send began; None if none is in progress."""
        self._asleep: float | None = None
        """Since when the writer has been waiting for something to send; None while it works."""
        self._stood: tuple[float, float] | None = None
        self._came = False
        self._closing = False
        self._error: HaltError | None = None
        self._failing = threading.Lock()
        self._reader = threading.Thread(target=self._read, name="rosbridge reader", daemon=True)
        self._writer = threading.Thread(target=self._write, name="rosbridge writer", daemon=True)
        self._reader.start()
        self._writer.start()

    @property
    def error(self) -> HaltError | None:
        """Why the connection ended; None while it is open."""
        return self._error

    def send(self, message: Outgoing) -> None:
        """Queue a message. May be called by a signal handler.

        Messages that move the robot and are still queued, for example behind the log, are dropped after a stop.
        """
        if message.kind is Kind.STOPS:
            self.bar()
        self._queue.put(message)

    def bar(self) -> None:
        """Drop every message that moves the robot from now on. May be called by a signal handler."""
        self._stopped = True

    def then(self, act: Callable[[], None]) -> None:
        """Run something on the writing thread once everything queued before is sent. It must not block."""
        self._queue.put(act)

    @property
    def stood(self) -> tuple[float, float] | None:
        """When this program was last suspended, and for how long (s), whether the process or the whole computer.

        A wait of the writer far beyond its timeout shows it, also to a thread that runs again before the writer does.
        """
        asleep, now = self._asleep, self._clock()
        return self._stood if asleep is None or now - asleep <= _PING + STOOD else (now, now - asleep)

    def close(self) -> None:
        """Send what is queued, say goodbye and shut the socket down; takes about a second at most."""
        if self._closing:
            return
        self._closing = True
        self._queue.put(None)
        self._writer.join(_CLOSING)
        goodbye = threading.Thread(target=self._goodbye, name="rosbridge goodbye", daemon=True)
        goodbye.start()
        goodbye.join(_CLOSING)
        with contextlib.suppress(OSError):
            self._socket.socket.shutdown(socket.SHUT_RDWR)

    def _goodbye(self) -> None:
        with contextlib.suppress(Exception):
            self._socket.close()

    def _fail(self, message: str) -> None:
        """Report the first failure seen by either thread, once."""
        with self._failing:
            if self._error is not None or self._closing:
                return
            self._error = HaltError(Cause.CLOSED, message)
        self._failed(self._error)

    def _read(self) -> None:
        from websockets.exceptions import WebSocketException

        try:
            while True:
                text = self._socket.recv()
                self._came = True
                self._heard(text, self._clock())
        except (WebSocketException, OSError, EOFError) as error:
            self._fail(self._reason(error))
        except Exception as error:  # a bug of ours: the run has to know that nobody reads any more
            self._fail(f"What the bridge sent could not be read: {type(error).__name__}.")

    def _write(self) -> None:
        from websockets.exceptions import WebSocketException

        pong: threading.Event | None = None
        asked = 0.0
        try:
            while True:
                self._asleep = self._clock()
                try:
                    item = self._queue.get(timeout=_PING)
                except queue.Empty:
                    item = _nothing
                self._stood, self._asleep = self.stood, None
                if item is None:
                    return
                if isinstance(item, Outgoing):
                    self._put(item)
                else:
                    item()
                now = self._clock()
                if pong is not None and not pong.is_set():
                    if now - asked > self._limit:  # stops are still attempted
                        self._fail(f"The bridge is frozen: it did not answer a ping within {self._limit:g} s.")
                elif now - asked >= _PING:
                    pong, asked = self._socket.ping(), now
        except (WebSocketException, OSError, EOFError) as error:
            self._fail(self._reason(error))
        except Exception as error:  # a bug of ours
            self._fail(f"A message could not be sent: {type(error).__name__}.")
        finally:
            self._drop()

    def _reason(self, error: Exception) -> str:
        """Explain why the connection ended; either thread may be the first to see that sending took too long."""
        begun = self._sending
        if begun is not None and self._clock() - begun >= 0.9 * self._limit:
            return f"The bridge is frozen: it took nothing for {self._limit:g} s."
        silent = "" if self._came else _AUTHENTICATES
        return f"The bridge closed the connection: {shown(error)}.{silent}"

    def _put(self, message: Outgoing) -> None:
        """Log, then send; stops and holds are sent even if the log fails."""
        if self._came_too_late(message):
            return
        # A slow or full disk must not delay a stop.
        if message.kind in (Kind.STOPS, Kind.HOLDS):
            if message.entry is not None:
                self._ledger.attempt(*message.entry, _PATIENCE)
        elif message.entry is not None:
            try:
                self._ledger.write(*message.entry)
            except HaltError as error:
                _skip(message)
                self._failed(error)
                return
            if self._came_too_late(message):  # a stop may have come while the log was written
                return
        self._sending = self._clock()
        self._socket.send(message.text)
        self._sending = None

    def _came_too_late(self, message: Outgoing) -> bool:
        """Drop a message that moves the robot if a stop was given before it; return whether it was dropped."""
        if message.kind is not Kind.MOVES or not self._stopped:
            return False
        self._ledger.noise("not sent after a stop", {})
        _skip(message)
        return True

    def _drop(self) -> None:
        """Run the remaining queued callbacks, since someone waits for them; send nothing."""
        with contextlib.suppress(queue.Empty):
            while True:
                item = self._queue.get_nowait()
                if callable(item):
                    item()


def _skip(message: Outgoing) -> None:
    if message.unsent is not None:
        message.unsent()


def _nothing() -> None:
    """No-op for an empty queue."""


def _opened(url: str, limit: float) -> ClientConnection:
    """Open a websocket.

    Compression and proxies are off, redirects to another host are refused, and a message larger than 4 MiB closes
    the connection.
    """
    check_installed()
    from websockets.exceptions import WebSocketException
    from websockets.sync import client

    hold_back(url)
    named = shown(public(url))
    if url.partition("://")[0].lower() not in SCHEMES:
        raise HaltError(Cause.CLOSED, f"{named} is no address of a bridge; one looks like ws://arm:9090.")
    silent = logging.getLogger("clairify.rosbridge")
    silent.propagate, silent.handlers = False, [logging.NullHandler()]
    options: dict[str, Any] = {
        "compression": None,
        "open_timeout": max(limit, 1.0),
        "close_timeout": _CLOSING / 2,
        "max_size": LARGEST,
        "logger": silent,
    }
    # Only newer versions know these; older ones pass unknown options on to the socket.
    younger: dict[str, Any] = {"proxy": None, "ping_interval": None, "legacy": True}
    known = inspect.signature(client.connect).parameters
    options |= {name: value for name, value in younger.items() if name in known}
    try:
        opened: ClientConnection = client.connect(url, **options)
    except Exception as error:  # websockets even raises AssertionError on an answer that is not HTTP
        why = shown(without_secrets(str(error) or type(error).__name__))
        said = f"The bridge at {named} cannot be had: {why}.{_meaning(url, why)}"
        raise HaltError(Cause.CLOSED, said) from error
    if (other := _elsewhere(opened, url)) is not None:
        with contextlib.suppress(WebSocketException, OSError, EOFError):
            opened.close()
        raise halt("other-host", named=named, other=shown(other))
    _limit_sending(opened.socket, limit)
    return opened


def _meaning(url: str, why: str) -> str:
    """Return a further sentence on what an opening error means and what to do about it."""
    text = f"{url.partition(':')[0]} {why}"
    return next((f" {said}" for one, said in TO_DO["opening"].items() if re.match(one, text, re.IGNORECASE)), "")


def _elsewhere(opened: ClientConnection, url: str) -> str | None:
    """Return the host that was reached if an HTTP redirect led away from the address; else None."""
    host = opened.request.headers.get("Host", "") if opened.request is not None else ""
    asked, reached = urlsplit(url), urlsplit(f"//{host}")
    usual = 443 if asked.scheme == "wss" else 80
    is_same = asked.hostname == reached.hostname and (asked.port or usual) == (reached.port or usual)
    return None if is_same else host


def _limit_sending(sock: socket.socket, limit: float) -> None:
    """Let sending fail if the peer accepts nothing for `limit` s. A timeout set in Python would also end reading."""
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    whole, rest = divmod(limit, 1.0)
    with contextlib.suppress(OSError, AttributeError):
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, struct.pack("@ll", int(whole), int(rest * 1e6)))
