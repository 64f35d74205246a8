"""The format for people: each finding with its line, a caret under it, and a hint.

    plan.xdl:4:38: error[XDL302]: `10 bananas` is not a volume
      |
    4 |     <Add vessel="flask" reagent="a" volume="10 bananas"/>
      |                                             ^^^^^^^^^^
      = help: write a number and a unit, such as `10 mL`

Findings with the same remedy may be grouped, one line each:

    Missing steps or substances (1 error)
      plan.xdl:10:7: error[XDL608]: no step does what the text's `Stir` says
      = help: add the step, or word the instruction more plainly

Text from a file is shown with its control characters escaped, so that it cannot drive the terminal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from clairify_cli.diagnostics.counts import counted
from clairify_cli.diagnostics.model import Diagnostic, Severity, Source, Span
from clairify_cli.diagnostics.render.characters import cells, shown, visible
from clairify_cli.diagnostics.render.palette import paint
from clairify_cli.diagnostics.render.report import (
    SAFE_FIX_FLAGS,
    UNSAFE_FIX_FLAGS,
    Drawn,
    Report,
    by_code,
    counts,
    rule_name,
    totals,
)
from clairify_cli.records import dataclass

MOST = 100
"""Limit on the findings shown per file. Nobody reads more, and a file of the wrong kind may have thousands."""


@dataclass(frozen=True, slots=True)
class Group:
    """Findings with the same remedy: their title, and the remedy."""

    title: str
    help: str


def render(
    reports: list[Report],
    *,
    color: bool,
    statistics: bool,
    groups: Mapping[str, Group] | None = None,
    errors_only: bool = False,
) -> str:
    """Return the findings, separated by empty lines, and a summary. For a file with very many, only some are shown.

    `groups` maps codes to groups, whose findings are all shown together, in this order. If there are such findings, the
    errors of all files come before the warnings. With `errors_only`, warnings were left out before.
    """
    groups = groups or {}
    gathered = [one for report in reports for one in report.diagnostics if one.code in groups]
    told = [report.explained.text.splitlines() for report in reports if report.explained is not None]
    parts = ["".join(f"{visible(line)}\n" for line in lines) for lines in told]
    for severity in Severity if gathered else (None,):
        for report in reports:
            parts += _alone(report, groups, severity, color)
        parts += _groups([one for one in gathered if one.severity is severity], groups, color)
    if statistics and any(report.diagnostics for report in reports):
        parts.append(statistics_table(reports))
    parts.append(_summary(reports, color).replace("findings", "errors" if errors_only else "findings", 1))
    return "\n".join(parts)


def drawn(report: Report, color: bool) -> Drawn:
    """Return the findings of one report as they are shown."""
    return Drawn("\n".join(_alone(report, {}, None, color)), *counts(report))


def finding(source: Source, diagnostic: Diagnostic, color: bool = False) -> str:
    """Return one finding as lines that each end in a line feed."""
    span = diagnostic.span
    severity = diagnostic.severity.value
    lines = [_head(place(span), severity, diagnostic.code, diagnostic.message, color)]
    lines += _source_lines(source, span, severity, color)
    bar = " " * (len(str(span.line)) + 1) + paint("=", "gutter", color)
    if diagnostic.hint:
        lines.append(f"{bar} {paint('help', 'help', color)}: {visible(diagnostic.hint)}")
    if diagnostic.fix:
        safety, flags = ("safe", SAFE_FIX_FLAGS) if diagnostic.fix.safe else ("unsafe", UNSAFE_FIX_FLAGS)
        described = f"{visible(diagnostic.fix.description)} ({safety}, apply with {flags})"
        lines.append(f"{bar} {paint('fix', 'fix', color)}: {described}")
    for related in diagnostic.related:
        lines.append(f"{bar} {paint('note', 'note', color)}: {place(related.span)}: {visible(related.message)}")
    return "".join(f"{line}\n" for line in lines)


def _alone(report: Report, groups: Mapping[str, Group], severity: Severity | None, color: bool) -> list[str]:
    """Return the findings of a report outside groups, of one severity or any; an unreadable file is an error."""
    if report.drawn is not None:
        return [report.drawn.text] if report.drawn.text else []
    others = [one for one in report.diagnostics if one.code not in groups and severity in (None, one.severity)]
    shown = _shown(others)
    parts = [unreadable(report, color)] if report.error is not None and severity is not Severity.WARNING else []
    parts += [finding(report.source, diagnostic, color) for diagnostic in shown]
    return [*parts, _more(report, len(others) - len(shown), color)] if len(shown) < len(others) else parts


def _groups(gathered: Sequence[Diagnostic], groups: Mapping[str, Group], color: bool) -> list[str]:
    """Return the groups of findings of one severity, as one part; findings with the same message share a line."""
    lines = []
    for group in dict.fromkeys(groups.values()):
        members = [one for one in gathered if groups[one.code] == group]
        if members:
            severity = members[0].severity.value
            lines.append(paint(f"{group.title} ({counted(len(members), severity)})", severity, color))
            for code, message in dict.fromkeys((one.code, one.message) for one in members):
                same = [place(one.span) for one in members if (one.code, one.message) == (code, message)]
                more = f" (×{len(same)}, also at {', '.join(same[1:])})" if same[1:] else ""
                lines.append(f"  {_head(same[0], severity, code, message, color)}{more}")
            lines.append(f"  {paint('=', 'gutter', color)} {paint('help', 'help', color)}: {group.help}")
    return ["".join(f"{line}\n" for line in lines)] if lines else []


def _head(where: str, severity: str, code: str, message: str, color: bool) -> str:
    kind = paint(f"{severity}[{visible(code)}]", severity, color)
    return f"{paint(where, 'file', color)}: {kind}: {visible(message)}"


def _shown(found: list[Diagnostic]) -> list[Diagnostic]:
    """Return at most `MOST` findings, preferring errors to warnings, in their original order."""
    if len(found) <= MOST:
        return found
    first = sorted(range(len(found)), key=lambda place: not found[place].is_error)[:MOST]
    return [found[place] for place in sorted(first)]


def _more(report: Report, count: int, color: bool) -> str:
    """Return the line about findings that are not shown."""
    file = paint(visible(report.file), "file", color)
    return f"{file}: and {count:,} more, which `clairify check --format concise` lists\n"


def place(span: Span) -> str:
    """Return the start of a span as `file:line:column`."""
    return f"{visible(span.file)}:{span.line}:{span.column}"


def unreadable(report: Report, color: bool = False) -> str:
    """Return the line for an unreadable file."""
    file = paint(visible(report.file), "file", color)
    return f"{file}: {paint('error', 'error', color)}: {visible(report.error or '')}\n"


def statistics_table(reports: list[Report]) -> str:
    """Return the number of findings per rule: one line with count, code and name for each."""
    found = by_code(reports)
    digits = max((len(str(count)) for count in found.values()), default=0)
    longest = max(map(len, found), default=0)
    rows = (f"{count:{digits}}  {code:{longest}}  {rule_name(code) or ''}" for code, count in found.items())
    return "".join(f"{row.rstrip()}\n" for row in rows)


def _source_lines(source: Source, span: Span, severity: str, color: bool) -> list[str]:
    """Return the first line of the span with carets under it; empty if the source has no such line."""
    if not 1 <= span.line <= source.line_count:
        return []
    line = source.line(span.line)
    last_line = span.end_line - 1 if span.end_column == 1 and span.end_line > span.line else span.end_line
    part = excerpt(line, span.column - 1, span.end_column - 1 if span.end_line == span.line else len(line))
    carets = "^" * part.length + (f" ... to line {last_line}" if last_line > span.line else "")
    number = str(span.line)
    margin = " " * len(number)
    bar = paint("|", "gutter", color)
    return [
        f"{margin} {bar}",
        f"{paint(number, 'gutter', color)} {bar} {part.text}".rstrip(),
        f"{margin} {bar} {' ' * part.offset}{paint(carets, severity, color)}",
    ]


def _summary(reports: list[Report], color: bool) -> str:
    found = totals(reports)
    style = "error" if found.errors or found.unreadable else "warning" if found.warnings else "good"
    return paint(found.sentence, style, color) + "\n"


# ---------------------------------------------------------- the line that a finding is about, cut to fit, and where the


WIDTH = 120
"""Limit on the cells that the shown part of a line fills."""
_BEFORE = 40
_TAB = 4


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Text without control characters, and the offset and length of the carets under it, in cells."""

    text: str
    offset: int
    length: int


def excerpt(line: str, start: int, end: int) -> Excerpt:
    """Return a line as shown, with carets under its characters from `start` to `end` (exclusive, from 0).

    There is always at least one caret. A line of more than `WIDTH` cells is cut around `start`, with an ellipsis where
    text is left out. Only the shown part is processed, however long the line is.
    """
    start = min(start, len(line))
    first, last = _window(line, start)
    pieces = _expanded(line[first:last])
    before = "".join(pieces[: start - first])
    under = "".join(pieces[start - first : max(start, min(end, last)) - first])
    cut_before, cut_after = "…" if first > 0 else "", "…" if last < len(line) else ""
    offset = cells(cut_before + before)
    if offset and pieces[start - first : start - first + 1] and not cells(pieces[start - first]):
        offset -= 1
    return Excerpt(cut_before + "".join(pieces) + cut_after, offset, max(1, cells(under)))


def _window(line: str, start: int) -> tuple[int, int]:
    """Return the first and last (exclusive) character to show: all of them if they fit."""
    if len(line) <= WIDTH and sum(map(_cost, line)) <= WIDTH:
        return 0, len(line)
    room = WIDTH - 2
    first = _back(line, start, _BEFORE)
    last, used = first, 0
    for character in line[first : first + 4 * WIDTH]:
        used += _cost(character)
        if used > room:
            break
        last += 1
    if last == len(line):
        first = _back(line, start, room - sum(map(_cost, line[start:last])))
    while first < start and not _cost(line[first]):
        first += 1
    return first, last


def _back(line: str, start: int, room: int) -> int:
    """Return the first character before `start` from which the text up to `start` fits into `room` cells."""
    first = start
    while first > max(0, start - 4 * WIDTH):
        room -= _cost(line[first - 1])
        if room < 0:
            break
        first -= 1
    return first


@lru_cache(maxsize=1024)
def _cost(character: str) -> int:
    """Return the largest number of cells that a character may fill."""
    return _TAB if character == "\t" else cells(shown(character))


def _expanded(text: str) -> list[str]:
    """Return each character as shown; a tab becomes spaces up to the next tab stop."""
    if text.isascii() and text.isprintable():
        return list(text)
    pieces = []
    column = 0
    for character in text:
        piece = " " * (_TAB - column % _TAB) if character == "\t" else shown(character)
        column += cells(piece)
        pieces.append(piece)
    return pieces
