"""The planners for which a text can be checked, and the PDDL features that each of them lacks."""

from __future__ import annotations

from clairify_cli.languages.pddl.features import Feature

FAST_DOWNWARD, PYPERPLAN = "fast-downward", "pyperplan"

BUNDLED = (FAST_DOWNWARD, PYPERPLAN)

AUTO = "auto"
"""Any solver that supports the task."""

_UNREAD = frozenset({Feature.PREFERENCES, Feature.CONSTRAINTS, Feature.OBJECT_FLUENTS})

LACKS: dict[str, frozenset[Feature]] = {
    FAST_DOWNWARD: _UNREAD.union(
        {Feature.NUMERIC, Feature.METRIC, Feature.FRACTIONAL_COSTS},
        {Feature.DURATIVE, Feature.TIMED_LITERALS, Feature.PROCESSES},
    ),
    PYPERPLAN: frozenset(Feature) - {Feature.TYPING},
    "up:aries": _UNREAD.union(
        {Feature.PROCESSES, Feature.CONDITIONAL_EFFECTS, Feature.UNIVERSAL_EFFECTS},
        {Feature.EXISTENTIAL, Feature.UNIVERSAL},
    ),
    "up:enhsp": _UNREAD | {Feature.DURATIVE, Feature.TIMED_LITERALS},
    "up:kairos": frozenset({Feature.OBJECT_FLUENTS}),
}
"""Features that Fast Downward's translator always rejects; pyperplan supports only STRIPS with types. Of engines: what
they do not declare to unified-planning (1.3), or that does not read it; `plainer` spares them subtypes and `either`."""
