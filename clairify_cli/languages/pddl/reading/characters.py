"""Characters allowed only in comments: those outside ASCII, and control characters."""

from __future__ import annotations

import re
from collections.abc import Iterator

from clairify_cli.diagnostics.model import Diagnostic, Edit, Fix, Source
from clairify_cli.languages.pddl.reading.lexer import STRANGE
from clairify_cli.languages.pddl.rules import rules

_PLAIN_BYTES = bytes((*range(9, 14), *range(32, 127)))
"""ASCII without control characters other than white space."""

_MOST = 100
"""Limit on findings per text; more would not help."""

_PLAIN = {
    **dict.fromkeys("\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000", " "),
    **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212\ufe58\ufe63\uff0d", "-"),
    **dict.fromkeys("\ufeff\u200b\u200c\u200d\u2060\u00ad", ""),
    **dict.fromkeys("\u2018\u2019\u201c\u201d\u00ab\u00bb", ""),  # quotation marks
    "\uff08": "(",
    "\uff09": ")",
    "\uff1b": ";",
    "\uff1f": "?",
    "\uff1a": ":",
    "\u2264": "<=",
    "\u2265": ">=",
}
"""Plain equivalents of characters that word processors and keyboards of other scripts produce."""


def plain_characters(text: str) -> str:
    """Return the text with look-alike characters replaced by plain ones, of the same length so that offsets agree."""
    return text if text.isascii() else STRANGE.sub(_plain_match, text)


def _plain_match(match: re.Match[str]) -> str:
    written = match.group()
    if written[0] == ";":
        return written
    return "".join((_PLAIN.get(character, character) or " ")[:1] for character in written)


def strange_characters(source: Source) -> list[Diagnostic]:
    """Return findings for characters that are allowed only in comments."""
    if source.text.isascii() and not source.text.encode().translate(None, _PLAIN_BYTES):
        return []
    return list(_findings(source))


def _findings(source: Source) -> Iterator[Diagnostic]:
    left = _MOST
    for match in STRANGE.finditer(source.text):
        written = match.group()
        if written[0] == ";":
            continue
        at = source.span(*match.span())
        shown = " ".join(f"U+{ord(character):04X}" for character in written[:3])
        if written[0] < "\x80":
            yield rules.control_character(at, shown, Fix("write a space", (Edit(at.start, at.end, " "),), safe=False))
        else:
            shown = f"`{written}` ({shown})" if written.isprintable() else shown
            yield rules.not_ascii(at, shown, _plain(at.start, at.end, written))
        left -= 1
        if not left:
            return


def _plain(start: int, end: int, written: str) -> Fix | None:
    if not all(character in _PLAIN for character in written):
        return None
    plain = "".join(_PLAIN[character] for character in written)
    return Fix(f"write `{plain}`" if plain.strip() else "write it plainly", (Edit(start, end, plain),))
