"""The source map as JSON, held against the project's own schema."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped, unused-ignore]

from clairify_cli.fidelity.mapped.map_json import map_json
from clairify_cli.fidelity.mapped.source_map import SourceMap
from clairify_cli.files import data_text

from .mapped import HOSTILE, TEXT, map_with, read_map
from .test_source_map import OTHER

SCHEMA = json.loads(data_text("schemas", "map.schema.json"))
MAPS = [read_map(TEXT), map_with(TEXT, OTHER), read_map(HOSTILE), map_with("", ""), map_with(TEXT, "<XDL")]


def test_the_schema_is_one_and_shares_its_findings_with_that_of_findings() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    findings = json.loads(data_text("schemas", "diagnostics.schema.json"))
    for name in ("diagnostic", "fix", "position", "code"):
        assert SCHEMA["$defs"][name] == findings["$defs"][name]


@pytest.mark.parametrize("found", MAPS, ids=["read", "compared", "hostile", "empty", "broken"])
def test_every_document_conforms(found: SourceMap) -> None:
    text = map_json(found)
    assert text.isascii()
    document = json.loads(text)
    Draft202012Validator(SCHEMA).validate(document)
    check_stretches(document, found.text.text)


def test_a_small_example() -> None:
    found = read_map("Stir for 20 s.")
    document = json.loads(map_json(found))
    assert document["version"] == 1
    assert document["origin"] == "reading"
    assert document["text"] == {"file": "text.txt", "sha256": sha256(b"Stir for 20 s.").hexdigest()}
    (step,) = document["steps"]
    assert (step["number"], step["path"], step["name"], step["steps"]) == (1, [0], "Stir", [])
    assert step["source"] == [
        {
            "start": {"line": 1, "column": 1, "offset": 0},
            "end": {"line": 1, "column": 14, "offset": 13},
            "words": "Stir for 20 s",
        }
    ]
    time = next(one for one in step["properties"] if one["name"] == "time")
    assert (time["value"], time["role"]) == ("20 s", "quantity")
    assert [one["words"] for one in time["source"]] == ["20 s"]
    place = time["place"]
    assert found.program.text[place["start"]["offset"] : place["end"]["offset"]] == "20 s"
    assert document["unread"] == []
    assert document["summary"]["steps"] == 1


def check_stretches(value: Any, text: str) -> None:
    """Every stretch anywhere in the document says the words that stand there."""
    if isinstance(value, dict):
        if "words" in value:
            assert value["words"] == text[value["start"]["offset"] : value["end"]["offset"]]
        for each in value.values():
            check_stretches(each, text)
    elif isinstance(value, list):
        for each in value:
            check_stretches(each, text)
