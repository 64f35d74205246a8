"""What commands and options there are, as the help of the command line says it."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from benchmarks.compare_versions.invocation import USAGE, Invocation
from benchmarks.compare_versions.sides import ROOT

_COMMAND = re.compile(r"^[ │]+([a-z][\w-]*) {2,}\S", re.MULTILINE)
_OPTION = re.compile(r"^[ │]{1,6}(?:(-\w), )?(--[a-z][\w-]*)((?: / --[a-z-]+)?)[ ,]?(\S*)", re.MULTILINE)


@dataclass(frozen=True)
class Option:
    """An option by its names; `value` is what the help calls its value, empty for a flag."""

    names: tuple[str, ...]
    value: str

    @property
    def long(self) -> str:
        return next(one for one in self.names if one.startswith("--"))


@cache
def help_of(command: str) -> str:
    """The help of a command, of this tree."""
    told = [sys.executable, "-c", "import sys; from clairify_cli.__main__ import main; sys.exit(main())"]
    done = subprocess.run([*told, *command.split(), "--help"], capture_output=True, text=True, check=True, cwd=ROOT)
    return done.stdout


def commands() -> tuple[str, ...]:
    """The names of all commands."""
    listed = help_of("").partition("Commands")[2]
    return tuple(_COMMAND.findall(listed))


def options(command: str) -> tuple[Option, ...]:
    """The options of a command, without --help."""
    listed = help_of(command)[help_of(command).find("Options") :]
    found = []
    for short, long, other, value in _OPTION.findall(listed):
        names = [one for one in (short, long, other.removeprefix(" / ")) if one]
        found.append(Option(tuple(names), value if value.isupper() or value.startswith("[") else ""))
    return tuple(one for one in found if one.long != "--help")


EXEMPT = {"execute --gui": "needs a display"}
"""Options that cannot be recorded, and why."""


def uncovered(invocations: Iterable[Invocation], codes: Mapping[str, str] | None = None) -> list[str]:
    """Options that no invocation uses in earnest, as `command --option`.

    In earnest is no mistake on purpose; with the exit codes by id, also none that ended as a wrong use.
    """
    used: set[tuple[str, str]] = set()
    for one in invocations:
        if USAGE in one.tags or (codes is not None and "2" in codes.get(one.id, "2").split()):
            continue
        for words in one.commands:
            used |= {(words[0], word.partition("=")[0]) for word in words[1:] if words}
    return [
        f"{command} {option.long}"
        for command in commands()
        for option in options(command)
        if not any((command, name) in used for name in option.names) and f"{command} {option.long}" not in EXEMPT
    ]
