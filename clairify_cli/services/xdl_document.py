"""A translation as one JSON document, described by `schemas/xdl-result.schema.json`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal

from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.diagnostics.render.json import Finding, found
from clairify_cli.files.json_values import Doc, json_text
from clairify_cli.outcomes import Outcome

if TYPE_CHECKING:
    from clairify_cli.translate import Translation


@dataclass(frozen=True, slots=True)
class XdlDocument:
    """What a text was translated to, and what was found in the program and in the text."""

    format: Literal["clairify-xdl-result"]
    version: Literal[1]
    outcome: Annotated[
        Outcome,
        Doc(
            "valid: the program has no errors, and no difference from its text was found. unfaithful: valid XDL that "
            "differs from its text. stuck: asking again would give the same program. rounds, timeout, budget: that "
            "limit was reached first. disputed: the model stands by a program that differs from its text. "
            "no-procedure, inexpressible, declined: the model says why it writes none. Also model-failed, interrupted."
        ),
    ]
    input: Annotated[str, Doc("The file, or `<text>`.")]
    program: Annotated[str | None, Doc("The best program there is, whatever the outcome.")]
    diagnostics: Annotated[
        tuple[Finding, ...], Doc("Findings in the text, then in the program, which is called `<program>`.")
    ]
    fixed: Annotated[tuple[str, ...], Doc("Rules whose findings a safe fix removed.")]
    model: str
    rounds: int
    input_tokens: int
    output_tokens: int
    cost: Annotated[float | None, Doc("In US dollars; null where a price is not known.")]
    seconds: float
    remarks: tuple[str, ...]
    error: Annotated[str | None, Doc("Why the model failed, refused, or stands by its program.")]


def document(name: str, text: str, result: Translation) -> str:
    """The program, how the loop ended, and what was found in the program and in its text."""
    from clairify_cli.translate.views import renamed

    program, source = Source(result.program, "<program>"), Source(text, name)

    def shown(finding: Diagnostic) -> Finding:
        known = renamed(finding, name, program.name)
        return found(source if known.span.file == name else program, known)

    return json_text(
        XdlDocument(
            format="clairify-xdl-result",
            version=1,
            outcome=result.outcome,
            input=name,
            program=result.program or None,
            diagnostics=tuple(shown(one) for one in (*result.notes, *result.diagnostics)),
            fixed=tuple(one.code for one in result.fixes),
            model=result.model,
            rounds=len(result.rounds),
            input_tokens=result.input_tokens,
            output_tokens=result.output_tokens,
            cost=result.cost,
            seconds=round(result.seconds, 3),
            remarks=result.remarks,
            error=result.error,
        )
    )
