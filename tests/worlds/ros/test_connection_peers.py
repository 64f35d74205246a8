"""A connection to peers that behave, that freeze, that close, and that are not there."""

from __future__ import annotations

import contextlib
import json
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from http import HTTPStatus

import pytest
from waiting import soon
from websockets.http11 import Request, Response
from websockets.sync.server import Server, ServerConnection, serve

from clairify_cli.worlds.ros.link.connection import Connection, Kind, Outgoing, RosMissingError
from clairify_cli.worlds.ros.link.ledger import Ledger
from clairify_cli.worlds.ros.robot import Cause, HaltError


class Peer:
    """A websocket server. `got` is what it was sent, `do` what it does with a connection besides taking it."""

    def __init__(self, do: Callable[[ServerConnection, list[str]], None]):
        self.got: list[str] = []
        self.server: Server = serve(lambda one: do(one, self.got), "127.0.0.1", 0, compression=None)
        self.url = f"ws://127.0.0.1:{self.server.socket.getsockname()[1]}"
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()


@contextlib.contextmanager
def peer(do: Callable[[ServerConnection, list[str]], None]) -> Iterator[Peer]:
    made = Peer(do)
    try:
        yield made
    finally:
        made.server.shutdown()


def take(connection: ServerConnection, got: list[str]) -> None:
    with contextlib.suppress(Exception):
        for text in connection:
            got.append(str(text))


class NoNotes:
    def record(self, topic: str, kind: str, message: object) -> None:
        pass

    def write(self, kind: str, fields: Mapping[str, object]) -> None:
        pass


class Mine:
    """This side of a connection, with all that it was told."""

    def __init__(self, url: str, *, limit: float = 1.0, broken: bool = False):
        self.entries: list[tuple[str, Mapping[str, object]]] = []
        self.broken = broken
        self.heard: list[str | bytes] = []
        self.failures: list[HaltError] = []
        self.connection = Connection(
            url, Ledger(self), limit, lambda text, at: self.heard.append(text), self.failures.append
        )

    def record(self, topic: str, kind: str, message: object) -> None:
        pass

    def write(self, kind: str, fields: Mapping[str, object]) -> None:
        if self.broken:
            raise OSError("no space left on device")
        self.entries.append((kind, fields))

    def send(self, text: str, kind: Kind = Kind.PLAIN) -> None:
        self.connection.send(Outgoing(text, kind, ("sent", {"text": text})))


@contextlib.contextmanager
def mine(url: str, *, limit: float = 1.0, broken: bool = False) -> Iterator[Mine]:
    made = Mine(url, limit=limit, broken=broken)
    try:
        yield made
    finally:
        made.connection.close()


def test_messages_arrive_in_order_and_are_written_down() -> None:
    with peer(take) as other, mine(other.url) as me:
        for number in range(50):
            me.send(str(number))
        assert soon(lambda: len(other.got) == 50)
        assert other.got == [str(number) for number in range(50)]
        assert [fields["text"] for _, fields in me.entries] == other.got


def test_an_entry_is_written_before_its_message_is_sent() -> None:
    with peer(take) as other, mine(other.url) as me:
        seen: list[int] = []
        me.write = lambda kind, fields: seen.append(len(other.got))  # type: ignore[method-assign]
        me.send("goal")
        assert soon(lambda: other.got)
        assert seen == [0]


def test_what_moves_is_not_sent_after_a_stop_but_what_holds_is() -> None:
    with peer(take) as other, mine(other.url) as me:
        me.send("goal", Kind.MOVES)
        assert soon(lambda: other.got)
        for text, kind in (("cancel", Kind.STOPS), ("late goal", Kind.MOVES)):
            me.send(text, kind)
        me.send("hold", Kind.HOLDS)
        assert soon(lambda: "hold" in other.got)
        assert other.got == ["goal", "cancel", "hold"]


def test_what_moves_and_waits_for_the_log_is_not_sent_after_a_stop() -> None:
    stuck, skipped = threading.Event(), threading.Event()
    with peer(take) as other, mine(other.url) as me:
        me.write = lambda kind, fields: (stuck.wait(5), None)[1]  # type: ignore[method-assign]
        me.connection.send(Outgoing("goal", Kind.MOVES, ("goal", {}), skipped.set))
        time.sleep(0.05)
        me.send("cancel", Kind.STOPS)
        stuck.set()
        assert soon(lambda: other.got)
        assert other.got == ["cancel"] and skipped.is_set()


def test_where_the_log_cannot_be_written_only_what_stops_or_holds_is_sent() -> None:
    with peer(take) as other, mine(other.url, broken=True) as me:
        me.send("goal", Kind.MOVES)
        assert soon(lambda: me.failures)
        me.send("cancel", Kind.STOPS)
        me.send("off", Kind.HOLDS)
        assert soon(lambda: len(other.got) == 2)
        assert other.got == ["cancel", "off"]
        assert me.failures[0].cause is Cause.UNWRITTEN


def test_a_stop_does_not_wait_for_a_disk() -> None:
    stuck = threading.Event()
    with peer(take) as other, mine(other.url) as me:
        me.write = lambda kind, fields: (stuck.wait(), None)[1]  # type: ignore[method-assign]
        me.send("cancel", Kind.STOPS)
        me.send("gripper stop", Kind.STOPS)
        arrived = soon(lambda: len(other.got) == 2)
        stuck.set()
    assert arrived


def test_what_the_peer_says_is_heard() -> None:
    def talk(connection: ServerConnection, got: list[str]) -> None:
        connection.send(json.dumps({"op": "x"}))
        take(connection, got)

    with peer(talk) as other, mine(other.url) as me:
        assert soon(lambda: me.heard)
        assert me.heard == ['{"op": "x"}']


def test_a_peer_that_closes_is_noticed_at_once() -> None:
    with peer(lambda connection, got: connection.close()) as other, mine(other.url) as me:
        assert soon(lambda: me.failures)
        assert me.failures[0].cause is Cause.CLOSED
        assert me.connection.error is me.failures[0]


def test_a_bug_in_who_listens_is_no_silence() -> None:
    def talk(connection: ServerConnection, got: list[str]) -> None:
        connection.send("{}")
        take(connection, got)

    def broken(text: str | bytes, at: float) -> None:
        raise IndexError

    with peer(talk) as other:
        failures: list[HaltError] = []
        connection = Connection(other.url, Ledger(NoNotes()), 1.0, broken, failures.append)
        assert soon(lambda: failures)
        connection.close()
    assert "IndexError" in failures[0].message


def test_a_message_that_is_too_large_closes_the_connection() -> None:
    def flood(connection: ServerConnection, got: list[str]) -> None:
        with contextlib.suppress(Exception):
            connection.send("x" * 5 * 2**20)
            take(connection, got)

    with peer(flood) as other, mine(other.url) as me:
        assert soon(lambda: me.failures)
        assert me.failures[0].cause is Cause.CLOSED
        assert me.heard == []


@contextlib.contextmanager
def frozen() -> Iterator[str]:
    """A peer that says yes to a websocket and then neither reads nor answers anything."""
    from websockets.server import ServerProtocol

    listener = socket.create_server(("127.0.0.1", 0))
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    held: list[socket.socket] = []

    def accept() -> None:
        with contextlib.suppress(OSError):
            taken, _ = listener.accept()
            held.append(taken)
            protocol = ServerProtocol()
            while not (events := protocol.events_received()):
                protocol.receive_data(taken.recv(4096))
            protocol.send_response(protocol.accept(events[0]))  # type: ignore[arg-type]
            for data in protocol.data_to_send():
                taken.sendall(data)

    thread = threading.Thread(target=accept, daemon=True)
    thread.start()
    try:
        yield f"ws://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        listener.close()
        for one in held:
            one.close()


def test_a_peer_that_takes_nothing_blocks_nobody() -> None:
    with frozen() as url:
        me = Mine(url, limit=1.0)  # longer than the calls may take: none of them waits for it
        large = "x" * 2**20
        begin = time.monotonic()
        for _ in range(20):
            me.send(large)
        me.send("cancel", Kind.STOPS)
        assert time.monotonic() - begin < 0.8
        assert soon(lambda: me.failures, 8.0)
        assert me.failures[0].cause is Cause.CLOSED
        assert "frozen" in me.failures[0].message
        begin = time.monotonic()
        me.connection.close()
        assert time.monotonic() - begin < 5.0


def test_a_peer_that_answers_no_ping_is_frozen() -> None:
    with frozen() as url, mine(url, limit=0.3) as me:
        assert soon(lambda: me.failures, 4.0)
        assert me.failures[0].cause is Cause.CLOSED
        assert "ping" in me.failures[0].message


def test_a_peer_that_is_quiet_but_answers_pings_is_not_frozen() -> None:
    with peer(take) as other, mine(other.url, limit=0.3) as me:
        time.sleep(1.6)
        assert me.failures == []


def test_signal_handlers_may_send_while_this_thread_sends() -> None:
    with peer(take) as other, mine(other.url) as me:
        before = signal.signal(signal.SIGALRM, lambda *_: me.send("stop", Kind.STOPS))
        signal.setitimer(signal.ITIMER_REAL, 0.002, 0.002)
        try:
            end = time.monotonic() + 0.5
            sent = 0
            while time.monotonic() < end:
                me.send("plain")
                sent += 1
                time.sleep(0)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
        assert soon(lambda: other.got.count("plain") == sent, 20.0)
        assert other.got.count("stop") > 20


def test_closing_sends_what_waits_and_a_second_time_does_nothing() -> None:
    with peer(take) as other:
        me = Mine(other.url)
        for number in range(20):
            me.send(str(number))
        me.connection.close()
        me.connection.close()
        assert soon(lambda: len(other.got) == 20)
        assert me.failures == []


@pytest.mark.parametrize("url", ["http://127.0.0.1:1", "arm:9090", "", "ws://", "ws://[", "ws://127.0.0.1:1"])
def test_an_address_where_there_is_nothing(url: str) -> None:
    with pytest.raises(HaltError) as caught:
        Mine(url)
    assert caught.value.cause is Cause.CLOSED


def test_a_server_that_is_no_websocket() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]

        def answer() -> None:
            taken, _ = listener.accept()
            with taken:
                taken.recv(4096)
                taken.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi")

        threading.Thread(target=answer, daemon=True).start()
        with pytest.raises(HaltError) as caught:
            Mine(f"ws://127.0.0.1:{port}")
    assert caught.value.cause is Cause.CLOSED


def test_without_the_package_it_is_said_how_to_have_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [one for one in sys.modules if one.split(".")[0] == "websockets"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "websockets", None)
    with pytest.raises(RosMissingError, match=r"pip install .*\[ros\]'"):
        Mine("ws://127.0.0.1:1")


def test_nobody_is_followed_to_another_host() -> None:
    with peer(take) as other:

        def away(connection: ServerConnection, request: Request) -> Response:
            response = connection.respond(HTTPStatus.FOUND, "over there")
            response.headers["Location"] = other.url
            return response

        with serve(lambda one: take(one, []), "127.0.0.1", 0, process_request=away) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            url = f"ws://127.0.0.1:{server.socket.getsockname()[1]}"
            with pytest.raises(HaltError) as caught, mine(url):
                pass
            server.shutdown()
        assert caught.value.cause is Cause.CLOSED and url in caught.value.message
        assert other.url not in caught.value.message


@pytest.mark.parametrize("path", ["", "/" + "p" * 300])
@pytest.mark.parametrize("scheme", ["ws", "wss", "http"])
def test_no_message_has_a_secret_of_the_address(scheme: str, path: str) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        host = f"127.0.0.1:{taken.getsockname()[1]}"
        with pytest.raises(HaltError) as caught, mine(f"{scheme}://me:hunter2@{host}{path}?token=abcdef"):
            pass
    assert host in caught.value.message
    assert "hunter2" not in caught.value.message and "abcdef" not in caught.value.message
