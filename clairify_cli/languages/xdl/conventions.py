"""Numbers for the words that procedures use in the place of numbers."""

from __future__ import annotations

CONVENTIONS = {
    "ice bath": "0 °C",
    "room temperature": "25 °C",
    "overnight": "16 h",
    "reflux": "the solvent's boiling point",
}


def convention(words: str) -> str | None:
    """What a value in words is taken for, as a clause; None where there is no convention for it."""
    folded = words.casefold()
    return next(
        (f"`{known}` is {value} by convention" for known, value in CONVENTIONS.items() if known in folded), None
    )
