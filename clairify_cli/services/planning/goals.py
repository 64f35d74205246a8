"""The offline reader of goals, and its lexicon."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from clairify_cli.services.errors import RequestError

if TYPE_CHECKING:
    from clairify_cli.agents.formalise.given import Given
    from clairify_cli.diagnostics.model import Source
    from clairify_cli.reader.goals import Lexicon
    from clairify_cli.translate import Model


def goal_reader(given: Given) -> Model:
    """The reader of goals for a domain and a problem."""
    from clairify_cli.languages.pddl.reader import read
    from clairify_cli.translate.models.offline import GoalModel

    assert given.domain is not None and given.problem is not None
    return GoalModel(read(given.domain)[0], read(given.problem)[0], given.lexicon)


def lexicon_of(lexicon: str | None, domain: Source | None) -> Lexicon | None:
    """Read the named lexicon, or else the one next to the domain. Raises `RequestError` if it cannot be read."""
    from clairify_cli.reader.goals import LexiconError, lexicon_beside, load_lexicon

    path = Path(lexicon) if lexicon is not None else lexicon_beside(Path(domain.name)) if domain is not None else None
    try:
        return load_lexicon(path) if path is not None else None
    except LexiconError as error:
        raise RequestError(str(error)) from None
