"""Scan a text before Python's own parser sees it: size, depth, long numbers, comments.

Python's parser may run out of memory or stack on a hostile text, so limits are checked here first, in one pass over
the characters. Unsupported parts (formatted strings) are blanked out, so that the rest can still be read.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from clairify_cli.records import dataclass, field

MOST_CHARACTERS = 200_000
"""A longer text is not a program."""

MOST_DEPTH = 20
"""Nesting of brackets, and of blocks."""

MOST_LINES = 4_000
"""Statements; continuation lines within brackets are not counted."""

MOST_DIGITS = 20
"""Characters in a number."""

MOST_OPERATORS = 100
"""Operators in one statement."""

MOST_ELIFS = 40
"""`elif` branches in the whole text."""

_WORDS = "not|lambda|await|if|else|and|or|in|is|yield|for"
_NAME = rf"""(?!(?:{_WORDS}|elif)\b)[A-Za-z_][A-Za-z0-9_]*+(?!["'\w])"""
_NO_STATEMENT = ("", "\n", "#")
"""What follows the indentation of a line without a statement: the end of the text or line, or a comment."""

_TEXT = r"""(?:"[^"\\\n]++"|'[^'\\\n]++')"""
_TOKEN = re.compile(
    # Names and blanks are skipped in one go. Anything that follows matches, so that no character is scanned twice.
    rf"(?:[ \t\f,]++|{_NAME})*+(?:"
    rf"(?P<plain>\({_TEXT}(?:, ?{_TEXT})*+\))"
    r"|(?P<comment>\#[^\n]*+)"
    r"|(?P<string>(?P<prefix>\b[A-Za-z]{1,2})?(?:"
    r'"""(?:[^"\\]++|\\.|"(?!""))*+(?:"""|\Z|\\\Z)'
    r"|'''(?:[^'\\]++|\\.|'(?!''))*+(?:'''|\Z|\\\Z)"
    r'|"(?:[^"\\\n]++|\\.)*+(?:"|(?=\n)|\Z|\\\Z)'
    r"|'(?:[^'\\\n]++|\\.)*+(?:'|(?=\n)|\Z|\\\Z)))"
    r"|(?P<number>(?<![A-Za-z0-9_])[0-9][0-9A-Za-z_.]*+)"
    r"|(?P<open>[(\[{])|(?P<close>[)\]}])|(?P<newline>\n[ \t\f]*+)|(?P<join>\\\n)"
    r"|(?P<semicolon>;)|(?P<operator>[-+~*/%@&|^.<>=!:]+)"
    rf"|\b(?:(?P<word>{_WORDS})|(?P<elif>elif))\b"
    r"|(?P<other>.)|\Z)",
    re.DOTALL,
)


class Remark(NamedTuple):
    """A comment: its text, its position, and whether it is alone on its line."""

    text: str
    start: int
    end: int
    alone: bool


@dataclass(slots=True)
class Scan:
    """The result of scanning a text.

    `text` is the input for Python's parser, of the same length as the original, so that offsets agree. `too_much` is
    the first exceeded limit with its position; such a text is not parsed. `formatted` has the positions of formatted
    strings.
    """

    text: str
    comments: list[Remark] = field(default_factory=list)
    too_much: list[tuple[str, int, int]] = field(default_factory=list)
    formatted: list[tuple[int, int]] = field(default_factory=list)


def scan(written: str) -> Scan:
    """Scan a text."""
    text = _same_length(written)
    if len(text) > MOST_CHARACTERS:
        return Scan(
            "", too_much=[(f"characters ({len(text):,}; {MOST_CHARACTERS:,} are read)", MOST_CHARACTERS, len(text))]
        )
    found = Scan(text)
    work = _Work(found)
    take = work.take
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup
        if kind is None or kind == "other" or (kind == "plain" and work.depth < MOST_DEPTH):
            continue  # irrelevant text, or brackets around plain strings, which are complete
        start, end = match.span(kind)
        if kind == "newline":
            work.line_start = start + 1
            if work.depth > 0 or text[end : end + 1] in _NO_STATEMENT:
                continue
            work.statement(end)
        else:
            take(kind, start, end, match)
        if found.too_much:
            return found
    for start, end in reversed(found.formatted):
        blank = "".join("\n" if each == "\n" else " " for each in text[start:end])
        text = text[:start] + '""' + blank[2:] + text[end:]
    found.text = text
    return found


def _same_length(text: str) -> str:
    """Return the text, of the same length, with line feeds only and without characters that Python's parser rejects."""
    if "\r" in text:
        text = text.replace("\r\n", " \n").replace("\r", "\n")
    if "\0" in text:
        text = text.replace("\0", "?")
    if not text.isascii():
        text = re.sub(r"[\ud800-\udfff]", "?", text)
        if text.startswith("\ufeff"):
            text = "\f" + text[1:]  # Python resets the indentation at a form feed, so the line begins at column 0
    return text


class _Work:
    """The state of a scan: the nesting of brackets and blocks, and the counts so far."""

    def __init__(self, found: Scan) -> None:
        self.found = found
        self.depth = 0
        self.indents = [0]
        self.lines = 0
        self.elifs = 0
        self.operators = 0
        self.line_start = 0
        self.has_tabs = "\t" in found.text

    def take(self, kind: str, start: int, end: int, match: re.Match[str]) -> None:
        """Process a token of a kind from `start` to `end`; `match` has the prefix of a string."""
        if kind == "string":
            self._string(start, end, match["prefix"])
        elif kind in ("open", "plain"):
            self.depth += 1
            if self.depth > MOST_DEPTH:
                self._too_much(f"brackets within brackets ({MOST_DEPTH} are read)", start, start + 1)
        elif kind == "close":
            self.depth = max(0, self.depth - 1)
        elif kind == "comment":
            text = self.found.text
            alone = not text[self.line_start : start].strip()
            self.found.comments.append(Remark(text[start + 1 : end].strip(), start, end, alone))
        elif kind in ("operator", "word"):
            self.operators += end - start if kind == "operator" else 1
            if self.operators > MOST_OPERATORS:
                what = f"operators in one statement ({MOST_OPERATORS} are read)"
                self._too_much(what, start, end)
        elif kind == "number":
            if end - start > MOST_DIGITS:
                self._too_much(f"digits in a number ({MOST_DIGITS} are read)", start, end)
        elif kind == "semicolon":
            self._line(start)
        elif kind == "elif":
            self.elifs += 1
            if self.elifs > MOST_ELIFS:
                self._too_much(f"`elif` ({MOST_ELIFS} are read)", start, end)

    def statement(self, at: int) -> None:
        """Process the beginning of a statement: count it and check its indentation."""
        self._line(at)
        width = at - self.line_start
        if self.has_tabs:
            width = len(self.found.text[self.line_start : at].expandtabs())
        if width == self.indents[-1]:
            return
        while len(self.indents) > 1 and self.indents[-1] > width:
            self.indents.pop()
        if width > self.indents[-1]:
            self.indents.append(width)
            if len(self.indents) > MOST_DEPTH + 1:
                self._too_much(f"blocks within blocks ({MOST_DEPTH} are read)", at, at + 1)

    def _line(self, at: int) -> None:
        self.operators = 0
        self.lines += 1
        if self.lines > MOST_LINES:
            self._too_much(f"statements ({MOST_LINES:,} are read)", at, at)

    def _string(self, start: int, end: int, prefix: str | None) -> None:
        if prefix and set(prefix.lower()) & set("ft"):
            self.found.formatted.append((start, end))
        inner = self.found.text.rfind("\n", start, end)
        if inner >= 0:
            self.line_start = inner + 1

    def _too_much(self, what: str, start: int, end: int) -> None:
        if not self.found.too_much:
            self.found.too_much.append((what, start, end))
