"""SARIF 2.1.0, the OASIS format for results of static analysis.

Columns are code points, as `columnKind` declares. See
https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/sarif-v2.1.0-errata01-os-complete.html
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path, PurePath
from typing import Any
from urllib.parse import quote

from clairify_cli.diagnostics.fingerprints import fingerprints, name_from
from clairify_cli.diagnostics.model import Diagnostic, Fix, Source, Span
from clairify_cli.diagnostics.registry import Rule, registered
from clairify_cli.diagnostics.render.report import Report, tool_version
from clairify_cli.diagnostics.render.rules import page_address, page_markdown

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

ROOT = "%SRCROOT%"
"""The base of relative names, under the name that code scanning servers use."""

_Files = dict[str, dict[str, Any]]
"""The `artifactLocation` of each file, with its index among the artifacts."""


def render(reports: list[Report], *, color: bool = False, statistics: bool = False, home: str = "") -> str:
    """Return a log of one run, indented, in ASCII; `home` is the address of the documentation, if it is published."""
    codes = sorted({diagnostic.code for report in reports for diagnostic in report.diagnostics})
    files = _files(reports)
    rules = {code: index for index, code in enumerate(codes)}
    run = {
        "tool": {
            "driver": {
                "name": "clairify",
                "version": tool_version(),
                **({"informationUri": home} if home else {}),
                "rules": [_rule(code, registered().get(code), home) for code in codes],
            }
        },
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {ROOT: {"description": {"text": "The folder in which clairify was run."}}},
        "invocations": [_invocation(reports, files)],
        "artifacts": [{"location": {**location, "index": number}} for number, location in enumerate(files.values())],
        "results": [result for report in reports for result in _results(report, rules, files)],
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"


def uri(file: str) -> str:
    """Return a file name as a URI reference: percent-encoded, and relative for a file in the working folder."""
    try:
        name = name_from(file, Path.cwd())
    except OSError:  # the folder was removed
        name = file
    path = PurePath(name)
    if path.is_absolute():
        return path.as_uri()
    return quote(path.as_posix(), errors="surrogateescape")


def _artifact(file: str, index: int) -> dict[str, Any]:
    where = uri(file)
    return {"uri": where, **({} if where.startswith("file:") else {"uriBaseId": ROOT}), "index": index}


def _files(reports: list[Report]) -> _Files:
    """Return the location of every file that is reported on or referred to, in order of appearance."""
    named: list[str] = []
    for report in reports:
        named.append(report.file)
        for diagnostic in report.diagnostics:
            named += [diagnostic.span.file, *(related.span.file for related in diagnostic.related)]
    return {file: _artifact(file, index) for index, file in enumerate(dict.fromkeys(named))}


def _rule(code: str, rule: Rule[...] | None, home: str) -> dict[str, Any]:
    if rule is None:
        return {"id": code}
    return {
        "id": code,
        "name": rule.name,
        "shortDescription": {"text": rule.title},
        **({"helpUri": page} if (page := page_address(home, rule)) else {}),
        "help": {"text": rule.page, "markdown": page_markdown(rule.page)},
        "defaultConfiguration": {"level": rule.severity.value},
    }


def _invocation(reports: list[Report], files: _Files) -> dict[str, Any]:
    """Return whether every file could be read, with a notification for each that could not."""
    notifications = [
        {
            "level": "error",
            "message": _message(report.error),
            "locations": [{"physicalLocation": {"artifactLocation": files[report.file]}}],
        }
        for report in reports
        if report.error is not None
    ]
    return {"executionSuccessful": not notifications, "toolExecutionNotifications": notifications}


def _results(report: Report, rules: dict[str, int], files: _Files) -> Iterator[dict[str, Any]]:
    found = report.diagnostics
    for diagnostic, fingerprint in zip(found, fingerprints(report.source, found), strict=True):
        result = _result(report.source, diagnostic, rules, files)
        yield {**result, "partialFingerprints": {"clairify/v1": fingerprint}}


def _result(source: Source, diagnostic: Diagnostic, rules: dict[str, int], files: _Files) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": diagnostic.code,
        "ruleIndex": rules[diagnostic.code],
        "level": diagnostic.severity.value,
        "message": _message(diagnostic.message + (f"\nhelp: {diagnostic.hint}" if diagnostic.hint else "")),
        "locations": [{"physicalLocation": _location(diagnostic.span, files)}],
    }
    if diagnostic.related:
        result["relatedLocations"] = [
            {"id": index, "message": _message(one.message), "physicalLocation": _location(one.span, files)}
            for index, one in enumerate(diagnostic.related)
        ]
    if diagnostic.fix:
        result["fixes"] = [_fix(source, diagnostic.fix, files)]
    return result


def _fix(source: Source, fix: Fix, files: _Files) -> dict[str, Any]:
    regions = [(_region(source.span(edit.start, edit.end)), edit.text) for edit in fix.edits]
    replacements = [{"deletedRegion": region, "insertedContent": {"text": text}} for region, text in regions]
    change = {"artifactLocation": files[source.name], "replacements": replacements}
    return {"description": _message(fix.description), "artifactChanges": [change]}


def _location(span: Span, files: _Files) -> dict[str, Any]:
    return {"artifactLocation": files[span.file], "region": _region(span)}


def _region(span: Span) -> dict[str, int]:
    """Return the region by lines and columns, from 1; the end column is exclusive, as in `Span`."""
    return {
        "startLine": span.line,
        "startColumn": span.column,
        "endLine": span.end_line,
        "endColumn": span.end_column,
    }


def _message(text: str) -> dict[str, str]:
    """Return a message with literal braces and brackets (sections 3.11.5 and 3.11.6 of the standard)."""
    text = text.replace("{", "{{").replace("}", "}}")
    return {"text": re.sub(r"\[(?=[^\[\]]*\]\()", r"\\[", text)}
