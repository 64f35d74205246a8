"""The planners for which a text can be checked, and the features of PDDL that each of them lacks."""

from __future__ import annotations

from clairify_cli.languages.pddl.features import Feature

FAST_DOWNWARD, PYPERPLAN = "fast-downward", "pyperplan"

AUTO = "auto"
"""Whatever solver can do it."""

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
"""What the translator of Fast Downward refuses, wherever it stands; pyperplan solves STRIPS with types."""
