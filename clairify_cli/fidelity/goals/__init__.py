"""Check a goal against its English text: what is missing, and what the text does not ask for.

The text is read by rule for the domain and the scene, and the goal is compared with the reading, literal by literal
and in both directions. If the reading is uncertain (unknown words, several meanings), only certain differences are
reported: a false alarm costs more than a fault that is found later.
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
    """Return the lexicon next to the domain, if there is one. Raises `LexiconError` if it cannot be read."""
    for source in context:
        if read(source)[0].domain is not None:
            path = lexicon_beside(Path(source.name))
            return load_lexicon(path) if path is not None else None
    return None
