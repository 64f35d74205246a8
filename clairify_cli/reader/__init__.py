"""English to protocol, by rule and without a model.

The pipeline, one idea a module: `plain` undoes what happened to the characters; `quantities`, `numbers` and `tokens`
find numbers, units and words; `sentences` and `headings` part the text; `predicates` (with `finite`, `nominal`,
`handing` and `gaps`) and `boundaries` make its `clauses`, `remarks` say what is no instruction; `phrases`, `nouns` and
`roles` say what plays which part; `actions` make the steps, with `scene` and `vessels` knowing what has happened so
far; `assemble` and `write` make the program, `unread` what is left.
Words are data, in `lexicon/*.toml`.

    >>> from clairify_cli.reader import read
    >>> [step.name for step in read("Add 5 g of salt to a beaker. Stir for 10 s.").steps]
    ['Add', 'Stir']
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clairify_cli.languages.base import Constraints
    from clairify_cli.reader.model import ReaderResult, Reading

__all__ = ["read", "read_to_xdl"]


def read(text: str, name: str = "<text>") -> Reading:
    """Read an English procedure. Never fails: what is not understood is in `unread`, with a warning each.

    `name` is the file that the spans of steps and warnings name.
    """
    from clairify_cli.reader.reading import read_text

    return read_text(text, name)


def read_to_xdl(
    text: str, constraints: Constraints, name: str = "<text>", *, dialect: str | None = None
) -> ReaderResult:
    """Read an English procedure and write it as XDL, under the laboratory's names where they match clearly.

    A step that `dialect` does not have is left out with a warning. Raises `ValueError` for an unknown dialect.
    """
    from clairify_cli.reader.constraints import constrained
    from clairify_cli.reader.dialect import in_dialect
    from clairify_cli.reader.model import ReaderResult
    from clairify_cli.reader.write import to_xdl

    reading = constrained(in_dialect(read(text, name), dialect), constraints)
    return ReaderResult(to_xdl(reading), reading.diagnostics, reading)
