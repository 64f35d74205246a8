"""English to protocol, by rule and without a model.

The pipeline, one idea a module, in the order in which a text goes through it:

- Characters and tokens: `plain` undoes what happened to the characters; `quantities`, `numbers` and `names` find
  numbers with units, numbers in words and systematic names; `tokens` makes the tokens.
- Sentences: `sentences` and `headings` part the text. `remarks` and `asides` say what is no instruction, `gases` which
  gas a sentence works under.
- Clauses: `predicates` finds the verbs that make something happen, each a `predicate`, with `finite`, `nominal`,
  `handing` and `gaps` for its kinds, `conditions` for clauses inside others and `surroundings` for the words around;
  `boundaries` and `clauses` give each the words that belong to it; `misspelt` knows a verb in spite of its spelling.
- Phrases: `phrases` parts a clause; `noun_lists`, `noun_phrases`, `noun_fronts`, `vessel_phrases`, `substances` and
  `solutions` make `nouns`; `sorting` and `measures` sort them all into `roles`, `baths` and `cooled` telling what words
  mean a temperature.
- Steps: `actions` make them, as `drafts`; `scene` and `vessels` know what has happened so far, `discourse` and `layers`
  with which part of it the text goes on, `amounts` which amount is the property.
- The program: `assemble` makes the steps, `unread` finds what is left, `dialect` and `constraints` fit the reading to
  a dialect and a laboratory, `write` writes it. `reading` runs the whole; `model` has its values, `rules` its warnings.

Words are data, in `lexicon/*.toml`, which `lexicon` reads with the forms that `morphology` makes.

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
    text: str,
    constraints: Constraints,
    name: str = "<text>",
    *,
    dialect: str | None = None,
    comments: str | None = None,
) -> ReaderResult:
    """Read an English procedure and write it as XDL, under the laboratory's names where they match clearly.

    A step that `dialect` does not have is left out with a warning. `comments` is a style of `languages.xdl.remarks`;
    without one, that of the dialect is taken. Raises `ValueError` for an unknown dialect.
    """
    from clairify_cli.languages.xdl.remarks import default_style, with_remarks
    from clairify_cli.reader.constraints import constrained
    from clairify_cli.reader.dialect import in_dialect
    from clairify_cli.reader.model import ReaderResult
    from clairify_cli.reader.write import to_xdl

    reading = constrained(in_dialect(read(text, name), dialect), constraints)
    program = with_remarks(to_xdl(reading), comments or default_style(dialect))
    return ReaderResult(program, reading.diagnostics, reading)
