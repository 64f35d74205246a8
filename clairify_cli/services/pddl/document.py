"""What came of a text as one JSON document, as `schemas/plan-result.schema.json` describes it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal

from clairify_cli.agents.formalise.planner import PLAN
from clairify_cli.agents.formalise.report import Plan, SolverRun, plan_of, solver_run
from clairify_cli.agents.formalise.result import WRITTEN, Formalisation
from clairify_cli.diagnostics.render.json import Finding, Tool, findings, tool
from clairify_cli.files.json_values import Doc, json_text
from clairify_cli.outcomes import Outcome

if TYPE_CHECKING:
    from clairify_cli.translate import Translation


@dataclass(frozen=True, slots=True)
class Text:
    """A text with the name of its file."""

    file: str
    text: str


@dataclass(frozen=True, slots=True)
class Reading:
    """A way in which an ambiguous text can be read."""

    goal: str
    meaning: str


@dataclass(frozen=True, slots=True)
class PlanResult:
    """What was written for a text, and the plan that it has."""

    format: Literal["clairify-plan-result"]
    version: Literal[2]
    tool: Tool
    outcome: Annotated[
        Outcome,
        Doc(
            "solved: there is a plan, and it is validated. written: with --no-solve, what was written is good. "
            "unfaithful: as these, but the goal differs from the text. invalid: no good PDDL was found, or what is "
            "given has errors. ambiguous: see `readings`. unsolvable: it is known that there is no plan. "
            "solver-failed: the solver came to no answer, see `solver`. bad-plan: the solver's plan is wrong. Also "
            "model-failed and interrupted."
        ),
    ]
    input: Annotated[str, Doc("The file that the text was read from, or that of the problem; `<text>` for neither.")]
    text: Annotated[str | None, Doc("The text; null where the problem was solved as it is.")]
    write: Annotated[Literal["goal", "problem", "both"] | None, Doc("What was to be written.")]
    model: str | None
    rounds: int | None
    input_tokens: int | None
    output_tokens: int | None
    cost: Annotated[float | None, Doc("What the model cost in US dollars; null where that is not known.")]
    error: Annotated[str | None, Doc("Why the model failed.")]
    domain: Annotated[Text | None, Doc("The domain as it is solved; null where there is no good PDDL.")]
    problem: Annotated[Text | None, Doc("The problem as it is solved, with its goal.")]
    goal: Annotated[str | None, Doc("The goal section of the problem.")]
    written: Annotated[str | None, Doc("What the model wrote, after safe fixes; findings in `<program>` are about it.")]
    readings: Annotated[tuple[Reading, ...], Doc("The ways in which an ambiguous text can be read.")]
    solver: SolverRun | None
    plan: Plan | None
    diagnostics: Annotated[
        tuple[Finding, ...],
        Doc("Findings in `text` (file `<text>`), in `written` (`<program>`), or in given texts."),
    ]
    why_not: Annotated[tuple[Finding, ...], Doc("Why there is no plan, in the problem as it was solved.")]


def document(name: str, made: Formalisation, model: str | None) -> str:
    """The document, indented, in ASCII. `model` is the one that was asked, None where nothing was to be written."""
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
    """The texts that findings are about, by file."""
    whole = (made.whole.domain, made.whole.problem) if made is not None and made.whole is not None else ()
    texts = {source.name: source.text for source in (*(made.given if made is not None else ()), *whole)}
    texts |= {"<text>": text or "", WRITTEN: loop.program if loop is not None else ""}
    return texts if made is None or made.planned is None else {**texts, PLAN: made.planned.plan}
