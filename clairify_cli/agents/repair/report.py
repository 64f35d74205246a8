"""The result of a repair as one JSON document, described by `schemas/replan-result.schema.json`."""

from __future__ import annotations

import json
from typing import Any

from clairify_cli.agents.formalise.report import solver_run, step_of
from clairify_cli.agents.repair.repaired import Repaired
from clairify_cli.diagnostics.model import Source
from clairify_cli.diagnostics.render.json import finding
from clairify_cli.diagnostics.render.report import tool_version
from clairify_cli.files.jsonl import json_object
from clairify_cli.outcomes import Outcome
from clairify_cli.planning.repair.model import step_text
from clairify_cli.planning.validate.heading import heading_text

FORMAT = "clairify-replan-result"
VERSION = 1

_VERDICTS = {Outcome.UNSOLVABLE: "no way", Outcome.NOT_FOUND: "unknown"}
"""The outcomes that have other names in version 1 of the document."""


def plan_text(repaired: Repaired) -> str | None:
    """Return the new plan in the format of the planning competitions, with its cost on the last line; None if there is
    no plan."""
    steps = repaired.repair.steps
    if steps is None:
        return None
    lines = [step_text(one) for one in steps]
    if repaired.cost_after is not None:
        kind = "unit" if repaired.told.situation.task.problem.metric is None else "general"
        lines.append(f"; cost = {repaired.cost_after:.10g} ({kind} cost)")
    told = repaired.told.situation
    return heading_text(told.domain, told.problem) + "".join(f"{line}\n" for line in lines)


def result_json(repaired: Repaired) -> str:
    """Return the document as indented ASCII JSON."""
    return json.dumps(result_object(repaired), indent=2) + "\n"


def result_object(repaired: Repaired) -> dict[str, Any]:
    """Return the document as JSON values."""
    told, made = repaired.told, repaired.repair
    story = told.story
    task, solution = told.situation.task, made.solution
    text = plan_text(repaired)
    known = {source.name: source for source in repaired.sources}
    return {
        "format": FORMAT,
        "version": VERSION,
        "tool": {"name": "clairify", "version": tool_version()},
        "verdict": _VERDICTS.get(repaired.outcome, repaired.outcome.value),
        "changed": repaired.changed if text is not None else None,
        "how": made.how.value if made.how is not None else None,
        "reason": repaired.reason,
        "executed": told.executed,
        "failed": step_text(story.failed) if story.failed is not None else None,
        "observed": list(story.observed.texts),
        "forbidden": [step_text(one) for one in story.forbidden],
        "required": [step_text(one) for one in story.required],
        "remarks": list(told.remarks),
        "plan": None
        if text is None
        else {
            "text": text,
            "steps": [
                {**json_object(step_of(task, one.step)), "kept": one.old is not None}
                for one in repaired.lines
                if one.new is not None
            ],
        },
        "kept": [
            {"step": step_text(one.step), "was": told.executed + one.old + 1, "is": one.new + 1}
            for one in repaired.lines
            if one.old is not None and one.new is not None
        ],
        "added": [
            {"step": step_text(one.step), "is": one.new + 1}
            for one in repaired.lines
            if one.old is None and one.new is not None
        ],
        "dropped": [
            {"step": step_text(one.step), "was": told.executed + one.old + 1}
            for one in repaired.lines
            if one.new is None and one.old is not None
        ],
        "cost": {"before": repaired.cost_before, "after": repaired.cost_after},
        "fewest_changes": made.fewest,
        "solver": json_object(solver_run(solution)) if solution is not None else None,
        "hint": repaired.hint or None,
        "why_not": [finding(known.get(one.span.file, Source("", one.span.file)), one) for one in repaired.findings],
    }
