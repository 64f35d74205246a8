"""A cache of findings between runs, keyed by a digest of everything that they depend on."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any

from clairify_cli.diagnostics.model import Diagnostic, Edit, Fix, Related, Severity, Source, Span
from clairify_cli.diagnostics.render.report import Drawn
from clairify_cli.files.data import make_private
from clairify_cli.files.locks import alone

_MOST = 50_000
"""Limit on the texts whose findings are kept; the latest ones stay."""

_Entry = tuple[list[int], memoryview]
"""The numbers of drawn findings, and their text; or nothing, and findings as JSON."""

Stamp = list[str | int]
"""Everything but the text that the findings in a file depend on, its size, its number, and its times."""

_Stamped = Sequence[Any]
"""A stamp, and the key of the text."""


class Kept:
    """What was found in one working folder, in a file. What cannot be read or written is found again.

    A file that has its stamp of then (size, number and times) need not be read again. The times are those of its text
    and of its entry in the file system, which nobody sets, so a text put back with its old time is noticed.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.made: dict[str, _Entry] = {}
        self.hits = 0
        self._known, self._stamps = _known(path)
        self._new_stamps: dict[str, _Stamped] = {}

    def findings(self, key: str, source: Source, find: Callable[[Source], list[Diagnostic]]) -> list[Diagnostic]:
        """Return the findings kept under a key, or else compute them with `find`."""
        try:
            known = [_read(one) for one in json.loads(str(self._known[key][1], "utf-8"))]
            self.hits += 1
            return known
        except (KeyError, TypeError, ValueError, IndexError):
            pass
        found = find(source)
        written = json.dumps([_written(one) for one in found], separators=(",", ":"))
        self.made[key] = [], memoryview(written.encode())
        return found

    def unchanged(self, name: str, stamp: Stamp) -> Drawn | None:
        """Return the drawn findings of the file with that name, if it had that stamp."""
        before, key = self._stamps.get(name, (None, ""))
        return self._drawn(key) if before == stamp else None

    def stamped(self, name: str, stamp: Stamp, key: str) -> None:
        """Note the stamp of the file with the text of that key."""
        self._new_stamps[name] = stamp, key

    def drawn(self, key: str, draw: Callable[[], Drawn]) -> Drawn:
        """Return the drawn findings kept under a key, or else draw them."""
        if (known := self._drawn(key)) is not None:
            return known
        drawn = draw()
        self.made[key] = list(drawn[1:]), memoryview(drawn.text.encode())
        return drawn

    def _drawn(self, key: str) -> Drawn | None:
        try:
            counts, text = self._known[key]
            known = Drawn(str(text, "utf-8"), *counts)
        except (KeyError, TypeError, ValueError):  # not there, damaged, or written by another program
            return None
        self.hits += 1
        return known

    def save(self) -> None:
        """Write the new findings and those already kept, including those of other processes, up to the limit."""
        if not self.made and not self._new_stamps:
            return
        try:
            make_private(self.path.parent)
            with self.path.with_suffix(".lock").open("a") as lock, alone(lock.fileno()):
                known, stamps = _known(self.path)
                self._write(known | self.made, stamps | self._new_stamps)
        except OSError:
            pass

    def _write(self, merged: dict[str, _Entry], stamps: dict[str, _Stamped]) -> None:
        merged = dict(list(merged.items())[-_MOST:])
        stamps = {name: one for name, one in stamps.items() if one[1] in merged}
        # Write to another file and rename it, so that no process reads half a file.
        beside = self.path.with_suffix(f".{os.getpid()}")
        index = {key: [len(kept), *counts] for key, (counts, kept) in merged.items()}
        beside.write_bytes(
            b"".join((json.dumps([index, stamps]).encode(), b"\n", *(kept for _, kept in merged.values())))
        )
        beside.replace(self.path)


def _known(path: Path) -> tuple[dict[str, _Entry], dict[str, _Stamped]]:
    """Return what a file keeps: a line with lengths and counts by key, and stamps and keys by name, then everything
    that is kept, in this order."""
    try:
        data = path.read_bytes()
        start = data.index(b"\n") + 1
        (index, stamps), kept = json.loads(data[:start]), memoryview(data)[start:]
        ends = [0, *accumulate(length for length, *_ in index.values())]
        parts = zip(index.items(), pairwise(ends), strict=True) if ends[-1] == len(kept) else ()
        return {key: (counts, kept[start:end]) for (key, (_, *counts)), (start, end) in parts}, {
            name: (stamp, str(key)) for name, (stamp, key) in stamps.items()
        }
    except (OSError, ValueError, RecursionError, AttributeError, TypeError):
        return {}, {}


def _written(one: Diagnostic) -> list[Any]:
    related = [[each.message, each.span] for each in one.related]
    return [one.code, one.severity.value, one.message, one.span, one.hint, one.fix, related]


def _read(kept: list[Any]) -> Diagnostic:
    code, severity, message, span, hint, fix, related = kept
    return Diagnostic(
        code,
        Severity(severity),
        message,
        Span(*span),
        hint,
        fix and Fix(fix[0], tuple(Edit(*edit) for edit in fix[1]), fix[2]),
        tuple(Related(said, Span(*place)) for said, place in related),
    )
