"""What a model's server may do to us over HTTP: its answers are bounded, and it cannot send requests elsewhere.

litellm and the clients that it uses send all requests with `httpx.Client.send`, follow redirects and read answers of
any length. In a thread that sends requests of ours, `send` is replaced; other users of httpx in this process notice
nothing.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeVar

from clairify_cli.files.addresses import public
from clairify_cli.translate.models.errors import RequestRejectedError

MOST_BYTES = 16_000_000
"""The longest answer that is read, unpacked. A program of a million tokens has a third of that."""
_MOST_REDIRECTS = 5

_ours = threading.local()
_Answer = TypeVar("_Answer")


def guarded(call: Callable[[], _Answer]) -> _Answer:
    """Make a call whose HTTP requests are guarded. They raise `RequestRejectedError`, which clients wrap."""
    _install()
    _ours.on = True
    try:
        return call()
    finally:
        _ours.on = False


@lru_cache(maxsize=1)
def _install() -> None:
    import httpx

    plain = httpx.Client.send

    def send(self: httpx.Client, request: httpx.Request, *, stream: bool = False, **options: Any) -> httpx.Response:
        if not getattr(_ours, "on", False):
            return plain(self, request, stream=stream, **options)
        options["follow_redirects"] = False
        asked = request
        for _ in range(_MOST_REDIRECTS):
            answer = plain(self, asked, stream=True, **options)
            if (following := answer.next_request) is None:
                return _read(answer)
            answer.close()
            if (following.url.host, following.url.scheme, following.url.port) not in (
                (asked.url.host, asked.url.scheme, asked.url.port),
                (asked.url.host, "https", None),
            ):
                where = f"{public(str(asked.url))} sends requests on to {public(str(following.url))}"
                other = "host" if following.url.host != asked.url.host else "server on that host"
                raise RequestRejectedError(f"{where}, which is another {other}: if you trust it, give its address")
            asked = following
        raise RequestRejectedError(f"{public(str(request.url))} sends requests on and on: is the address right?")

    def _read(answer: httpx.Response) -> httpx.Response:
        content = bytearray()
        try:
            for part in answer.iter_bytes():
                content += part
                if len(content) > MOST_BYTES:
                    where = public(str(answer.url))
                    raise RequestRejectedError(
                        f"{where} answers with more than {MOST_BYTES:,} bytes, which are not read"
                    )
        finally:
            answer.close()
        headers = [one for one in answer.headers.multi_items() if one[0] not in ("content-encoding", "content-length")]
        read = httpx.Response(
            answer.status_code,
            headers=headers,
            content=bytes(content),
            request=answer.request,
            extensions=answer.extensions,
            history=answer.history,
        )
        read.elapsed = answer.elapsed
        return read

    httpx.Client.send = send  # type: ignore[method-assign]
