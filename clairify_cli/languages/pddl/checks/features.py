"""Which features each requirement allows, and which requirements a text needs."""

from __future__ import annotations

from collections.abc import Iterable

from clairify_cli.languages.pddl.features import Use
from clairify_cli.languages.pddl.syntax import Derived, DurativeAction, FunctionDeclaration, Placed, Section

NUMERIC, COSTS = ":numeric-fluents", ":action-costs"

_ADL = (
    *(":typing", ":negative-preconditions", ":disjunctive-preconditions", ":equality"),
    *(":existential-preconditions", ":universal-preconditions", ":conditional-effects"),
)

IN_WORDS = {
    NUMERIC: "numeric fluents",
    ":durative-actions": "actions with a duration",
    ":timed-initial-literals": "facts that come true at a time",
    ":preferences": "preferences",
    ":constraints": "constraints on the whole plan",
    ":object-fluents": "functions whose values are objects",
    ":time": "processes and events",
}

BEYOND = frozenset(IN_WORDS)
"""Features that neither Fast Downward nor pyperplan supports."""

_ORDER = (*_ADL, ":derived-predicates", COSTS, *IN_WORDS)
"""The requirements of one feature each, in the order in which messages name them."""

ALLOWS: dict[str, frozenset[str]] = {
    ":strips": frozenset(),
    **{one: frozenset((one,)) for one in _ORDER},
    ":negation": frozenset((":negative-preconditions",)),
    ":quantified-preconditions": frozenset((":existential-preconditions", ":universal-preconditions")),
    ":adl": frozenset(_ADL),
    ":ucpop": frozenset(_ADL),
    ":fluents": frozenset((NUMERIC, COSTS, ":object-fluents")),
    NUMERIC: frozenset((NUMERIC, COSTS)),
    ":duration-inequalities": frozenset((":durative-actions",)),
    ":continuous-effects": frozenset((":durative-actions",)),
    ":domain-axioms": frozenset((":derived-predicates",)),
    ":goal-utilities": frozenset(),
    ":universal-effects": frozenset((":conditional-effects",)),
    ":time": frozenset((":time", ":durative-actions", NUMERIC)),
}
"""The single-feature requirements that each requirement of PDDL 1.2 to 3.1 includes; any other is unknown."""

READ_BY_FAST_DOWNWARD = frozenset(
    (
        *(":strips", ":adl", ":typing", ":negation", ":equality", ":negative-preconditions"),
        *(":disjunctive-preconditions", ":existential-preconditions", ":universal-preconditions"),
        *(":quantified-preconditions", ":conditional-effects", ":derived-predicates", ":action-costs"),
    )
)
"""The requirements that the translator of Fast Downward (26.6) knows; it rejects all others."""

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
