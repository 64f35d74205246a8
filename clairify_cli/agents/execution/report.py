"""The report of a run: JSON text, identical for identical runs, described by `schemas/run-report.schema.json`.

It contains no times of day, only simulated durations, and no numbers that JSON lacks. It contains what a later command
needs to replan: the failed step with its parameters and checks, and the observed state.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from typing import Any

from clairify_cli.agents.execution.jobs.kinds import Job
from clairify_cli.agents.execution.jobs.totals import spilled, totals
from clairify_cli.agents.execution.results import Done, DoneStage, Failure, Run, Tried
from clairify_cli.agents.execution.stages import Stage
from clairify_cli.agents.execution.task_motion import PlannedStage
from clairify_cli.diagnostics.model import Diagnostic
from clairify_cli.diagnostics.render.json import finding_objects
from clairify_cli.files.jsonl import json_object
from clairify_cli.languages.motion import PARAMETERS
from clairify_cli.planning.repair.model import step_text
from clairify_cli.worlds.base import COULD_NOT_RUN, Action, Motion, Parameters
from clairify_cli.worlds.panda.belief import Belief
from clairify_cli.worlds.scene.model import Scene

DIGITS = 4
"""Decimal places of numbers in a report."""

Json = dict[str, Any]

VERSION = 2
"""The version of the format. Increase it if readers of older reports would misread newer ones."""


def report(run: Run, scene: Scene, *, source: str = "", text: str = "", findings: Iterable[Diagnostic] = ()) -> Json:
    """Return the report as a JSON value. `source` names the executed input, `text` is its content; `findings` were
    made before the run."""
    jobs = done_jobs(run)
    first, last = run.first, run.last
    return {
        "version": VERSION,
        "input": {"name": source, "text": text},
        "options": _options(run),
        "scene": _scene(scene),
        "diagnostics": finding_objects((*findings, *run.findings), {source: text}),
        "steps": [_step(one) for one in run.stages] or [_planned(one) for one in run.planned.stages],
        "totals": {
            "success": run.succeeded,
            "moved": bool(run.stages),
            "score": number(run.score),
            "plan_scores": [number(one) for one in run.scores],
            "simulated_s": number(run.seconds),
            "skipped_s": number(run.skipped),
            "spilled_g": number(spilled(first, last)) if first is not None and last is not None else 0.0,
            "masses": [
                {
                    "vessel": one.vessel,
                    "substance": one.substance,
                    "asked_g": number(one.asked),
                    "in_vessel_g": number(one.there),
                }
                for one in (totals(scene, jobs, last) if last is not None and run.stages else ())
            ],
        },
        "failure": None if run.failure is None else _failure(run.failure),
        "state": None if last is None else _state(last, run.facts),
        **({"rounds": [rounded(json_object(one)) for one in run.rounds]} if run.rounds else {}),
    }


def done_jobs(run: Run) -> tuple[Job, ...]:
    """Return the jobs of the stages that were started."""
    return tuple(one.stage.job for one in run.stages if one.stage.job is not None)


def _options(run: Run) -> Json:
    return {**json_object(run.options), "parameters": parameters_of(run.options.parameters)}


def _scene(scene: Scene) -> Json:
    return {
        "name": scene.name,
        "ambient_c": number(scene.ambient),
        "vessels": [
            {
                **_picked(one, "id", "name", "kind"),
                "capacity_ml": number(one.capacity_ml),
                "contents": _numbers({content.substance: content.grams for content in one.contents}),
            }
            for one in scene.vessels
        ],
        "devices": [_picked(one, "id", "kind") for one in scene.devices],
        "containers": [_picked(one, "id", "kind") for one in scene.containers],
        "items": [_picked(one, "id", "name", "kind") for one in scene.items],
        "obstacles": [_picked(one, "id", "name") for one in scene.obstacles],
    }


def _picked(one: object, *names: str) -> Json:
    return {name: getattr(one, name) for name in names}


def _head(stage: Stage) -> Json:
    span = stage.span
    return {"number": stage.number, "text": stage.text, "line": span.line, "column": span.column}


def _step(one: DoneStage) -> Json:
    return {
        **_head(one.stage),
        "status": "done" if one.completed else "failed",
        "skipped_s": number(one.skipped),
        "replanned": one.replanned,
        "actions": [_action(done) for done in one.actions],
        "remarks": list(one.remarks),
        **({"replannings": [json_object(each) for each in one.replannings]} if one.replannings else {}),
    }


def _planned(one: PlannedStage) -> Json:
    return {
        **_head(one.stage),
        "status": "planned",
        "skipped_s": 0.0,
        "replanned": one.tried - 1,
        "actions": [
            {
                **_asked(planned.action),
                "tries": [],
                "expected": {
                    "motions": [_motion(motion) for motion in planned.ready.motions],
                    "score": number(planned.ready.score),
                },
            }
            for planned in one.actions
        ],
        "remarks": list(one.refused),
    }


def _action(done: Done) -> Json:
    return {**_asked(done.tries[0].outcome.action), "tries": [_tried(one) for one in done.tries], "expected": None}


def _asked(action: Action) -> Json:
    return {
        "name": action.name,
        "arguments": list(action.arguments),
        "parameters": parameters_of(action.parameters),
        "settings": _numbers(action.settings),
    }


def _tried(tried: Tried) -> Json:
    one = tried.outcome
    return {
        "parameters": parameters_of(one.action.parameters),
        "changes": [rounded(json_object(change)) for change in tried.retuned],
        "succeeded": one.succeeded,
        "refusal": None if one.refusal is None else json_object(one.refusal),
        "checks": [json_object(check) for check in one.checks],
        "motions": [_motion(motion) for motion in one.motions],
        "score": number(one.score),
        "measured": _numbers(one.measured),
        "simulated_s": number(one.seconds),
        "skipped_s": number(one.skipped),
        "remarks": list(one.remarks),
    }


def _motion(one: Motion) -> Json:
    return {
        "name": one.name,
        "simulated_s": number(one.seconds),
        "isotropy": number(one.isotropy),
        "clearance": number(one.clearance),
        "score": number(one.score),
    }


def _failure(failure: Failure) -> Json:
    return {
        "step": failure.stage.number,
        "text": failure.stage.text,
        "line": failure.stage.span.line,
        "message": failure.message,
        "action": None if failure.action is None else _asked(failure.action),
        "checks": [] if failure.outcome is None else [json_object(one) for one in failure.outcome.checks],
        "measured": {} if failure.outcome is None else _numbers(failure.outcome.measured),
        "state": _state(failure.belief, failure.facts),
    }


def _state(belief: Belief, facts: Iterable[tuple[str, ...]]) -> Json:
    return {
        "facts": sorted(step_text(one) for one in facts),
        "joints": [number(one) for one in belief.joints],
        "held": None if belief.held is None else belief.held.thing,
        "poses": {name: rounded(json_object(pose)) for name, pose in sorted(belief.poses.items())},
        "places": dict(sorted(belief.places.items())),
        "inside": dict(sorted(belief.inside.items())),
        "contents": {
            name: _numbers({one.substance: one.grams for one in contents})
            for name, contents in sorted(belief.contents.items())
        },
        "temperatures_c": _numbers(belief.temperatures),
        "capped": sorted(belief.capped),
        "spilled_g": number(belief.spilled_g),
    }


def _numbers(values: Mapping[str, float]) -> Json:
    return {name: number(value) for name, value in sorted(values.items())}


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
