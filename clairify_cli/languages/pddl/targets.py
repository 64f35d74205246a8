"""The planners for which a text can be checked, and the PDDL features that each of them lacks."""

from __future__ import annotations

from clairify_cli.languages.pddl.features import Feature

FAST_DOWNWARD, PYPERPLAN = "fast-downward", "pyperplan"

BUNDLED = (FAST_DOWNWARD, PYPERPLAN)

AUTO = "auto"
"""Any solver that supports the task."""

_SOFT = frozenset({Feature.PREFERENCES, Feature.CONSTRAINTS, Feature.OBJECT_FLUENTS})

UNREAD = _SOFT | {Feature.DERIVED, Feature.EITHER}
"""What unified-planning (1.3) does not read, once `unfolding.plain` has spared it the rest."""

LACKS: dict[str, frozenset[Feature]] = {
    FAST_DOWNWARD: _SOFT.union(
        {Feature.NUMERIC, Feature.METRIC, Feature.FRACTIONAL_COSTS, Feature.CONTINUOUS},
        {Feature.DURATIVE, Feature.TIMED_LITERALS, Feature.PROCESSES},
    ),
    PYPERPLAN: frozenset(Feature) - {Feature.TYPING},
    "up:aries": UNREAD.union(
        {Feature.PROCESSES, Feature.CONDITIONAL_EFFECTS, Feature.UNIVERSAL_EFFECTS},
        {Feature.EXISTENTIAL, Feature.UNIVERSAL, Feature.DISJUNCTIVE},
        {Feature.FUNCTIONS, Feature.NUMERIC, Feature.CONTINUOUS},
        {Feature.FRACTIONAL_COSTS, Feature.FRACTIONAL_DURATIONS},
    ),
    "up:enhsp": UNREAD | {Feature.DURATIVE, Feature.TIMED_LITERALS},
    "up:kairos": frozenset({Feature.OBJECT_FLUENTS}),
}
"""Features that Fast Downward's translator always rejects; pyperplan supports only STRIPS with types. Of engines: what
they do not declare to unified-planning, which reads every function as one of real numbers, or end without an answer
for (aries 0.5: `or` in an action)."""

IN_GOALS = {"up:aries": frozenset({Feature.DISJUNCTIVE})}
"""Of what a target lacks, what it has in goals."""
