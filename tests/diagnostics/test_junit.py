"""JUnit XML, read back with junitparser and lxml."""

from __future__ import annotations

import junitparser
import pytest
from lxml import etree

from clairify_cli.diagnostics.model import Diagnostic, Severity, Source
from clairify_cli.diagnostics.render import render
from clairify_cli.diagnostics.render.report import Report

from .samples import clean, everything, hostile, plan, unreadable


def suites(reports: list[Report]) -> list[junitparser.TestSuite]:
    return list(junitparser.JUnitXml.fromstring(render("junit", reports).encode()))


def test_a_suite_per_file_and_a_case_per_finding() -> None:
    read = suites(everything())
    assert [suite.name for suite in read][:2] == ["plans/plan.xdl", "clean.xdl"]
    assert [(suite.tests, suite.failures, suite.skipped, suite.errors) for suite in read] == [
        (6, 4, 2, 0),
        (1, 0, 0, 0),
        (2, 1, 1, 0),
        (1, 0, 0, 1),
    ]


def test_the_totals_are_those_of_the_cases() -> None:
    document = junitparser.JUnitXml.fromstring(render("junit", everything()).encode())
    written = (document.tests, document.failures, document.skipped, document.errors)
    assert written == (10, 5, 3, 1)
    document.update_statistics()  # type: ignore[no-untyped-call, unused-ignore]
    assert (document.tests, document.failures, document.skipped, document.errors) == written


def test_an_error_is_a_failure_and_a_warning_is_skipped() -> None:
    (suite,) = suites([plan()])
    results = {case.result[0].type: case.result[0] for case in suite}
    assert isinstance(results["TST302"], junitparser.Failure)
    assert results["TST302"].message == "`10 bananas` is no volume"
    assert "^^^^^^^^^^" in results["TST302"].text
    assert isinstance(results["TST305"], junitparser.Skipped)


def test_a_clean_file_passes_and_an_unreadable_one_is_an_error() -> None:
    good, bad = suites([clean(), unreadable()])
    (passing,) = good
    assert passing.is_passed
    (failing,) = bad
    (error,) = failing.result
    assert isinstance(error, junitparser.Error)
    assert error.message == "there is no such file"


def test_names_of_cases_are_unique() -> None:
    source = Source("x", "a")
    same = [Diagnostic("TST101", Severity.ERROR, message, source.span(0)) for message in ("one", "two", "three")]
    (suite,) = suites([Report(source, same)])
    assert [case.name for case in suite] == ["TST101 1:1", "TST101 1:1 (2)", "TST101 1:1 (3)"]


@pytest.mark.parametrize("reports", [[], [hostile()], everything()], ids=["none", "hostile", "everything"])
def test_the_document_is_well_formed(reports: list[Report]) -> None:
    root = etree.fromstring(render("junit", reports).encode())
    assert root.tag == "testsuites"


def test_every_character_is_written_as_xml_allows() -> None:
    text = "".join(map(chr, [*range(0x300), 0x2028, 0xD800, 0xDFFF, 0xFFFE, 0xFFFF, 0x1F9EA, 0x10FFFF]))
    source = Source(text, text)
    report = Report(source, [Diagnostic("TST101", Severity.ERROR, text, source.span(0, 5), text)])
    root = etree.fromstring(render("junit", [report, Report(source, error=text)]).encode())
    assert len(root.findall(".//testcase")) == 2
