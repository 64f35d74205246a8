"""Declares options, each with what it does: that decides which settings file may set it.

A project's file may have been written by anybody, so it sets only what computes (`plain`), names a model or a bundled
solver (`asks`, `starts`) or reads a file of the project (`reads`, `lists`). The user's own file may also write files,
name addresses and start programs. What belongs to one run or moves a real arm is given on the command line each time.
"""

from __future__ import annotations

import enum
from collections.abc import Callable
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])


class Does(enum.Enum):
    """What an option does. The value completes "cannot be set in a project's file: it ..."."""

    COMPUTES = "computes"
    ASKS = "names what answers"
    READS = "reads a file"
    LISTS = "reads a list, or a file behind @"
    STARTS = "starts a program"
    WRITES = "writes files, or reaches those behind links"
    SENDS = "sends to an address"
    MOVES = "moves a real arm, or takes away what holds it back"
    RUNS = "belongs to one run"


class Option(click.Option):
    """An option that says what it does."""

    def __init__(self, *names: Any, does: Does, **attributes: Any) -> None:
        super().__init__(*names, **attributes)
        self.does = does


def _declares(does: Does) -> Callable[..., Callable[[F], F]]:
    def declare(*names: str, **attributes: Any) -> Callable[[F], F]:
        return click.option(*names, cls=Option, does=does, **attributes)

    return declare


plain = _declares(Does.COMPUTES)
asks = _declares(Does.ASKS)
reads = _declares(Does.READS)
lists = _declares(Does.LISTS)
starts = _declares(Does.STARTS)
writes = _declares(Does.WRITES)
sends = _declares(Does.SENDS)
moves = _declares(Does.MOVES)
runs = _declares(Does.RUNS)
