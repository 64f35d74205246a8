"""Show a run in browsers on this machine while it goes on: the page, and server-sent events with what is recorded."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

from clairify_cli.worlds.base import Ending
from clairify_cli.worlds.panda.film_frames import Recording
from clairify_cli.worlds.panda.film_page import news, page

EVERY = 0.1
"""How often (s) new frames are looked for."""

PATIENCE = 5.0
"""How long (s) a browser may take to read."""

Look = Callable[[], tuple[int, Recording] | None]
"""Returns the number of the round and what was recorded in it so far; None before the first."""


class Viewer(Ending):
    """Serves the page of a run on a loopback address, `url`, whose path others cannot guess.

    `look` is called in other threads. `end` sends the rest to the browsers that watch.
    """

    def __init__(self, begun: Recording, look: Look) -> None:
        self._page = page(begun, live=True).encode()
        self._look = look
        self._over = False
        key = f"/{secrets.token_urlsafe(12)}/"
        viewer = self

        class Handler(BaseHTTPRequestHandler):
            timeout = PATIENCE

            def do_GET(self) -> None:
                if self.path == key:
                    self._head("text/html; charset=utf-8")
                    self.wfile.write(viewer._page)
                elif self.path == f"{key}events":
                    self._head("text/event-stream")
                    viewer._send(self.wfile)
                else:
                    self.send_error(404)

            def _head(self, kind: str) -> None:
                self.send_response(200)
                for name, value in (("Content-Type", kind), ("Cache-Control", "no-store")):
                    self.send_header(name, value)
                self.end_headers()

            def log_message(self, *_: object) -> None:
                """Say nothing: stderr is the run's."""

        class Server(ThreadingHTTPServer):
            daemon_threads = False  # so that closing waits for what is still to be sent

            def handle_error(self, *_: object) -> None:
                """Say nothing of a browser that has gone."""

        self._server = Server(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}{key}"
        Thread(target=self._server.serve_forever, args=(EVERY,), daemon=True).start()

    def end(self) -> None:
        """Send the rest, and stop serving; a second time does nothing."""
        self._over = True
        self._server.shutdown()
        self._server.server_close()

    def _send(self, to: Any) -> None:
        """Send events until the run is over, the first with everything recorded so far."""
        number, after, known, acts = -1, -1.0, 0, None
        while True:
            over = self._over  # looked at first, so that nothing recorded before it is left out
            if (seen := self._look()) is not None:
                again = seen[0] != number
                number, after, known = (seen[0], -1.0, 0) if again else (number, after, known)
                found = news(seen[1], after, known)
                if over or again or found["frames"] or found["acts"] != acts:
                    to.write(f"data: {json.dumps(found | {'again': again, 'over': over})}\n\n".encode())
                    to.flush()
                acts, known = found["acts"], len(seen[1].looks)
                after = seen[1].frames[-1].clock
            if over:
                return
            time.sleep(EVERY)
