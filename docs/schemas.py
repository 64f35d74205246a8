"""Writes the schemas of documents that are declared as dataclasses: `make schemas`."""

from __future__ import annotations

import dataclasses
import json
import tomllib
import typing
from collections.abc import Iterator
from pathlib import Path

import msgspec

from clairify_cli.batch.record import FORMAT, VERSION, Record
from clairify_cli.services.pddl.document import PlanResult
from clairify_cli.services.program.document import ProgramDocument
from clairify_cli.services.xdl.document import XdlDocument

WORDS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
"""What the fields of documents hold, by the class that declares them."""

SCHEMAS = Path(__file__).parents[1] / "schemas"
HEADS = {
    "manifest": {"format": {"const": FORMAT}, "version": {"enum": [VERSION]}, "valid": {"type": "boolean"}},
}
"""What documents have that their dataclasses have not."""

DOCUMENTS: dict[str, tuple[type, str]] = {
    "manifest": (Record, "A line of manifest.jsonl: what became of one input of a batch"),
    "plan-result": (PlanResult, "Result of `clairify pddl --format json`"),
    "xdl-result": (XdlDocument, "Result of `clairify xdl --format json`"),
    "program-result": (ProgramDocument, "Result of `clairify program --format json`"),
}


def schemas() -> dict[str, str]:
    """The text of each schema by the name of its file."""
    return {f"{name}.schema.json": _schema(name, *document) for name, document in DOCUMENTS.items()}


def _schema(name: str, document: type, title: str) -> str:
    _, parts = msgspec.json.schema_components([document])
    whole = parts[document.__name__]
    whole["properties"] = {**HEADS.get(name, {}), **whole["properties"]}
    for kind in set(_kinds(document)):
        part = parts[kind.__name__]
        part["additionalProperties"] = False
        part["description"] = " ".join(part["description"].split())
        # msgspec takes fields with defaults for optional, and every document has all of its fields.
        part["required"] = list(part["properties"])
        for field in part["properties"].values():
            field.pop("default", None)
        for field, words in WORDS.get(kind.__name__, {}).items():
            part["properties"][field]["description"] = words
    del parts[document.__name__]
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
