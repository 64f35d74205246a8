"""The json and jsonl formats, held against the project's own schema."""

from __future__ import annotations

import json
from typing import Any

import pytest
from case_tables import stored
from jsonschema import Draft202012Validator, ValidationError  # type: ignore[import-untyped, unused-ignore]

from clairify_cli.diagnostics.model import Source
from clairify_cli.diagnostics.render import render
from clairify_cli.diagnostics.render.report import Report
from clairify_cli.diagnostics.suppress import Comment, apply
from clairify_cli.files import data_text

from .samples import PLAN, clean, everything, hostile, plan, unreadable


def schema() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(data_text("schemas", "diagnostics.schema.json"))
    return loaded


DOCUMENT = Draft202012Validator(schema())
LINE = Draft202012Validator({**schema(), "$ref": "#/$defs/line"})
REPORTS = [[], [clean()], [plan()], [hostile()], [unreadable()], everything()]


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(schema())


@pytest.mark.parametrize("reports", REPORTS, ids=len)
def test_every_document_conforms(reports: list[Report]) -> None:
    DOCUMENT.validate(json.loads(render("json", reports)))


@pytest.mark.parametrize("reports", REPORTS, ids=len)
def test_every_line_conforms_and_is_a_finding_of_the_document(reports: list[Report]) -> None:
    lines = [json.loads(line) for line in render("jsonl", reports).splitlines()]
    for line in lines:
        LINE.validate(line)
    files = json.loads(render("json", reports))["files"]
    assert [line for line in lines if "code" in line] == [found for file in files for found in file["diagnostics"]]
    unread = [{"file": file["file"], "error": file["error"]} for file in files if file["error"] is not None]
    assert [line for line in lines if "code" not in line] == unread


@pytest.mark.parametrize(("path", "value"), stored(__file__, "the_schema_refuses_what_is_wrong"))
def test_the_schema_refuses_what_is_wrong(path: tuple[str | int, ...], value: object) -> None:
    document = json.loads(render("json", [plan()]))
    inner = document
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    with pytest.raises(ValidationError):
        DOCUMENT.validate(document)


def test_places_are_those_of_the_text() -> None:
    (file,) = json.loads(render("json", [plan()]))["files"]
    spelling = next(found for found in file["diagnostics"] if found["code"] == "TST304")
    assert spelling["start"] == {"line": 11, "column": 37, "offset": PLAN.index("45 C")}
    assert spelling["end"]["offset"] - spelling["start"]["offset"] == 4
    assert spelling["fix"] == {
        "description": "write `45 °C`",
        "safe": True,
        "edits": [{"start": spelling["start"], "end": spelling["end"], "text": "45 °C"}],
    }
    duplicate = file["diagnostics"][0]
    assert duplicate["related"][0]["message"] == "first declared here"
    assert duplicate["related"][0]["start"]["line"] == 3


def test_the_summary_counts() -> None:
    summary = json.loads(render("json", everything()))["summary"]
    assert summary == {
        "files": 4,
        "unreadable": 1,
        "errors": 5,
        "warnings": 3,
        "safe_fixes": 2,
        "unsafe_fixes": 1,
        "by_code": {"TST302": 3, "TST201": 1, "TST204": 1, "TST304": 1, "TST305": 1, "TST401": 1},
    }


def test_a_registered_rule_is_named() -> None:
    source = Source("<!-- clairify: ignore XDL301 -->", "a")
    comment = Comment(" clairify: ignore XDL301 ", 0, len(source.text), 1, 1, True)
    report = Report(source, apply([comment], [], source))
    (line,) = [json.loads(line) for line in render("jsonl", [report]).splitlines()]
    assert (line["code"], line["name"]) == ("CLA001", "unused-suppression")


def test_the_output_is_ascii() -> None:
    assert render("json", everything()).isascii()
    assert render("jsonl", everything()).isascii()
