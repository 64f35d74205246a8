"""Characters on a terminal: which must not be sent to it, and how many cells the others take."""

from __future__ import annotations

_SHOWN_AS_THEY_ARE = frozenset(("Zs", "Cn", "Co"))


def visible(text: str) -> str:
    """Escape everything in a text that a terminal would act on rather than show.

    These are control characters, line separators, lone surrogates, and marks that reorder text or have no width. The
    result has one line, can be encoded as UTF-8 and is allowed in XML.
    """
    if text.isprintable():
        return text
    return "".join(shown(character) for character in text)


def shown(character: str) -> str:
    """Return a character, escaped as in a Python string if it cannot be shown; a tab is also escaped."""
    if character.isprintable():
        return character
    from unicodedata import category

    # Escape noncharacters such as U+FFFE, which XML does not allow.
    if category(character) in _SHOWN_AS_THEY_ARE and ord(character) & 0xFFFE != 0xFFFE:
        return character
    return character.encode("unicode_escape").decode("ascii")


def cells(text: str) -> int:
    """Return how many terminal columns a text without control characters fills."""
    if text.isascii():
        return len(text)
    from unicodedata import category, east_asian_width

    wide = sum(1 for character in text if east_asian_width(character) in "WF")
    marks = sum(1 for character in text if category(character) in {"Mn", "Me"})
    return len(text) + wide - marks
