"""A source map as one JSON document, versioned, as `schemas/map.schema.json` describes it.

Lines and columns are counted from 1, offsets from 0; ends are exclusive; all in characters (code points).
"""

from __future__ import annotations

import json
import re
from hashlib import sha256
from typing import Any

from clairify_cli.diagnostics.model import Source, Span
from clairify_cli.diagnostics.render.json import finding
from clairify_cli.diagnostics.render.report import tool_version
from clairify_cli.fidelity.mapped.source_map import MappedStep, SourceMap

VERSION = 1

_POSITION = re.compile(r'\{\s+"line": (\d+),\s+"column": (\d+),\s+"offset": (\d+)\s+\}')
"""A position on five lines, which is put on one: most of a map is positions."""


def map_json(found: SourceMap) -> str:
    """Return the document, indented, in ASCII."""
    text, program = found.text.text, found.program.text
    document = {
        "version": VERSION,
        "tool": {"name": "clairify", "version": tool_version()},
        "language": found.language,
        "origin": found.origin.value,
        "text": _file(found.text),
        "program": _file(found.program),
        "title": found.title,
        "declared": [
            {"role": one.role.value, "name": one.name, "type": one.type or None, "place": _place(one.span)}
            for one in found.declared
        ],
        "steps": [_step(step, text) for step in found.steps],
        "unread": [_stretch(span, text) for span in found.unread],
        "remarks": [{"kind": one.kind, **_stretch(one.span, text)} for one in found.remarks],
        "diagnostics": {
            "text": [finding(found.text, one) for one in found.text_findings],
            "program": [finding(found.program, one) for one in found.program_findings],
        },
        "summary": {
            "steps": sum(1 for step in found.walk() if step.number is not None),
            "steps_without_source": sum(1 for step in found.walk() if step.number is not None and not step.source),
            "errors": sum(1 for one in found.findings if one.is_error),
            "warnings": sum(1 for one in found.findings if not one.is_error),
            "characters": {"text": len(text), "program": len(program)},
        },
    }
    return _POSITION.sub(r'{"line": \1, "column": \2, "offset": \3}', json.dumps(document, indent=2)) + "\n"


def _file(source: Source) -> dict[str, Any]:
    """Return the name of a file and the hash of its text in UTF-8, without a byte order mark."""
    return {"file": source.name, "sha256": sha256(source.text.encode("utf-8", "surrogatepass")).hexdigest()}


def _step(step: MappedStep, text: str) -> dict[str, Any]:
    return {
        "number": step.number,
        "path": list(step.path),
        "name": step.name,
        "place": _place(step.span),
        "properties": [
            {
                "name": one.name,
                "value": one.value,
                "role": one.role.value,
                "place": _place(one.span),
                "source": [_stretch(span, text) for span in one.source],
            }
            for one in step.properties
        ],
        "source": [_stretch(span, text) for span in step.source],
        "steps": [_step(child, text) for child in step.children],
    }


def _stretch(span: Span, text: str) -> dict[str, Any]:
    """Return a stretch of the text with its words."""
    return {**_place(span), "words": text[span.start : span.end]}


def _place(span: Span) -> dict[str, Any]:
    return {
        "start": {"line": span.line, "column": span.column, "offset": span.start},
        "end": {"line": span.end_line, "column": span.end_column, "offset": span.end},
    }
