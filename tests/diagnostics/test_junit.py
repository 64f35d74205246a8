"""JUnit XML, read back with junitparser and lxml."""

from __future__ import annotations

import junitparser
import pytest
from lxml import etree

from clairify_cli.diagnostics.model import Diagnostic, Severity, Source
from clairify_cli.diagnostics.render import render
from clairify_cli.diagnostics.render.report import Report

from .samples import everything, hostile


def cases(reports: list[Report]) -> list[junitparser.TestCase]:
    (suite,) = junitparser.JUnitXml.fromstring(render("junit", reports).encode())
    return list(suite)


def test_the_totals_are_those_of_the_tests() -> None:
    document = junitparser.JUnitXml.fromstring(render("junit", everything()).encode())
    written = (document.tests, document.failures, document.skipped, document.errors)
    assert written == (4, 2, 0, 1)
    document.update_statistics()  # type: ignore[no-untyped-call, unused-ignore]
    assert (document.tests, document.failures, document.skipped, document.errors) == written


def test_warnings_alone_are_output() -> None:
    source = Source("x", "a")
    (case,) = cases([Report(source, [Diagnostic("TST101", Severity.WARNING, "so so", source.span(0))])])
    assert case.is_passed
    assert "so so" in case.system_out


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
