"""The allowance: which differences are meant, as TOML. An entry that no difference needs is an error.

    [[allow]]
    id = "xdl/*"                # a pattern of ids, or a list of them
    channels = ["stderr"]       # of stdout, stderr, exit, files
    reason = "the option is called --film now"
    rewrite = [{ before = "--record", after = "--film" }]

With `rewrite`, regular expressions are applied to what the old version gave, or with `of = "new"` to what the new one
gave, as for what the old one did not have. What comes of the two has to be the same: all that the entries for an
invocation rewrite is done, in order, before they are compared. Without `rewrite`, anything may stand in these channels.

    [[old_spelling]]
    command = "execute"         # or "*"
    new = "--film"
    old = "--record"
    reason = "the option is called --film now"

The invocations are written as the new version wants them; the old version is given its own word for an option.
`new` may have a value, such as "--format=json".
"""

from __future__ import annotations

import fnmatch
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from benchmarks.compare_versions.invocation import Invocation
from benchmarks.compare_versions.outcome import CHANNELS


class AllowanceError(Exception):
    """An allowance that cannot be read; the message names the file and the entry."""


@dataclass(frozen=True)
class Entry:
    """Some differences that are meant. `rewrite` has pairs of pattern and replacement."""

    patterns: tuple[str, ...]
    channels: tuple[str, ...]
    reason: str
    rewrite: tuple[tuple[str, str], ...] = ()
    rewrite_new: tuple[tuple[str, str], ...] = ()

    def fits(self, id: str) -> bool:
        """Whether the entry is about an invocation."""
        return any(fnmatch.fnmatchcase(id, one) for one in self.patterns)

    def rewritten(self, text: str) -> str:
        """What the old version gave, as the entry expects the new one to give it."""
        return _all(self.rewrite, text)

    def rewritten_new(self, text: str) -> str:
        """What the new version gave, without what the old one could not give."""
        return _all(self.rewrite_new, text)

    def __str__(self) -> str:
        return f"{', '.join(self.patterns)} ({', '.join(self.channels)}): {self.reason}"


def _all(pairs: Iterable[tuple[str, str]], text: str) -> str:
    for before, after in pairs:
        text = re.sub(before, after, text)
    return text


@dataclass(frozen=True)
class Spelling:
    """An option that the old version calls something else."""

    command: str
    new: str
    old: str

    def undone(self, words: tuple[str, ...]) -> tuple[str, ...]:
        """A command as the old version spells it."""
        if not words or not fnmatch.fnmatchcase(words[0], self.command):
            return words
        return tuple(self._word(word) for word in words)

    def _word(self, word: str) -> str:
        if word == self.new:
            return self.old
        name, equals, value = word.partition("=")
        return f"{self.old}{equals}{value}" if name == self.new else word


@dataclass
class Allowance:
    """All entries, and which of them a difference has needed so far."""

    entries: tuple[Entry, ...] = ()
    spellings: tuple[Spelling, ...] = ()
    used: set[int] = field(default_factory=set)

    def left(self, id: str, old: Mapping[str, str], new: Mapping[str, str]) -> list[str]:
        """The channels that differ although no entry allows it."""
        return [name for name in CHANNELS if old[name] != new[name] and not self._allows(id, name, old, new)]

    def _allows(self, id: str, channel: str, old: Mapping[str, str], new: Mapping[str, str]) -> bool:
        text, made = old[channel], new[channel]
        meant = [(at, one) for at, one in enumerate(self.entries) if one.fits(id) and channel in one.channels]
        changed = set()
        for at, entry in meant:
            if (other := (entry.rewritten(text), entry.rewritten_new(made))) != (text, made):
                text, made = other
                changed.add(at)
        if text != made:
            changed |= (free := {at for at, entry in meant if not entry.rewrite + entry.rewrite_new})
            if not free:
                return False
        self.used |= changed
        return True

    def rewritten(self, id: str, channel: str, text: str) -> str:
        """What the old version gave, after all rewriting: what a difference is shown against."""
        for entry in self.entries:
            if entry.fits(id) and channel in entry.channels:
                text = entry.rewritten(text)
        return text

    def stale(self, ids: Iterable[str]) -> list[Entry]:
        """Entries that no difference has needed, of those that can be judged: nothing that fits them was skipped."""
        known = list(ids)
        return [
            one
            for at, one in enumerate(self.entries)
            if at not in self.used and not any(one.fits(skipped) for skipped in known)
        ]

    def for_the_old(self, invocation: Invocation) -> Invocation:
        """The invocation in the old version's words."""
        commands = invocation.commands
        if not invocation.shell:
            for spelling in self.spellings:
                commands = tuple(spelling.undone(words) for words in commands)
        return replace(invocation, commands=commands)


def read(path: Path) -> Allowance:
    """The allowance of a file. Raises `AllowanceError`."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise AllowanceError(f"{path}: {error}") from None
    if unknown := sorted(set(data) - {"allow", "old_spelling"}):
        raise AllowanceError(f"{path}: `{unknown[0]}` is neither `allow` nor `old_spelling`")
    return Allowance(
        tuple(_entry(f"{path}: entry {at} of allow", one) for at, one in enumerate(data.get("allow", ()), 1)),
        tuple(
            _spelling(f"{path}: entry {at} of old_spelling", one)
            for at, one in enumerate(data.get("old_spelling", ()), 1)
        ),
    )


def _entry(where: str, data: Mapping[str, Any]) -> Entry:
    _keys(where, data, {"id", "channels", "reason"}, {"rewrite"})
    patterns = (data["id"],) if isinstance(data["id"], str) else tuple(data["id"])
    if wrong := [one for one in data["channels"] if one not in CHANNELS] or not data["channels"]:
        raise AllowanceError(f"{where}: `channels` is a list of {', '.join(CHANNELS)}, not {wrong}")
    rewrite: dict[str, list[tuple[str, str]]] = {"old": [], "new": []}
    for pair in data.get("rewrite", ()):
        _keys(f"{where}, rewrite", pair, {"before", "after"}, {"of"})
        if (side := pair.get("of", "old")) not in rewrite:
            raise AllowanceError(f"{where}, rewrite: `of` is old or new, not {side}")
        try:
            re.compile(pair["before"])
        except re.error as error:
            raise AllowanceError(f"{where}: `{pair['before']}` is not a regular expression: {error}") from None
        rewrite[side].append((pair["before"], pair["after"]))
    return Entry(patterns, tuple(data["channels"]), data["reason"], tuple(rewrite["old"]), tuple(rewrite["new"]))


def _spelling(where: str, data: Mapping[str, Any]) -> Spelling:
    _keys(where, data, {"command", "new", "old", "reason"})
    return Spelling(data["command"], data["new"], data["old"])


def _keys(where: str, data: Mapping[str, Any], due: set[str], more: frozenset[str] | set[str] = frozenset()) -> None:
    if missing := sorted(due - set(data)):
        raise AllowanceError(f"{where}: `{missing[0]}` is missing")
    if unknown := sorted(set(data) - due - more):
        raise AllowanceError(f"{where}: there is no key `{unknown[0]}`")
