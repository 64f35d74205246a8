"""Work that asks for leave as requests to a model do, for processes and clusters."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

from clairify_cli.batch.executors.base import Going
from clairify_cli.translate.models.base import Reply
from clairify_cli.translate.models.errors import BudgetSpentError


def ask_once(item: int, going: Going) -> str:
    """Ask to make one request, without waiting for leave: `yes`, `wait` or `spent`. Item 0 dies while it makes it."""
    assert going.ask is not None
    answer = going.ask(("begin", 10, item))
    if isinstance(answer, float):
        return "wait"
    if isinstance(answer, BudgetSpentError):
        return "spent"
    if item == 0:
        os.kill(os.getpid(), signal.SIGKILL)
    going.ask(("end", item, Reply("", "stop", 5, 5, cost=1.0)))
    return "yes"


def act(item: tuple[str, str], _: Going) -> str:
    """Do what the text says; the second part is a folder, in which every attempt leaves a file."""
    text, folder = item
    Path(folder, f"{text}-{time.monotonic_ns()}-{os.getpid()}").touch()
    if text == "poison":
        os.kill(os.getpid(), signal.SIGKILL)
    if text == "murder":  # the worker of Dask, whose process this one is
        os.kill(os.getppid(), signal.SIGKILL)
        time.sleep(30)
    time.sleep(0.01)
    return f"done {text}"
