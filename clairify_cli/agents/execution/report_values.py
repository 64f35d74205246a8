"""Values in the report of a run: JSON numbers, and null for parameters chosen by context."""

from __future__ import annotations

import json
import math
from typing import Any

from clairify_cli.languages.motion import PARAMETERS
from clairify_cli.worlds.base import COULD_NOT_RUN, Parameters

DIGITS = 4
"""Decimal places of numbers in a report."""

Json = dict[str, Any]


def report_text(made: Json) -> str:
    """Return a report as text, ending in a line feed."""
    return json.dumps(made, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def rounded(value: Any) -> Any:
    """Return JSON values with their floats rounded."""
    if isinstance(value, dict):
        return {name: rounded(one) for name, one in value.items()}
    if isinstance(value, list):
        return [rounded(one) for one in value]
    return number(value) if isinstance(value, float) else value


def number(value: float) -> float:
    """Round a number and remove a negative zero; infinity and NaN become the score of a motion that could not run."""
    if not math.isfinite(value):
        return COULD_NOT_RUN
    return round(float(value), DIGITS) + 0.0


def parameters_of(one: Parameters) -> Json:
    """Return parameters by name."""
    values = (one.speed, one.obstacle_clearance, one.orientation, one.grasp)
    return dict(zip(PARAMETERS, map(rounded, values), strict=True))
