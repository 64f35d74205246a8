"""The planners for which a text can be checked, and the PDDL features that each of them lacks."""

from __future__ import annotations

from clairify_cli.languages.pddl.features import Feature

FAST_DOWNWARD, PYPERPLAN = "fast-downward", "pyperplan"

AUTO = "auto"
"""Any solver that supports the task."""

LACKS: dict[str, frozenset[Feature]] = {
    FAST_DOWNWARD: frozenset(
        {
            Feature.NUMERIC,
            Feature.OBJECT_FLUENTS,
            Feature.METRIC,
            Feature.FRACTIONAL_COSTS,
            Feature.DURATIVE,
            Feature.TIMED_LITERALS,
            Feature.PREFERENCES,
            Feature.CONSTRAINTS,
            Feature.PROCESSES,
        }
    ),
    PYPERPLAN: frozenset(Feature) - {Feature.TYPING},
}
"""Features that Fast Downward's translator always rejects; pyperplan supports only STRIPS with types."""
