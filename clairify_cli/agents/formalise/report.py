"""What came of a text for machines: one JSON document, as `schemas/plan-result.schema.json` describes it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from clairify_cli.agents.formalise.planner import PLAN, Planned, task_of
from clairify_cli.agents.formalise.result import WRITTEN, Formalisation
from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.diagnostics.render.json import finding
from clairify_cli.diagnostics.render.report import tool_version
from clairify_cli.languages.pddl.meaning import find_action
from clairify_cli.languages.pddl.task import Task
from clairify_cli.planning.base import Solution

FORMAT = "clairify-plan-result"
VERSION = 1


def result_json(made: Formalisation, model: str | None = None) -> str:
    """The document, indented, in ASCII. `model` is the one that was asked, None where nothing was to be written."""
    return json.dumps(result_object(made, model), indent=2) + "\n"


def result_object(made: Formalisation, model: str | None = None) -> dict[str, Any]:
    """The document as values."""
    planned = made.planned
    solution = planned.solution if planned is not None else None
    return {
        "format": FORMAT,
        "version": VERSION,
        "tool": {"name": "clairify", "version": tool_version()},
        "verdict": made.outcome.value,
        "text": made.text,
        "write": made.write.value if made.write is not None else None,
        "model": model,
        "rounds": len(made.translation.rounds) if made.translation is not None else None,
        "error": made.translation.error if made.translation is not None else None,
        "domain": _text_of(made.whole.domain) if made.whole is not None else None,
        "problem": _text_of(made.whole.problem) if made.whole is not None else None,
        "goal": made.goal,
        "written": made.translation.program if made.translation is not None else None,
        "readings": [{"goal": goal, "meaning": words} for goal, words in made.readings],
        "solver": solver_object(solution) if solution is not None else None,
        "plan": _plan(planned) if planned is not None and planned.solved else None,
        "diagnostics": [_finding(one, made) for one in (*_notes(made), *made.diagnostics)],
        "why_not": [_finding(one, made) for one in planned.why] if planned is not None else [],
    }


def solver_object(solution: Solution) -> dict[str, Any]:
    """The solver that was asked, and how its run ended, as values."""
    return {
        "name": solution.solver,
        "outcome": solution.outcome.value,
        "message": solution.message,
        "seconds": round(solution.seconds, 3),
        "cpu_seconds": round(solution.cpu_seconds, 3),
    }


def step_object(task: Task | None, words: Sequence[str]) -> dict[str, Any]:
    """A step as values, its arguments by the names of the action's parameters; without those where it has none."""
    action = find_action(task, words[0]) if task is not None else None
    names = [one.name.text.lstrip("?") for one in action.parameters] if action is not None else []
    return {"action": words[0], "arguments": dict(zip(names, words[1:], strict=False))}


def _text_of(source: Source) -> dict[str, str]:
    return {"file": source.name, "text": source.text}


def _plan(planned: Planned) -> dict[str, Any]:
    """The plan with the arguments of its actions by the names of their parameters."""
    plan, solution = planned.solution.plan, planned.solution
    assert plan is not None
    task = task_of(planned.domain, planned.problem)
    steps = [step_object(task, step.words) for step in plan.steps]
    return {"text": planned.plan, "cost": solution.cost, "optimal": solution.optimal, "steps": steps}


def _notes(made: Formalisation) -> tuple[Diagnostic, ...]:
    return made.translation.notes if made.translation is not None else ()


def _finding(one: Diagnostic, made: Formalisation) -> dict[str, Any]:
    written = made.translation.program if made.translation is not None else ""
    texts = {WRITTEN: written, "<text>": made.text or ""} | {source.name: source.text for source in made.given}
    if made.whole is not None:
        texts |= {source.name: source.text for source in (made.whole.domain, made.whole.problem)}
    if made.planned is not None:
        texts[PLAN] = made.planned.plan
    return finding(Source(texts.get(one.span.file, ""), one.span.file), one)
