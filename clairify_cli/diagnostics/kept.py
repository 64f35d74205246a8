"""A cache of findings between runs, keyed by a digest of everything that they depend on."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from clairify_cli.diagnostics.model import Diagnostic, Edit, Fix, Related, Severity, Source, Span
from clairify_cli.files.locks import alone

_MOST = 50_000
"""Limit on the texts whose findings are kept; the latest ones stay."""


class Kept:
    """The findings of one working folder, in a JSON file. Findings that cannot be read or written are recomputed."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.made: dict[str, Any] = {}
        self._known = _known(path)

    def findings(self, key: str, source: Source, find: Callable[[Source], list[Diagnostic]]) -> list[Diagnostic]:
        """Return the findings kept under a key, or else compute them with `find`."""
        if key in self._known:
            try:
                return [_read(one, source.name) for one in self._known[key]]
            except (TypeError, ValueError, IndexError):
                pass  # the entry is damaged or was written by another program
        found = find(source)
        self.made[key] = [_written(one, source.name) for one in found]
        return found

    def save(self) -> None:
        """Write the new findings and those already kept, including those of other processes, up to the limit."""
        if not self.made:
            return
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.with_suffix(".lock").open("a") as lock, alone(lock.fileno()):
                self._write({**_known(self.path), **self.made})
        except (OSError, UnicodeEncodeError):
            pass

    def _write(self, merged: dict[str, Any]) -> None:
        merged = dict(list(merged.items())[-_MOST:])
        # Write to another file and rename it, so that no process reads half a file.
        beside = self.path.with_suffix(f".{os.getpid()}")
        beside.write_text(json.dumps(merged, separators=(",", ":")), encoding="utf-8")
        beside.replace(self.path)


def _known(path: Path) -> dict[str, Any]:
    try:
        known = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return known if isinstance(known, dict) else {}


def _written(one: Diagnostic, file: str) -> list[Any]:
    fix = one.fix and [one.fix.description, one.fix.safe, [[e.start, e.end, e.text] for e in one.fix.edits]]
    related = [[each.message, _span(each.span, file)] for each in one.related]
    return [one.code, one.severity.value, one.message, _span(one.span, file), one.hint, fix, related]


def _span(span: Span, file: str) -> list[Any]:
    own = None if span.file == file else span.file
    return [own, span.start, span.end, span.line, span.column, span.end_line, span.end_column]


def _read(kept: list[Any], file: str) -> Diagnostic:
    code, severity, message, span, hint, fix, related = kept
    return Diagnostic(
        code,
        Severity(severity),
        message,
        _read_span(span, file),
        hint,
        fix and Fix(fix[0], tuple(Edit(*edit) for edit in fix[2]), fix[1]),
        tuple(Related(said, _read_span(place, file)) for said, place in related),
    )


def _read_span(span: list[Any], file: str) -> Span:
    return Span(file if span[0] is None else span[0], *span[1:])
