"""Texts and findings that the tests of the renderers share. The codes are declared by no module."""

from __future__ import annotations

from case_tables import stored

from clairify_cli.diagnostics.model import Diagnostic, Edit, Fix, Related, Severity, Source
from clairify_cli.diagnostics.render.report import Report

PLAN = stored(__file__, "PLAN")


def found(
    source: Source,
    words: str,
    code: str,
    message: str,
    *,
    severity: Severity = Severity.ERROR,
    hint: str | None = None,
    write: str | None = None,
    safe: bool = True,
    related: tuple[Related, ...] = (),
) -> Diagnostic:
    """A finding on the first place where `words` stand in the source; `write` is what its fix puts there."""
    start = source.text.index(words)
    end = start + len(words)
    fix = None if write is None else Fix(f"write `{write}`", (Edit(start, end, write),), safe)
    return Diagnostic(code, severity, message, source.span(start, end), hint, fix, related)


def plan() -> Report:
    """One file with an error of every shape: with a tab, wide characters, several lines, a fix, another place."""
    source = Source(PLAN, "plans/plan.xdl")
    first = source.text.index('id="flask"')
    again = source.text.index('id="flask"', first + 1)
    duplicate = Diagnostic(
        "TST201",
        Severity.ERROR,
        "`flask` is declared twice",
        source.span(again, again + 10),
        "give each component its own id",
        related=(Related("first declared here", source.span(first, first + 10)),),
    )
    end = len(source.text)
    return Report(
        source,
        [
            duplicate,
            found(source, "10 bananas", "TST302", "`10 bananas` is no volume", hint="write a number and a unit"),
            found(source, "fläsk", "TST204", "`fläsk` is not declared", write="flask", safe=False),
            found(
                source,
                '<Add vessel="flask"\n         reagent="salt"/>',
                "TST305",
                "`Add` says no amount",
                severity=Severity.WARNING,
            ),
            found(source, "45 C", "TST304", "`45 C` has a unit that is written otherwise", write="45 °C"),
            Diagnostic("TST401", Severity.WARNING, "nothing is kept", source.span(end)),
        ],
    )


def hostile() -> Report:
    """A file whose name, text and messages try to drive whatever shows them."""
    text = '<Add a="\x1b[2J\x07" b="\u202e%s" c="]]>&\x00"/>\r\n<B/>\r\n'
    source = Source(text, "a\x1b]0;x\x07,b: c%\n::error::.xdl")
    message = "`\x1b[2J` is ]]> no value: {0}, [see](1) 100%\n::warning::\ufffe"
    return Report(
        source,
        [
            found(source, "\x1b[2J", "TST302", message, hint="a\x00b\n"),
            found(source, "\u202e", "TST302", message, severity=Severity.WARNING, write="\x1b"),
        ],
    )


def unreadable() -> Report:
    """A file that could not be read."""
    return Report(Source("", "missing.xdl"), error="there is no such file")


def clean() -> Report:
    """A file in which nothing was found."""
    return Report(Source("<XDL/>\n", "clean.xdl"))


def everything() -> list[Report]:
    """All of them."""
    return [plan(), clean(), hostile(), unreadable()]
