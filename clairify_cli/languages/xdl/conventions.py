"""Numbers for the words that procedures use in place of numbers."""

from __future__ import annotations

from collections.abc import Iterable

CONVENTIONS = {
    "ice bath": "0 °C",
    "room temperature": "25 °C",
    "overnight": "16 h",
    "reflux": "the solvent's boiling point",
}

_BOILING = ("reflux", "boil", "b.p", "bp")
_MELTING = ("melting", "freezing", "m.p", "mp")
_MOST_NAMED = 3


def convention(words: str, reagents: Iterable[str] = ()) -> str | None:
    """Return the number that a value in words stands for, as a clause; None if there is no convention.

    A boiling or melting point is given for the substance named in the words; a boiling point otherwise for the solvents
    among the program's reagents.
    """
    folded = words.casefold()
    if folded.startswith("until "):
        return "a robot does not see when that is so: write the time that it takes"
    if folded.startswith(_BOILING) or "reflux" in folded or "boiling" in folded:
        known = _points(words, reagents, boiling=True)
        if known:
            return known
    elif folded.startswith(_MELTING):
        return _points(words, (), boiling=False)
    return next(
        (f"`{known}` is {value} by convention" for known, value in CONVENTIONS.items() if known in folded), None
    )


def _points(words: str, reagents: Iterable[str], *, boiling: bool) -> str | None:
    """Return a clause such as "`water` boils at 100 °C" for the substance at the end of the words, or the solvents."""
    from clairify_cli.chemistry import Substance, find

    def point(substance: Substance) -> float | None:
        return substance.boiling if boiling else substance.melting

    parts = [part for part in words.split() if part not in ("of", "in", "the")]
    ends = [(name, find(name)) for name in (" ".join(parts[at:]) for at in range(1, len(parts)))]
    found = [(name, substance) for name, substance in ends if substance is not None][:1]
    if not found:
        known = [(name, find(name)) for name in reagents]
        found = [(name, substance) for name, substance in known if substance is not None and substance.is_a("solvent")]
    verb = "boils" if boiling else "melts"
    told = [f"`{name}` {verb} at {point(substance):g} °C" for name, substance in found if point(substance) is not None]
    return ", ".join(told[:_MOST_NAMED]) or None
