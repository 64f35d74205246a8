"""`--show`: a plan with its states, or drawn over time."""

from __future__ import annotations

from math import floor, log10
from typing import Literal

from clairify_cli.diagnostics.model import Source
from clairify_cli.files.charts import Row, chart
from clairify_cli.languages.base import CheckOptions
from clairify_cli.languages.pddl.plan_reader import read_plan
from clairify_cli.planning.validate.story import story_of
from clairify_cli.planning.validate.story_text import annotated

_MOST_TICKS = 10


def shown_plan(plan: Source, options: CheckOptions, how: Literal["states", "gantt"], *, whole: bool) -> str:
    """Return a plan drawn, or with the changes after each step as comments; `whole` adds the states.

    `options.context` is its task.
    """
    if how == "gantt":
        return gantt(plan)
    story = story_of(plan, options, whole=whole)
    if story is None:
        return f"{plan.text}; the states are not known: the plan cannot be validated\n"
    lines = plan.text.splitlines(keepends=True)
    first = next((at for at, line in enumerate(lines) if not line.startswith(";")), len(lines))
    rest = [line for line in lines[first:] if line.startswith(";")]
    return "".join([*lines[:first], annotated(story), *rest])


def gantt(plan: Source) -> str:
    """Draw a plan as SVG: a bar for each step, over time, or as many units as there are steps."""
    steps = read_plan(plan)[0].steps
    is_timed = any(one.time is not None for one in steps)
    spans = [(one.time or 0.0, one.duration or 0.0) if is_timed else (at, 1.0) for at, one in enumerate(steps)]
    whole = max((start + lasts for start, lasts in spans), default=0) or 1.0
    rows = [
        Row(one.text, start / whole, (start + lasts) / whole) for one, (start, lasts) in zip(steps, spans, strict=True)
    ]
    power = 10.0 ** floor(log10(whole / _MOST_TICKS))
    unit = next(one * power for one in (1, 2, 5, 10) if whole / (one * power) <= _MOST_TICKS)
    unit = unit if is_timed else max(unit, 1)
    ticks = {at * unit / whole: f"{at * unit:.10g}" for at in range(int(whole / unit) + 1)}
    return chart(f"{plan.name}, {'over time' if is_timed else 'step by step'}", rows, ticks)
