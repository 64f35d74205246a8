"""JUnit XML, read back with junitparser and lxml."""

from __future__ import annotations

import os
import re
import unicodedata
from pathlib import Path

import junitparser
import pytest
from case_tables import stored
from hypothesis import example, given, settings
from hypothesis import strategies as st
from lxml import etree

from clairify_cli.diagnostics.model import Diagnostic, Edit, Fix, Severity, Source
from clairify_cli.diagnostics.render import render, text
from clairify_cli.diagnostics.render.characters import cells, visible
from clairify_cli.diagnostics.render.report import Report, totals
from clairify_cli.diagnostics.render.text import WIDTH, Group, excerpt

from .samples import clean, everything, found, hostile, plan, unreadable


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


# ------------------------- Formats of findings, held against golden files; `CLAIRIFY_GOLDEN=write` makes the files anew


GOLDEN = Path(__file__).parent / "golden"


def long_lines() -> Report:
    """Findings at the start, in the middle and at the end of a line of many thousand characters."""
    source = Source("<first/>" + "x" * 5_000 + "<middle/>" + "試" * 5_000 + "<last/>\n", "long.xdl")
    names = ("<first/>", "<middle/>", "<last/>")
    return Report(source, [found(source, name, "TST101", f"`{name}` is unknown") for name in names])


OUTPUTS = {
    "text": lambda: render("text", everything(), statistics=True),
    "text-color": lambda: render("text", [plan(), unreadable()], color=True),
    "text-clean": lambda: render("text", [clean()]),
    "text-long-lines": lambda: render("text", [long_lines()]),
    "concise": lambda: render("concise", everything(), statistics=True),
    "concise-color": lambda: render("concise", [plan(), unreadable()], color=True),
    "github": lambda: render("github", everything()),
    "github-clean": lambda: render("github", [clean()]),
    "gitlab": lambda: render("gitlab", everything()),
    "junit": lambda: render("junit", everything()),
}


@pytest.mark.parametrize("name", OUTPUTS)
def test_golden(name: str) -> None:
    file = GOLDEN / f"{name}.txt"
    output = OUTPUTS[name]()
    if os.environ.get("CLAIRIFY_GOLDEN") == "write":
        file.write_bytes(output.encode())
    assert output.encode() == file.read_bytes()


def test_there_is_no_golden_file_too_many() -> None:
    assert {file.stem for file in GOLDEN.iterdir()} == set(OUTPUTS)


GROUPS = {"TST101": Group("Unknown", "leave it out"), "TST102": Group("Doubtful", "ask"), "TST103": Group("None", "")}


def test_groups_come_in_their_order_and_errors_before_warnings() -> None:
    source = Source("<a/><b/><c/><a/>\n", "a.xdl")
    report = Report(
        source,
        [
            found(source, "<b/>", "TST102", "b may be meant", severity=Severity.WARNING),
            found(source, "<a/>", "TST101", "a is unknown"),
            found(source, "<c/>", "TST900", "c is alone", severity=Severity.WARNING),
            Diagnostic("TST101", Severity.ERROR, "a is unknown", source.span(12, 16)),
            found(source, "<b/>", "TST101", "b is unknown\x1b[2J"),
        ],
    )
    assert text.render([report, unreadable()], color=False, statistics=False, groups=GROUPS).splitlines() == [
        text.unreadable(unreadable()).rstrip("\n"),
        "",
        "Unknown (3 errors)",
        "  a.xdl:1:1: error[TST101]: a is unknown (×2, also at a.xdl:1:13)",
        "  a.xdl:1:5: error[TST101]: b is unknown\\x1b[2J",
        "  = help: leave it out",
        "",
        "a.xdl:1:9: warning[TST900]: c is alone",
        "  |",
        "1 | <a/><b/><c/><a/>",
        "  |         ^^^^",
        "",
        "Doubtful (1 warning)",
        "  a.xdl:1:5: warning[TST102]: b may be meant",
        "  = help: ask",
        "",
        totals([report, unreadable()]).sentence,
    ]


def test_every_error_of_a_group_is_shown() -> None:
    source = Source("x\n" * 300, "a.xdl")
    many = [Diagnostic("TST101", Severity.ERROR, f"{n} is wrong", source.span(n)) for n in range(300)]
    shown = text.render([Report(source, many)], color=False, statistics=False, groups=GROUPS)
    assert all(f"{n} is wrong\n" in shown for n in range(300))


def test_groups_change_nothing_where_no_rule_of_theirs_found_anything() -> None:
    reports = [plan(), unreadable(), clean()]
    groups = {"XDL999": GROUPS["TST101"]}
    assert text.render(reports, color=False, statistics=True, groups=groups) == render("text", reports, statistics=True)


def printable(output: str) -> bool:
    return not any(unicodedata.category(c) in {"Cc", "Cf", "Cs", "Zl", "Zp"} for c in output.replace("\n", ""))


@pytest.mark.parametrize("format", ["text", "concise"])
def test_a_hostile_file_cannot_drive_the_terminal(format: str) -> None:
    assert printable(render(format, [hostile()]))
    colored = render(format, [hostile()], color=True)
    assert printable(re.sub(r"\x1b\[[0-9;]*m", "", colored))


def test_colour_changes_nothing_but_colours() -> None:
    for format in ("text", "concise"):
        colored = render(format, everything(), color=True)
        assert re.sub(r"\x1b\[[0-9;]*m", "", colored) == render(format, everything())


def carets(text: str, start: int, end: int) -> tuple[str, str]:
    """The source line and the caret line that the renderer shows for a span."""
    source = Source(text, "a")
    shown = render("text", [Report(source, [Diagnostic("TST101", Severity.ERROR, "m", source.span(start, end))])])
    line, marks = (row.split("| ", 1)[1] for row in shown.split("\n")[2:4])
    return line, marks


@pytest.mark.parametrize(
    ("text", "start", "end", "line", "marks"),
    stored(__file__, "the_carets_stand_under_the_text"),
)
def test_the_carets_stand_under_the_text(text: str, start: int, end: int, line: str, marks: str) -> None:
    assert carets(text, start, end) == (line, marks)


def test_the_end_of_the_text_is_a_place() -> None:
    source = Source("ab\n", "a")
    shown = render("text", [Report(source, [Diagnostic("TST101", Severity.ERROR, "m", source.span(3))])])
    assert shown.split("\n")[:4] == ["a:2:1: error[TST101]: m", "  |", "2 |", "  | ^"]


CHARACTERS = st.text(st.sampled_from("ab\t試e\u0301\u200b\x1b\U0001f9ea\U000e0001 "), max_size=400)


@given(CHARACTERS, st.integers(0, 400), st.integers(0, 400))
@example("\u0301" * 5_000 + "a", 5_000, 5_001)
@example("a" * 39 + "\U000e0001" * 300, 100, 101)
@settings(max_examples=200, deadline=None)
def test_an_excerpt_fits_and_its_carets_stand_in_it(line: str, one: int, two: int) -> None:
    start, end = sorted((min(one, len(line)), min(two, len(line))))
    part = excerpt(line, start, end)
    width = cells(part.text)
    assert width <= WIDTH
    assert len(part.text) <= 10 * WIDTH
    assert part.length >= 1
    assert part.offset + part.length <= max(width, part.offset + 1)
    assert part.offset <= width
    assert printable(part.text)


@given(st.text("abc", min_size=1, max_size=2_000), st.data())
@settings(max_examples=100, deadline=None)
def test_the_text_over_the_carets_is_the_text_of_the_span(line: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(line) - 1))
    end = data.draw(st.integers(start + 1, min(len(line), start + 60)))
    part = excerpt(line, start, end)
    assert part.text[part.offset : part.offset + part.length] == line[start:end]


@given(st.text())
@settings(max_examples=200, deadline=None)
def test_visible_text_is_one_encodable_line(text: str) -> None:
    shown = visible(text)
    assert printable(shown)
    assert "\n" not in shown
    shown.encode()


SENTENCES = stored(__file__, "SENTENCES")


@pytest.mark.parametrize(("errors", "warnings", "safe", "unsafe", "fine", "unread", "sentence"), SENTENCES)
def test_the_summary(errors: int, warnings: int, safe: int, unsafe: int, fine: int, unread: int, sentence: str) -> None:
    source = Source("x", "a")
    severities = [Severity.ERROR] * errors + [Severity.WARNING] * warnings
    fixes = [Fix("mend", (Edit(0, 1, "y"),), safe=True)] * safe + [Fix("mend", (Edit(0, 1, "y"),), safe=False)] * unsafe
    fixes_or_none = [*fixes, *([None] * (len(severities) - len(fixes)))]
    findings = [
        Diagnostic("TST101", severity, "m", source.span(0), fix=fix)
        for severity, fix in zip(severities, fixes_or_none, strict=True)
    ]
    reports = [Report(source, findings)] if findings else []
    reports += [clean()] * fine + [unreadable()] * unread
    assert totals(reports).sentence == sentence
    assert render("text", reports).endswith(f"{sentence}\n")


def many(warnings: int, errors: int) -> Report:
    """A warning on each line, then an error on each line."""
    source = Source("x\n" * (warnings + errors), "many.xdl")
    severities = [Severity.WARNING] * warnings + [Severity.ERROR] * errors
    return Report(source, [Diagnostic("TST101", one, "m", source.span(2 * at)) for at, one in enumerate(severities)])


def test_of_very_many_findings_the_first_are_shown_and_errors_rather_than_warnings() -> None:
    assert "more" not in render("text", [many(40, 60)])
    shown = render("text", [many(1500, 60), many(0, 101), clean()])
    heads = re.findall(r"^many\.xdl:(\d+):1: (\w+)\[", shown, re.MULTILINE)
    assert [int(line) for line, _ in heads] == [*range(1, 41), *range(1501, 1561), *range(1, 101)]
    assert [severity for _, severity in heads] == ["warning"] * 40 + ["error"] * 160
    assert re.findall(r"^many\.xdl: (and .*)$", shown, re.MULTILINE) == [
        "and 1,460 more, which `clairify check --format concise` lists",
        "and 1 more, which `clairify check --format concise` lists",
    ]
    assert shown.endswith("161 errors and 1,500 warnings in 2 of 3 files\n")


@pytest.mark.parametrize("format", ["concise", "json", "jsonl", "sarif", "junit", "github"])
def test_the_other_formats_are_complete(format: str) -> None:
    assert render(format, [many(0, 300)]).count("TST101") >= 300
