"""A translation as one JSON document, described by `schemas/xdl-result.schema.json`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.diagnostics.render.json import Finding, found
from clairify_cli.files.jsonl import json_text
from clairify_cli.outcomes import Outcome
from clairify_cli.records import dataclass

if TYPE_CHECKING:
    from clairify_cli.translate import Translation


@dataclass(frozen=True, slots=True)
class XdlDocument:
    """The translation of a text, and the findings in the program and in the text."""

    format: Literal["clairify-xdl-result"]
    version: Literal[1]
    outcome: Outcome
    input: str
    program: str | None
    diagnostics: tuple[Finding, ...]
    fixed: tuple[str, ...]
    model: str
    rounds: int
    input_tokens: int
    output_tokens: int
    cost: float | None
    seconds: float
    remarks: tuple[str, ...]
    error: str | None


def document(name: str, text: str, result: Translation) -> str:
    """The program, how the loop ended, and the findings in the program and in its text."""
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
