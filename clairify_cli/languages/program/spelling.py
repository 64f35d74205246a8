"""Makes ProgPrompt's assertions, which are no Python, readable for Python without moving anything.

    assert('close' to 'fridge')             assert('close' ,  'fridge')
        else: find('fridge')        →       if 0:     find('fridge')

The text keeps its length, so that every place in it stays the same. What was rewritten is remembered, so that
nobody takes the one for the other.
"""

from __future__ import annotations

import re

_ASSERT = re.compile(r"^([ \t]*)assert\b[^\n]*", re.MULTILINE)
_WORD = re.compile(r"""(?<=['"])[ \t]*\b(to|on|at|inside|under|near|by|from)\b[ \t]*(?=['"])""")
_ELSE = re.compile(r"(?:[ \t]*(?:\#[^\n]*)?\n)*?([ \t]*)else(?=[ \t]*:)")
_REST = re.compile(r"[^\n]*\n?")


def respelt(text: str) -> tuple[str, dict[int, str]]:
    """The text as Python reads it, and the words that were taken out of it by their offsets."""
    if "assert" not in text:
        return text, {}
    pieces = list(text)
    words: dict[int, str] = {}
    for match in _ASSERT.finditer(text):
        for word in _WORD.finditer(text, match.start(), match.end()):
            start, end = word.span(1)
            pieces[start:end] = "," + " " * (end - start - 1)
            words[start] = word[1]
        _take_recoveries(text, match, pieces, words)
    return ("".join(pieces), words) if words else (text, words)


def _take_recoveries(text: str, assertion: re.Match[str], pieces: list[str], words: dict[int, str]) -> None:
    """Make every `else:` that follows an assertion an `if 0:` at the assertion's margin."""
    margin = len(assertion[1])
    at = assertion.end()
    while text.startswith("\n", at) and (found := _ELSE.match(text, at + 1)):
        start = found.start(1)
        spare = len(found[1]) - margin
        if spare < 0:
            return
        colon = text.index(":", found.end())
        moved = f"{assertion[1]}if 0{text[found.end() : colon + 1]}{' ' * spare}"
        pieces[start : colon + 1] = moved
        words[start + margin] = "else"
        at = text.find("\n", colon)
        if at < 0:
            return
        if not text[colon + 1 : at].split("#", 1)[0].strip():
            return  # its steps stand below it
