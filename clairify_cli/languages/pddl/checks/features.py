"""The parts of PDDL that a text uses, by the requirement that allows them."""

from __future__ import annotations

import enum

from clairify_cli.languages.pddl.checks.context import Placed


class Feature(enum.Enum):
    """A part of PDDL; the value is the requirement that is due for it."""

    __hash__ = object.__hash__  # that of `Enum` is a call; features are noted for every type and atom

    TYPING = ":typing"
    NEGATIVE = ":negative-preconditions"
    DISJUNCTIVE = ":disjunctive-preconditions"
    EQUALITY = ":equality"
    EXISTENTIAL = ":existential-preconditions"
    UNIVERSAL = ":universal-preconditions"
    CONDITIONAL = ":conditional-effects"
    DERIVED = ":derived-predicates"
    COSTS = ":action-costs"
    NUMERIC = ":numeric-fluents"
    DURATIVE = ":durative-actions"
    TIMED_LITERALS = ":timed-initial-literals"
    PREFERENCES = ":preferences"
    CONSTRAINTS = ":constraints"
    OBJECT_FLUENTS = ":object-fluents"


_ORDER = {feature: number for number, feature in enumerate(Feature)}

F = Feature
_ADL = frozenset((F.TYPING, F.NEGATIVE, F.DISJUNCTIVE, F.EQUALITY, F.EXISTENTIAL, F.UNIVERSAL, F.CONDITIONAL))
_FLUENTS = frozenset((F.NUMERIC, F.COSTS, F.OBJECT_FLUENTS))

ALLOWS: dict[str, frozenset[Feature]] = {
    ":strips": frozenset(),
    **{one.value: frozenset((one,)) for one in Feature},
    ":negation": frozenset((F.NEGATIVE,)),
    ":quantified-preconditions": frozenset((F.EXISTENTIAL, F.UNIVERSAL)),
    ":adl": _ADL,
    ":ucpop": _ADL,
    ":fluents": _FLUENTS,
    ":numeric-fluents": frozenset((F.NUMERIC, F.COSTS)),
    ":duration-inequalities": frozenset((F.DURATIVE,)),
    ":continuous-effects": frozenset((F.DURATIVE,)),
    ":domain-axioms": frozenset((F.DERIVED,)),
    ":goal-utilities": frozenset(),
    ":universal-effects": frozenset((F.CONDITIONAL,)),
    ":time": frozenset((F.DURATIVE, F.NUMERIC)),
}
"""What each requirement of PDDL 1.2 to 3.1 allows. Another is none."""

READ_BY_FAST_DOWNWARD = frozenset(
    (
        *(":strips", ":adl", ":typing", ":negation", ":equality", ":negative-preconditions"),
        *(":disjunctive-preconditions", ":existential-preconditions", ":universal-preconditions"),
        *(":quantified-preconditions", ":conditional-effects", ":derived-predicates", ":action-costs"),
    )
)
"""The requirements that the translator of Fast Downward (26.6) knows; it refuses every other."""

BEYOND = frozenset((F.NUMERIC, F.DURATIVE, F.TIMED_LITERALS, F.PREFERENCES, F.CONSTRAINTS, F.OBJECT_FLUENTS))
"""What neither Fast Downward nor pyperplan can do."""

IN_WORDS = {
    F.NUMERIC: "numeric fluents",
    F.DURATIVE: "actions with a duration",
    F.TIMED_LITERALS: "facts that come true at a time",
    F.PREFERENCES: "preferences",
    F.CONSTRAINTS: "constraints on the whole plan",
    F.OBJECT_FLUENTS: "functions whose values are objects",
}


class Features:
    """The parts of PDDL that a text uses, each with the first places where it does."""

    __slots__ = ("places",)

    def __init__(self) -> None:
        self.places: dict[Feature, list[Placed]] = {}

    def note(self, feature: Feature, at: Placed) -> None:
        """Something uses the feature."""
        known = self.places.get(feature)
        if known is None:
            self.places[feature] = [at]
        elif len(known) < 20 and feature in BEYOND:
            known.append(at)

    def in_order(self) -> list[Feature]:
        """The features in the order in which they are declared."""
        return sorted(self.places, key=_ORDER.__getitem__) if self.places else []

    def __contains__(self, feature: Feature) -> bool:
        return feature in self.places
