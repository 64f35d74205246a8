"""A small real language: lines of `name = number`, as in `flask = 3`. It goes through the same protocol as XDL."""

from __future__ import annotations

import re
from collections.abc import Iterator

from clairify_cli.diagnostics.model import Diagnostic, Edit, Fix, Severity, Source, in_source_order
from clairify_cli.diagnostics.nearest import listing, nearest
from clairify_cli.languages.base import CheckOptions, Language, StepClaims

NAMES = ("flask", "beaker", "stirrer")
_LINE = re.compile(r"(?P<name>\w+)\s*=\s*(?P<value>[^;]*?)\s*(?P<end>;?)\s*")
_SILENCED = re.compile(r"#\s*clairify\s*(:\s*|\s)ignore")
_FENCE = re.compile(r"```\w*\n(.*?)(?:```|\Z)", re.S)


class Toy(Language):
    """Errors: an unknown name (TOY1), no number (TOY2), no assignment (TOY3), a semicolon (TOY4, fixed safely).

    Warning: a zero (TOY5). The hardware of the constraints replaces the names.
    """

    name = "toy"
    suffixes = (".toy",)
    dialects = ("1",)

    def check(self, source: Source, options: CheckOptions) -> list[Diagnostic]:
        return in_source_order(list(_findings(source, options)))

    def describe(self, options: CheckOptions) -> str:
        return f"One line `name = number` for each thing. Names: {listing(_names(options))}."

    def extract(self, reply: str) -> str:
        fences = _FENCE.findall(reply)
        if fences:
            return str(fences[-1])
        lines = [line for line in reply.splitlines() if "=" in line]
        return "\n".join(lines) + "\n" if lines else reply

    def format(self, source: Source, options: CheckOptions) -> str:
        return source.text

    def claims(self, source: Source, options: CheckOptions) -> tuple[StepClaims, ...]:
        """Every line is a step."""
        found = enumerate(re.finditer(r"^(\w+)\s*=[ \t]*([^;\n]*)", source.text, re.M), 1)
        return tuple(StepClaims(number, match[1], "other", source.span(*match.span())) for number, match in found)


def _names(options: CheckOptions) -> tuple[str, ...]:
    return NAMES if options.constraints.hardware is None else options.constraints.hardware


def _findings(source: Source, options: CheckOptions) -> Iterator[Diagnostic]:
    names = _names(options)
    at = 0
    for line in source.text.splitlines(keepends=True):
        match = _LINE.fullmatch(line.rstrip("\r\n"))
        if _SILENCED.search(line) or not line.strip():
            pass
        elif match is None:
            yield _error("TOY3", "this is no line `name = number`", source, at, at + len(line.rstrip()))
        else:
            yield from _of_line(match, at, source, names)
        at += len(line)


def _of_line(match: re.Match[str], at: int, source: Source, names: tuple[str, ...]) -> Iterator[Diagnostic]:
    name, value = match["name"], match["value"]
    start, end = match.span("name")
    if name not in names:
        near = nearest(name, names)
        hint = f"did you mean `{near}`?" if near else f"allowed: {listing(names)}"
        yield _error("TOY1", f"`{name}` is no known name", source, at + start, at + end, hint)
    start, end = match.span("value")
    if not re.fullmatch(r"\d+", value):
        yield _error("TOY2", f"`{value}` is no number", source, at + start, at + end, "write digits only")
    elif int(value) == 0:
        yield Diagnostic("TOY5", Severity.WARNING, "zero is unusual", source.span(at + start, at + end))
    if match["end"]:
        start, end = match.span("end")
        span = source.span(at + start, at + end)
        fix = Fix("remove the semicolon", (Edit(span.start, span.end, ""),))
        yield Diagnostic("TOY4", Severity.ERROR, "no semicolon belongs here", span, None, fix)


def _error(code: str, message: str, source: Source, start: int, end: int, hint: str | None = None) -> Diagnostic:
    return Diagnostic(code, Severity.ERROR, message, source.span(start, end), hint)
