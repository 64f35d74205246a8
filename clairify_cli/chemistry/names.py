"""Look up the table entry for a name in a procedure, and interpret the name's qualifiers."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from clairify_cli.chemistry import qualifiers
from clairify_cli.chemistry.substances import Substance, substances
from clairify_cli.files.patterns import late

_CHARACTERS = str.maketrans(
    {
        **dict(zip("₀₁₂₃₄₅₆₇₈₉", "0123456789", strict=True)),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"),
        **dict.fromkeys("\u2019\u2018\u2032\u00b4\u02b9`", "'"),
        **dict.fromkeys("\u00b7\u2022\u22c5\u2219*", "."),
        **dict.fromkeys("\u00c5\u212b", "A"),
        **dict.fromkeys("\u00a0\u2009\u202f", " "),
        **dict.fromkeys("\u00ad\u00ae\u2122"),
        "\u2033": "''",
    }
)
"""Characters with several variants: subscripts, hyphens, primes, the dot of a hydrate, ångström, spaces."""

_TAGS = late(r"</?su[bp]>", re.IGNORECASE)
_SPACES = late(r"\s+")
_NEXT_TO_NOTHING = str.maketrans("", "", " -.'")
_VARIANTS = (("sulph", "sulf"), ("aluminum", "aluminium"), ("caesium", "cesium"), ("tert-", "t"), ("tert ", "t"))


def plain(name: str) -> str:
    """Return the name in plain characters: digits for subscripts, one kind of hyphen, prime and space."""
    name = name.translate(_CHARACTERS)
    if "<" in name:
        name = _TAGS.sub("", name)
    return _SPACES.sub(" ", name).strip(" \t.,;:")


def key(name: str) -> str:
    """Return a plain name without irrelevant differences: case, spaces, hyphens, British or American spelling."""
    folded = name.casefold()
    for variant, usual in _VARIANTS:
        if variant in folded:
            folded = folded.replace(variant, usual)
    return folded.translate(_NEXT_TO_NOTHING)


LONGEST_NAME = 200
"""Longest name; only this many characters are considered."""

_SYMBOL = 2
"""Names up to this length, such as `Na` or `py`, match only in their exact case."""

_MOST_QUALIFIERS = 12

_PURE = 70
"""Percentages from this value on are purities rather than concentrations."""


@cache
def _index() -> tuple[dict[str, Substance], dict[str, Substance]]:
    """Return the entries by key, and those of names that match only in their exact case."""
    by_key: dict[str, Substance] = {}
    exact: dict[str, Substance] = {}
    for substance in substances():
        for name in (substance.name, *substance.synonyms):
            if name[0] == "=":
                exact[name[1:]] = substance
            elif len(name) <= _SYMBOL:
                exact[name] = substance
            else:
                by_key[key(name)] = substance
    return by_key, exact


def entry(name: str) -> Substance | None:
    """Return the entry for a plain name without qualifiers; None if there is none."""
    by_key, exact = _index()
    return exact.get(name) or by_key.get(key(name))


def _fraction(name: str) -> Substance | None:
    """Return the petroleum fraction for a name with two temperatures: `petroleum ether (b.p. 40-60 °C)`."""
    limits = qualifiers.RANGE.search(name)
    if limits is None or not any(word in name for word in ("petrol", "pet", "ligroin")):
        return None
    return entry(f"petroleum ether {limits[1]}-{limits[2]}")


@lru_cache(maxsize=8192)
def resolved(name: str) -> tuple[Substance | None, str]:
    """Return the entry for a name, and the name without qualifiers.

    Qualifiers are removed one by one, with a look-up each time, so that `aqueous ammonia` is found before `ammonia`.
    """
    rest = plain(name[:LONGEST_NAME])
    found = entry(rest) or _fraction(rest)
    for _ in range(_MOST_QUALIFIERS):
        shorter = _without_one(rest)
        if shorter == rest or not shorter:
            break
        rest = shorter
        found = found or entry(rest)
    return found, rest


def _without_one(name: str) -> str:
    """Remove one qualifier from a name, if it has any."""
    return _without_first(name) or _without_last(name) or name


def _without_first(name: str) -> str:
    """Return the rest of a name after a leading qualifier; empty if there is none, or nothing follows."""
    match = qualifiers.LEADING_STRENGTH.match(name)
    if match is None:
        words = name.split(" ", 2)
        for count in (2, 1):
            if len(words) > count and _word(" ".join(words[:count])) in qualifiers.LEADING:
                return " ".join(words[count:])
        if "." in words[0] and _word(words[0].split(".", 1)[0]) in qualifiers.LEADING:
            return name.split(".", 1)[1].strip()  # `sat.NaHCO3`
        match = qualifiers.AMOUNT_OF.match(name)
    return plain(name[match.end() :]) if match is not None else ""


def _without_last(name: str) -> str:
    """Return the part of a name before a trailing qualifier; empty if there is none."""
    match = qualifiers.BRACKET.search(name)
    if match is not None and not _qualifies(match[1]):
        return ""
    if match is None:
        match = qualifiers.TRAILING_STRENGTH.search(name) or qualifiers.SOLVENT.search(name)
    if match is not None:
        return plain(name[: match.start()])
    before, _, last = name.rpartition(" ")
    return plain(before) if _word(last) in qualifiers.TRAILING else ""


def _qualifies(text: str) -> bool:
    """Whether the text in brackets qualifies the name: `60% in mineral oil`, `aq.`, `anhydrous, 99%`, `1:1`."""
    if qualifiers.LEADING_STRENGTH.match(text) or qualifiers.AMOUNT_OF.match(text):
        return True
    words = [_word(word) for word in text.replace(",", " ").split()]
    return bool(words) and all(
        word in qualifiers.LEADING or word in qualifiers.TRAILING or qualifiers.STRENGTH.search(word) for word in words
    )


def _word(text: str) -> str:
    return text.casefold().strip(".,;")


def find(name: str) -> Substance | None:
    """Return the entry for a name, a synonym or a formula, with or without qualifiers; None if there is none.

    A hydrate matches only its own entry, because its mass and density differ from those of the anhydrous substance. A
    solution matches the solute: check `is_solution` before using the density.
    """
    return resolved(name)[0]


def core_name(name: str) -> str:
    """Return the name without concentration, purity, temperature, `solution of` and `in` a solvent; never empty.

    >>> core_name("ice-cold 2 M NaOH"), core_name("a 2.5 M solution of n-BuLi in hexanes")
    ('NaOH', 'n-BuLi')
    """
    return resolved(name)[1]


@lru_cache(maxsize=8192)
def is_solution(name: str) -> bool:
    """Whether the name means a solution: it says so, or the substance is only known as one (`hydrochloric acid`)."""
    found = find(name)
    if found is not None and found.is_a("solution"):
        return True
    if found is not None and found.is_a("catalyst", "metal", "hydride", "adsorbent"):
        return False  # `10% Pd/C` and `60% NaH` are solids
    return is_diluted(name)


def is_diluted(name: str) -> bool:
    """Whether the name itself implies a solution, by a concentration or a word such as `aqueous`."""
    text = plain(name[:LONGEST_NAME])
    if qualifiers.DILUTED.search(text):
        return True
    strength = qualifiers.STRENGTH.search(text)
    return strength is not None and not _is_purity(strength[0])


def _is_purity(strength: str) -> bool:
    """Whether a percentage is a purity (`98%`) rather than a concentration (`10%`)."""
    number = re.search(r"\d+", strength)
    return "%" in strength and number is not None and int(number[0]) >= _PURE


@lru_cache(maxsize=8192)
def is_aqueous(name: str) -> bool:
    """Whether the name means water or an aqueous solution: `brine`, `1 N HCl`, `saturated NaHCO3`."""
    text = plain(name[:LONGEST_NAME])
    if qualifiers.AQUEOUS.search(text):
        return True
    if qualifiers.OTHER_SOLVENT.search(text):
        return False
    found = find(name)
    solvent = qualifiers.SOLVENT.search(text)
    if solvent is not None and (found is None or not found.is_a("aqueous") or key(found.name) != key(text)):
        return is_aqueous(solvent[1])
    if found is None:
        return False
    if found.is_a("aqueous"):
        return found.state == "liquid"
    return is_solution(name) and _dissolves_in_water(found)


def _dissolves_in_water(substance: Substance) -> bool:
    """Whether a solution without a named solvent is aqueous: for salts, acids and bases without special roles."""
    return (
        substance.is_a("salt", "acid", "base", "carbonate", "oxidiser", "reducing-agent")
        and not substance.is_a("water-reactive", "lewis-acid", "amine", "solution", "halogen", "catalyst", "alkoxide")
        and substance.state != "gas"
    )


@lru_cache(maxsize=8192)
def components(name: str) -> tuple[str, ...]:
    """Return the parts of a mixture as written, without proportions; the name itself if it is not a mixture.

    >>> components("ethanol/water (1:1)"), components("Pd/C")
    (('ethanol', 'water'), ('Pd/C',))
    """
    if find(name) is not None:
        return (name,)
    text = plain(name[:LONGEST_NAME])
    bare = plain(qualifiers.RATIO.sub(" ", text))
    parts = tuple(part for part in map(plain, qualifiers.BETWEEN.split(bare)) if part)
    if len(parts) > 1 and all(find(part) is not None for part in parts):
        return parts
    for at, character in enumerate(bare):
        if character in "-/" and find(bare[:at]) is not None and find(bare[at + 1 :]) is not None:
            return plain(bare[:at]), plain(bare[at + 1 :])
    return (name,)
