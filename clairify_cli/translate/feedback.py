"""The words of prompts, and a verifier's findings for a model: in order, bounded in number and in size."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from clairify_cli.diagnostics.model import Diagnostic, Source, in_source_order
from clairify_cli.files import filled, prompt

if TYPE_CHECKING:
    from clairify_cli.translate.options import LoopOptions, Round


_MOST_LINES = 10
_LONGEST_LINE = 240
_LONGEST_MESSAGE = 600
_LONGEST_LIST = 12_000
_LONGEST_LISTS = 20_000
_LONGEST_PROGRAM = 40_000


def list_errors(done: Round, options: LoopOptions) -> str:
    """List the errors (and warnings, if requested) in one round's program, numbered, in source order.

    At most `options.max_errors`, and no more than fit into 12,000 characters; then the number of those not shown.
    """
    told = told_of(done, options)
    source = Source(done.candidate or "")
    entries: list[str] = []
    size = 0
    quoted = ""
    for number, alike in enumerate(told[: options.max_errors], start=1):
        before, quoted = quoted, _around(source, alike[0])
        entry = _entry(number, alike, done.added, "" if quoted == before else quoted)
        size += len(entry)
        if entries and size > _LONGEST_LIST:
            break
        entries.append(entry)
    if len(entries) < len(told):
        entries.append(fill("more-errors", count=sum(map(len, told[len(entries) :]))))
    return "".join(entries).rstrip("\n")


def told_of(done: Round, options: LoopOptions) -> list[list[Diagnostic]]:
    """Return the findings of a round in the order in which they are numbered, identical ones as one."""
    return _grouped([d for d in in_source_order(list(done.diagnostics)) if d.is_error or options.feed_warnings])


def errors_of_rounds(programs: Sequence[Round], options: LoopOptions) -> str:
    """List the errors of several rounds, oldest first. If the list is too long, the oldest are left out and counted."""
    kept: list[str] = []
    size = 0
    for done in reversed(programs):
        entry = fill("errors-of-round", round=done.number, errors=list_errors(done, options))
        size += len(entry)
        if kept and size > _LONGEST_LISTS:
            break
        kept.append(entry)
    if len(kept) < len(programs):
        kept.append(fill("older-rounds", count=len(programs) - len(kept)))
    return "\n".join(entry for entry in reversed(kept)).rstrip("\n")


def shortened(program: str) -> str:
    """Return the program; if it is longer than 40,000 characters, only its beginning and its end."""
    if len(program) <= _LONGEST_PROGRAM:
        return program
    half = _LONGEST_PROGRAM // 2
    left_out = fill("left-out", count=len(program) - 2 * half)
    return f"{program[:half]}\n{left_out}{program[-half:]}"


def without_lines(program: str, left_out: range) -> str:
    """Return the program without some of its lines, counted from 1."""
    lines = enumerate(program.splitlines(keepends=True), start=1)
    return "".join(line for number, line in lines if number not in left_out)


def _grouped(told: list[Diagnostic]) -> list[list[Diagnostic]]:
    """Group identical findings at the place of the first, since the same slip is often made throughout."""
    groups: dict[tuple[str, str, str | None], list[Diagnostic]] = {}
    for diagnostic in told:
        groups.setdefault((diagnostic.code, diagnostic.message, diagnostic.hint), []).append(diagnostic)
    return list(groups.values())


def _entry(number: int, alike: list[Diagnostic], added: range, quoted: str) -> str:
    diagnostic = alike[0]
    lines = list(dict.fromkeys(d.span.line - len(added) * (d.span.line >= added.stop) for d in alike))
    also = lines[1 : _MOST_LINES + 1]
    values = {
        "number": number,
        "line": f"{lines[0]} (also {', '.join(map(str, also))}{', ...' if len(lines) > len(also) + 1 else ''})"
        if also
        else lines[0],
        "severity": diagnostic.severity.value,
        "message": _one_line(diagnostic.message, _LONGEST_MESSAGE),
    }
    entry = fill("error", source=quoted, **values) if quoted else fill("error-without-line", **values)
    if diagnostic.hint:
        entry += fill("error-hint", hint=_one_line(diagnostic.hint, _LONGEST_MESSAGE))
    return entry


def _around(source: Source, diagnostic: Diagnostic) -> str:
    """Return the offending line, or the part around the finding if the line is very long."""
    line = source.line(diagnostic.span.line)
    if len(line) <= _LONGEST_LINE:
        return _one_line(line, _LONGEST_LINE)
    start = max(0, min(diagnostic.span.column - 1 - _LONGEST_LINE // 2, len(line) - _LONGEST_LINE))
    end = start + _LONGEST_LINE
    before, after = "..." if start else "", "..." if end < len(line) else ""
    return before + _one_line(line[start:end], _LONGEST_LINE) + after


def _one_line(text: str, longest: int) -> str:
    """Return the text on one line, without control characters, truncated if too long."""
    text = "".join(character if character.isprintable() else " " for character in text)
    text = " ".join(text.split())
    return text if len(text) <= longest else text[:longest] + "..."


def fill(name: str, families: tuple[str, ...] = (), /, **values: object) -> str:
    """Fill in the `$names` of the prompt `translate-NAME`; values are inserted verbatim.

    If one of `families` has its own version, `FAMILY-NAME`, the first such version is used instead.
    """
    special = (f"{family}-{name}" for family in families if prompt(f"{family}-{name}") is not None)
    return filled(next(special, f"translate-{name}"), **values)
