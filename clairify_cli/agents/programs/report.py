"""The report of a program run: JSON that is identical for identical runs.

`schemas/program-report.schema.json` describes it. It contains only simulated times.
"""

from __future__ import annotations

import math

from clairify_cli.agents.execution.report import DIGITS, Json, parameters_of
from clairify_cli.agents.programs.base import Bounds, Did, Looked, Ran
from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.diagnostics.render.json import finding_objects
from clairify_cli.files.jsonl import json_object
from clairify_cli.outcomes import Outcome

VERSION = 2
"""The version of the format. Increase it if readers of older reports would misread newer ones."""


def report(
    ran: Ran,
    source: Source,
    *,
    world: str,
    seed: int,
    bounds: Bounds,
    on_failure: str | None = None,
    dry_run: bool = False,
    findings: tuple[Diagnostic, ...] = (),
) -> Json:
    """Return the report as a JSON value. `world` names where it ran, `on_failure` the reaction to a failed check there.

    With `dry_run`, nothing was executed, and the report says what would be.
    """
    reached, of = ran.recall
    scores = [one.done.score for one in ran.actions if one.done.score is not None]
    return {
        "version": VERSION,
        "program": {"name": ran.name, "file": source.name, "text": source.text},
        "world": world,
        "options": {
            "seed": seed,
            "assertions": bounds.assertions,
            "recoveries": bounds.recoveries,
            "after_failure": bounds.after_failure,
            "on_failure": on_failure,
            "dry_run": dry_run,
        },
        "diagnostics": finding_objects(findings, {source.name: source.text}),
        "success": ran.succeeded,
        "ending": "stopped" if ran.ending is Outcome.INTERRUPTED else ran.ending.value,
        "why": ran.why,
        "goal": {"reached": ran.goal, "conditions_reached": reached, "conditions": of},
        "executability": number(ran.executability),
        "goal_condition_recall": number(ran.goal_condition_recall),
        "score": number(sum(scores) / len(scores)) if scores else None,
        "simulated_s": number(sum(one.done.seconds for one in ran.actions)),
        "overlooked": ran.overlooked,
        "steps": [_did(one, source) if isinstance(one, Did) else _looked(one, source) for one in ran.entries],
    }


def _did(one: Did, source: Source) -> Json:
    done = one.done
    return {
        "kind": "action",
        "line": source.position(one.doing.start)[0],
        "number": one.doing.number,
        "action": one.doing.action,
        "arguments": list(one.doing.arguments),
        "recovers": one.recovers,
        "taken": done.taken,
        "succeeded": done.succeeded,
        "message": done.message,
        "parameters": {"asked": parameters_of(one.doing.parameters), "last": parameters_of(done.parameters)},
        "attempts": done.attempts,
        "score": number(done.score),
        "simulated_s": number(done.seconds),
        "checks": [json_object(each) for each in done.checks],
        "remarks": list(done.remarks),
    }


def _looked(one: Looked, source: Source) -> Json:
    return {
        "kind": one.kind,
        "line": source.position(one.start)[0],
        "condition": one.condition,
        "value": one.value,
        "facts": {fact.text: value for fact, value in one.facts},
        "recovered": one.recovered,
    }


def number(value: float | None) -> float | None:
    """Round a number for the report; infinity and NaN become null, since JSON lacks them."""
    return round(value, DIGITS) + 0.0 if value is not None and math.isfinite(value) else None
