"""GitHub workflow commands, read back as the runner reads them."""

from __future__ import annotations

import re

import pytest

from clairify_cli.diagnostics.model import Diagnostic, Severity, Source
from clairify_cli.diagnostics.render import render
from clairify_cli.diagnostics.render.report import Report

from .samples import clean, everything, hostile, plan, unreadable


def commands(reports: list[Report]) -> list[tuple[str, dict[str, str], str]]:
    """Level, properties and message of each command, decoded."""

    def decoded(text: str) -> str:
        for code, character in (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")):
            text = text.replace(code, character)
        return text

    read = []
    for line in render("github", reports).splitlines():
        match = re.fullmatch(r"::(error|warning) (.*?)::(.*)", line)
        assert match is not None, line
        pairs = (pair.split("=", 1) for pair in match[2].split(","))
        read.append((match[1], {name: decoded(value) for name, value in pairs}, decoded(match[3])))
    return read


def test_an_error_within_a_line() -> None:
    level, properties, message = commands([plan()])[1]
    assert level == "error"
    assert properties == {
        "file": "plans/plan.xdl",
        "line": "7",
        "endLine": "7",
        "col": "46",
        "endColumn": "56",
        "title": "TST302",
    }
    assert message == "`10 bananas` is no volume\nhelp: write a number and a unit"


def test_a_finding_over_several_lines_has_no_columns() -> None:
    level, properties, _ = commands([plan()])[3]
    assert level == "warning"
    assert properties == {"file": "plans/plan.xdl", "line": "9", "endLine": "10", "title": "TST305"}


def test_an_unreadable_file() -> None:
    assert commands([clean(), unreadable()]) == [
        ("error", {"file": "missing.xdl", "title": "unreadable"}, "there is no such file")
    ]


def test_a_hostile_file_writes_no_command_of_its_own() -> None:
    read = commands([hostile()])
    assert [level for level, _, _ in read] == ["error", "warning"]
    assert read[0][1]["file"] == "a\\x1b]0;x\\x07,b: c%\\n::error::.xdl"
    assert read[0][2].startswith("`\\x1b[2J` is ]]> no value: {0}, [see](1) 100%\\n::warning::\\ufffe")


def test_percent_signs_are_kept() -> None:
    source = Source("x", "50%0A.xdl")
    report = Report(source, [Diagnostic("TST101", Severity.ERROR, "`5%0A` and `5%`", source.span(0))])
    assert render("github", [report]).endswith("title=TST101::`5%250A` and `5%25`\n")
    assert commands([report])[0][1]["file"] == "50%0A.xdl"


@pytest.mark.parametrize("reports", [[], [clean()]])
def test_nothing_is_written_where_all_is_well(reports: list[Report]) -> None:
    assert render("github", reports) == ""


def test_a_line_per_finding() -> None:
    assert len(commands(everything())) == 9
