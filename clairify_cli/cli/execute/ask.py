"""Ask the person at the terminal whether an arm may move, and to do what no device can do."""

from __future__ import annotations

import contextlib
import re
import select
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

from clairify_cli.cli.shared.output import inform, say
from clairify_cli.cli.shared.terminal import NobodyError, has_person, prompt, typed_line
from clairify_cli.worlds.ros.robot import Cause, HaltError

if TYPE_CHECKING:
    from clairify_cli.agents.robot.performance import Answer, Question

WORD = "move"
"""The word to type to let an arm move. Enter alone is never enough."""

_TICK = 0.05
_NUMBER = re.compile(r"([+-]?\d{1,6}(?:[.,]\d{1,6})?)\s*g?", re.IGNORECASE)
_GOOD = ("", "y", "yes", "ok", "done")
_BAD = ("n", "no", "stop")


def confirmed(meanwhile: Callable[[], None]) -> bool:
    """Ask whether the arm may move. Raises `NobodyError`, and what `meanwhile` raises."""
    prompt(f"Type `{WORD}` and Enter to let the arm move, anything else to leave it: ")
    try:
        return typed_line(meanwhile).strip() == WORD
    except NobodyError:
        say("")
        raise


@contextlib.contextmanager
def terminal_watched(gone: Callable[[], None]) -> Iterator[None]:
    """Call `gone`, from a separate thread, if the terminal is closed inside the context. A signal is not enough, since
    only processes controlled by the terminal get one. Does nothing on systems without `poll`."""
    over = threading.Event()
    thread = threading.Thread(target=_watch, args=(gone, over), name="terminal", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def _watch(gone: Callable[[], None], over: threading.Event) -> None:
    while not over.wait(_TICK):
        if _hung_up():
            gone()
            return


def _hung_up() -> bool:
    """Whether the terminal is closed, if that can be determined."""
    if not hasattr(select, "poll"):
        return False
    polled = select.poll()
    polled.register(sys.stdin.fileno(), 0)
    return any(event & select.POLLHUP for _, event in polled.poll(0))


class Terminal:
    """The person at the terminal. `wipe` removes a progress line before a question."""

    def __init__(self, wipe: Callable[[], None]) -> None:
        self._wipe = wipe

    @property
    def is_there(self) -> bool:
        """Whether a person can be asked."""
        return has_person()

    def confirms(self, meanwhile: Callable[[], None]) -> bool:
        """Whether the arm may move. Raises what `meanwhile` raises."""
        try:
            return confirmed(meanwhile)
        except NobodyError:
            return False

    def watched(self, gone: Callable[[], None]) -> AbstractContextManager[None]:
        """Inside the context, call `gone` if the terminal is closed."""
        return terminal_watched(gone)

    def ask(self, question: Question, meanwhile: Callable[[], None]) -> Answer:
        from clairify_cli.agents.robot.performance import Answer

        self._wipe()
        weighs = question.grams is not None
        how = "Press Enter if that is so, or type what it shows in g" if weighs else "Press Enter when that is done"
        while True:
            try:
                prompt(f"\a{question.text}. {how}, or `no`: ")
                said = typed_line(meanwhile).strip().lower()
            except NobodyError:
                if _hung_up():
                    raise HaltError(Cause.INTERRUPTED, "the terminal was closed") from None
                say("")
                return Answer(done=False)
            if said in _GOOD:
                return Answer(done=True)
            if said in _BAD:
                return Answer(done=False)
            number = _NUMBER.fullmatch(said)
            if weighs and number is not None:
                return Answer(done=True, grams=float(number[1].replace(",", ".")))
            inform("that was not understood")
