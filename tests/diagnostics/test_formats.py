"""What holds for every output format."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from clairify_cli.diagnostics.model import Diagnostic, Severity, Source
from clairify_cli.diagnostics.render import FORMATS, render
from clairify_cli.diagnostics.render.report import Report

from .samples import everything


@pytest.mark.parametrize("format", FORMATS)
def test_the_same_reports_give_the_same_text(format: str) -> None:
    first = render(format, everything(), statistics=True)
    assert first == render(format, everything(), statistics=True)
    assert first.endswith("\n")
    first.encode()


@pytest.mark.parametrize("format", FORMATS)
def test_no_report_is_no_problem(format: str) -> None:
    render(format, [])


@pytest.mark.parametrize("format", FORMATS)
def test_odd_findings_are_no_problem(format: str) -> None:
    source = Source("", "")
    elsewhere = Source("a\nb\nc", "\udc80").span(2, 5)
    odd = [
        Diagnostic("", Severity.ERROR, "", source.span(0)),
        Diagnostic("TST101", Severity.WARNING, "\udc80", elsewhere, hint=""),
    ]
    render(format, [Report(source, odd, error="")], color=True, statistics=True).encode()


def test_an_unknown_format_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match=r"no output format `xml`; choose one of `text`, .*`github`"):
        render("xml", [])


SCRIPT = """
import sys
from clairify_cli.diagnostics.render import render
render(sys.argv[1], [])
print(*sorted(name for name in sys.modules if name.startswith("clairify_cli") or name in ("json", "xml", "difflib")))
"""


@pytest.mark.parametrize("format", FORMATS)
def test_only_the_format_asked_for_is_imported(format: str) -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, format], capture_output=True, text=True, check=True, env=environment
    )
    loaded = set(done.stdout.split())
    package = "clairify_cli.diagnostics.render"
    needs = {"jsonl": {"json"}, "junit": {"text"}, "concise": {"text"}}.get(format, set()) | {format}
    others = {f"{package}.{other}" for other in FORMATS if other not in needs}
    assert f"{package}.{format}" in loaded
    assert not loaded & others
    assert "difflib" not in loaded
    if format in {"text", "concise", "github"}:
        assert not loaded & {"json", "xml"}
