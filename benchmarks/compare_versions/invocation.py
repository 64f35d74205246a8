"""A recorded invocation: what is typed, in a folder with which files, and what stands around it."""

from __future__ import annotations

import fnmatch
import hashlib
import json
import shlex
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise

SERVER = "@SERVER@"
"""Stands for the address of the fake model server in arguments and files."""
BRIDGE = "@BRIDGE@"
"""Stands for the address of the fake rosbridge."""
USAGE = "usage"
"""Tag of invocations that are mistakes on purpose: they do not count as coverage of an option."""
TIMED = "timed"
"""Tag of invocations with limits in real time: they run alone, and again before a difference is believed."""

Files = Mapping[str, bytes]


@dataclass(frozen=True)
class Invocation:
    """One or more commands of `clairify` run one after another in a fresh folder that holds `files`.

    Each command is a list of arguments, or with `shell` a script for sh. `stdin` None is an empty standard input.
    `server` has the replies of a fake model server, one a request: a text, or `!429` for an error with that status.
    `bridge` names a setting of the fake rosbridge (`servers.py`), whose arm is that of the profile `robot.yaml`.
    With `terminal`, stdout and stderr are one terminal.
    """

    id: str
    commands: tuple[tuple[str, ...], ...]
    files: Files = field(default_factory=dict)
    stdin: bytes | None = None
    env: Mapping[str, str] = field(default_factory=dict)
    tags: frozenset[str] = frozenset()
    shell: bool = False
    terminal: bool = False
    server: tuple[str, ...] = ()
    bridge: str = ""
    missing: str = ""
    """Why it cannot be run here; it is skipped, and listed."""

    @property
    def alone(self) -> bool:
        return TIMED in self.tags or bool(self.bridge)

    @property
    def unordered(self) -> bool:
        """Whether inputs are done at the same time, and are told of in the order in which they end."""
        pairs = [pair for words in self.commands for pair in pairwise(words)]
        return any(name in ("-j", "--jobs") and value != "1" for name, value in pairs)

    def key(self) -> str:
        """Hash of everything that decides what the invocation does."""
        said = {
            "commands": self.commands,
            "files": {name: hashlib.sha256(data).hexdigest() for name, data in sorted(self.files.items())},
            "stdin": None if self.stdin is None else hashlib.sha256(self.stdin).hexdigest(),
            "env": dict(sorted(self.env.items())),
            "rest": [self.shell, self.terminal, self.server, self.bridge],
        }
        return hashlib.sha256(json.dumps(said).encode()).hexdigest()


def make(
    id: str,
    *commands: str,
    files: Mapping[str, str | bytes] | None = None,
    stdin: str | bytes | None = None,
    env: Mapping[str, str] | None = None,
    tags: Iterable[str] = (),
    server: tuple[str, ...] = (),
    bridge: str = "",
    terminal: bool = False,
) -> Invocation:
    """An invocation from command lines as they would be typed, without the leading `clairify`."""
    return Invocation(
        id,
        tuple(tuple(shlex.split(one)) for one in commands),
        {name: _bytes(data) for name, data in (files or {}).items()},
        None if stdin is None else _bytes(stdin),
        env or {},
        frozenset(tags),
        terminal=terminal,
        server=server,
        bridge=bridge,
    )


def script(id: str, text: str, **more: object) -> Invocation:
    """An invocation that is a script for sh, in which `clairify` is on the path."""
    made = make(id, **more)  # type: ignore[arg-type]
    return replace(made, commands=((text,),), shell=True)


def skipped(id: str, why: str) -> Invocation:
    """Stands for invocations that cannot be made here."""
    return Invocation(id, (), missing=why)


def chosen(invocations: Iterable[Invocation], globs: Iterable[str]) -> list[Invocation]:
    """Those whose id matches one of the patterns; all where there are none."""
    patterns = list(globs)
    return [one for one in invocations if not patterns or any(fnmatch.fnmatchcase(one.id, glob) for glob in patterns)]


def _bytes(data: str | bytes) -> bytes:
    return data.encode() if isinstance(data, str) else data
