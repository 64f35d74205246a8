"""What Python's reader complains of, in our words."""

from __future__ import annotations

from clairify_cli.diagnostics.model import Diagnostic
from clairify_cli.languages.program.parts import Reading
from clairify_cli.languages.program.rules import text

_WORDS: tuple[tuple[str, str, str | None], ...] = (
    ("was never closed", "the bracket is never closed", "close it at the end of the call"),
    ("does not match", "the bracket closes another one than was opened", None),
    ("unmatched", "the bracket closes nothing", "remove it"),
    ("unterminated", "the quotes are never closed", "close them at the end of the name"),
    ("EOF while scanning", "the quotes are never closed", "close them at the end of the name"),
    ("unexpected indent", "the line is indented, and nothing asks for it", "put it below the step before it"),
    ("unindent does not match", "the line is indented as no line above it", "indent every level by four spaces"),
    ("inconsistent use of tabs", "tabs and spaces are mixed", "indent every level by four spaces"),
    (
        "expected an indented block",
        "something indented is due here",
        "indent the steps by four spaces, or write `pass`",
    ),
    ("expected ':'", "a colon is due here", "write `:` at the end of the line"),
    ("expected 'except'", "`try` needs an `except`", "write `assert CONDITION, RECOVERY`"),
    ("Maybe you meant '=='", "a name is given a value where a condition is due", "ask with a predicate"),
    ("cannot assign", "something that is no name is given a value", "names have no values"),
    ("forgot a comma", "a comma is missing", "put commas between the arguments"),
    ("positional argument follows", "an object stands behind a parameter", "write objects first, then parameters"),
    ("invalid character", "there is a character that belongs to no name", "write it with letters, digits and `_`"),
    ("invalid non-printable", "there is a character that cannot be seen", "remove it"),
    ("invalid decimal", "there is a number that runs into a name", "part them"),
    ("unexpected character after line", "something stands behind a backslash", "remove the backslash"),
    ("unexpected EOF", "the text ends in the middle of a step", None),
    ("too many nested", "brackets are nested too deep", None),
    ("Missing parentheses", "a call has no brackets", 'write `ACTION("OBJECT", ...)`'),
)


def complaint(reading: Reading, message: str, at: int) -> Diagnostic:
    """The finding for what Python's reader said of a place."""
    size = len(reading.text)
    at = min(at, size)
    written = reading.text[at : at + 1]
    end = at + 1 if written.strip() else at
    is_assertion = reading.source.line(reading.source.position(at)[0]).lstrip().startswith("assert")
    for said, ours, hint in _WORDS:
        if said in message and not (is_assertion and "comma" in said):
            return text.no_python(reading.source.span(at, end), ours, hint)
    line = reading.source.line(reading.source.position(at)[0]).strip()
    shown = line if len(line) <= 60 else line[:59] + "…"
    ours = f"`{shown}` cannot be read" if shown else "the text cannot be read"
    hint = 'a step is such as `take("apple1", "table1")`; a comment begins with `#`'
    if line.startswith("assert"):
        hint = "write `assert CONDITION, RECOVERY`; a recovery of several steps is a list of calls in square brackets"
    return text.no_python(reading.source.span(at, end), ours, hint)
