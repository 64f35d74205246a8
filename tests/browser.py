"""A headless Chromium that is driven over its debugging protocol: what a page shows, and what it asks for."""

from __future__ import annotations

import json
import shutil
import subprocess
import time
import urllib.request
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

CHROMIUM = next((one for one in ("chromium", "chromium-browser", "google-chrome") if shutil.which(one)), None)
needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here")
FLAGS = "--headless --no-sandbox --disable-gpu --enable-unsafe-swiftshader --remote-debugging-port=0 --no-first-run"
PATIENCE = 60.0


@dataclass
class Page:
    """An open page: the addresses of all that it `asked` for, and the errors of its script and the browser's."""

    socket: Any
    number: int = 0
    asked: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def send(self, method: str, **parameters: object) -> dict[str, Any]:
        """Sends a command; returns its result."""
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "method": method, "params": parameters}))
        while True:
            told = json.loads(self.socket.recv(timeout=PATIENCE))
            if told.get("id") == self.number:
                assert "error" not in told, told
                return dict(told["result"])
            if told["method"] == "Network.requestWillBeSent":
                self.asked.append(told["params"]["request"]["url"])
            elif told["method"] == "Runtime.exceptionThrown" or told["params"].get("entry", {}).get("level") == "error":
                self.faults.append(json.dumps(told["params"]))

    def value(self, expression: str) -> Any:
        """What an expression is worth in the page."""
        made = self.send("Runtime.evaluate", expression=expression, returnByValue=True)
        assert "exceptionDetails" not in made, made
        return made["result"].get("value")

    def until(self, expression: str) -> None:
        """Waits until an expression is true."""
        end = time.monotonic() + PATIENCE
        while not self.value(expression):
            assert time.monotonic() < end, (expression, self.faults)
            time.sleep(0.05)

    def picture(self) -> bytes:
        """What the window shows, as PNG."""
        return b64decode(self.send("Page.captureScreenshot", format="png")["data"])


@contextmanager
def opened(url: str, folder: Path) -> Iterator[Page]:
    """A browser with its profile in a folder, on a page that it has loaded."""
    from websockets.sync.client import connect

    assert CHROMIUM is not None
    command = [CHROMIUM, *FLAGS.split(), f"--user-data-dir={folder}", "--window-size=1200,800", "about:blank"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            with connect(_socket_of(folder / "DevToolsActivePort"), max_size=None, compression=None) as socket:
                page = Page(socket)
                for domain in ("Network", "Page", "Runtime", "Log"):
                    page.send(f"{domain}.enable")
                page.send("Page.navigate", url=url)
                page.until("document.readyState === 'complete' && location.href !== 'about:blank'")
                yield page
        finally:
            process.terminate()
            process.wait(timeout=PATIENCE)


def _socket_of(file: Path) -> str:
    """Waits for the browser; returns the address at which its first page is driven."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if file.exists() and file.read_text():
            port = file.read_text().split()[0]
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/json/list", timeout=PATIENCE) as answer:
                found = [one for one in json.load(answer) if one["type"] == "page"]
            if found:
                return str(found[0]["webSocketDebuggerUrl"])
        time.sleep(0.05)
    raise AssertionError("the browser did not start")
