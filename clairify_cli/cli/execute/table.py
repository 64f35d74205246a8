"""The tables at the end of a run, as aligned plain text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clairify_cli.agents.execution.results import STOPPED
from clairify_cli.cli.shared.output import aligned, room_for
from clairify_cli.services.execute.words import duration

if TYPE_CHECKING:
    from clairify_cli.agents.execution.results import DoneStage, Run
    from clairify_cli.worlds.scene.model import Scene

_HEADER = ("step", "text", "actions", "result", "score", "simulated", "skipped")
_NARROWEST = 16
_WIDEST = 60


def steps(run: Run, width: int, *, verbose: bool) -> str:
    """Return a row for each step: number of actions, result, mean score of its motions, times."""
    if run.stages:
        planned = {id(one.stage): len(one.actions) for one in run.planned.stages}
        stopped = run.failure is not None and run.failure.message == STOPPED
        rows = [_done(one, planned.get(id(one.stage), 0), stopped=stopped) for one in run.stages]
        begun = {id(one.stage) for one in run.stages}
        rows += [
            (str(one.stage.number), one.stage.text, str(len(one.actions)), "not begun", "", "", "")
            for one in run.planned.stages
            if id(one.stage) not in begun
        ]
    else:
        rows = [
            (str(one.stage.number), one.stage.text, str(len(one.actions)), "planned", _mean(one.scores), "", "")
            for one in run.planned.stages
        ]
    rows.insert(0, _HEADER)
    most = min(room_for(rows, 1, width, _NARROWEST), _WIDEST)
    shown = [(row[0], row[1] if len(row[1]) <= most else f"{row[1][: most - 2]} …", *row[2:]) for row in rows]
    lines = aligned(shown, left=(1, 3))
    if verbose:
        lines += ["", *_checks(run)]
    return "\n".join(lines)


def rounds(run: Run) -> str:
    """Return a row for each round if the run is the best of several."""
    if not run.rounds:
        return ""
    rows = [("round", "result", "score", "simulated", "what")]
    for one in run.rounds:
        what = f"plan of {len(one.plan)} actions"
        came = "ok" if one.succeeded else "FAILED"
        simulated = duration(one.simulated_s)
        rows.append((str(one.number), came, f"{one.score:.3f}", simulated, what + (", kept" if one.kept else "")))
    return "\n".join(("", *aligned(rows, left=(1, 4))))


def amounts(run: Run, scene: Scene) -> str:
    """Return the requested and actual contents of every filled vessel, the spilled mass, and what is warm or cold."""
    from clairify_cli.agents.execution.jobs.totals import spilled, totals
    from clairify_cli.agents.execution.report import done_jobs

    if not run.stages or run.last is None or run.first is None:
        return ""
    names = {one.id: one.name for one in scene.vessels}
    rows = [
        (names.get(one.vessel, one.vessel), one.substance, f"{one.asked:.2f} g", f"{one.there:.2f} g")
        for one in totals(scene, done_jobs(run), run.last)
    ]
    if not rows:
        return ""
    rows.insert(0, ("in", "", "asked for", "found"))
    warm = [f"{names[one]} at {celsius:.1f} °C" for one, celsius in run.last.temperatures.items()]
    lost = f"spilled: {spilled(run.first, run.last):.2f} g"
    return "\n".join(["", *aligned(rows, left=(0, 1)), "; ".join((lost, *warm))])


def _done(one: DoneStage, planned: int, *, stopped: bool) -> tuple[str, ...]:
    outcomes = [tried.outcome for done in one.actions for tried in done.tries]
    scores = [motion.score for outcome in outcomes for motion in outcome.motions]
    simulated = sum(outcome.seconds for outcome in outcomes)
    skipped = one.skipped + sum(outcome.skipped for outcome in outcomes)
    return (
        str(one.stage.number),
        one.stage.text,
        str(len(one.actions)) if one.completed else f"{len(one.actions)} of {max(planned, len(one.actions))}",
        "ok" if one.completed else "stopped" if stopped else "FAILED",
        _mean(scores),
        duration(simulated) if outcomes else "",
        duration(skipped) if skipped else "",
    )


def _mean(scores: list[float]) -> str:
    return f"{sum(scores) / len(scores):.3f}" if scores else ""


def _checks(run: Run) -> list[str]:
    """List every check of every action."""
    lines = []
    for stage in run.stages:
        for done in stage.actions:
            for tried in done.tries:
                lines.append(f"step {stage.stage.number} {tried.outcome.action.text}")
                lines += [f"  {'ok    ' if one.passed else 'FAILED'} {one.text}" for one in tried.outcome.checks]
    return lines
