"""An editor, as far as the server sees: it speaks the protocol to the real process, over its standard streams."""

from __future__ import annotations

import json
import queue
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

Json = Any
PATIENCE = 20.0
"""Seconds after which a server counts as stalled."""


class Editor:
    """A process of the server, and what it has said."""

    def __init__(
        self,
        folder: Path | None,
        arguments: Sequence[str] = (),
        *,
        encodings: Sequence[str] = (),
        snippets: bool = False,
        command: Sequence[str] = (sys.executable, "-m", "clairify_cli", "lsp"),
    ) -> None:
        self.process = subprocess.Popen(
            [*command, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        self.number = 0
        self.versions: dict[str, int] = {}
        self.heard: queue.Queue[Json] = queue.Queue()
        self.findings: dict[str, list[Json]] = {}
        self.published = 0
        self.errors = b""
        threading.Thread(target=self._listen, daemon=True).start()
        self.reads_errors = threading.Thread(target=self._listen_to_errors, daemon=True)
        self.reads_errors.start()
        item = {"completionItem": {"snippetSupport": snippets}}
        capabilities: Json = {"textDocument": {"completion": item, "rename": {"prepareSupport": True}}}
        if encodings:
            capabilities["general"] = {"positionEncodings": list(encodings)}
        folders = None if folder is None else [{"uri": folder.as_uri(), "name": "work"}]
        given = {"processId": None, "rootUri": None, "workspaceFolders": folders, "capabilities": capabilities}
        self.capabilities = self.ask("initialize", given)["capabilities"]
        self.tell("initialized", {})

    def _listen(self) -> None:
        stream = self.process.stdout
        assert stream is not None
        while header := stream.readline():
            size = int(header.removeprefix(b"Content-Length: "))
            while stream.readline().strip():
                pass
            self.heard.put(json.loads(stream.read(size)))
        self.heard.put(None)

    def _listen_to_errors(self) -> None:
        stream = self.process.stderr
        assert stream is not None
        for line in stream:
            self.errors += line

    def send(self, message: Json) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
        self.process.stdin.flush()

    def tell(self, method: str, params: Json) -> None:
        self.send({"method": method, "params": params})

    def reply(self, method: str, params: Json) -> Json:
        """The whole reply to a request; what is published meanwhile is noted."""
        self.number += 1
        self.send({"id": self.number, "method": method, "params": params})
        while True:
            message = self.hear()
            if message.get("id") == self.number:
                return message

    def hear(self) -> Json:
        """The next message of the server; fails if it says nothing for long, or has ended."""
        message = self.heard.get(timeout=PATIENCE)
        assert message is not None, f"the server has ended: {self.errors.decode()}"
        if message.get("method") == "textDocument/publishDiagnostics":
            self.findings[message["params"]["uri"]] = message["params"]["diagnostics"]
            self.published += 1
        return message

    def ask(self, method: str, params: Json) -> Json:
        """The result of a request."""
        message = self.reply(method, params)
        assert "error" not in message, message["error"]
        return message.get("result")

    # -- documents

    def open(self, path: Path | str, text: str | None = None, language: str = "") -> list[Json]:
        """Open a document; its findings."""
        uri = path if isinstance(path, str) else path.as_uri()
        if text is None:
            assert isinstance(path, Path)
            text = path.read_bytes().decode()
        self.versions[uri] = 1
        document = {"uri": uri, "languageId": language, "version": 1, "text": text}
        return self.changes(uri, "textDocument/didOpen", {"textDocument": document}, 1)

    def write(self, path: Path | str, text: str) -> list[Json]:
        """Change a document; its findings."""
        uri = path if isinstance(path, str) else path.as_uri()
        self.versions[uri] += 1
        document = {"uri": uri, "version": self.versions[uri]}
        changed = {"textDocument": document, "contentChanges": [{"text": text}]}
        return self.changes(uri, "textDocument/didChange", changed, self.versions[uri])

    def changes(self, uri: str, method: str, params: Json, version: int | None = None) -> list[Json]:
        """Send a notification after which the findings of a document, in a version of it, are published."""
        before = self.published
        self.tell(method, params)
        while True:
            heard = self.hear().get("params", {})
            if self.published > before and heard.get("uri") == uri and version in (None, heard.get("version")):
                return self.findings[uri]

    def at(self, path: Path | str, line: int, column: int, **more: Json) -> Json:
        """The parameters of a request about a place."""
        uri = path if isinstance(path, str) else path.as_uri()
        return {"textDocument": {"uri": uri}, "position": {"line": line, "character": column}, **more}

    def close(self) -> int:
        """End the session as editors do; the exit code."""
        self.ask("shutdown", None)
        self.tell("exit", None)
        code: int = self.process.wait(PATIENCE)
        return code

    def __enter__(self) -> Editor:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()


def edited(text: str, edits: Sequence[Json]) -> str:
    """A text after edits, as a client that counts in UTF-16 applies them."""
    lines = text.split("\n")
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)

    def offset(place: Json) -> int:
        written = lines[place["line"]].encode("utf-16-le", "surrogatepass")
        at: int = starts[place["line"]]
        return at + len(written[: 2 * place["character"]].decode("utf-16-le", "surrogatepass"))

    for edit in sorted(edits, key=lambda one: offset(one["range"]["start"]), reverse=True):
        text = text[: offset(edit["range"]["start"])] + edit["newText"] + text[offset(edit["range"]["end"]) :]
    return text
