"""Writes the schemas of documents that are declared as dataclasses: `make schemas`."""

from __future__ import annotations

import dataclasses
import json
import typing
from collections.abc import Iterator
from pathlib import Path

import msgspec

from clairify_cli.files.json_values import Doc
from clairify_cli.services.pddl.document import PlanResult
from clairify_cli.services.program.document import ProgramDocument
from clairify_cli.services.xdl_document import XdlDocument

SCHEMAS = Path(__file__).parents[1] / "schemas"
DOCUMENTS: dict[str, tuple[type, str]] = {
    "plan-result": (PlanResult, "Result of `clairify pddl --format json`"),
    "xdl-result": (XdlDocument, "Result of `clairify xdl --format json`"),
    "program-result": (ProgramDocument, "Result of `clairify program --format json`"),
}


def schemas() -> dict[str, str]:
    """The text of each schema by the name of its file."""
    return {f"{name}.schema.json": _schema(name, *document) for name, document in DOCUMENTS.items()}


def _schema(name: str, document: type, title: str) -> str:
    _, parts = msgspec.json.schema_components([document])
    for kind in set(_kinds(document)):
        part = parts[kind.__name__]
        part["additionalProperties"] = False
        for field, hint in typing.get_type_hints(kind, include_extras=True).items():
            for doc in getattr(hint, "__metadata__", ()):
                if isinstance(doc, Doc):
                    part["properties"][field]["description"] = doc.text
    whole = parts.pop(document.__name__)
    (version,) = whole["properties"]["version"]["enum"]
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": f"urn:clairify:schema:{name}:{version}"}
    made = {**head, **whole, "title": title, "$defs": dict(sorted(parts.items()))}
    return json.dumps(made, indent=2) + "\n"


def _kinds(kind: object) -> Iterator[type]:
    """The dataclasses that a type is made of."""
    if isinstance(kind, type) and dataclasses.is_dataclass(kind):
        yield kind
        for hint in typing.get_type_hints(kind).values():
            yield from _kinds(hint)
    for argument in typing.get_args(kind):
        yield from _kinds(argument)


if __name__ == "__main__":
    for name, text in schemas().items():
        (SCHEMAS / name).write_text(text, encoding="utf-8")
