"""Numbers for the words that procedures use in the place of numbers."""

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
    """What a value in words is taken for, as a clause; None if there is no convention for it.

    Words for a boiling or a melting point are told in numbers: of the substance that they name, otherwise of the
    solvents among the program's reagents.
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
    """`water` boils at 100 °C, as a clause, for the substance that the words end in, otherwise for the solvents."""
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
