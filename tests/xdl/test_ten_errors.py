"""One file with ten different errors: all of them are reported in one run, in order, and the same on every run.

The first of them in the text is an error of XML, which does not keep the others from being found.
"""

from __future__ import annotations

from pathlib import Path

from case_tables import stored
from checking import check, in_other_process

FILE = Path(__file__).resolve().parent / "ten-errors.xdl"
TEXT = FILE.read_text(encoding="utf-8")

DUE = stored(__file__, "DUE")
"""Code, line, and the text at the place: five layers, XDL0 to XDL4."""


def test_all_ten_are_reported_in_source_order() -> None:
    found = check(TEXT)
    assert [(d.code, d.span.line) for d in found] == [(code, line) for code, line, _ in DUE]
    assert all(d.is_error for d in found)
    assert len({d.code for d in found}) == 10
    assert {d.code[:4] for d in found} == {"XDL0", "XDL1", "XDL2", "XDL3", "XDL4"}
    starts = [d.span.start for d in found]
    assert starts == sorted(starts)


def test_each_points_at_what_is_wrong() -> None:
    for found, (code, line, words) in zip(check(TEXT), DUE, strict=True):
        pointed_at = TEXT[found.span.start : found.span.end]
        assert words in pointed_at or pointed_at in words, (code, line, pointed_at)
        assert pointed_at, code


def test_every_message_is_one_line_with_a_hint() -> None:
    for found in check(TEXT):
        assert "\n" not in found.message
        assert found.hint, found.code


def test_every_run_gives_the_same_bytes() -> None:
    first = in_other_process(FILE, "0")
    assert first.count(b"Diagnostic(") == 10
    assert first == in_other_process(FILE, "1") == in_other_process(FILE, "4711")
