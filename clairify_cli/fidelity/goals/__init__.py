"""Holding a goal to the English text that it was written for: what is missing, what nobody asked for.

The text is read by rule for the domain and the scene, and the goal is compared with what was read, literal by literal
and both ways. If the reading is not sure (words that are not known, several ways to read it), only what is sure
is said: a false alarm costs more than a fault that is found later.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from clairify_cli.diagnostics.model import Source
from clairify_cli.fidelity.goals.check import check_goal
from clairify_cli.languages.pddl.reader import read
from clairify_cli.reader.goals import Lexicon, lexicon_beside, load_lexicon

__all__ = ["check_goal", "lexicon_of"]


def lexicon_of(context: Sequence[Source]) -> Lexicon | None:
    """The lexicon that stands next to the domain, if there is one. Raises `LexiconError` if it cannot be read."""
    for source in context:
        if read(source)[0].domain is not None:
            path = lexicon_beside(Path(source.name))
            return load_lexicon(path) if path is not None else None
    return None
