"""What came of a text as one JSON document, as `schemas/program-result.schema.json` describes it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal

from clairify_cli.agents.formalise.report import Plan, SolverRun, plan_of, solver_run
from clairify_cli.diagnostics.render.json import Finding, Tool, findings, tool
from clairify_cli.files.json_values import Doc, json_text
from clairify_cli.outcomes import Outcome
from clairify_cli.services.pddl.document import Reading, texts_of

if TYPE_CHECKING:
    from clairify_cli.services.program.write import ProgramResult


@dataclass(frozen=True, slots=True)
class ProgramDocument:
    """A program for a text, how it was written, and what was found."""

    format: Literal["clairify-program-result"]
    version: Literal[1]
    tool: Tool
    outcome: Annotated[
        Outcome,
        Doc(
            "By rule: solved, where there is a program; ambiguous: see `readings`; unsolvable: there is no plan; "
            "invalid: the text could not be read as a goal, or what is given has errors. By a model: valid, or why "
            "there is no program without errors."
        ),
    ]
    input: Annotated[str, Doc("The file that the text was read from, or that of the problem; `<text>` for neither.")]
    text: Annotated[str | None, Doc("The text; null where the program reaches the goal of the problem.")]
    program: Annotated[str | None, Doc("The best program there is; `outcome` says whether it is good.")]
    problem: Annotated[str | None, Doc("The problem with the goal of the text; null where that has not one reading.")]
    plan: Annotated[Plan | None, Doc("The plan that a program by rule carries out.")]
    solver: SolverRun | None
    readings: Annotated[tuple[Reading, ...], Doc("The ways in which an ambiguous text can be read.")]
    model: str | None
    rounds: int | None
    input_tokens: int | None
    output_tokens: int | None
    cost: Annotated[float | None, Doc("What the model cost in US dollars; null where that is not known.")]
    error: Annotated[str | None, Doc("Why the model failed.")]
    remarks: Annotated[tuple[str, ...], Doc("What a person should know of the run.")]
    diagnostics: Annotated[
        tuple[Finding, ...],
        Doc("Findings in the text (file `<text>`), in what the model wrote (`<program>`), or in given texts."),
    ]
    why_not: Annotated[tuple[Finding, ...], Doc("Why there is no plan, in the problem as it was solved.")]


def document(result: ProgramResult) -> str:
    """The document, indented, in ASCII."""
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
