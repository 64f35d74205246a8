"""Common parts of executors: the protocol, and the processing of one item."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from clairify_cli.outcomes import ExpectedError, Outcome
from clairify_cli.records import dataclass, field

I = TypeVar("I")  # noqa: E741 - an item
R = TypeVar("R")
I_contra = TypeVar("I_contra", contravariant=True)
R_co = TypeVar("R_co", covariant=True)


class FatalError(ExpectedError):
    """No item can be processed; the message is one sentence that says what to do."""

    def __init__(self, message: str, code: int = 3) -> None:
        super().__init__(message, code)
        self.exit_code = code

    def __str__(self) -> str:
        return str(self.args[0])


@dataclass(frozen=True, slots=True)
class Going:
    """A running function's channel to its batch. `stop` is set to request an early end.

    `append` appends lines to a file on the coordinator; None if the function can do that itself. `ask` sends a
    question to the coordinator and waits for the answer; None if there is no coordinator to ask.
    """

    stop: threading.Event = field(default_factory=threading.Event)
    tell: Callable[[object], None] | None = None
    append: Callable[[Path, bytes], None] | None = None
    ask: Callable[[object], object] | None = None


@dataclass(frozen=True, slots=True)
class Asked:
    """A worker's question, which the coordinator answers with a `Replied`."""

    question: object


@dataclass(frozen=True, slots=True)
class Replied:
    """The coordinator's answer to a question."""

    answer: object


Answering = Callable[[object, object], object]
"""Answers a worker's question. The worker is identified by any hashable value; the question None means it has died."""


@dataclass(frozen=True, slots=True)
class Appended:
    """A worker's message: lines for the coordinator to append to a file."""

    path: Path
    data: bytes


class Work(Protocol[I_contra, R_co]):
    """A function from items to results. It must be picklable if it is sent to other processes, and so must its
    results."""

    def __call__(self, item: I_contra, going: Going, /) -> R_co:
        """Return the result. Raises `FatalError` if no item can be processed; any other error is a bug triggered by
        this item."""
        ...


@dataclass(frozen=True, slots=True)
class Lost:
    """An item without a result: its worker died or was too slow, or hit a bug of ours. `why` is a sentence."""

    outcome: Outcome
    why: str


@dataclass(frozen=True, slots=True)
class Done(Generic[I, R]):
    """An item with its result and how long that took."""

    item: I
    value: R | Lost
    seconds: float


@dataclass(frozen=True, slots=True)
class Answer(Generic[R]):
    """The result of a worker."""

    value: R | Lost | FatalError
    seconds: float


class Executor(Protocol[I, R]):
    """Workers that take items and return results in order of completion.

    The caller submits only while there is room.
    """

    @property
    def has_room(self) -> bool:
        """Whether another item would be started at once, or as soon as a worker is free."""
        ...

    @property
    def is_idle(self) -> bool:
        """Whether no item is being processed and no result waits to be returned."""
        ...

    def submit(self, item: I) -> None:
        """Hand an item to a worker. Raises `FatalError` if no worker can be started."""
        ...

    def done(self, seconds: float) -> list[Done[I, R]]:
        """Return the results since the last call, waiting up to `seconds` for one. Raises `FatalError`."""
        ...

    def stop(self) -> None:
        """End running items early, unless that would lose nearly finished work."""
        ...

    def close(self) -> None:
        """End the workers."""
        ...


def attempt(work: Work[I, R], item: I, going: Going) -> Answer[R]:
    """Process one item and return an answer even if it fails. `KeyboardInterrupt` propagates."""
    started = time.monotonic()
    value: R | Lost | FatalError
    try:
        value = work(item, going)
    except FatalError as error:
        value = error
    except Exception as error:  # a bug, which must not cost the results of the other items
        _show_bug()
        value = Lost(Outcome.CRASHED, f"{type(error).__name__}: {error}".rstrip(": "))
    return Answer(value, time.monotonic() - started)


def done_or_raise(item: I, answer: Answer[R]) -> Done[I, R]:
    """Return the answer with its item. Raises the answer itself if it is a `FatalError`."""
    if isinstance(answer.value, FatalError):
        raise answer.value
    return Done(item, answer.value, answer.seconds)


def _show_bug() -> None:
    """Print the current traceback if CLAIRIFY_DEBUG is set."""
    import os

    if os.environ.get("CLAIRIFY_DEBUG"):
        import sys
        import traceback

        from clairify_cli.files.addresses import without_secrets

        sys.stderr.write(without_secrets(traceback.format_exc()))
