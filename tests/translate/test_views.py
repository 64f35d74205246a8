"""Findings of the loop under the names that the user knows."""

from __future__ import annotations

from clairify_cli.diagnostics.model import Diagnostic, Related, Severity, Source
from clairify_cli.translate.views import renamed


def test_spans_in_the_program_and_in_the_text() -> None:
    program, text = Source("<XDL/>", "<program>"), Source("Stir.", "<text>")
    related = (Related("here", text.span(0, 4)), Related("and here", program.span(0, 4)))
    finding = Diagnostic("XDL601", Severity.ERROR, "missing", program.span(0), related=related)
    found = renamed(finding, "plan.txt", "plan.xdl")
    assert found.span.file == "plan.xdl"
    assert [one.span.file for one in found.related] == ["plan.txt", "plan.xdl"]
    assert (found.related[0].span.start, found.related[0].span.end) == (0, 4)
    assert renamed(found, "plan.txt", "plan.xdl") == found
    note = Diagnostic("XDL690", Severity.WARNING, "unread", text.span(0, 4))
    assert renamed(note, "plan.txt", "plan.xdl").span.file == "plan.txt"
