"""Declares options, each with what it does: that decides which settings file may set it.

A project's file may have been written by anybody, so it sets only what computes (`plain`), names a model or a bundled
solver (`asks`, `starts`) or reads a file of the project (`reads`, `lists`). The user's own file may also write files,
name addresses and start programs. What belongs to one run or moves a real arm is given on the command line each time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import click

from clairify_cli.services.options import Declaring, Does
from clairify_cli.services.options import Option as Declared

F = TypeVar("F", bound=Callable[..., Any])


class Option(click.Option):
    """An option that says what it does."""

    def __init__(self, *names: Any, does: Does, **attributes: Any) -> None:
        super().__init__(*names, **attributes)
        self.does = does


@dataclass(frozen=True, slots=True)
class Settable:
    """An option with what it does."""

    option: click.Option
    does: Does
    was: str = ""
    """Its older name."""


def options_of(command: click.Command) -> list[Settable]:
    """The options of a command that are declared to do something."""
    if not isinstance(command, Declaring):
        return [Settable(one, one.does) for one in command.params if isinstance(one, Option)]
    found = ((one, command.declared.get(str(one.name))) for one in command.params if isinstance(one, click.Option))
    return [Settable(one, declared.does, declared.was) for one, declared in found if isinstance(declared, Declared)]


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
