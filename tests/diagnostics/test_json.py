"""The json and jsonl formats, held against the project's own schema."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from case_tables import stored
from jsonschema import (  # type: ignore[import-untyped, unused-ignore]
    Draft4Validator,  # type: ignore[import-untyped, unused-ignore]
    Draft202012Validator,
    ValidationError,
)

from clairify_cli.diagnostics.model import Diagnostic, Severity, Source
from clairify_cli.diagnostics.render import render, sarif
from clairify_cli.diagnostics.render.report import Report
from clairify_cli.diagnostics.render.sarif import uri
from clairify_cli.diagnostics.rules import rules
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


# ---------------------------------------- SARIF, validated against the published schema and against the standard's text


def log(reports: list[Report]) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(render("sarif", reports))
    return loaded


def run(reports: list[Report]) -> dict[str, Any]:
    (only,) = log(reports)["runs"]
    assert isinstance(only, dict)
    return only


def with_a_rule() -> Report:
    """A finding of a rule that is registered, so that its manual page is written."""
    source = Source("{clairify: ignor}", "a.xdl")
    warning = rules.unreadable_suppression(source.span(11, 16), "`ignor` is not a suppression", "look", None)
    return Report(source, [warning])


@pytest.fixture(scope="module")
def published() -> Draft4Validator:
    """The schema that OASIS published (errata 01), as it is."""
    schema = Path(__file__).with_name("sarif-schema-2.1.0.json")
    return Draft4Validator(json.loads(schema.read_text(encoding="utf-8")))


@pytest.mark.parametrize(
    "reports",
    [[], [clean()], [plan()], [hostile()], [unreadable()], [with_a_rule()], [*everything(), with_a_rule()]],
    ids=["none", "clean", "plan", "hostile", "unreadable", "rule", "everything"],
)
def test_every_log_conforms_to_the_published_schema(published: Draft4Validator, reports: list[Report]) -> None:
    published.validate(log(reports))


def test_the_published_schema_refuses_what_is_wrong(published: Draft4Validator) -> None:
    wrong = log([plan()])
    wrong["runs"][0]["results"][0]["level"] = "fatal"
    with pytest.raises(ValidationError):
        published.validate(wrong)


def test_the_required_properties_are_there() -> None:
    document = log(everything())
    assert document["version"] == "2.1.0"
    assert document["$schema"].endswith("/sarif-schema-2.1.0.json")
    (only,) = document["runs"]
    assert only["tool"]["driver"]["name"] == "clairify"
    assert only["columnKind"] == "unicodeCodePoints"
    for result in only["results"]:
        assert result["message"]["text"]
        assert result["level"] in {"error", "warning"}
        for location in result["locations"] + result.get("relatedLocations", []):
            artifact = location["physicalLocation"]["artifactLocation"]
            assert only["artifacts"][artifact["index"]]["location"]["uri"] == artifact["uri"]
        for fix in result.get("fixes", []):
            assert fix["artifactChanges"][0]["replacements"][0]["deletedRegion"]["startLine"] >= 1


def test_the_rule_index_points_at_the_rule() -> None:
    only = run([*everything(), with_a_rule()])
    rules = only["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == sorted({result["ruleId"] for result in only["results"]})
    for result in only["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]


def test_a_rule_carries_its_manual_page() -> None:
    (rule,) = run([with_a_rule()])["tool"]["driver"]["rules"]
    assert rule["name"] == "unreadable-suppression"
    assert rule["shortDescription"]["text"] == "A suppression comment cannot be read"
    assert "    <!-- clairify: ignor XDL301 -->" in rule["help"]["text"]
    assert "**Wrong**\n\n```xml\n<!-- clairify: ignor XDL301 -->\n```" in rule["help"]["markdown"]
    assert rule["defaultConfiguration"] == {"level": "warning"}


def test_a_region_cuts_the_finding_out_of_the_text() -> None:
    lines = PLAN.split("\n")
    results = run([plan()])["results"]
    words = {}
    for result in results:
        region = result["locations"][0]["physicalLocation"]["region"]
        if region["startLine"] == region["endLine"]:
            line = lines[region["startLine"] - 1]
            words[result["ruleId"]] = line[region["startColumn"] - 1 : region["endColumn"] - 1]
    assert words == {"TST201": 'id="flask"', "TST302": "10 bananas", "TST204": "fläsk", "TST304": "45 C", "TST401": ""}


def test_related_places_and_fixes() -> None:
    results = {result["ruleId"]: result for result in run([plan()])["results"]}
    (related,) = results["TST201"]["relatedLocations"]
    assert related["message"]["text"] == "first declared here"
    assert related["physicalLocation"]["region"]["startLine"] == 3
    (fix,) = results["TST304"]["fixes"]
    (replacement,) = fix["artifactChanges"][0]["replacements"]
    assert replacement["insertedContent"] == {"text": "45 °C"}
    assert replacement["deletedRegion"] == {"startLine": 11, "startColumn": 37, "endLine": 11, "endColumn": 41}


def test_an_unreadable_file_is_a_notification() -> None:
    only = run([clean(), unreadable()])
    (invocation,) = only["invocations"]
    assert invocation["executionSuccessful"] is False
    (notification,) = invocation["toolExecutionNotifications"]
    assert notification["message"]["text"] == "there is no such file"
    assert notification["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "missing.xdl"
    assert run([clean()])["invocations"][0]["executionSuccessful"] is True


@pytest.mark.parametrize(("message", "written"), stored(__file__, "a_message_is_neither_placeholder_nor_link"))
def test_a_message_is_neither_placeholder_nor_link(message: str, written: str) -> None:
    source = Source("x", "a")
    report = Report(source, [Diagnostic("TST101", Severity.ERROR, message, source.span(0))])
    assert run([report])["results"][0]["message"]["text"] == written


@pytest.mark.parametrize(
    ("file", "expected"),
    [*stored(__file__, "names_become_uris"), ("bad\udc80.xdl", "bad%80.xdl")],
)
def test_names_become_uris(file: str, expected: str) -> None:
    assert uri(file) == expected
    assert unquote(uri(file)).isprintable()


def test_findings_are_known_again_when_their_lines_move() -> None:
    text = "one\ntwo two\n"
    before, after = Source(text, "a.xdl"), Source("\n\n" + text, "a.xdl")
    logs = []
    for source in (before, after):
        at = source.text.index("two")
        places = (source.span(at, at + 3), source.span(at + 4, at + 7))
        logs.append(run([Report(source, [Diagnostic("TST101", Severity.ERROR, "no", place) for place in places])]))
    prints = [[result["partialFingerprints"]["clairify/v1"] for result in log["results"]] for log in logs]
    assert prints[0] == prints[1]
    assert len(set(prints[0])) == 2


def test_names_are_seen_from_the_working_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names = [str(tmp_path / "sub" / "a.xdl"), "./b.xdl", "../c.xdl"]
    locations = [artifact["location"] for artifact in run([Report(Source("", name)) for name in names])["artifacts"]]
    assert [one.get("uriBaseId") for one in locations] == ["%SRCROOT%", "%SRCROOT%", None]
    assert [one["uri"] for one in locations] == ["sub/a.xdl", "b.xdl", (tmp_path.parent / "c.xdl").as_uri()]


def test_tool_and_rules_have_the_address_that_is_given() -> None:
    (log,) = json.loads(sarif.render([with_a_rule()], home="https://example.org/docs/"))["runs"]
    assert log["tool"]["driver"]["informationUri"] == "https://example.org/docs/"
    assert log["tool"]["driver"]["rules"][0]["helpUri"] == "https://example.org/docs/rules/CLA002.html"


def test_without_an_address_none_is_made_up() -> None:
    driver = run([with_a_rule()])["tool"]["driver"]
    assert "informationUri" not in driver and "helpUri" not in driver["rules"][0]
