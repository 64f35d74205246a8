"""Which name may stand for another: the same substance by evidence, or the name of none, misspelled by a letter.

Every replacement of a reagent's name, and every hint at another name, is decided here. What differs in a digit, a
formula, a prefix, an ending or a state that matters (dry, concentrated, a hydrate) is another thing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from pathlib import Path

from clairify_cli.chemistry import qualifiers
from clairify_cli.chemistry.names import (
    LONGEST_NAME,
    components,
    entry,
    find,
    is_aqueous,
    is_diluted,
    key,
    plain,
    resolved,
)
from clairify_cli.chemistry.substances import substances
from clairify_cli.diagnostics.nearest import may_compare, may_search
from clairify_cli.files.patterns import late

_MARKS = late(r"\d+|(?<![^\W\d_])[NOSPnosp](?=-)")
"""What a name must keep: its numbers in order, and the case of letters that place a group (`N-butyl`, `n-butyl`)."""
_WHICH = late(r"(?:n|iso|sec|tert|[DL]|DL|\d+|\([RS]\))-|\w+-\d+-ol\b|i?so", re.IGNORECASE)
"""What places a group or says which of two mirror images is meant, at the beginning of a name."""
_FORMULA = late(r"(?:[A-Z][a-z]?\d*|[()\[\].+-]\d*)+")
_IN = late(r"\bin\s+([^(),;]+)", re.IGNORECASE)
_HYDRATE = late(r"(?:\b|(?<=\s|-|\())(hemi|mono|di|tri|tetra|penta|hexa|hepta|octa|nona|deca|dodeca|sesqui)?-?hydrate|"
                r"\.\s*(\d+|x|n)?\s*H2O$", re.IGNORECASE)  # fmt: skip
_COUNTS = {
    name: str(count)
    for count, name in enumerate(("mono", "di", "tri", "tetra", "penta", "hexa", "hepta", "octa", "nona", "deca"), 1)
} | {"dodeca": "12"}
_SPLIT = late(r"[\s_\-]+")
_SHORTEST = 4
"""Shorter words have too many neighbours."""
_LONGEST_PART = 16


def stand_in(name: str, stock: Iterable[str]) -> str | None:
    """Return the name in stock that means just what `name` means; None if there is none.

    That is the same substance with the same water of crystallisation, in the same solvent and strength, as dry and as
    concentrated; `petrol` may be any fraction. Of several, the one whose other words of state agree best.
    """
    substance, limits, *rest = _sense(name)
    senses = {one: _sense(one) for one in stock}
    fitting = [
        one
        for one, (other, theirs, *others) in senses.items()
        if _alike(name, one)
        or (substance == other and limits in ("", theirs) and rest == others and not _narrows(name, one))
    ]
    fractions = {senses[one][1] for one in fitting} - {limits}
    if len(fractions) > 1 and len(fractions) == len({senses[one][1] for one in fitting}):
        return None  # which fraction `petrol` means is for a person to say
    return min(fitting, key=lambda one: (senses[one][1] != limits, one != name, _distance(name, one)), default=None)


def _narrows(name: str, other: str) -> bool:
    """Whether another name says which of several substances is meant, and this one does not: `propanol`, `alanine`."""
    found = find(other)
    which = found is not None and (found.is_a("amino-acid") or plain(other).endswith("anol"))
    return which and _WHICH.match(plain(other)) is not None and _WHICH.match(plain(name)) is None


def kin(name: str, stock: Iterable[str]) -> list[str]:
    """Return the names in stock of the same substance in any state, strength, solvent or hydrate, nearest first."""
    return sorted((one for one in stock if _sense(one)[0] == _sense(name)[0]), key=lambda one: _distance(name, one))


def misspelt(name: str, names: Iterable[str]) -> str | None:
    """Return the only one of `names` that `name` misspells: in case or separators, or by a letter if it names nothing.

    One letter of one long word may be missing or too many, or two may be swapped, but not the first or among the last
    ones, on which the meaning depends (`-yl`, `-oyl`; `-ate`, `-ite`); and no word that is right may change.
    """
    names = tuple(names)
    if not may_compare(name, len(names)):
        return None
    same = [one for one in names if _alike(name, one)]
    if same:
        return same[0] if len(same) == 1 else None
    near = [] if find(name) is not None else [one for one in names if _is_slip(name, one)]
    return near[0] if len(near) == 1 else None


def meant(name: str, names: Iterable[str]) -> str | None:
    """Return what a hint may offer for a name: the same substance under another name, or what it misspells."""
    names = tuple(names) if may_search() else ()
    return misspelt(name, names) or stand_in(name, names)


@lru_cache(maxsize=8192)
def _sense(name: str) -> tuple[object, ...]:
    """Return what a name means, equal for all names of one thing: the substance, its boiling range, then the rest.

    The rest are water of crystallisation, strengths, whether it is a solution, its solvent and states that matter.
    """
    name = name.replace("_", " ")
    parts = components(name)
    if len(parts) > 1:
        return tuple(sorted(map(repr, map(_sense, parts)))), "", tuple(re.findall(r"\d+", name))
    text = plain(name[:LONGEST_NAME])
    strengths = frozenset("".join(match.split()) for match in qualifiers.STRENGTH.findall(text))
    is_entry = entry(text) is not None  # `aqueous ammonia` is no dilution of it
    states = _states(name) & {"dry"} if is_entry else _states(name)
    return (*_bare(name), _water(name), strengths, is_diluted(text) and not is_entry, _solvent(name), states)


@lru_cache(maxsize=8192)
def _bare(name: str) -> tuple[str, str]:
    """Return a key that is equal for all names of one substance and its hydrates, and the boiling range of a petrol."""
    found, core = resolved(name)
    named = found.name if found is not None else core
    anhydrous = qualifiers.HYDRATE.sub("", named)
    if anhydrous != named:
        found = find(anhydrous) or found
    if found is not None:
        kind, _, limits = found.name.rpartition(" ")
        return (kind, limits) if qualifiers.RANGE.fullmatch(limits) else (found.name, "")
    words = anhydrous.split()
    # `phosphate, dibasic` is `dibasic phosphate`, but `ethyl phenyl acetate` is not `phenyl ethyl acetate`.
    ordered = words if any(word.endswith("yl") for word in words) else sorted(words, key=str.casefold)
    return f"={key(' '.join(ordered))} {_MARKS.findall(anhydrous)} {_symbols(anhydrous)}", ""


def _alike(one: str, other: str) -> bool:
    """Whether two names differ only in case and separators, and in none that makes another name."""
    if _folded(one) != _folded(other):
        return False
    symbols = _symbols(one), _symbols(other)
    return not all(symbols) or symbols[0] == symbols[1]


@lru_cache(maxsize=8192)
def _folded(name: str) -> tuple[str, list[str]]:
    name = plain(name.replace("_", "-"))
    return key(name), _MARKS.findall(name)


@lru_cache(maxsize=8192)
def _symbols(name: str) -> tuple[str, ...]:
    """Return the symbols of a formula, whose case matters (`CoCl2`, `COCl2`); empty for any other name."""
    text = "".join(plain(name).split())
    return tuple(re.findall(r"[A-Z][a-z]?", text)) if _FORMULA.fullmatch(text) else ()


@lru_cache(maxsize=8192)
def _water(name: str) -> str:
    """Return how much water of crystallisation a name has: `5`, `x` if it does not say; empty for none."""
    found = find(name)
    for text in (plain(name[:LONGEST_NAME]), *((found.formula, found.name) if found is not None else ())):
        match = _HYDRATE.search(text)
        if match is not None:
            word = (match[1] or "").casefold()
            return _COUNTS.get(word, word) or (match[2] or ("1" if "." in match[0] else "x")).casefold()
    return ""


def hydrates(name: str) -> tuple[str, ...]:
    """Return the names and formulas of a hydrate that the table has only without its water; empty for anything else."""
    anhydrous = find(qualifiers.HYDRATE.sub("", plain(name[:LONGEST_NAME])))
    count = _water(name)
    if find(name) is not None or anhydrous is None or not count:
        return ()
    word = next((word for word, number in _COUNTS.items() if number == count), "")
    water = "" if count in ("1", "x") else count
    named = [f"{one.lstrip('=')} {word}hydrate" for one in (anhydrous.name, *anhydrous.synonyms)]
    formulas = [one.lstrip("=") for one in (anhydrous.formula, *anhydrous.synonyms) if _symbols(one.lstrip("="))]
    return (*named, *(f"{one}.{water}H2O" for one in formulas))


@lru_cache(maxsize=8192)
def _solvent(name: str) -> str:
    """Return the solvent of a solution, as far as the name says or implies it; empty otherwise."""
    match = _IN.search(plain(name[:LONGEST_NAME]))
    if match is not None and is_diluted(name):
        return _bare(match[1].strip())[0]
    word = qualifiers.OTHER_SOLVENT.search(name)
    if word is not None:
        return word[0].casefold()
    return "water" if is_aqueous(name) else ""


def _words(name: str) -> list[str]:
    """Return the words of state in a name, in lower case."""
    words = (word.casefold().strip(".,;()[]") for word in plain(name[:LONGEST_NAME]).split())
    return [word for word in words if word in qualifiers.LEADING or word in qualifiers.TRAILING]


def _states(name: str) -> frozenset[str]:
    """Return the states of a name that make another reagent: `dry`, `strong`, `weak`, and so on."""
    found, core = resolved(name)
    said = frozenset(qualifiers.MATTERS[word] for word in _words(name) if word in qualifiers.MATTERS)
    if found is not None and find(core) is not found:
        return frozenset()  # the words are part of the name: `dry HCl` is hydrogen chloride
    # A salt is dry unless its formula has water.
    return said - {"dry"} if found is not None and found.state != "liquid" else said


def _distance(name: str, other: str) -> int:
    return len(set(_words(name)) ^ set(_words(other)))


def _is_slip(name: str, other: str) -> bool:
    """Whether one word of a name is the misspelling of a word in another, and all else is the same."""
    mine, theirs = (_SPLIT.split(plain(one).casefold()) for one in (name, other))
    different = [(a, b) for a, b in zip(mine, theirs, strict=False) if a != b]
    if len(mine) != len(theirs) or len(different) != 1:
        return False
    written, right = different[0]
    at = mine.index(written)
    if any(sum(map(str.isupper, word)) > 1 for word in (_SPLIT.split(plain(name))[at], _SPLIT.split(plain(other))[at])):
        return False  # an abbreviation, such as `DIPEA` and `DIPA`
    if not (written.isalpha() and right.isalpha()) or min(len(written), len(right)) < _SHORTEST:
        return False
    return _is_typo(written, right) and not _is_word(written)


def _is_typo(written: str, right: str) -> bool:
    """Whether one letter within a word is missing or too many, or two neighbours are swapped."""
    short, long = sorted((written, right), key=len)
    if short[0] != long[0] or short[-1] != long[-1]:
        return False
    at = next((at for at, letter in enumerate(short) if letter != long[at]), len(short))
    if len(short) == len(long):
        return short[at:] == long[at + 1] + long[at] + long[at + 2 :]
    is_doubled = long[at] == long[at - 1]
    ends_alike = short[-3:] == long[-3:] or len(short) == _SHORTEST or long.endswith("ium")
    return short[at:] == long[at + 1 :] and (is_doubled or ends_alike)


@cache
def _vocabulary() -> tuple[frozenset[str], frozenset[str]]:
    """Return the words in the names of the table, and the parts of systematic names."""
    names = (name for one in substances() for name in (one.name, *one.synonyms))
    words = frozenset(word for name in names for word in re.findall(r"[a-z]{4,}", name.casefold()))
    return words, frozenset(Path(__file__).with_name("parts.txt").read_text(encoding="utf-8").split())


def _is_word(word: str) -> bool:
    """Whether a lower-case word is right as it is: one from the table, or made of the parts of systematic names."""
    words, parts = _vocabulary()
    ends = {0}  # where a sequence of parts may end
    for end in range(1, len(word) + 1):
        if any(start in ends and word[start:end] in parts for start in range(max(0, end - _LONGEST_PART), end)):
            ends.add(end)
    return word in words or len(word) in ends or (len(word) - 1 in ends and word[-1] in "es")
