"""What other programs and languages leave in a text: line breaks written as `\\n`, comments of C, commas.

The text that is read has blanks in their place, so that every offset stays, and nothing else is said about them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from clairify_cli.diagnostics.model import Diagnostic, Edit, Fix, Source
from clairify_cli.languages.pddl.reading.characters import plain_characters
from clairify_cli.languages.pddl.rules import rules

_ESCAPE = r"\\r\\n|\\[nrt]"
_IN_LINES = re.compile(rf";[^\r\n]*|{_ESCAPE}")
_ON_ONE_LINE = re.compile(rf";[^\\]*|{_ESCAPE}")
_COMMENT = re.compile(r";[^\r\n]*|(?<![^\s()])/\*.*?(?:\*/|\Z)|(?<![^\s()])//[^\r\n]*", re.DOTALL)
_COMMA = re.compile(r";[^\r\n]*|[(),]")

_LONGEST = 2_000_000
"""Characters up to which a text is searched: nobody wrote a longer one by hand."""


def plain(source: Source) -> tuple[str, list[Diagnostic]]:
    """The text to read, as long as that of the source, and what is to be said of what was taken out."""
    text = plain_characters(source.text)
    found: list[Diagnostic] = []
    if len(text) > _LONGEST:
        return text, found
    if "\\n" in text:
        text, found = _with_line_breaks(source, text)
    if "//" in text or "/*" in text:
        text, comments = _without_comments(source, text)
        found += comments
    if "," in text and any("," in line.partition(";")[0] for line in text.replace("\r", "\n").split("\n")):
        text, commas = _without_commas(source, text)
        found += commas
    return text, found


def _with_line_breaks(source: Source, text: str) -> tuple[str, list[Diagnostic]]:
    """A backslash has no use in PDDL, so that `\\n` outside a comment can mean nothing but a line break."""
    pattern = _IN_LINES if "\n" in text.strip() else _ON_ONE_LINE
    places = [match for match in pattern.finditer(text) if match.group()[0] != ";"]
    if not places:
        return text, []
    edits = tuple(Edit(*match.span(), "\t" if match.group() == "\\t" else "\n") for match in places)
    count = sum(match.group() != "\\t" for match in places)
    finding = rules.escaped_line_break(source.span(*places[0].span()), count, Fix("write line breaks", edits))
    return "".join(_pieces(text, places, "\n")), [finding]


def _without_comments(source: Source, text: str) -> tuple[str, list[Diagnostic]]:
    """Comments of C are blanked out."""
    places = [match for match in _COMMENT.finditer(text) if match.group()[0] != ";"]
    found = [
        rules.foreign_comment(source.span(*match.span()), match.group()[:2], _as_comment(text, match))
        for match in places
    ]
    return "".join(_pieces(text, places, " ")), found


def _without_commas(source: Source, text: str) -> tuple[str, list[Diagnostic]]:
    """A comma would become part of the word before it; there is one finding for all of them."""
    places: list[re.Match[str]] = []
    depth = 0
    for match in _COMMA.finditer(text):
        written = match.group()
        depth += 1 if written == "(" else -1 if written == ")" else 0
        if written == "," and depth > 0:  # others are those of prose, which has no place outside of brackets anyway
            places.append(match)
    if not places:
        return text, []
    edits = tuple(Edit(*match.span(), "" if text[match.end() : match.end() + 1].isspace() else " ") for match in places)
    fix = Fix("take the commas out", edits)
    finding = rules.comma(source.span(*places[0].span()), len(places), fix)
    return "".join(_pieces(text, places, " ")), [finding]


def _as_comment(text: str, match: re.Match[str]) -> Fix:
    """The fix that writes a comment as one of PDDL, on lines of its own where something follows it."""
    inside = match.group().removeprefix("/*").removesuffix("*/").lstrip("/")
    lines = [f"; {line.strip()}".rstrip() for line in inside.strip().splitlines()] or [";"]
    end_of_line = text.find("\n", match.end())
    behind = text[match.end() : len(text) if end_of_line < 0 else end_of_line]
    written = "\n".join(lines) + ("\n" if behind.strip() else "")
    return Fix("write it with `;`", (Edit(match.start(), match.end(), written),))


def _pieces(text: str, places: list[re.Match[str]], first: str) -> Iterator[str]:
    """A text with `first` and blanks in some places."""
    end = 0
    for match in places:
        yield text[end : match.start()]
        yield first.ljust(match.end() - match.start())
        end = match.end()
    yield text[end:]
