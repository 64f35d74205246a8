"""The robot section of a run's report: `robot` in `schemas/run-report.schema.json`."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from clairify_cli.agents.robot.performance import Performance
from clairify_cli.files.jsonl import json_object
from clairify_cli.worlds.ros.profile.values import RobotProfile
from clairify_cli.worlds.ros.robot import HaltError
from clairify_cli.worlds.ros.script.values import Script

Json = dict[str, Any]


def account(
    script: Script | None,
    url: str,
    profile: RobotProfile,
    *,
    log: str | None,
    performance: Performance | None,
    outcome: str,
) -> Json:
    """Report how much of a script a robot executed. `url` has no credentials, `log` is the name of the file.

    `outcome` is `done`, `unconfirmed`, `failed`, `halted`, `interrupted`, `refused` or `dry-run`.
    """
    done = performance or Performance(0, 0, 0)
    return {
        "profile": profile.name,
        "model": profile.model.value,
        "url": url,
        "speed_scale": None if script is None else script.scale,
        "hand_speed": asdict(profile.hand_speed),
        "keep_in": [asdict(one) for one in profile.keep_in],
        "outcome": outcome,
        "motions": 0 if script is None else len(script.motions),
        "motions_done": done.motions,
        "failed": done.failed,
        "halted": None if done.halted is None else _halted(done.halted),
        "devices": [
            {**json_object(one), "value": round(one.value, 4), "confirmed": one.confirmed} for one in done.switched
        ],
        "asked": [{"question": one.question, **json_object(one.answer)} for one in done.asked],
        "weighings": [
            {
                "vessel": one.vessel,
                "asked_g": round(one.grams, 4),
                "tolerance_g": round(one.tolerance, 4),
                "found_g": None if one.found is None else round(one.found, 4),
                "good": one.good,
            }
            for one in done.weighings
        ],
        "log": log,
    }


def outcome_of(performance: Performance) -> str:
    """Return the word for how the run ended."""
    if performance.succeeded:
        return "done"
    if performance.halted is None:
        return "unconfirmed" if performance.unconfirmed else "failed"
    return "interrupted" if performance.interrupted else "halted"


def _halted(error: HaltError) -> Json:
    return {
        "cause": error.cause.value,
        "message": error.message,
        "expected": error.expected,
        "actual": error.actual,
        "stopped": None if error.stopped is None else json_object(error.stopped),
    }
