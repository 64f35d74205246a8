"""The result for a text as one JSON document, described by `schemas/program-result.schema.json`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from clairify_cli.agents.formalise.report import Plan, SolverRun, plan_of, solver_run
from clairify_cli.diagnostics.render.json import Finding, Tool, findings, tool
from clairify_cli.files.jsonl import json_text
from clairify_cli.outcomes import Outcome
from clairify_cli.records import dataclass
from clairify_cli.services.pddl.document import Reading, texts_of

if TYPE_CHECKING:
    from clairify_cli.services.program.request import ProgramResult


@dataclass(frozen=True, slots=True)
class ProgramDocument:
    """A program for a text, how it was written, and its findings."""

    format: Literal["clairify-program-result"]
    version: Literal[1]
    tool: Tool
    outcome: Outcome
    input: str
    text: str | None
    program: str | None
    problem: str | None
    plan: Plan | None
    solver: SolverRun | None
    readings: tuple[Reading, ...]
    model: str | None
    rounds: int | None
    input_tokens: int | None
    output_tokens: int | None
    cost: float | None
    error: str | None
    remarks: tuple[str, ...]
    diagnostics: tuple[Finding, ...]
    why_not: tuple[Finding, ...]


def document(result: ProgramResult) -> str:
    """Return the document as indented ASCII JSON."""
    made, loop = result.made, result.loop
    planned = made.planned if made is not None else None
    about = made.diagnostics if made is not None else loop.diagnostics if loop is not None else ()
    texts = texts_of(result.text, loop, made) | {source.name: source.text for source in result.given}
    return json_text(
        ProgramDocument(
            format="clairify-program-result",
            version=1,
            tool=tool(),
            outcome=result.outcome,
            input=result.name,
            text=result.text,
            program=result.program or None,
            problem=result.problem,
            plan=plan_of(planned),
            solver=solver_run(planned.solution) if planned is not None else None,
            readings=tuple(Reading(*one) for one in made.readings) if made is not None else (),
            model=result.model,
            rounds=len(loop.rounds) if loop is not None else None,
            input_tokens=loop.input_tokens if loop is not None else None,
            output_tokens=loop.output_tokens if loop is not None else None,
            cost=loop.cost if loop is not None else None,
            error=loop.error if loop is not None else None,
            remarks=loop.remarks if loop is not None else (),
            diagnostics=findings((*(loop.notes if loop is not None else ()), *about, *result.found), texts),
            why_not=findings(planned.why, texts) if planned is not None else (),
        )
    )
