"""Python's syntax errors, reworded."""

from __future__ import annotations

from pathlib import Path

from clairify_cli.diagnostics.model import Diagnostic
from clairify_cli.files.data import rows
from clairify_cli.languages.program.reading.parts import Reading
from clairify_cli.languages.program.rules import rules

_, *_WORDS = rows(Path(__file__).with_suffix(".tsv"))
"""Rows of part of a message of Python's parser, our message, and a hint ("" for none)."""


def complaint(reading: Reading, message: str, at: int) -> Diagnostic:
    """Return the finding for a message of Python's parser about an offset."""
    size = len(reading.text)
    at = min(at, size)
    written = reading.text[at : at + 1]
    end = at + 1 if written.strip() else at
    line = reading.source.line(reading.source.position(at)[0]).strip()
    for said, ours, hint in _WORDS:
        # For `assert('close' to 'fridge')`, Python suggests a missing comma, which would not make it correct.
        if said in message and not (line.startswith("assert") and "comma" in said):
            return rules.no_python(reading.source.span(at, end), ours, hint or None)
    shown = line if len(line) <= 60 else line[:59] + "…"
    ours = f"`{shown}` cannot be read" if shown else "the text cannot be read"
    hint = 'a step is such as `take("apple1", "table1")`; a comment begins with `#`'
    if line.startswith("assert"):
        hint = "write `assert CONDITION, RECOVERY`; a recovery of several steps is a list of calls in square brackets"
    return rules.no_python(reading.source.span(at, end), ours, hint)
