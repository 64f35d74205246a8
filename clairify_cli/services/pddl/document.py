"""The result for a text as one JSON document, described by `schemas/plan-result.schema.json`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from clairify_cli.agents.formalise.planner import PLAN
from clairify_cli.agents.formalise.report import Plan, SolverRun, plan_of, solver_run
from clairify_cli.agents.formalise.result import WRITTEN, Formalisation
from clairify_cli.diagnostics.render.json import Finding, Tool, findings, tool
from clairify_cli.files.jsonl import json_text
from clairify_cli.outcomes import Outcome
from clairify_cli.records import dataclass

if TYPE_CHECKING:
    from clairify_cli.translate import Translation


@dataclass(frozen=True, slots=True)
class Text:
    """A text with the name of its file."""

    file: str
    text: str


@dataclass(frozen=True, slots=True)
class Reading:
    """A reading of an ambiguous text."""

    goal: str
    meaning: str


@dataclass(frozen=True, slots=True)
class PlanResult:
    """What was written for a text, and its plan."""

    format: Literal["clairify-plan-result"]
    version: Literal[2]
    tool: Tool
    outcome: Outcome
    input: str
    text: str | None
    write: Literal["goal", "problem", "both"] | None
    model: str | None
    rounds: int | None
    input_tokens: int | None
    output_tokens: int | None
    cost: float | None
    error: str | None
    domain: Text | None
    problem: Text | None
    goal: str | None
    written: str | None
    readings: tuple[Reading, ...]
    solver: SolverRun | None
    plan: Plan | None
    diagnostics: tuple[Finding, ...]
    why_not: tuple[Finding, ...]


def document(name: str, made: Formalisation, model: str | None) -> str:
    """Return the document as indented ASCII JSON. `model` is None if no text was to be written."""
    planned, loop, whole = made.planned, made.translation, made.whole
    texts = texts_of(made.text, loop, made)
    result = PlanResult(
        format="clairify-plan-result",
        version=2,
        tool=tool(),
        outcome=made.outcome,
        input=name,
        text=made.text,
        write=made.write.value if made.write is not None else None,
        model=model,
        rounds=len(loop.rounds) if loop is not None else None,
        input_tokens=loop.input_tokens if loop is not None else None,
        output_tokens=loop.output_tokens if loop is not None else None,
        cost=loop.cost if loop is not None else None,
        error=loop.error if loop is not None else None,
        domain=Text(whole.domain.name, whole.domain.text) if whole is not None else None,
        problem=Text(whole.problem.name, whole.problem.text) if whole is not None else None,
        goal=made.goal,
        written=loop.program if loop is not None else None,
        readings=tuple(Reading(goal, words) for goal, words in made.readings),
        solver=solver_run(planned.solution) if planned is not None else None,
        plan=plan_of(planned),
        diagnostics=findings((*(loop.notes if loop is not None else ()), *made.diagnostics), texts),
        why_not=findings(planned.why, texts) if planned is not None else (),
    )
    return json_text(result)


def texts_of(text: str | None, loop: Translation | None, made: Formalisation | None) -> dict[str, str]:
    """Return the texts that findings refer to, by file name."""
    whole = (made.whole.domain, made.whole.problem) if made is not None and made.whole is not None else ()
    texts = {source.name: source.text for source in (*(made.given if made is not None else ()), *whole)}
    texts |= {"<text>": text or "", WRITTEN: loop.program if loop is not None else ""}
    return texts if made is None or made.planned is None else {**texts, PLAN: made.planned.plan}
