"""How characters look on a terminal: which must not be sent there, and how many cells the others take."""

from __future__ import annotations

_SHOWN_AS_THEY_ARE = frozenset(("Zs", "Cn", "Co"))


def visible(text: str) -> str:
    """The text with everything escaped that a terminal would act on rather than show.

    These are control characters, line separators, lone surrogates, and the marks that reorder text or take no
    room. The result has one line, can be encoded as UTF-8 and is allowed in XML.
    """
    if text.isprintable():
        return text
    return "".join(shown(character) for character in text)


def shown(character: str) -> str:
    """One character, escaped as in a Python string if it cannot be shown; a tab is escaped too."""
    if character.isprintable():
        return character
    from unicodedata import category

    if category(character) in _SHOWN_AS_THEY_ARE and ord(character) & 0xFFFE != 0xFFFE:
        return character
    return character.encode("unicode_escape").decode("ascii")


def cells(text: str) -> int:
    """How many columns of a terminal a text without control characters fills."""
    if text.isascii():
        return len(text)
    from unicodedata import category, east_asian_width

    wide = sum(1 for character in text if east_asian_width(character) in "WF")
    marks = sum(1 for character in text if category(character) in {"Mn", "Me"})
    return len(text) + wide - marks
