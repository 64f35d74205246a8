"""A translation as one JSON document, described by `schemas/xdl-result.schema.json`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from clairify_cli.diagnostics.model import Diagnostic, Source

if TYPE_CHECKING:
    from clairify_cli.translate import Translation

FORMAT = "clairify-xdl-result"
VERSION = 1


def document(name: str, text: str, result: Translation) -> str:
    """The program, how the loop ended, and what was found in the program and in its text.

    `program` is the best one there is; whether it is good is said by `outcome`. Findings have the shape of
    `schemas/diagnostics.schema.json`.
    """
    from clairify_cli.diagnostics.render.json import finding
    from clairify_cli.translate.views import renamed

    program, source = Source(result.program, "<program>"), Source(text, name)

    def shown(found: Diagnostic) -> dict[str, object]:
        known = renamed(found, name, program.name)
        return finding(source if known.span.file == name else program, known)

    made = {
        "format": FORMAT,
        "version": VERSION,
        "outcome": result.outcome.value,
        "input": name,
        "program": result.program or None,
        "diagnostics": [shown(found) for found in (*result.notes, *result.diagnostics)],
        "fixed": [found.code for found in result.fixes],
        "model": result.model,
        "rounds": len(result.rounds),
        "input_tokens": result.input_tokens,
        "output_tokens": result.output_tokens,
        "cost": result.cost,
        "seconds": round(result.seconds, 3),
        "remarks": list(result.remarks),
        "error": result.error,
    }
    return json.dumps(made, indent=2) + "\n"
