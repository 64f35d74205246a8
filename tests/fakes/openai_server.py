"""A server that speaks the OpenAI protocol over loopback and misbehaves as it is told.

Each request is answered by the next behaviour of the script; the last one answers all that follow. What was asked is
kept in `requests`, so that a test can hold the client to it.
"""

from __future__ import annotations

import contextlib
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, cast


@dataclass(frozen=True)
class Request:
    """A request as it came: path, headers with names in lower case, JSON body, and when (seconds, monotonic)."""

    path: str
    headers: dict[str, str]
    body: dict[str, Any]
    at: float

    @property
    def system(self) -> str:
        return str(self.body["messages"][0]["content"])

    @property
    def user(self) -> str:
        return str(self.body["messages"][-1]["content"])


Behaviour = Callable[["Handler"], None]


@dataclass
class OpenAIServer:
    """A running server: its address, its script, and what it was asked."""

    script: Sequence[Behaviour]
    requests: list[Request] = field(default_factory=list)
    address: str = ""
    released: threading.Event = field(default_factory=threading.Event)
    """Set when the server closes, so that hanging handlers end."""

    def behaviour(self, number: int) -> Behaviour:
        return self.script[min(number, len(self.script) - 1)]


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    told: OpenAIServer
    lock: threading.Lock

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that hangs up is part of the tests."""


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: object) -> None:
        """Nothing on stderr: tests look at it."""

    @property
    def told(self) -> OpenAIServer:
        return cast(_Server, self.server).told

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        headers = {name.lower(): value for name, value in self.headers.items()}
        with cast(_Server, self.server).lock:
            number = len(self.told.requests)
            self.told.requests.append(Request(self.path, headers, body, time.monotonic()))
        self.told.behaviour(number)(self)

    def send(self, status: int, body: bytes, headers: dict[str, str] | None = None) -> None:
        self.send_response(status)
        for name, value in {"content-type": "application/json", **(headers or {})}.items():
            self.send_header(name, value)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def hang_up(self) -> None:
        self.wfile.flush()
        self.connection.shutdown(socket.SHUT_RDWR)
        self.close_connection = True


@contextlib.contextmanager
def serve(*script: Behaviour) -> Iterator[OpenAIServer]:
    """Run a server with this script on a free port until the block ends."""
    server = _Server(("127.0.0.1", 0), Handler)
    server.told = OpenAIServer(script)
    server.lock = threading.Lock()
    server.told.address = f"http://127.0.0.1:{server.server_port}/v1"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield server.told
    finally:
        server.told.released.set()
        server.shutdown()
        server.server_close()
        thread.join()


def completion(text: str | None, finish_reason: str = "stop", *, tokens: tuple[int, int] = (10, 5)) -> bytes:
    """The body of a chat completion."""
    return json.dumps(
        {
            "id": "chatcmpl-1",
            "object": "chat.completion",
            "created": 1_700_000_000,
            "model": "test-model",
            "choices": [
                {"index": 0, "finish_reason": finish_reason, "message": {"role": "assistant", "content": text}}
            ],
            "usage": {"prompt_tokens": tokens[0], "completion_tokens": tokens[1], "total_tokens": sum(tokens)},
        }
    ).encode()


def says(text: str | None, finish_reason: str = "stop", *, tokens: tuple[int, int] = (10, 5)) -> Behaviour:
    """A good answer."""
    return lambda handler: handler.send(200, completion(text, finish_reason, tokens=tokens))


def sends(body: bytes, status: int = 200) -> Behaviour:
    """These bytes, whatever they are."""
    return lambda handler: handler.send(status, body)


def fails(
    status: int, message: str = "", *, headers: dict[str, str] | None = None, code: str | None = None
) -> Behaviour:
    """An error as providers word it."""
    body = json.dumps({"error": {"message": message or f"status {status}", "type": "error", "code": code}}).encode()
    return lambda handler: handler.send(status, body, headers)


def hangs(handler: Handler) -> None:
    """No answer at all, until the server closes."""
    handler.told.released.wait(60)


def drips(handler: Handler) -> None:
    """A byte now and then, so that a limit on the time between two bytes never strikes."""
    handler.send_response(200)
    handler.send_header("content-type", "application/json")
    handler.send_header("content-length", "1000000")
    handler.end_headers()
    with contextlib.suppress(OSError):
        while not handler.told.released.wait(0.05):
            handler.wfile.write(b" ")
            handler.wfile.flush()


def cuts_the_body(handler: Handler) -> None:
    """Half a body, then the end of the connection."""
    body = completion("x = 1")
    handler.send_response(200)
    handler.send_header("content-type", "application/json")
    handler.send_header("content-length", str(len(body)))
    handler.end_headers()
    handler.wfile.write(body[: len(body) // 2])
    handler.hang_up()


def cuts_before_answering(handler: Handler) -> None:
    """The end of the connection, before a single byte."""
    handler.hang_up()


def cuts_a_chunk(handler: Handler) -> None:
    """A body in chunks, of which the second never comes."""
    handler.send_response(200)
    handler.send_header("content-type", "application/json")
    handler.send_header("transfer-encoding", "chunked")
    handler.end_headers()
    handler.wfile.write(b'9\r\n{"choices\r\nff\r\n": [')
    handler.hang_up()


def speaks_no_http(handler: Handler) -> None:
    """Another protocol."""
    handler.wfile.write(b"SSH-2.0-OpenSSH_9.6\r\n")
    handler.hang_up()


def redirects(handler: Handler) -> None:
    """To itself, for ever."""
    handler.send(307, b"", {"location": handler.path})


def told_by(answer: Mapping[str, Any], texts: Mapping[str, str]) -> Behaviour:
    """The behaviour that a table of cases asks for; a string that is a name in `texts` stands for that text."""
    if "behaviour" in answer:
        return cast(Behaviour, globals()[answer["behaviour"]])
    answer = _filled(answer, texts)
    headers = {str(key): str(value) for key, value in answer.get("headers", {}).items()}
    return lambda handler: handler.send(answer.get("status", 200), _body(answer), headers)


def _filled(value: Any, texts: Mapping[str, str]) -> Any:
    if isinstance(value, dict):
        return {key: _filled(one, texts) for key, one in value.items()}
    if isinstance(value, list):
        return [_filled(one, texts) for one in value]
    return texts.get(value, value) if isinstance(value, str) else value


def _body(answer: Mapping[str, Any]) -> bytes:
    match answer:
        case {"text": str(text)}:
            return text.encode()
        case {"hex": str(digits)}:
            return bytes.fromhex(digits)
        case {"json": value}:
            return json.dumps(value).encode()
        case {"repeat": [str(before), str(part), int(count), str(after)]}:
            return (before + part * count + after).encode()
        case {"blocks": blocks}:
            usage = {"input_tokens": 10, "output_tokens": 5}
            whole = {"id": "1", "type": "message", "role": "assistant", "model": "m", "content": blocks}
            return json.dumps({**whole, "stop_reason": answer.get("stop", "end_turn"), "usage": usage}).encode()
        case {"repeat_content": [before, part, count, after]}:
            answer = {"content": before + part * count + after}
    message = answer.get("message", {"role": "assistant", "content": answer.get("content")})
    choice = answer.get("choice", {"index": 0, "finish_reason": answer.get("finish", "stop"), "message": message})
    usage = answer.get("usage", {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15})
    whole = {"id": "1", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice], "usage": usage}
    return json.dumps(whole).encode()
