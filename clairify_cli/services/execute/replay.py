"""Replay the log of a real arm with the simulated arm."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from clairify_cli.outcomes import Outcome
from clairify_cli.services.execute.delivery import deliver, failures, refuse_without_extra
from clairify_cli.services.execute.events import Tell
from clairify_cli.services.execute.request import ExecuteRequest
from clairify_cli.services.execute.results import LogReplay
from clairify_cli.services.places import refuse_overwriting, refuse_places
from clairify_cli.services.refused import RefusedError, read_scene_file

if TYPE_CHECKING:
    from clairify_cli.agents.robot.replay import Replayed

VERSION = 1


def replay_log(request: ExecuteRequest, tell: Tell) -> LogReplay:
    """Replay a log; this fails if a sent motion does not match the script, or if the twin fails.

    Raises what `execute` raises.
    """
    from clairify_cli.agents.robot.replay import replay
    from clairify_cli.files.reading import read_bytes
    from clairify_cli.worlds.ros.journal_file import JournalError, read_log
    from clairify_cli.worlds.ros.script.values import ScriptError

    refuse_overwriting(request)
    refuse_without_extra()
    name, report = request.replay_log, request.batch.report
    assert name is not None and request.scene is not None  # as `COMBINATIONS` requires
    try:
        refuse_places([report] if report is not None and report != "-" else [])
        entries = read_log(read_bytes(name, most_bytes=request.most_bytes))
        scene = read_scene_file(request.scene, request.most_bytes)
        with failures():
            found = replay(entries, scene, seed=request.seed)
    except (JournalError, ScriptError) as error:
        raise RefusedError(Outcome.UNREADABLE, f"{name}: {error}") from None
    deliver(request, json.dumps(_report(name, found), indent=2, ensure_ascii=False, allow_nan=False) + "\n", tell)
    return LogReplay(name, found, scene.name, Outcome.DONE if found.succeeded else Outcome.CHECK_FAILED)


def _report(name: str, found: Replayed) -> dict[str, object]:
    """Return the replay as JSON values."""
    return {
        "version": VERSION,
        "log": name,
        "scene": found.script.scene,
        "robot": found.script.robot,
        "whole": found.whole,
        "ended": found.ended,
        "succeeded": found.succeeded,
        "motions": [
            {
                "command": one.number,
                "name": one.name,
                "action": one.action,
                "sent_as_script": one.equal,
                "states": one.states,
                "difference_rad": None if one.difference is None else round(one.difference, 6),
                "done": one.done,
            }
            for one in found.motions
        ],
        "twin": {
            "deviation_rad": round(found.played.deviation, 6),
            "at": found.played.at,
            "contacts": list(found.played.contacts),
            "lost": list(found.played.lost),
            "faults": list(found.played.faults),
        },
    }
