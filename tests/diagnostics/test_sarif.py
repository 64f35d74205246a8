"""SARIF, validated against the published schema and against the standard's text."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from case_tables import stored
from jsonschema import Draft4Validator, ValidationError  # type: ignore[import-untyped, unused-ignore]

from clairify_cli.diagnostics.model import Diagnostic, Severity, Source
from clairify_cli.diagnostics.render import render, sarif
from clairify_cli.diagnostics.render.report import Report
from clairify_cli.diagnostics.render.sarif import uri
from clairify_cli.diagnostics.rules import rules

from .samples import PLAN, clean, everything, hostile, plan, unreadable


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
    [
        ("plans/plan.xdl", "plans/plan.xdl"),
        ("./plan.xdl", "plan.xdl"),
        ("two words.xdl", "two%20words.xdl"),
        ("a:b.xdl", "a%3Ab.xdl"),
        ("50%.xdl", "50%25.xdl"),
        ("ünicode#1?.xdl", "%C3%BCnicode%231%3F.xdl"),
        ("<stdin>", "%3Cstdin%3E"),
        ("/abs/plan.xdl", "file:///abs/plan.xdl"),
        ("bad\udc80.xdl", "bad%80.xdl"),
    ],
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


def test_tool_and_rules_have_the_address_that_the_package_declares(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sarif, "documentation", lambda: "https://example.org/docs")
    driver = run([with_a_rule()])["tool"]["driver"]
    assert driver["informationUri"] == "https://example.org/docs"
    assert driver["rules"][0]["helpUri"] == "https://example.org/docs#CLA002"


def test_without_a_declared_address_none_is_made_up() -> None:
    driver = run([with_a_rule()])["tool"]["driver"]
    assert "informationUri" not in driver and "helpUri" not in driver["rules"][0]
