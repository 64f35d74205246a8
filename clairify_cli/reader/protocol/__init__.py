"""Read English protocols by rules, without a language model.

A text goes through `english` (characters, tokens, sentences), then through these folders and modules, in this order:

- `clauses/`: `predicates` finds the verbs that make something happen, each a `predicate`, with `finite` and `nominal`
  for its kinds, `conditions` for clauses inside others and `surroundings` for the words around; `boundaries` and
  `clauses` give each the words that belong to it. `asides` takes out remarks and gases.
- `phrases/`: `phrases` splits a clause; `sorting` and `measures` sort the parts into `roles`. `nouns/` reads noun
  phrases: vessels, substances, solutions, lists of them.
- `actions/` make the steps, as drafts; `scene/` tracks what has happened so far, and which part is in use.
- `remarks` classifies non-instructions; `assemble` makes the steps and finds what is left, `constraints` fits the
  reading to a dialect and a laboratory, `write` writes it. `reading` runs the whole; `model` has its values, `rules`
  its warnings.

    >>> from clairify_cli.reader.protocol import read
    >>> [step.name for step in read("Add 5 g of salt to a beaker. Stir for 10 s.").steps]
    ['Add', 'Stir']
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clairify_cli.languages.base import Constraints
    from clairify_cli.reader.protocol.model import ReaderResult, Reading

__all__ = ["read", "read_to_xdl"]


def read(text: str, name: str = "<text>") -> Reading:
    """Read an English procedure. Never fails: text that is not understood is in `unread`, with a warning each.

    `name` is the file name in the spans of steps and warnings.
    """
    from clairify_cli.reader.protocol.reading import read_text

    return read_text(text, name)


def read_to_xdl(
    text: str,
    constraints: Constraints,
    name: str = "<text>",
    *,
    dialect: str | None = None,
    comments: str | None = None,
) -> ReaderResult:
    """Read an English procedure and write it as XDL, with the laboratory's names if they match clearly.

    A step that `dialect` does not have is left out with a warning. `comments` is a style of `languages.xdl.remarks`;
    the default is the dialect's own style. Raises `ValueError` for an unknown dialect.
    """
    from clairify_cli.languages.xdl.remarks import default_style, with_remarks
    from clairify_cli.reader.protocol.constraints import constrained, in_dialect
    from clairify_cli.reader.protocol.model import ReaderResult
    from clairify_cli.reader.protocol.write import to_xdl

    reading = constrained(in_dialect(read(text, name), dialect), constraints)
    program = with_remarks(to_xdl(reading), comments or default_style(dialect))
    return ReaderResult(program, reading.diagnostics, reading)
