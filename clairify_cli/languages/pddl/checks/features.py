"""Which features each requirement allows, and which requirements a text needs."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from clairify_cli.files.data import rows
from clairify_cli.languages.pddl.features import Use
from clairify_cli.languages.pddl.syntax import Derived, DurativeAction, FunctionDeclaration, Placed, Section

NUMERIC, COSTS = ":numeric-fluents", ":action-costs"

_ROWS = rows(Path(__file__).with_name("requirements.tsv"))[1:]

ALLOWS = {name: frozenset(allowed.split()) for name, _, allowed, _ in _ROWS}
"""The single-feature requirements that each requirement of PDDL 1.2 to 3.1 includes; any other is unknown."""

READ_BY_FAST_DOWNWARD = frozenset(name for name, is_read, *_ in _ROWS if is_read == "yes")
"""The requirements that the translator of Fast Downward (26.6) knows; it rejects all others."""

IN_WORDS = {name: words for name, _, _, words in _ROWS if words}

BEYOND = frozenset(IN_WORDS)
"""Features that neither Fast Downward nor pyperplan supports."""

_ORDER = tuple(name for name, allowed in ALLOWS.items() if name in allowed)
"""The requirements of one feature each, in the order in which messages name them."""

_MOST_PLACES = 20


class Due:
    """The requirements that a text needs, each with the first places that need it."""

    __slots__ = ("places",)

    def __init__(self, uses: Iterable[Use]) -> None:
        self.places: dict[str, list[Placed]] = {}
        for feature, at in uses:
            known = self.places.get(feature.requirement)
            if known is None:
                self.places[feature.requirement] = [_head(at)]
            elif len(known) < _MOST_PLACES and feature.requirement in BEYOND:
                known.append(_head(at))
        self.places.pop("", None)

    def in_order(self) -> list[str]:
        """Return the requirements in the order in which messages name them."""
        return [one for one in _ORDER if one in self.places]

    def __contains__(self, requirement: str) -> bool:
        return requirement in self.places


def _head(at: Placed) -> Placed:
    """Return the part of a long item that a finding points to, such as its name."""
    match at:
        case Derived() | DurativeAction() | FunctionDeclaration():
            return at.name
        case Section():
            return at.keyword
    return at
