"""JUnit XML for continuous integration servers: one test per file, which fails if the file has errors.

The findings are in the text of the `failure`. Warnings alone do not fail a test; they become its output. An unreadable
file is an `error`. Times are left out, because the same findings must give the same bytes.
"""

from __future__ import annotations

from collections import Counter
from xml.etree import ElementTree as ET

from clairify_cli.diagnostics.counts import counted
from clairify_cli.diagnostics.render.characters import visible
from clairify_cli.diagnostics.render.report import Report
from clairify_cli.diagnostics.render.text import finding


def render(reports: list[Report], *, color: bool, statistics: bool) -> str:
    """Return the document, indented, with its XML declaration."""
    cases = [_case(report) for report in reports]
    counts = Counter(child.tag for case in cases for child in case)
    sums = {
        "tests": str(len(cases)),
        "failures": str(counts["failure"]),
        "errors": str(counts["error"]),
        "skipped": "0",
    }
    root = ET.Element("testsuites", {"name": "clairify", **sums})
    if cases:
        suite = ET.SubElement(root, "testsuite", {"name": "clairify check", **sums})
        suite.extend(cases)
    ET.indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ET.tostring(root, encoding="unicode")}\n'


def _case(report: Report) -> ET.Element:
    """Return the test case of a file; its text is that of the terminal output."""
    file = visible(report.file)
    case = ET.Element("testcase", {"name": file, "classname": "clairify", "file": file})
    if report.error is not None:
        ET.SubElement(case, "error", {"message": visible(report.error), "type": "unreadable"})
        return case
    shown = "\n" + "\n".join(finding(report.source, one) for one in report.diagnostics)
    errors = [one for one in report.diagnostics if one.is_error]
    if errors:
        more = len(report.diagnostics) - len(errors)
        counts = counted(len(errors), "error") + (f", {counted(more, 'warning')}" if more else "")
        message = f"{counts}: {visible(errors[0].message)}"
        types = " ".join(dict.fromkeys(visible(one.code) for one in errors))
        ET.SubElement(case, "failure", {"message": message, "type": types}).text = shown
    elif report.diagnostics:
        ET.SubElement(case, "system-out").text = shown
    return case
