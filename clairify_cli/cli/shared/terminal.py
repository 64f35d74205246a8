"""What a person types at the terminal."""

from __future__ import annotations

import contextlib
import os
import select
import sys
from collections.abc import Callable

from clairify_cli.cli.shared.output import say
from clairify_cli.diagnostics.render.characters import visible

_TICK = 0.05


class NobodyError(Exception):
    """The terminal was closed, so nobody can be asked."""


def has_person() -> bool:
    """Whether a person can be asked: stdin and stderr are both terminals."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stderr))


def prompt(text: str) -> None:
    """Show a question. Input typed before the question was shown is not an answer to it. Raises `NobodyError`."""
    if os.name != "nt":
        _forget(sys.stdin.fileno())
    try:
        print("\a" * text.startswith("\a") + visible(text.lstrip("\a")), end="", file=sys.stderr, flush=True)
    except OSError:
        raise NobodyError from None


def typed_line(meanwhile: Callable[[], None]) -> str:
    """Read a line from the terminal, calling `meanwhile` while waiting."""
    descriptor = sys.stdin.fileno()
    if os.name == "nt":  # where `select` works on sockets only
        try:
            return input()
        except EOFError:
            raise NobodyError from None
    typed = b""
    while b"\n" not in typed:
        _look(meanwhile)
        if not select.select([descriptor], [], [], _TICK)[0]:
            continue
        try:
            more = os.read(descriptor, 4096)
        except OSError:
            more = b""
        if not more:
            raise NobodyError
        typed += more
    return typed.split(b"\n", 1)[0].decode("utf-8", "replace")


def _look(meanwhile: Callable[[], None]) -> None:
    """Call `meanwhile`; if it raises, start a new line after the unanswered question."""
    try:
        meanwhile()
    except BaseException:
        say("")
        raise


def _forget(descriptor: int) -> None:
    """Discard pending input."""
    import termios

    with contextlib.suppress(termios.error):
        termios.tcflush(descriptor, termios.TCIFLUSH)
