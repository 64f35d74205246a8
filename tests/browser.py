"""A headless browser driven over two pipes, in the protocol that Chromium's own tools speak."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import select
import shutil
import subprocess
import time
from base64 import b64decode
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

from case_tables import stored

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
FLAGS = stored(__file__, "FLAGS")  # fmt: skip
PATIENCE = 30.0


def find_browser() -> str | None:
    """The browser: what `CLAIRIFY_TEST_BROWSER` names, or a Chromium on the path."""
    return os.environ.get("CLAIRIFY_TEST_BROWSER") or next(filter(None, map(shutil.which, NAMES)), None)


class Page:
    """One page of a running browser."""

    def __init__(self, to_browser: int, from_browser: int) -> None:
        self._to, self._from = to_browser, from_browser
        self._rest = b""
        self._number = 0
        self._session: str | None = None
        self.complaints: list[str] = []
        self.requests: list[str] = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    @property
    def faults(self) -> list[str]:
        """The complaints, without the graphics driver's warnings that pictures are slow."""
        return [one for one in self.complaints if '"source":"rendering","level":"warning"' not in one]

    def call(self, method: str, **params: Any) -> dict[str, Any]:
        """The answer to a command."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": params}
        if self._session is not None:
            message["sessionId"] = self._session
        os.write(self._to, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._next()
            if answer.get("id") == self._number:
                assert "error" not in answer, answer
                return cast(dict[str, Any], answer["result"])

    def _next(self) -> dict[str, Any]:
        until = time.monotonic() + PATIENCE
        while b"\0" not in self._rest:
            ready, _, _ = select.select([self._from], [], [], max(0.0, until - time.monotonic()))
            assert ready, "the browser does not answer"
            read = os.read(self._from, 1 << 20)
            assert read, "the browser has ended"
            self._rest += read
        line, _, self._rest = self._rest.partition(b"\0")
        message = cast(dict[str, Any], json.loads(line))
        if message.get("method") in ("Runtime.exceptionThrown", "Log.entryAdded", "Runtime.consoleAPICalled"):
            self.complaints.append(line.decode())
        if message.get("method") == "Network.requestWillBeSent":
            self.requests.append(message["params"]["request"]["url"])
        return message

    def open(self, url: str) -> None:
        """Load a page and wait until its script has run."""
        self.call("Page.navigate", url=url)
        self.until("document.readyState === 'complete' && location.href !== 'about:blank'")

    def until(self, expression: str) -> None:
        """Wait until an expression is true."""
        end = time.monotonic() + PATIENCE
        while not self.value(expression):
            assert time.monotonic() < end, (expression, self.complaints)
            time.sleep(0.02)

    def picture(self) -> bytes:
        """What the window shows, as PNG."""
        return b64decode(self.call("Page.captureScreenshot", format="png")["data"])

    def value(self, expression: str) -> Any:
        """What an expression is worth in the page."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def mouse(self, kind: str, selector: str) -> None:
        """Move the mouse onto the first element of a selector, or click it."""
        self.value(f"document.querySelector({selector!r}).scrollIntoView({{block: 'center', behavior: 'instant'}})")
        box = self.value(
            f"(r => [r.left + 2, r.top + r.height / 2])(document.querySelector({selector!r}).getClientRects()[0])"
        )
        place = {"x": box[0], "y": box[1]}
        self.call("Input.dispatchMouseEvent", type="mouseMoved", **place)
        if kind == "click":
            for each in ("mousePressed", "mouseReleased"):
                self.call("Input.dispatchMouseEvent", type=each, button="left", clickCount=1, **place)

    def key(self, key: str) -> None:
        """Press and release a key."""
        code = {"Tab": 9, "Escape": 27, "ArrowDown": 40, "ArrowUp": 38, "Enter": 13}[key]
        text = {"text": "\r"} if key == "Enter" else {}
        for kind in ("keyDown", "keyUp"):
            more = text if kind == "keyDown" else {}
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code, **more)


@contextlib.contextmanager
def browsing(browser: str, profile: Path) -> Iterator[Page]:
    """A page of a browser of its own, which is ended afterwards."""
    hear, say = os.pipe()
    listen, tell = os.pipe()
    theirs = [fcntl.fcntl(hear, fcntl.F_DUPFD, 20), fcntl.fcntl(tell, fcntl.F_DUPFD, 20)]

    def place() -> None:
        os.dup2(theirs[0], 3)
        os.dup2(theirs[1], 4)

    process = subprocess.Popen(
        [browser, *FLAGS, f"--user-data-dir={profile}"],
        preexec_fn=place,
        close_fds=False,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    for end in (hear, tell, *theirs):
        os.close(end)
    try:
        yield Page(say, listen)
    finally:
        process.kill()
        process.wait()
        os.close(say)
        os.close(listen)
