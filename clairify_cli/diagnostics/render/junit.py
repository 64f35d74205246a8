"""JUnit XML, as continuous integration servers read it: a suite per file, a test case per finding.

An error is a `failure`. A warning is a `skipped` case with the warning as its message: servers show skipped cases
with their message and do not fail the build for them, whereas the output of a passing case is hidden by most. A
clean file is one passing case, so that it is seen to have been checked, and an unreadable one is an `error`.
Times are left out, because the same findings must give the same bytes.
"""

from __future__ import annotations

from collections import Counter
from xml.etree import ElementTree as ET

from clairify_cli.diagnostics.model import Diagnostic
from clairify_cli.diagnostics.render.characters import visible
from clairify_cli.diagnostics.render.report import Report
from clairify_cli.diagnostics.render.text import finding


def render(reports: list[Report], *, color: bool, statistics: bool) -> str:
    """The document, indented, with its XML declaration."""
    suites = [_suite(report) for report in reports]
    root = ET.Element("testsuites", {"name": "clairify", **_sums(suites)})
    root.extend(suites)
    ET.indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ET.tostring(root, encoding="unicode")}\n'


def _suite(report: Report) -> ET.Element:
    file = visible(report.file)
    cases = [] if report.error is None else [_unreadable(file, report.error)]
    names: Counter[str] = Counter()
    for diagnostic in report.diagnostics:
        name = f"{visible(diagnostic.code)} {diagnostic.span.line}:{diagnostic.span.column}"
        names[name] += 1
        again = f" ({names[name]})" if names[name] > 1 else ""
        cases.append(_case(file, name + again, report, diagnostic))
    if not cases:
        cases = [ET.Element("testcase", {"name": "no findings", "classname": file, "file": file})]
    counts = Counter(child.tag for case in cases for child in case)
    suite = ET.Element(
        "testsuite",
        {
            "name": file,
            "tests": str(len(cases)),
            "failures": str(counts["failure"]),
            "errors": str(counts["error"]),
            "skipped": str(counts["skipped"]),
        },
    )
    suite.extend(cases)
    return suite


def _case(file: str, name: str, report: Report, diagnostic: Diagnostic) -> ET.Element:
    """A finding; its text is what the terminal would show. Names are unique, because servers merge equal ones."""
    attributes = {"name": name, "classname": file, "file": file, "line": str(diagnostic.span.line)}
    case = ET.Element("testcase", attributes)
    tag = "failure" if diagnostic.is_error else "skipped"
    result = ET.SubElement(case, tag, {"message": visible(diagnostic.message), "type": visible(diagnostic.code)})
    result.text = "\n" + finding(report.source, diagnostic)
    return case


def _unreadable(file: str, error: str) -> ET.Element:
    case = ET.Element("testcase", {"name": "read the file", "classname": file, "file": file})
    ET.SubElement(case, "error", {"message": visible(error), "type": "unreadable"})
    return case


def _sums(suites: list[ET.Element]) -> dict[str, str]:
    counted = ("tests", "failures", "errors", "skipped")
    return {name: str(sum(int(suite.get(name, "0")) for suite in suites)) for name in counted}
